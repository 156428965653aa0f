import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { frozenContract, frozenContractFile } from "../../../test/support/frozen.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { walk } from "../../src/document/document.ts";
import { runCommand } from "../support/command.ts";
import { completeRecording, harOf, type RecordedCall } from "./support/recording.ts";

const usual = ["--contract", frozenContractFile, "--base-url", "https://service.example"];

async function checked(calls: RecordedCall[] | string, ...options: string[]) {
  await using folder = await temporaryFolder();
  await folder.write("recording.har", typeof calls === "string" ? calls : harOf(calls));
  return await runCommand(folder.path, "check", "recording.har", ...usual, ...options);
}

/** The same, against another document. */
async function checkedAgainst(document: object, calls = completeRecording(2)) {
  await using folder = await temporaryFolder();
  await folder.write("contract.json", JSON.stringify(document));
  return await checked(calls, "--contract", join(folder.path, "contract.json"));
}

describe("check", () => {
  it("holds a recording of anybody against the document, and names the gaps that it answers", async () => {
    const { exitCode, output } = await checked(completeRecording(2));
    expect(exitCode, output).toBe(0);
    expect(output).toContain("16 calls of the interface, of 16 exchanges; nothing contradicts");
    expect(output).toMatch(/ {2}job-status-values:\n {4}a new value for JobStatus /);
  });

  it("names no gap that the document does not have", async () => {
    const document = structuredClone(frozenContract);
    for (const { value } of walk(document)) delete value["x-gap"];
    // A note without its id is left to the linter.
    document.components.schemas["JobStatus"]!["x-gap"] = [{ kind: "not-shown" }];
    const calls = [...completeRecording(2), { url: "/api/hp_job", status: 402, answer: {} }];
    const { output } = await checkedAgainst(document, calls);
    expect(output).toContain("a new value for JobStatus");
    const named = output.match(/^ {2}\S.*:$/gm);
    expect(named).toEqual(["  no gap is noted:"]);
  });

  it("counts what contradicts, and shows nothing of what was sent or answered", async () => {
    const call = completeRecording(1).find(({ url }) => url === "/api/hp_job")!;
    const { exitCode, output } = await checked(
      [1, 2].map(() => ({ ...call, answer: { job_id: 7 } })),
    );
    expect(exitCode).toBe(1);
    expect(output).toContain("createHpJob /job_id: must be string (2 calls)");
    expect(output).toContain("createHpJob /status: must have required property 'status' (2 calls)");
    expect(output).not.toMatch(/customer/i);
  });

  it("accuses no body that was not recorded, and counts it", async () => {
    const content = { mimeType: "application/json", size: 300 };
    const call = { url: "/api/voices/public", response: { content } };
    const { exitCode, output } = await checked([call, call]);
    expect(exitCode, output).toBe(0);
    expect(output).toContain("2 × not recorded");
    const empty = await checked([{ ...call, response: { content: { ...content, size: 0 } } }]);
    expect(empty.output).toContain("listPublicVoices body: must be JSON");
  });

  it("tells what a path answers that has no operation", async () => {
    const { output } = await checked([{ url: "/api/voices/custom", answer: { voices_list: [] } }]);
    expect(output).toMatch(/custom-voices-endpoint:\n +taken 200 /);
  });
});
