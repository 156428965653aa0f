/** Contracts of any size, for measuring how the pipeline grows. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";

/**
 * Replaces the contract in a copy of the repository by one with the given number of operations,
 * each with a request and a response schema of its own, a shared schema, and a gap.
 */
export async function writeSyntheticContract(folder: string, operations: number): Promise<void> {
  const contract = join(folder, "openapi");
  const entry = parse(await readFile(join(contract, "openapi.yaml"), "utf8")) as {
    info: object;
    tags: unknown;
    paths: unknown;
  };
  const numbers = Array.from({ length: operations }, (_, index) => index + 1);
  entry.tags = [{ name: "Things", description: "Things to measure with." }];
  entry.paths = Object.fromEntries(
    numbers.map((number) => [`/api/thing_${number}`, { $ref: `things/thing_${number}.yaml` }]),
  );
  for (const resource of ["lipsync", "slides", "hp", "avatars", "voices"]) {
    await rm(join(contract, resource), { recursive: true });
  }
  await mkdir(join(contract, "things"));
  await writeFile(join(contract, "overlays/emulator.yaml"), stringify(overlayOnly(entry)));
  await writeFile(join(contract, "openapi.yaml"), stringify(entry));
  await writeFile(join(contract, "letter.yaml"), "[]\n");
  await Promise.all(
    numbers.flatMap((number) =>
      Object.entries(filesOf(number)).map(([name, content]) =>
        writeFile(join(contract, "things", name), stringify(content)),
      ),
    ),
  );
}

/** The emulator assumes next to nothing about a contract of no meaning. */
function overlayOnly({ info }: { info: object }): object {
  return {
    overlay: "1.0.0",
    info: { title: "Assumptions", version: "0.1.0" },
    actions: [
      {
        target: "$.info",
        description: "Nothing.",
        "x-assumed": { id: "nothing", closes: "rate-limits", because: "There is nothing to do." },
        update: info,
      },
    ],
  };
}

function filesOf(number: number): Record<string, unknown> {
  const source = ["Endpoints"];
  const name = { type: "string", description: "Name of the thing.", examples: ["example"] };
  const media = (schema: string) => ({ "application/json": { schema: { $ref: schema } } });
  return {
    [`thing_${number}.yaml`]: {
      post: {
        operationId: `createThing${number}`,
        summary: "Create a thing",
        description: "Creates one of the things.",
        tags: ["Things"],
        requestBody: { required: true, content: media(`Thing${number}Input.yaml`) },
        responses: {
          "2XX": { description: "The thing.", content: media(`Thing${number}.yaml`) },
          default: { $ref: "../shared/UndocumentedResponse.yaml" },
        },
        "x-source": source,
        "x-gap": [
          {
            id: `thing-${number}`,
            kind: "not-shown",
            source: "Endpoints",
            impact: "cosmetic",
            origin: "noticed",
            states: "Nothing.",
            reading: "Nothing can be relied on.",
            question: "What is it?",
          },
        ],
      },
    },
    [`Thing${number}Input.yaml`]: {
      type: "object",
      description: "What to create.",
      required: ["name"],
      properties: { name },
      "x-source": source,
    },
    [`Thing${number}.yaml`]: {
      type: "object",
      description: "What was created.",
      required: ["job_id", "status"],
      properties: {
        job_id: { $ref: "../shared/JobId.yaml" },
        status: { $ref: "../shared/JobStatus.yaml" },
        name,
      },
      "x-source": source,
    },
  };
}
