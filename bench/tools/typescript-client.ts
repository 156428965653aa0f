/** A generator of TypeScript clients as a tool to try. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { execute, reasonIn } from "./execute.ts";
import { body, expectStory } from "./story.ts";
import { type Bench, Failure, type Tool } from "./tool.ts";
import { Compilation } from "./typescript.ts";

export interface TypeScriptClient {
  name: string;
  package: string;
  /** Writes the client into the folder. */
  generate: (bench: Bench) => Promise<unknown>;
  /**
   * A module as a user of the client writes it, which exports the function `story`: it creates and reads an HP job with `origin`,
   * `token` and `body` of `./settings.ts`, and returns both successes as `created` and `read`.
   */
  story: string;
}

export function typescriptClient({ generate, story, ...about }: TypeScriptClient): Tool {
  return {
    ...about,
    trials: [
      {
        does: "generates",
        isBasis: true,
        async run(bench) {
          await generate(bench);
          await writeFile(join(bench.folder, "settings.ts"), settingsOf(bench));
          await writeFile(storyIn(bench), story);
        },
      },
      {
        does: "compiles",
        isBasis: true,
        run: async (bench) => compilationOf(bench).expectNoError(),
      },
      {
        does: "types a success",
        run: async (bench) => compilationOf(bench).expectTypedSuccesses(),
      },
      {
        does: "creates and reads a job",
        run: async ({ folder }) => {
          await writeFile(join(folder, "main.ts"), main);
          const script = await bundle(join(folder, "main.ts"), folder);
          expectStory(await execute(process.execPath, [script], { cwd: folder }));
        },
      },
    ],
  };
}

const storyIn = ({ folder }: Bench) => join(folder, "story.ts");

const compilations = new WeakMap<Bench, Compilation>();

/** Two trials look at the same one. */
function compilationOf(bench: Bench): Compilation {
  const compilation = compilations.get(bench) ?? new Compilation(storyIn(bench), bench.folder);
  compilations.set(bench, compilation);
  return compilation;
}

const main = `import { story } from "./story.ts";
console.log(JSON.stringify(await story()));
`;

function settingsOf({ origin, token }: Bench): string {
  return `export const origin: string = ${JSON.stringify(origin)};
export const token: string = ${JSON.stringify(token)};
export const body = ${JSON.stringify(body)};
/** Also of an answer whose type does not say so. */
export const idOf = (job: unknown) => (job as { job_id: string }).job_id;
`;
}

/** What is generated has imports that only bundlers resolve. */
async function bundle(input: string, folder: string): Promise<string> {
  const file = join(folder, "main.mjs");
  try {
    const build = await rolldown({
      input,
      cwd: folder,
      platform: "node",
      external: /^[^./]/,
      logLevel: "silent",
    });
    await build.write({ file, format: "esm" });
    return file;
  } catch (error) {
    throw new Failure(reasonIn(String((error as Error).message)));
  }
}
