import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../scripts/support/locations.ts";
import { runTool } from "../scripts/support/tool.ts";
import { RepositoryCopy } from "./support/repository-copy.ts";

interface Mistake {
  what: string;
  /** The same step of the build finds all mistakes of one name, and reports them together. */
  step?: "the rules" | "the source";
  file: string;
  change: (text: string) => string;
  /** The place that the message has to name. */
  place: RegExp;
  /** Words of the message that say what to do. */
  remedy: RegExp;
}

const mistakes: Mistake[] = [
  {
    what: "broken YAML",
    file: "openapi/hp/HpJob.yaml",
    change: (text) => `${text}  not: [closed\n`,
    place: /openapi\/hp\/HpJob\.yaml:\d+:\d+/,
    remedy: /neither YAML nor JSON/,
  },
  {
    what: "a reference to nowhere",
    file: "openapi/hp/HpJob.yaml",
    change: (text) => text.replace("shared/JobStatus.yaml", "shared/JobState.yaml"),
    place: /openapi\/hp\/HpJob\.yaml:\d+:5/,
    remedy: /no file openapi\/shared\/JobState\.yaml\. Correct the path/,
  },
  {
    what: "a vendor key that is not registered",
    step: "the rules",
    file: "openapi/shared/JobId.yaml",
    change: (text) => `${text}\nx-owner: somebody\n`,
    place: /openapi\/shared\/JobId\.yaml:\d+:1/,
    remedy: /x-owner is not registered\. Add it .* openapi\/EXTENSIONS\.md/,
  },
  {
    what: "a gap without a question",
    step: "the rules",
    file: "openapi/slides/DynamicSlideVideoInput.yaml",
    change: (text) => `${text}\nx-gap: [{ id: no-question, kind: not-shown }]\n`,
    place: /openapi\/slides\/DynamicSlideVideoInput\.yaml:\d+:\d+/,
    remedy: /question/,
  },
  {
    what: "an example that breaks its schema",
    step: "the source",
    file: "openapi/slides/examples/slides_with_audio_layer.request.yaml",
    change: (text) => text.replace("slides_count: 3", "slides_count: three"),
    place: /openapi\/slides\/\S+\.yaml:\d+:\d+/,
    remedy: /Correct the example/,
  },
  {
    what: "parts that the strict copy cannot close",
    file: "openapi/lipsync/LipsyncVideoInputEcho.yaml",
    change: (text) => `${text}\nallOf:\n  - type: object\n    properties: {}\n`,
    place: /LipsyncVideoInputEcho/,
    remedy: /List its properties in one schema/,
  },
];

/** A build is the work of seconds, so what one build reports is looked at together. */
const builds = Map.groupBy(mistakes, ({ what, step }) => step ?? what);

describe("a mistake in the contract stops the build", () => {
  it.concurrent.each([...builds.values()].map((made) => ({ made, what: namesOf(made) })))(
    "$what",
    async ({ made }) => {
      await using copy = await RepositoryCopy.create();
      const before = await copy.fingerprint("generated", "dist");
      for (const { file, change } of made) await copy.edit(file, change);

      const { exitCode, output } = await copy.run("scripts/cli.ts", "build");

      expect(exitCode, output).toBe(1);
      const problems = output.split(/\n(?=openapi\/|✗)/);
      for (const { what, place, remedy } of made) {
        const isExplained = problems.some((text) => place.test(text) && remedy.test(text));
        expect(isExplained, `${what}:\n${output}`).toBe(true);
      }
      expect(output.match(/^✗/gm), output).toHaveLength(1);
      expect(output).not.toMatch(/\n\s+at .+:\d+/);
      expect(output).not.toContain(copy.folder);
      expect(await copy.fingerprint("generated", "dist")).toBe(before);
    },
  );
});

function namesOf(made: Mistake[]): string {
  return made.map(({ what }) => what).join("; ");
}

describe("the commands", () => {
  it("tell which generated file is stale, and what to run", async () => {
    await using copy = await RepositoryCopy.create();
    await copy.edit("generated/gaps.json", (text) => text.replace("not-shown", "not shown"));
    const { exitCode, output } = await copy.run("scripts/cli.ts", "fresh");
    expect(exitCode).toBe(1);
    expect(output).toContain("generated/gaps.json");
    expect(output).toContain("npm run generate");
  });

  it("refuse a word they do not know, and name those that they do", async () => {
    const { exitCode, stderr } = await runTool(join(root, "scripts/cli.ts"), "bundel");
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/Unknown command: bundel\. There are .*generate/);
  });
});
