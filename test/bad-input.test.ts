import { describe, expect, it } from "vitest";
import { RepositoryCopy } from "../scripts/support/repository-copy.ts";

interface Mistake {
  what: string;
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
    remedy: /Correct the YAML/,
  },
  {
    what: "broken YAML in the entry",
    file: "openapi/openapi.yaml",
    change: (text) => text.replace("paths:", "paths: ]"),
    place: /openapi\/openapi\.yaml:\d+:\d+/,
    remedy: /Correct the YAML/,
  },
  {
    what: "a reference to nowhere",
    file: "openapi/hp/HpJob.yaml",
    change: (text) => text.replace("shared/JobStatus.yaml", "shared/JobState.yaml"),
    place: /openapi\/hp\/HpJob\.yaml:19:5/,
    remedy: /the path in \$ref/,
  },
  {
    what: "a vendor key that is not registered",
    file: "openapi/shared/JobId.yaml",
    change: (text) => `${text}\nx-owner: somebody\n`,
    place: /openapi\/shared\/JobId\.yaml:\d+:1/,
    remedy: /EXTENSIONS\.md/,
  },
  {
    what: "a gap without a question",
    file: "openapi/shared/JobOutput.yaml",
    change: (text) => text.replace(/\n {4}question: .*/, ""),
    place: /openapi\/shared\/JobOutput\.yaml:\d+:\d+/,
    remedy: /question/,
  },
  {
    what: "an example that breaks its schema",
    file: "openapi/slides/examples/slides_with_audio_layer.request.yaml",
    change: (text) => text.replace("slides_count: 3", "slides_count: three"),
    place: /openapi\/slides\/\S+\.yaml:\d+:\d+/,
    remedy: /Correct the example/,
  },
  {
    what: "a schema example that breaks its schema",
    file: "openapi/slides/SlidesCount.yaml",
    change: (text) => text.replace("- 3", "- three"),
    place: /openapi\/slides\/SlidesCount\.yaml:\d+:\d+/,
    remedy: /Correct the example/,
  },
  {
    what: "two gaps of one name",
    file: "openapi/hp/Music.yaml",
    change: (text) => text.replace("id: music-effect", "id: job-type-values"),
    place: /openapi\/hp\/(Music|JobType)\.yaml:\d+:\d+/,
    remedy: /job-type-values/,
  },
  {
    what: "a section that the specification does not have",
    file: "openapi/hp/Music.yaml",
    change: (text) =>
      text.replace("x-source:\n  - 3. Create HP job", "x-source:\n  - 3. Create HP jobs"),
    place: /openapi\/hp\/Music\.yaml:\d+:\d+/,
    remedy: /3\. Create HP job/,
  },
  {
    what: "parts that the strict copy cannot close",
    file: "openapi/lipsync/LipsyncVideoInputEcho.yaml",
    change: (text) => `${text}\nallOf:\n  - $ref: LipsyncVideoInput.yaml\n`,
    place: /LipsyncVideoInputEcho/,
    remedy: /List its properties in one schema/,
  },
];

describe("a mistake in the contract stops the build", () => {
  it.concurrent.each(mistakes)(
    "$what",
    async ({ file, change, place, remedy }) => {
      await using copy = await RepositoryCopy.create();
      const before = await copy.fingerprint("generated", "dist");
      await copy.edit(file, change);

      const { exitCode, output } = await copy.run("scripts/cli.ts", "build");

      expect(exitCode, output).toBe(1);
      expect(output).toMatch(place);
      expect(output).toMatch(remedy);
      expect(output.match(/^✗/gm), output).toHaveLength(1);
      expect(output).not.toMatch(/\n\s+at .+:\d+/);
      expect(output).not.toContain(copy.folder);
      expect(await copy.fingerprint("generated", "dist")).toBe(before);
    },
    60_000,
  );
});

describe("the commands", () => {
  it("yield the same bytes in another folder", { timeout: 60_000 }, async () => {
    await using copy = await RepositoryCopy.create();
    const before = await copy.fingerprint("generated");
    const { exitCode, output } = await copy.run("scripts/cli.ts", "generate");
    expect(exitCode, output).toBe(0);
    expect(await copy.fingerprint("generated")).toBe(before);
  });

  it("tell which generated file is stale, and what to run", { timeout: 60_000 }, async () => {
    await using copy = await RepositoryCopy.create();
    await copy.edit("generated/gaps.json", (text) => text.replace("not-shown", "not shown"));
    const { exitCode, output } = await copy.run("scripts/cli.ts", "fresh");
    expect(exitCode).toBe(1);
    expect(output).toContain("generated/gaps.json");
    expect(output).toContain("npm run generate");
  });

  it("refuse a word they do not know, with their help", { timeout: 60_000 }, async () => {
    await using copy = await RepositoryCopy.create();
    const { exitCode, output } = await copy.run("scripts/cli.ts", "bundel");
    expect(exitCode).toBe(2);
    expect(output).toContain("Unknown command: bundel");
    expect(output).toContain("npm run generate");
  });
});
