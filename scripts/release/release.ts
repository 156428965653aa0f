/**
 * `npm run release`: sets the version everywhere, dates the changelog, generates, commits and tags. Git is the journal: the tree has to
 * be clean, and what goes wrong is undone by git.
 */
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gt, lt, valid } from "semver";
import { x } from "tinyexec";
import { UserError } from "openapi-gaps";
import manifest from "../../package.json" with { type: "json" };
import { root } from "../support/locations.ts";
import { runCommand, step, UsageError } from "../support/step.ts";
import { saidBy } from "../support/tool.ts";
import { checkChange, rateChange } from "./diff.ts";
import { planVersion } from "./versions.ts";

const help = `Usage: npm run release -- <version>              release a version, for instance 0.2.0
       npm run release -- diff <older bundle>     rate the change of the contract since an older generated/openapi.yaml
       npm run release -- notes <tag>             print what the changelog says of a release

  --check  with diff: fail when info.version does not follow the change, or a gap was closed without evidence

A release sets the version of the contract and of every package, dates the changelog and its page, generates, makes the clips
of the front page with the renderer (which needs ffmpeg and a voice), takes the pictures of the README from the pages as they
are, commits and tags. Nothing is pushed.

Exit codes: 0 done, 1 refused, 2 usage; nothing is changed then.`;

/** The heading of what no release has yet. */
const unreleased = /^## (?:\S+ \(unreleased\)|Unreleased)$/m;

await runCommand(async () => {
  const options = process.argv.slice(2);
  const isChecked = options.includes("--check");
  const [command = "--help", subject, ...others] = options.filter((word) => word !== "--check");
  if (["--help", "-h"].includes(command)) return console.log(help);
  if (others.length > 0) throw new UsageError(help);
  if (command === "diff" && subject !== undefined) {
    const rating = await rateChange(subject);
    console.log(rating.report);
    if (isChecked) checkChange(rating);
  } else if (command === "notes" && subject !== undefined) {
    await printNotes(subject);
  } else if (subject === undefined) {
    await release(command);
  } else {
    throw new UsageError(help);
  }
});

async function release(version: string): Promise<void> {
  if (valid(version) !== version || version.includes("-"))
    throw new UsageError(`The version is "${version}". Write three numbers, for instance 0.2.0.`);
  const tag = `v${version}`;
  await refuseUnclean();
  const last = await lastTag();
  if (last && !gt(version, last.slice(1)))
    throw new UserError(`${last} is released. Choose a higher version than ${last.slice(1)}.`);
  const present = manifest.version;
  if (lt(version, present))
    throw new UserError(`The packages have version ${present}. Choose that one, or a higher one.`);
  if ((await git("tag", "--list", tag)) !== "")
    throw new UserError(`The tag ${tag} exists already. Choose a higher version than ${version}.`);

  const plan = await planVersion(version);
  const dated = `## ${version} (${new Date().toISOString().slice(0, 10)})`;
  const changelog = await readChangelog();
  if (!unreleased.test(changelog))
    throw new UserError(
      'CHANGELOG.md has no part "## Unreleased". Write one, with what changes for users.',
    );
  plan.set("CHANGELOG.md", changelog.replace(unreleased, dated));
  // A release that leaves the contract as it is has no part there.
  const page = "docs/pages/changelog.md";
  plan.set(page, plan.get(page)!.replace(unreleased, dated));
  const head = await git("rev-parse", "HEAD");
  try {
    await step("version", async () => {
      for (const [file, text] of plan) await writeFile(join(root, file), text);
      return `${version} in ${plan.size} files`;
    });
    await run(process.execPath, "scripts/cli.ts", "generate");
    if (last) await checkAgainst(last);
    // By the renderer of this release: the same bytes as before where it draws as before.
    await run(process.execPath, "test/support/clips.ts");
    await run(process.execPath, "test/support/pictures.ts");
    await git("add", "--all");
    await git("commit", "--quiet", "--message", `Release ${version}`);
    await git("tag", tag);
  } catch (error) {
    await git("reset", "--quiet", "--hard", head);
    await git("clean", "--quiet", "--force", "-d");
    if (error instanceof UserError) throw error;
    const said = error instanceof Error ? error.message : String(error);
    throw new UserError(`${tag} is not released, and nothing is changed:\n${said}`);
  }
  console.log(`✓ ${tag} is committed and tagged. To publish it:\n\n  git push origin HEAD ${tag}`);
}

/** A tree with changes of its own could not be put back. */
async function refuseUnclean(): Promise<void> {
  const status = await git("status", "--porcelain");
  if (status === "") return;
  throw new UserError(
    `These files are changed, or not in git. Commit or remove them first:\n${status}`,
  );
}

async function lastTag(): Promise<string | undefined> {
  const tags = await git("tag", "--list", "v*", "--merged", "HEAD", "--sort=-version:refname");
  return tags.split("\n").find((tag) => valid(tag.slice(1)));
}

/** @throws {UserError} when the version promises less than what has changed since the tag */
async function checkAgainst(tag: string): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "release-"));
  const older = join(folder.path, "openapi.yaml");
  await writeFile(older, await git("show", `${tag}:generated/openapi.yaml`));
  checkChange(await rateChange(older));
}

/** @throws {UserError} when a file has another version than the tag, or the changelog says nothing of it */
async function printNotes(tag: string): Promise<void> {
  const version = tag.replace(/^v/, "");
  const others: string[] = [];
  for (const [file, text] of await planVersion(version))
    if (text !== (await readFile(join(root, file), "utf8"))) others.push(file);
  if (others.length > 0)
    throw new UserError(
      `The tag is ${tag}, and another version stands in ${others.join(", ")}. Use npm run release.`,
    );
  const parts = (await readChangelog()).split(/^## /m);
  const part = parts.find((text) => text.startsWith(`${version} (2`));
  if (!part)
    throw new UserError(
      `CHANGELOG.md has no part "## ${version}" with a date. Use npm run release.`,
    );
  console.log(part.slice(part.indexOf("\n")).trim());
}

function readChangelog(): Promise<string> {
  return readFile(join(root, "CHANGELOG.md"), "utf8");
}

async function git(...words: string[]): Promise<string> {
  return (await run("git", ...words)).trimEnd();
}

/** @throws {Error} that says what it was, and what it printed */
async function run(command: string, ...words: string[]): Promise<string> {
  const output = await x(command, words, { nodeOptions: { cwd: root } });
  if (output.exitCode === 0) return output.stdout;
  throw new Error(`${[basename(command), ...words].join(" ")}:\n${saidBy(output)}`);
}
