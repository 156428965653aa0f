import { readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Counts } from "../../src/evidence/counts.ts";
import { frozenContractFile } from "../../../test/support/frozen.ts";
import { runCommand } from "../support/command.ts";
import { observe } from "./support/observing.ts";
import { completeRecording, harOf, type RecordedCall } from "./support/recording.ts";

const contract = ["--contract", frozenContractFile];
const usual = [...contract, "--base-url", "https://service.example", "--environment", "test"];

/** What `observe` says of a recording, and what it writes. */
async function observed(calls: RecordedCall[] | string, ...options: string[]) {
  await using folder = await temporaryFolder();
  const text = typeof calls === "string" ? calls : harOf(calls);
  await folder.write("recording.har", text);
  const result = await runCommand(folder.path, "observe", "recording.har", ...options);
  const file = await readFile(join(folder.path, "counts.json"), "utf8").catch(() => "null");
  return { ...result, observations: JSON.parse(file) as Counts };
}

describe("observe", () => {
  it("never joins hosts, and says how many calls it left out", async () => {
    const calls = completeRecording(2);
    const elsewhere = calls.map((call) => ({ ...call, origin: "https://test.example" }));
    const { exitCode, output, observations } = await observed([...calls, ...elsewhere], ...usual);
    expect(exitCode, output).toBe(0);
    expect(output).toContain(
      `${calls.length * 2} exchanges: ${calls.length} calls of an operation, 0 others with the service, ${calls.length} with other services`,
    );
    expect(observations.exchanges).toEqual({
      read: calls.length * 2,
      recognised: calls.length,
      otherServices: calls.length,
    });
    expect(JSON.stringify(observations)).not.toContain("test.example");
  });

  it("counts each body that it could not read, and none that it could", () => {
    const { unread, outcomes } = observe([
      { url: "/api/voices/public", answer: "x".repeat(2_000_000) },
      { url: "/api/voices/public", answer: { voices_list: Array(200).fill({ name: '"[' }) } },
      { url: "/api/hp_job", sentText: "{", status: 400, answer: {} },
    ]);
    expect(unread).toEqual({ "too long": { samples: 1, units: 1 } });
    expect(outcomes["refusals"]).toEqual({ "malformed-json": { 400: { samples: 1, units: 1 } } });
  });

  it("does not follow what is nested without an end", async () => {
    const deep = (text: string) => ({ mimeType: "application/json", text });
    const lists = "[".repeat(200_000) + "]".repeat(200_000);
    const objects = '{"a":'.repeat(50_000) + "1" + "}".repeat(50_000);
    const { exitCode, output } = await observed(
      [
        { url: "/api/avatars/public", response: { content: deep(`{"avatars_list":[${lists}]}`) } },
        { url: "/api/hp_job/1", response: { content: deep(`{"output":${objects}}`) } },
        { url: "/api/hp_job", sentText: lists, status: 422, answer: {} },
      ],
      ...usual,
    );
    expect(exitCode, output).toBe(0);
    expect(output).toContain("3 × nested too deep");
  });

  it.each([
    [[], /Give --base-url/],
    [["--base-url", "https://service.example/api"], /None of the 8.*Check --base-url/],
    [["--base-url", "https://other.example"], /None of the 8/],
    [
      ["--base-url", "https://service.example", "--environment", "a b"],
      /--environment.*'a b' is invalid. Use letters/,
    ],
  ])("needs to be told what it looks at: %j", async (options, says) => {
    const { exitCode, output } = await observed(completeRecording(1), ...contract, ...options);
    expect(exitCode, output).toBe(2);
    expect(output).toMatch(says);
  });

  it("takes answers of a mock only when it is told to, and says so in the counts", async () => {
    const answeredBy = (name: string) =>
      completeRecording(1).map((call) => ({
        ...call,
        response: { headers: [{ name, value: "1" }] },
      }));
    const refused = await observed(answeredBy("X-Emulator-Assumed"), ...usual);
    expect(refused.exitCode).toBe(2);
    expect(refused.output).toMatch(/answers of a mock \(header x-emulator-assumed\)/);
    const named = await observed(answeredBy("X-Mock"), ...usual, "--mock-header", "X-Mock");
    expect(named.exitCode).toBe(2);
    const taken = await observed(answeredBy("X-Emulator-Assumed"), ...usual, "--mock");
    expect(taken.exitCode, taken.output).toBe(0);
    expect(taken.observations.environment).toBe("mock");
  });

  it("counts several recordings as one", async () => {
    await using folder = await temporaryFolder();
    const calls = completeRecording(6);
    await folder.write("a.har", harOf(calls.slice(0, 16)));
    await folder.write("b.har", harOf(calls.slice(16)));
    const { output } = await runCommand(folder.path, "observe", "a.har", "b.har", ...usual);
    expect(output).toContain("48 exchanges: 48 calls of an operation");
    const file = await readFile(join(folder.path, "counts.json"), "utf8");
    const { places } = JSON.parse(file) as Counts;
    const avatar = places.find(({ pointer }) => pointer === "#/components/schemas/Avatar");
    expect(avatar?.units).toBe(12);
  });

  it("refuses a recording of more than 256 MB with a sentence", async () => {
    await using folder = await temporaryFolder();
    const file = await folder.write("large.har", "");
    await truncate(file, 257 * 1024 * 1024);
    const { exitCode, output } = await runCommand(folder.path, "observe", "large.har", ...usual);
    expect(exitCode).toBe(2);
    expect(output).toContain("large.har is 269 MB, and at most 256 MB are read.");
  });

  it.each([
    [
      "cut off",
      (text: string) => text.slice(0, -30),
      /counts\.json:\d+:\d+ is neither YAML nor JSON/,
    ],
    [
      "with less of an operation",
      (text: string) => text.replace('"calls": {', '"calls": { "x": null,'),
      /holds no counts/,
    ],
    [
      "of another version",
      (text: string) => text.replace(/"contract": "[^"]*"/, '"contract": "9"'),
      /was counted with version 9 of the document, and this is .*Count the recordings again/,
    ],
  ])("is not built on by propose when the counts are %s", async (_, change, says) => {
    await using folder = await temporaryFolder();
    const counts = JSON.stringify(observe(completeRecording(1)), null, 2);
    await folder.write("counts.json", change(counts));
    const { exitCode, output } = await runCommand(folder.path, "propose", "counts.json", ...usual);
    expect(output).toMatch(says);
    expect(exitCode).toBe(2);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it("ends for a key that looks like a token", () => {
    const key = "ghp_abcdefghijklmnopqrstuvwxyzABCDEF";
    const call = { url: "/api/hp_job/1", answer: { output: { [key]: 1, rows: 2 } } };
    expect(JSON.stringify(observe([call]))).not.toContain(key);
  });
});

/** Objects whose keys are data. */
const maps: [what: string, key: (round: number) => string][] = [
  ["whole names", (round) => `Ada Lovelace ${round}`],
  ["a name that comes again now and then", (round) => (round % 20 === 0 ? "clara_jones" : "other")],
  ["e-mail addresses", () => "ada@example.com"],
  ["tokens", () => "sk_live_4eC39HqLyjWDarjtT1zdp7dc"],
  ["long tokens of letters", () => "eyjhbgcioijiuzinaeiou"],
  ["identifiers", (round) => `job-${round}-0f3a`],
];

describe("one unit is", () => {
  const unitsOf = (...items: unknown[]) =>
    observe(
      items.map((item) => ({ url: "/api/avatars/public", answer: { avatars_list: [item] } })),
    ).places.find(({ pointer }) => pointer === "#/components/schemas/Avatar")?.units;

  it.each([
    [
      "an item with the same identifier",
      [
        { id: 1, a: 1 },
        { id: 1, a: 2 },
        { id: 2, a: 1 },
      ],
      2,
    ],
    ["an item that says the same, in any order", [{ a: 1, b: 1 }, { b: 1, a: 1 }, { a: 2 }], 2],
    [
      "an address with any query",
      [{ at: "https://a.example/1?s=1" }, { at: "https://a.example/1" }],
      1,
    ],
    ["not a text with a question in it", [{ at: "Really? Yes" }, { at: "Really? No" }], 2],
  ])("%s", (_, items, units) => {
    expect(unitsOf(...items)).toBe(units);
  });

  it("a refusal, even if it names a job", () => {
    const refusal = { url: "/api/avatars/public", status: 404, answer: { job_id: "gone" } };
    const { outcomes } = observe([refusal, refusal]);
    expect(outcomes["calls"]?.["listPublicAvatars"]?.["404"]?.units).toBe(2);
  });
});

describe("a word leaves the machine from three jobs on:", () => {
  const jobs = (count: number, status: string) =>
    Array.from({ length: count }, (_, job) => ({
      url: `/api/hp_job/${status}-${job}`,
      answer: { job_type: "hp_job", job_id: `${status}-${job}`, status, output: {} },
    }));
  const statusesOf = (calls: RecordedCall[]) =>
    observe(calls).places.find(({ pointer }) => pointer === "#/components/schemas/JobStatus")!;

  it.each([1, 2])("not from %i, however often they are read", (count) => {
    const calls = Array.from({ length: 9 }, () => jobs(count, "confidential")).flat();
    const { values, otherValues } = statusesOf([...calls, ...jobs(40, "archived")]);
    expect(Object.keys(values)).toEqual(["archived"]);
    expect(otherValues).toBe(9 * count);
  });

  it("as a status, in what a job looks like then, and in what followed it", () => {
    const { values } = statusesOf([...jobs(3, "archived"), ...jobs(2, "confidential")]);
    expect(values).toEqual({ archived: { samples: 3, units: 3 } });
    const everything = JSON.stringify(
      observe([...jobs(2, "rendering"), ...jobs(2, "confidential"), ...jobs(2, "confidential")]),
    );
    expect(everything).toContain("rendering");
    expect(everything).not.toContain("confidential");
  });
});

describe("keys of objects are told only if they look like names of fields, and recur:", () => {
  it.each(maps)("not %s", (_, key) => {
    const calls = Array.from({ length: 200 }, (_, round): RecordedCall => ({
      url: `/api/hp_job/job-${round}`,
      answer: {
        job_type: "hp_job",
        job_id: `job-${round}`,
        status: "rendering",
        project_name: "",
        output: { rows: 1, [key(round)]: key(round) === "other" ? {} : { secret: "value" } },
      },
    }));
    const text = JSON.stringify(observe(calls));
    for (let round = 0; round < 200; round++) {
      if (key(round) !== "other") expect(text).not.toContain(key(round));
    }
    expect(text).not.toContain("secret");
  });
});

it("readings are taken in the order of the recording where one does not say when it was", () => {
  const reading = (status: string, time: string) =>
    ["one", "two", "three"].map((job) => ({
      url: `/api/hp_job/${job}`,
      time,
      answer: { job_type: "hp_job", job_id: job, status, project_name: "Videos", output: {} },
    }));
  const { outcomes } = observe([
    ...reading("rendering", "2026-03-04T10:03:00Z"),
    ...reading("paused", "2026-03-04T10:01:00Z"),
    ...reading("completed", "unknown"),
  ]);
  const { transitions = {} } = outcomes;
  expect(Object.keys(transitions)).toEqual(["rendering", "paused"]);
  expect(Object.keys(transitions["paused"]!)).toEqual(["completed"]);
});
