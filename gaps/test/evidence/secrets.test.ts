import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { frozenContractFile } from "../../../test/support/frozen.ts";
import { runCommand } from "../support/command.ts";
import { harOf, type RecordedCall, recordingLikeEmulator } from "./support/recording.ts";

const options = ["--contract", frozenContractFile, "--base-url", "https://service.example"];

/** A text that can be found again, different for each place. */
const secretIn = (place: string) => `s3cr3t-${place}-7b1f`;

const pair = (place: string) => ({ name: secretIn(`${place}-name`), value: secretIn(place) });

/** Every place of a HAR where something private may stand. */
function withSecrets(): RecordedCall[] {
  const pairs = [pair("pair"), { name: "Authorization", value: secretIn("authorization") }];
  const listed = { headers: pairs, cookies: pairs };
  const link = `https://${secretIn("user")}:${secretIn("password")}@cdn.example/${secretIn("path")}?q=${secretIn("query")}`;
  const job = {
    ...{ job_type: secretIn("job-type"), job_id: secretIn("job-id"), status: secretIn("status") },
    ...{ project_name: secretIn("project"), [secretIn("answer-name")]: secretIn("answer") },
    output: {
      [secretIn("field-name")]: secretIn("field-value"),
      note: `My password is ${secretIn("free-text")}`,
      nested: { list: [secretIn("list-item"), { [secretIn("nested-name")]: 1 }], link },
    },
  };
  const sent = { project_name: secretIn("sent"), [secretIn("sent-name")]: link };
  const message = { message: secretIn("refusal"), [secretIn("refusal-name")]: 1 };
  const owner = `${secretIn("mail")}@a.example`;
  const type = `application/${secretIn("media-type")}; boundary=${secretIn("boundary")}`;
  return [
    {
      url: `/api/hp_job/${secretIn("path")}?${secretIn("query")}=1#${secretIn("fragment")}`,
      request: { ...listed, queryString: pairs },
      response: {
        ...{ ...listed, statusText: secretIn("text"), redirectURL: secretIn("redirect") },
        content: { mimeType: type, text: JSON.stringify(job) },
      },
    },
    { url: "/api/hp_job", sent, answer: job, status: 201 },
    { url: "/api/hp_job", sent, answer: message, status: 422 },
    { url: `/${secretIn("place")}`, answer: secretIn("stray"), method: secretIn("method") },
    {
      url: "/api/avatars/public",
      answer: { avatars_list: [{ avatar_id: secretIn("avatar"), owner }] },
    },
    {
      url: "/api/avatars/public",
      response: { content: { mimeType: "application/json", text: `{ ${secretIn("broken")}` } },
    },
    // A name that looks like one of a field, and a word that looks like a status, each in one exchange only.
    {
      url: "/api/hp_job/1",
      answer: { ...job, status: "confidentialword", output: { confidentialname: 1 } },
    },
  ];
}

it("nothing private leaves a recording", async () => {
  await using folder = await temporaryFolder();
  // Often enough that nothing is left out for being rare, but for what is meant to be.
  const often = Array.from({ length: 20 }, () => withSecrets().slice(0, -1)).flat();
  const calls = [...recordingLikeEmulator(20), ...often, withSecrets().at(-1)!];
  await folder.write("recording.har", harOf(calls));

  const checked = await runCommand(folder.path, "check", "recording.har", ...options);
  const proposed = await runCommand(folder.path, "propose", "recording.har", ...options);

  expect([checked.exitCode, proposed.exitCode], checked.output + proposed.output).toEqual([1, 0]);
  const written = (await readdir(folder.path)).filter((name) => name !== "recording.har");
  expect(written).toEqual(["proposal.overlay.yaml"]);
  const files = await Promise.all(written.map((name) => readFile(join(folder.path, name), "utf8")));
  const everything = [checked.output, proposed.output, ...files].join("\n");
  expect(everything).toContain("avatar_id");
  expect(everything).toContain("  job-status-values: a new value for schema `JobStatus` ");
  expect(everything).not.toMatch(/s3cr3t|7b1f|confidential|customer|Ada\b|cdn\.example|0f3a/i);
});
