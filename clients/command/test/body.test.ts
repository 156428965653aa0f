/** The body of a create, as people and enemies write it. */
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { inputSchemas } from "../../../generated/command/schemas.ts";
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

  test.each([
    ["a text that is not UTF-8", "latin", /no text in UTF-8/],
    ["a folder", ".", /EISDIR/],
    ["a file that is not there", "nowhere.yaml", /ENOENT/],
    ["a device without end", "/dev/zero", /larger than/],
  ])("%s", async (_, name, message) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "latin"), Buffer.from([0xff]));
    const file = resolve(folder.path, name);
    const { exitCode, messages } = await runCommand(["hp", "create", "-f", file, "--dry-run"]);
    expect(messages).toMatch(message);
    expect(exitCode).toBe(2);
  });
});

describe("holds the body against the contract", () => {
  const [job, lipsync] = [hpRequest(), lipsyncRequest()];
  const [segments] = Object.keys(hpSegments([1, 2]));
  const endless = JSON.parse(JSON.stringify(job).replaceAll(/"end_time":[^,}]+,?/g, ""));
  const otherBranch = { use: "video", avatar_id: "ada" };
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, 1]));
  test.each<[what: string, resource: string, body: object, problem: string, ...words: string[]]>([
    ["a missing field", "hp", { ...job, music: undefined }, "music: This field is required."],
    ["a mistyped field", "hp", { ...job, muzic: 1 }, "muzic: This field is not known here."],
    ["what is known", "hp", { ...job, "mu/zic": 1 }, "or correct its name. Known are "],
    ["a slash in a name", "hp", { ...job, "mu/zic": 1 }, "mu/zic: This field is not known here."],
    ["another type", "hp", { ...job, music: "yes" }, "music: Expected boolean."],
    ["a field inside", "hp", endless, `${segments}.0.end_time: This field is required.`],
    ["no choice", "lipsync", { ...lipsync, actor: { use: "hologram" } }, "actor.use: Expected one"],
    [
      "another branch",
      "lipsync",
      { ...lipsync, actor: otherBranch },
      "actor.video_url: This field",
    ],
    ["a choice of text", "lipsync", { ...lipsync, actor: "a" }, "actor: Expected object."],
    ["an unlisted value", "lipsync", { ...lipsync, model: "v3" }, 'Expected one of "v1", "v2".'],
    ["a flag into a text", "lipsync", { actor: "a" }, "no object", "--actor.use", "video"],
    ["a flag into a list", "lipsync", { actor: [] }, "no object", "--actor.use", "video"],
  ])("%s", async (_, resource, body, problem, ...flags) => {
    const words = [resource, "create", "--file", "-", "--dry-run", ...flags];
    const { exitCode, messages } = await runCommand(words, { input: JSON.stringify(body) });
    expect(exitCode).toBe(2);
    expect(messages).toContain(problem);
  });

  test("and names twenty problems at most, each once", async () => {
    const { messages } = await dryRun(JSON.stringify({ ...job, ...many }));
    expect(new Set(messages.match(/field\d+: This field is not known/g)).size).toBe(20);
  });

  test("and warns of a field that the service does not take", async () => {
    const { properties } = inputSchemas.createHpJob as { properties: { music: object } };
    const before = properties.music;
    properties.music = { ...before, deprecated: true };
    const { exitCode, messages } = await dryRun(JSON.stringify(job));
    properties.music = before;
    expect([exitCode, messages]).toEqual([
      0,
      "! music: Deprecated: the service does not take it. Remove it.\nThe body matches the contract. Nothing was sent.\n",
    ]);
  });

  test("but not with --no-check, and does not say so", async () => {
    const { output, messages } = await dryRun('{"newer_field": 1}', "--no-check");
    expect([messages, JSON.parse(output)]).toEqual(["Nothing was sent.\n", { newer_field: 1 }]);
  });
});
