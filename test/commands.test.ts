/** Commands that documents and help texts name: they exist, and run on the Node of the machine. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { localAddress } from "../scripts/site/html.ts";
import { root } from "../scripts/support/locations.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const git = (...words: string[]) =>
  spawnSync("git", words, { cwd: root, encoding: "utf8" }).stdout.split("\n").filter(Boolean);

/** What an expression finds in the texts that are written by hand. */
const find = (pattern: string) =>
  git(
    ...["grep", "--perl-regexp", "--only-matching", "-h", pattern, "--"],
    ...["*.md", "*.ts", "*.js", "*.yaml", "*.yml", ".ci/run", ":!generated"],
  );

test("each npm script that is named exists", () => {
  const scripts = ["", ...manifest.workspaces].flatMap((folder) =>
    Object.keys(JSON.parse(read(join(folder, "package.json"))).scripts ?? {}),
  );
  const named = find("npm run (--silent )?\\K[a-z][\\w:]*");
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
});

test("the README has a row for each of the six parts, with a file that exists and a command that runs", () => {
  const [, table = ""] =
    /^## The six parts\n\n.*\n.*\n((?:\|.*\n)+)/m.exec(read("README.md")) ?? [];
  const rows = table
    .trim()
    .split("\n")
    .map((row) => row.split("|").slice(1, 4));
  expect(rows).toEqual(
    [
      "contract",
      "Spectral",
      "Redocly",
      "openapi-typescript",
      "openapi-fetch",
      "contract tests",
    ].map((part) => [expect.stringContaining(part), expect.anything(), expect.anything()]),
  );
  for (const [part, place = "", command = ""] of rows) {
    const files = [...place.matchAll(/\]\(([^)#]+)/g)].map(([, file = ""]) => file);
    expect(files.length, part).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const commands = [...command.matchAll(/`(np[mx] [^`]+)`/g)].map(([, line = ""]) => line);
    expect(commands.length, part).toBeGreaterThan(0);
    expect(commands.filter((line) => !isRunnable(line))).toEqual([]);
  }
});

/** A script of npm, with a test of the name that it is given, or a program that is installed, with its files. */
function isRunnable(line: string): boolean {
  const [npm = "", verb = "", ...words] = line.split(" ");
  if (npm === "npx")
    return (
      existsSync(join(root, "node_modules/.bin", verb)) &&
      words.filter((word) => word.includes("/")).every((file) => existsSync(join(root, file)))
    );
  const script = verb === "run" ? words[0] : verb;
  const named = words[words.indexOf("--") + 1] ?? "";
  const isTested = verb !== "test" || git("ls-files", `*${named}*.test.ts`).length > 0;
  return script !== undefined && script in manifest.scripts && isTested;
}

test("ARCHITECTURE names every folder", () => {
  const folders = git("ls-tree", "-d", "--name-only", "HEAD").filter((name) => /^\w/.test(name));
  const architecture = read("docs/ARCHITECTURE.md");
  expect(folders.filter((name) => !architecture.includes(`${name}/`))).toEqual([]);
});

test("nobody is told to run TypeScript on a Node that may not know it", () => {
  expect(find("(?<!npx )\\bnode [\\w./-]+\\.ts\\b")).toEqual([]);
});

const pipeline = "scripts/cli.ts";
const release = "scripts/release/release.ts";
const { port } = new URL(localAddress);
const startHelp = RegExp(`^Usage: npm start [^]*Here the port is ${port}, or a free one where`);

test.each<[words: string[], code: number, stdout: RegExp, stderr: RegExp]>([
  [[pipeline], 2, /^$/, /^✗ Unknown command: \. There are build, .*fresh\.\n$/],
  ...["build", "lint", "generate", "site", "fresh"].map(
    (name): [string[], number, RegExp, RegExp] => [
      [pipeline, name, "openapi"],
      2,
      /^$/,
      RegExp(`^✗ Unknown command: ${name} openapi\\. There are`),
    ],
  ),
  [
    [pipeline, "packages", "emulators"],
    1,
    /^$/,
    /^✗ There is no package in emulators, but in .*emulator/,
  ],
  [[pipeline, "start", "--help"], 0, startHelp, /^$/],
  [[pipeline, "start", "--renderer", "/no/such.mjs"], 2, /^$/, /^✗ .*\/no\/such\.mjs/],
  [["scripts/test.ts", "--help"], 0, /^Usage: npm test /, /^$/],
  [["scripts/test.ts", "--checks", "type"], 2, /^$/, /^✗ There is no check type, but code, /],
  ...["--help", "-h"].map((word): [string[], number, RegExp, RegExp] => [
    [release, word],
    0,
    /^Usage: npm run release /,
    /^$/,
  ]),
  [[release], 0, /^Usage: npm run release /, /^$/],
  [[release, "diff"], 2, /^$/, /^✗ /],
  [[release, "diff", "a.yaml", "b.yaml"], 2, /^$/, /^✗ Usage: npm run release /],
  [[release, "notes", "v1.0.0", "v2.0.0"], 2, /^$/, /^✗ Usage: npm run release /],
])("%j ends with %d, and says why in the right place", (words, code, stdout, stderr) => {
  const ended = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
  expect(ended.status, ended.stderr).toBe(code);
  expect(ended.stdout).toMatch(stdout);
  expect(ended.stderr).toMatch(stderr);
});

test.each([[release], ["scripts/test.ts"]])(
  "the help of %s says what its exit codes are",
  (script) => {
    const { stdout } = spawnSync(process.execPath, [script, "--help"], {
      cwd: root,
      encoding: "utf8",
    });
    const codes = /^Exit codes: 0 (.+), 1 (.+), 2 (\w+)/m.exec(stdout)!.slice(1);
    expect(codes).toEqual([
      expect.stringMatching(/done|passed/),
      expect.stringMatching(/refused|failed/),
      "usage",
    ]);
  },
);

test.each([
  ["emulator", []],
  ["renderer", ["work", "--queue", "postgres://127.0.0.1:9/d", "--storage", "videos"]],
])(
  "--renderer of the %s takes a file of this folder, whose name may be one of a package",
  async (room, words) => {
    await using folder = await temporaryFolder();
    await folder.write("mine.mjs", "export const nothing = 0;");
    const cli = join(root, room, "src/cli.ts");
    const given = [cli, ...words, "--renderer", "mine.mjs"];
    const { stderr } = spawnSync(process.execPath, given, { cwd: folder.path, encoding: "utf8" });
    expect(stderr).toMatch(/mine\.mjs is no renderer\. Export/);
  },
);
