/** The clients that `npm run bench:generated` plays the matrix to. */
import { spawnSync } from "node:child_process";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Driver } from "../../clients/faults/driver.ts";
import { command, go, python, typescript } from "../../clients/faults/drivers.ts";
import { generatedFolder, root } from "../../scripts/support/locations.ts";
import { findPython } from "../../test/support/python.ts";
import { redocly } from "../../scripts/support/tool.ts";
import { execute, executePackage, versionOf } from "./execute.ts";

const document = join(generatedFolder, "openapi.portable.json");
const drivers = join(import.meta.dirname, "drivers");

/** What has to be on the machine, and no package of npm brings. */
interface Language {
  name: string;
  isPresent(): boolean;
  install: string;
}

export interface Subject {
  name: string;
  version?: string;
  language?: Language;
  /** For a client that takes a process for each row. */
  rowsAtOnce?: number;
  /** Puts the client together in an empty folder. */
  prepare(folder: string): Promise<Driver>;
}

const onPython: Language = {
  name: "Python with httpx",
  isPresent: () => findPython("httpx") !== undefined,
  install: "apt-get install python3-httpx",
};
const onGo = language("Go", ["go", "version"], "golang-go");
const onJava = language("Java", ["javac", "-version"], "default-jdk-headless");
const curlInProcesses =
  "exit((int) !(function_exists('curl_init') && function_exists('pcntl_fork')));";
const onPhp = language("PHP", ["php", "-r", curlInProcesses], "php-cli php-curl");

/** @param packages of Debian */
function language(name: string, probe: [string, ...string[]], packages: string): Language {
  const [program, ...args] = probe;
  const isPresent = () => spawnSync(program, args, { stdio: "ignore" }).status === 0;
  return { name, isPresent, install: `apt-get install ${packages}` };
}

const generate = (folder: string, language: string, file: string) =>
  execute(
    process.execPath,
    [redocly, "generate-client", document, "--output", file, "--generator", language],
    { cwd: folder },
  );

/** For a language that runs its scripts as they are: the driver stands beside the client. */
async function prepareScript(
  folder: string,
  language: string,
  driver: string,
  command: string,
): Promise<Driver> {
  await generate(folder, language, "client.ts");
  const script = join(folder, driver);
  await copyFile(join(drivers, driver), script);
  return { name: "", command, args: [script] };
}

const generated = { version: versionOf("@redocly/cli") };

export const subjects: Subject[] = [
  { name: "this repository, TypeScript", prepare: () => Promise.resolve(typescript) },
  { name: "this repository, command line", prepare: () => Promise.resolve(command) },
  {
    name: "this repository, Python",
    language: onPython,
    prepare: () => Promise.resolve(python("sync", findPython("httpx")!)),
  },
  {
    name: "this repository, Go",
    language: onGo,
    async prepare(folder) {
      const source = join(root, "clients/faults/drivers/go");
      await execute("go", ["build", "-o", join(folder, "matrix"), "."], { cwd: source });
      return go(join(folder, "matrix"));
    },
  },
  {
    ...generated,
    name: "`redocly generate-client`, Python",
    language: onPython,
    prepare: (folder) => prepareScript(folder, "python", "driver.py", findPython("httpx")!),
  },
  {
    ...generated,
    name: "`redocly generate-client`, Go",
    language: onGo,
    async prepare(folder) {
      await mkdir(join(folder, "client"));
      await generate(folder, "go", "client/client.ts");
      await writeFile(join(folder, "go.mod"), "module story\n\ngo 1.19\n");
      await copyFile(join(drivers, "driver.go"), join(folder, "main.go"));
      await execute("go", ["build", "-o", "matrix", "."], { cwd: folder });
      return go(join(folder, "matrix"));
    },
  },
  {
    ...generated,
    name: "`redocly generate-client`, Java",
    language: onJava,
    async prepare(folder) {
      await generate(folder, "java", "client.ts");
      await copyFile(join(drivers, "Driver.java"), join(folder, "Driver.java"));
      await execute("javac", ["-d", "classes", "Client.java", "Driver.java"], { cwd: folder });
      const args = ["-cp", join(folder, "classes"), "videogenerationservice.Driver"];
      return { name: "", command: "java", args };
    },
  },
  {
    ...generated,
    name: "`redocly generate-client`, PHP",
    language: onPhp,
    prepare: (folder) => prepareScript(folder, "php", "driver.php", "php"),
  },
  {
    name: "`openapi-mcp-generator`",
    version: versionOf("openapi-mcp-generator"),
    rowsAtOnce: 8,
    async prepare(folder) {
      const options = ["--input", document, "--output", "server"];
      await executePackage("openapi-mcp-generator", options, { cwd: folder });
      await executePackage("typescript", ["--project", "server"], { cwd: folder });
      const args = [join(drivers, "mcp.ts"), join(folder, "server")];
      return { name: "", command: process.execPath, args };
    },
  },
];
