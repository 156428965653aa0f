/** The body of a create, as people and enemies write it. */
import { writeFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { hpRequest, hpSegments, lipsyncRequest } from "../../../test/support/example-requests.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { runCommand } from "./support/run-command.ts";

const dryRun = (input: string, ...words: string[]) =>
  runCommand(["hp", "create", "--file", "-", "--dry-run", ...words], { input });

test("YAML and JSON are the same", async () => {
  await using folder = await temporaryFolder();
  const file = await folder.write("job.yaml", `# a job\n${JSON.stringify(hpRequest(), null, 2)}`);
  const fromFile = await runCommand(["hp", "create", "-f", file, "--dry-run"]);
  const fromInput = await dryRun(JSON.stringify(hpRequest()));
  expect(fromFile.exitCode).toBe(0);
  expect(fromFile.output).toBe(fromInput.output);
  expect(JSON.parse(fromFile.output)).toEqual(hpRequest());
  expect(fromFile.messages).toContain("Nothing was sent.");
});

test("a flag changes one of two fields that are one value in the file", async () => {
  const input = "model: v2\nactor: &one { use: avatar }\nscript: *one\n";
  const words = ["lipsync", "create", "-f", "-", "--dry-run", "--no-check", "--actor.use", "video"];
  const { actor, script } = JSON.parse((await runCommand(words, { input })).output);
  expect([actor, script]).toEqual([{ use: "video" }, { use: "avatar" }]);
});

test("--schema prints the schema that a body is checked against", async () => {
  const { exitCode, output } = await runCommand(["hp", "create", "--schema"]);
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(output));
  expect([exitCode, validate(hpRequest()), validate({})]).toEqual([0, true, false]);
});

/** Each anchor stands for nine of the one before. */
const billionLaughs = Array.from({ length: 9 }, (_, index) =>
  index === 0
    ? 'a0: &a0 ["ha","ha","ha","ha","ha","ha","ha","ha","ha"]'
    : `a${index}: &a${index} [${Array.from({ length: 9 }, () => `*a${index - 1}`).join()}]`,
).join("\n");

describe("refuses, and sends nothing,", () => {
  test.each<[string, string, RegExp, ...string[]]>([
    ["what is no YAML", "a: [1", /neither YAML nor JSON/],
    ["a tab as indentation", "a:\n\tb: 1", /neither YAML nor JSON/],
    ["a list", "[1]", /holds no object of fields/],
    ["nothing", "", /holds no object of fields/],
    ["two documents", "a: 1\n---\nb: 2", /more than one document/],
    ["aliases that multiply", billionLaughs, /Excessive alias count/],
    ["an anchor inside of itself", "a: &a [*a, *a]", /nested more than 100 deep/],
    ["an unknown alias", "a: *b", /neither YAML nor JSON/],
    ["the same field twice", "music: true\nmusic: false", /unique/],
    ["what is nested 200,000 deep", `a: ${"[".repeat(200_000)}`, /nested|neither YAML/],
    ["a number that JSON changes", "variable_count: 99999999999999999999", /cannot carry exactly/],
    ["no number", "variable_count: .nan", /cannot carry exactly/],
    ["a prototype", '{"__proto__": {"music": true}}', /field __proto__/],
    ["5 MB", `a: "${"x".repeat(5 * 1024 * 1024)}"`, /larger than/],
    ["a flag of no number", "{}", /^✗ --variables .* exactly/, "--variables", '[{"x":1e400}]'],
    ["a flag that JSON changes", "{}", /^✗ --variables .* exactly/, "--variables", `[${2 ** 62}]`],
    ["a flag of a prototype", "{}", /field __proto__/, "--variables", '[{"__proto__":{}}]'],
  ])("%s", async (_, input, message, ...words) => {
    const { exitCode, output, messages } = await dryRun(input, ...words);
    expect(messages).toMatch(message);
    expect([exitCode, output]).toEqual([2, ""]);
    expect(messages.length).toBeLessThan(1000);
  });

  test("a text that is not UTF-8, a folder, a file that is not there, a device without end", async () => {
    await using folder = await temporaryFolder();
    const file = await folder.write("latin", "");
    await writeFile(file, Buffer.from([0xff]));
    const refusals: [string, RegExp][] = [
      [file, /no text in UTF-8/],
      [folder.path, /EISDIR/],
      ["/nowhere/job.yaml", /ENOENT/],
      ["/dev/zero", /larger than/],
    ];
    for (const [path, message] of refusals) {
      const { exitCode, messages } = await runCommand(["hp", "create", "-f", path, "--dry-run"]);
      expect(messages).toMatch(message);
      expect(exitCode).toBe(2);
    }
  });
});

describe("holds the body against the contract", () => {
  const job = hpRequest();
  const [segments] = Object.keys(hpSegments([1, 2]));
  const endless = JSON.stringify(job).replaceAll(/"end_time":[^,}]+,?/g, "");
  test.each([
    ["a missing field", { ...job, music: undefined }, "music is missing."],
    [
      "a mistyped field",
      { ...job, projct_name: "x" },
      "projct_name is not in the contract, which has project_name,",
    ],
    ["another type", { ...job, music: "yes" }, "music has to be boolean."],
    ["a field inside", JSON.parse(endless), `${segments}.0.end_time is missing.`],
  ])("%s", async (_, body, problem) => {
    const { exitCode, messages } = await dryRun(JSON.stringify(body));
    expect(exitCode).toBe(2);
    expect(messages).toContain(problem);
  });

  test.each([
    ["an unknown choice", { actor: { use: "hologram" } }, "actor.use is not one of the values"],
    [
      "a field of the other choice",
      { actor: { use: "video", avatar_id: "ada" } },
      "actor.video_url is missing",
    ],
    ["a choice that is no object", { actor: "ada" }, "actor has to be object."],
    ["an unlisted value", { model: "v3" }, "model is one of v1, v2."],
  ])("%s", async (_, change, problem) => {
    const input = JSON.stringify({ ...lipsyncRequest(), ...change });
    const words = ["lipsync", "create", "-f", "-", "--dry-run"];
    const { exitCode, messages } = await runCommand(words, { input });
    expect(exitCode).toBe(2);
    expect(messages).toContain(problem);
  });

  test("and names twenty problems at most, each once", async () => {
    const fields = Array.from({ length: 30 }, (_, index) => [`field${index}`, 1]);
    const { messages } = await dryRun(JSON.stringify({ ...job, ...Object.fromEntries(fields) }));
    expect(new Set(messages.match(/field\d+ is not in/g)).size).toBe(20);
  });

  test("but not with --no-check, and does not say so", async () => {
    const { output, messages } = await dryRun('{"newer_field": 1}', "--no-check");
    expect([messages, JSON.parse(output)]).toEqual(["Nothing was sent.\n", { newer_field: 1 }]);
  });

  test("a flag into what is no object is refused", async () => {
    const words = ["lipsync", "create", "-f", "-", "--actor.use", "video", "--dry-run"];
    const { messages } = await runCommand(words, { input: '{"actor": "ada"}' });
    expect(messages).toContain("--actor.use sets a field of actor, which is no object");
  });
});
