import { describe, expect, it } from "vitest";
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
    what: "broken YAML in the emulator's overlay",
    file: "openapi/overlays/emulator.yaml",
    change: (text) => text.replace("actions:", "actions: ]"),
    place: /openapi\/overlays\/emulator\.yaml:\d+:\d+/,
    remedy: /Correct the YAML/,
  },
  {
    what: "a reference to nowhere",
    file: "openapi/hp/HpJob.yaml",
    change: (text) => text.replace("shared/JobStatus.yaml", "shared/JobState.yaml"),
    place: /openapi\/hp\/HpJob\.yaml:\d+:5/,
    remedy: /the path in \$ref/,
  },
  {
    what: "a vendor key that is not registered",
    step: "the rules",
    file: "openapi/shared/JobId.yaml",
    change: (text) => `${text}\nx-owner: somebody\n`,
    place: /openapi\/shared\/JobId\.yaml:\d+:1/,
    remedy: /EXTENSIONS\.md/,
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
    what: "a schema example that breaks its schema",
    step: "the source",
    file: "openapi/slides/DynamicSlideVideoInput.yaml",
    change: (text) => text.replace("- 3", "- three"),
    place: /openapi\/slides\/DynamicSlideVideoInput\.yaml:\d+:\d+/,
    remedy: /Correct the example/,
  },
  {
    what: "an operation that is not named after its method",
    step: "the source",
    file: "openapi/hp/hp_job.yaml",
    change: (text) => text.replace("operationId: createHpJob", "operationId: startHpJob"),
    place: /openapi\/hp\/hp_job\.yaml:2:\d+/,
    remedy: /Name the operation create… in lowerCamelCase/,
  },
  {
    what: "a property without a description",
    step: "the source",
    file: "openapi/hp/HpJob.yaml",
    change: (text) => text.replace("properties:\n", "$&  owner: { type: string }\n"),
    place: /openapi\/hp\/HpJob\.yaml:\d+:3/,
    remedy: /"owner" has no description\. Say what it is for/,
  },
  {
    what: "a limit that no section states",
    step: "the rules",
    file: "openapi/lipsync/TextScript.yaml",
    change: (text) => text.replace("  voice_id:\n    type: string", "$&\n    maxLength: 500"),
    place: /openapi\/lipsync\/TextScript\.yaml:\d+:5/,
    remedy: /maxLength rests on no section\. Add x-stated-by: {maxLength: </,
  },
  {
    what: "a header that no section states",
    step: "the rules",
    file: "openapi/avatars/avatars_public.yaml",
    change: (text) =>
      text.replace(
        "      content:",
        "      headers:\n        Retry-After: { description: Wait., schema: {} }\n$&",
      ),
    place: /openapi\/avatars\/avatars_public\.yaml:\d+:9/,
    remedy: /header \(Retry-After\) rests on no section\. Add x-source/,
  },
  {
    what: "a version of OpenAPI that nothing reads",
    file: "openapi/openapi.yaml",
    change: (text) => text.replace("openapi: 3.1.1", "openapi: 3.3.0"),
    place: /openapi\/openapi\.yaml/,
    remedy: /Unsupported OpenAPI version: 3\.3\.0/,
  },
  {
    what: "two gaps of one name",
    step: "the rules",
    file: "openapi/hp/HpJobInput.yaml",
    change: (text) => text.replace(/(- id: )([a-z-]+)([^]*?- id: )[a-z-]+/, "$1$2$3$2"),
    place: /openapi\/hp\/HpJobInput\.yaml:\d+:\d+/,
    remedy: /The gap id "[a-z-]+" is taken at/,
  },
  {
    what: "a section that the specification does not have",
    step: "the rules",
    file: "openapi/hp/HpJobInput.yaml",
    change: (text) =>
      text.replace("x-source:\n  - 3. Create HP job", "x-source:\n  - 3. Create HP jobs"),
    place: /openapi\/hp\/HpJobInput\.yaml:\d+:\d+/,
    remedy: /3\. Create HP job/,
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

  it("refuse a word they do not know, with their help", async () => {
    await using copy = await RepositoryCopy.create();
    const { exitCode, output } = await copy.run("scripts/cli.ts", "bundel");
    expect(exitCode).toBe(2);
    expect(output).toContain("Unknown command: bundel");
    expect(output).toContain("npm run generate");
  });
});
