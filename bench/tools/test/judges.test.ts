/** What judges the tools has to be able to refuse. */
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../../scripts/support/locations.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { execute } from "../execute.ts";
import { body, expectStory } from "../story.ts";
import { Failure, type Tool, type Trial } from "../tool.ts";
import { tryTool } from "../try-tool.ts";
import { Compilation } from "../typescript.ts";

async function compile(returned: string): Promise<Compilation> {
  await using folder = await temporaryFolder();
  await symlink(join(root, "node_modules"), join(folder.path, "node_modules"));
  const file = await folder.write(
    "story.ts",
    `export async function story() { const created = ${returned}; return { created }; }\n`,
  );
  return new Compilation(file, folder.path);
}

describe("the type of a success", () => {
  it.each(["{ job_id: 'a' }", "{ job_id: 'a' } as { job_id: string } | { job_id: 'b'; more: 1 }"])(
    "is said by %s",
    async (returned) => (await compile(returned)).expectTypedSuccesses(),
  );

  it.each([
    ["any", "{} as any"],
    ["unknown", "{} as unknown"],
    ["void", "undefined as void"],
    ["never", "undefined as never"],
    ["{}", "{}"],
    ["{ job_id: unknown; }", "{} as { job_id: unknown }"],
    ["{ job_id: string; } | undefined", "undefined as { job_id: string } | undefined"],
  ])("is not said by %s", async (type, returned) => {
    const compilation = await compile(returned);
    expect(() => compilation.expectTypedSuccesses()).toThrow(
      new Failure(`the type of the created job is ${type}`),
    );
  });
});

describe("strict compiling", () => {
  it("takes what is sound", async () => (await compile("1")).expectNoError());

  it.each([
    ["that does not parse", "2XX", /story\.ts: An identifier or keyword cannot immediately/],
    ["of another type", "1 as string", /Conversion of type 'number'/],
    ["without a type", "(value) => value", /implicitly has an 'any' type/],
  ])("refuses code %s", async (_, returned, message) => {
    const compilation = await compile(returned);
    expect(() => compilation.expectNoError()).toThrow(message);
  });
});

describe("the story", () => {
  const created = { job_id: "a" };
  const read = { job_id: "a", project_name: body["project_name"] };

  it("is a job that was created and read", () =>
    expectStory(`a remark\n${JSON.stringify({ created, read })}\n`));

  it.each([
    ["nothing", ""],
    ["no JSON", "done"],
    ["no job", JSON.stringify({ created: {}, read })],
    ["another job", JSON.stringify({ created, read: { ...read, job_id: "b" } })],
    ["another project", JSON.stringify({ created, read: { ...read, project_name: "b" } })],
  ])("is not %s", (_, output) => expect(() => expectStory(output)).toThrow(Failure));
});

describe("a program that fails", () => {
  it.each([
    ["throw new TypeError('what is wrong')", "TypeError: what is wrong"],
    ["console.log('begin\\n✗ what is wrong\\nerror'); process.exit(1)", "what is wrong"],
    [
      "console.error('it begins\\nan error: what is wrong'); process.exit(1)",
      "an error: what is wrong",
    ],
    ["process.exit(1)", "no reason given"],
  ])("says why: %s", async (code, message) => {
    await expect(execute(process.execPath, ["-e", code], { cwd: root })).rejects.toThrow(
      new Failure(message),
    );
  });
});

describe("a trial", () => {
  const works: Trial = { does: "works", run: async () => undefined };
  const counts: Trial = { does: "counts", run: async () => "in 3 KB" };
  const fails: Trial = {
    does: "fails",
    run: async ({ folder }) => Promise.reject(new Failure(`in ${folder}/a.ts  at http://x`)),
  };
  const outcomeOf = (trials: Trial[], lacks?: string) =>
    tryTool({ name: "a tool", package: "a-tool", trials, lacks: () => lacks } satisfies Tool, {
      document: "openapi.yaml",
      origin: "http://x",
      token: "",
    });

  it("that fails is told without what differs from run to run, and the next one is run", async () => {
    expect(await outcomeOf([fails, counts])).toEqual({
      works: ["counts in 3 KB"],
      fails: [{ does: "fails", message: "in a.ts at the emulator" }],
    });
  });

  it("that the others build on ends them when it fails", async () => {
    expect((await outcomeOf([{ ...fails, isBasis: true }, works])).works).toEqual([]);
  });

  it("is left out for want of a program, but for the first one", async () => {
    expect(await outcomeOf([works, fails], "php")).toEqual({
      works: ["works"],
      fails: [],
      lacks: "php",
    });
  });

  it("ends the run with a mistake of ours", async () => {
    const run = () => Promise.reject(new TypeError("ours"));
    await expect(outcomeOf([{ does: "breaks", run }])).rejects.toThrow("ours");
  });
});
