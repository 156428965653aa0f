/** The clients that `redocly generate-client` writes, in the languages that it knows. */
import { spawnSync } from "node:child_process";
import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { redocly as command } from "../../../scripts/support/tool.ts";
import { execute } from "../execute.ts";
import { body, expectStory } from "../story.ts";
import { type Bench, type Tool } from "../tool.ts";
import { typescriptClient } from "../typescript-client.ts";

const about = (language: string) => ({
  name: `redocly generate-client, ${language}`,
  package: "@redocly/cli",
});

/** @param file in TypeScript; another language is written beside it, under the same name */
function generate({ document, folder }: Bench, language: string, file: string): Promise<string> {
  const options = ["--output", file, "--generator", language];
  return execute(process.execPath, [command, "generate-client", document, ...options], {
    cwd: folder,
  });
}

const typescript = typescriptClient({
  ...about("TypeScript"),
  generate: (bench) => generate(bench, "typescript", "client.ts"),
  story: `import { client } from "./client";
import { body, idOf, origin, token } from "./settings";

export async function story() {
  client.configure({ serverUrl: origin });
  client.auth.bearer(token);
  const created = await client.createHpJob({ body });
  const read = await client.getHpJob({ path: { job_id: idOf(created) } });
  return { created, read };
}
`,
});

/** A program of the machine, and how it is asked whether it is there. */
interface Program {
  name: string;
  /** Where it may be, the best first. */
  commands: [program: string, ...probe: string[]][];
}

const python: Program = {
  name: "Python with httpx",
  commands: ["python3", "/usr/bin/python3"].map((program) => [program, "-c", "import httpx"]),
};
const go: Program = { name: "Go", commands: [["go", "version"]] };
const java: Program = { name: "a Java compiler", commands: [["javac", "-version"]] };
const php: Program = { name: "PHP", commands: [["php", "-v"]] };

function find({ commands }: Program): string | undefined {
  const isThere = ([program, ...probe]: [string, ...string[]]) =>
    spawnSync(program, probe, { stdio: "ignore" }).status === 0;
  return commands.find(isThere)?.[0];
}

interface Language {
  name: string;
  generator: string;
  program: Program;
  /** The output that is asked for, beneath the folder. */
  file: string;
  /** The program of `stories/` that uses it. */
  story?: string;
  prepare?: (folder: string) => Promise<void>;
  /** Arguments that make the program compile everything, warnings being errors. */
  compile: string[];
  /** Compiles the story as well, so that an untyped success is an error. */
  run?: [program: string | undefined, ...args: string[]];
}

function clientIn({
  name,
  generator,
  program,
  file,
  story,
  prepare,
  compile,
  run,
}: Language): Tool {
  const lacks = () => (find(program) ? undefined : program.name);
  const environment = ({ origin, token }: Bench) => ({
    ORIGIN: origin,
    TOKEN: token,
    BODY: JSON.stringify(body),
  });
  return {
    ...about(name),
    lacks,
    trials: [
      {
        does: "generates",
        isBasis: true,
        async run(bench) {
          await prepare?.(bench.folder);
          await generate(bench, generator, file);
          if (story)
            await copyFile(
              join(import.meta.dirname, "../stories", story),
              join(bench.folder, story),
            );
        },
      },
      {
        does: run ? "compiles, with typed successes" : "compiles",
        isBasis: true,
        run: async ({ folder }) => void (await execute(find(program)!, compile, { cwd: folder })),
      },
      ...(run
        ? [
            {
              does: "creates and reads a job",
              run: async (bench: Bench) => {
                const [runner = find(program)!, ...args] = run;
                const output = await execute(runner, args, {
                  cwd: bench.folder,
                  env: environment(bench),
                });
                expectStory(output);
              },
            },
          ]
        : []),
    ],
  };
}

export const redocly: Tool[] = [
  typescript,
  clientIn({
    name: "Python",
    generator: "python",
    program: python,
    file: "client.ts",
    story: "story.py",
    compile: ["-W", "error", "-m", "py_compile", "client.py", "story.py"],
    run: [undefined, "story.py"],
  }),
  clientIn({
    name: "Go",
    generator: "go",
    program: go,
    file: "client/client.ts",
    story: "story.go",
    prepare: (folder) => writeFile(join(folder, "go.mod"), "module story\n\ngo 1.19\n"),
    compile: ["vet", "./..."],
    run: [undefined, "run", "."],
  }),
  clientIn({
    name: "Java",
    generator: "java",
    program: java,
    file: "client.ts",
    story: "Story.java",
    compile: ["-Xlint:all", "-Werror", "-d", "classes", "Client.java", "Story.java"],
    run: ["java", "-cp", "classes", "videogenerationservice.Story"],
  }),
  clientIn({
    name: "PHP",
    generator: "php",
    program: php,
    file: "client.ts",
    compile: ["-l", "client.php"],
  }),
];
