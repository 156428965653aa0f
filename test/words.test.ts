/** Names in prose: each is one of the code, stands where it belongs, and each link leads to what it is called. */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collectClosedGaps, collectGaps } from "openapi-gaps";
import { root } from "../scripts/support/locations.ts";
import { contract } from "./support/contract.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");

const documents = globSync(
  [
    "README.md",
    "CONTRIBUTING.md",
    "docs/*.md",
    "docs/pages/*.md",
    "{clients,clients/*,emulator,renderer,conformance,gaps,scripts/lint}/README.md",
    "renderer/FACE-MODEL.md",
    "renderer/templates/README.md",
  ],
  { cwd: root },
).sort();

const name = /--[a-z][a-z-]*|[A-Za-z_][\w]*/g;

/** All words of the code. Tests do not count: they may have a name that nothing else has. */
const known = new Set<string>();
/** Its texts. */
const literals = new Set<string>();
const code = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(ts|js|mjs|py|go|mod|toml|ya?ml|json|css)$|^\.ci\/run$/.test(file))
  .filter((file) => !/\btest\b|package-lock/.test(file));
for (const file of code) {
  const text = read(file);
  for (const word of text.match(name) ?? []) known.add(word);
  for (const [, literal = ""] of text.matchAll(/["'`]([\w-]+)["'`]/g)) literals.add(literal);
}
// Options are declared without their hyphens, or are those of fields.
const isKnown = (word: string) =>
  [word, word.replace(/^--/, ""), word.replace(/^--(no-)?/, "").replaceAll("-", "_")].some((form) =>
    known.has(form),
  );

/** What others have named. */
const foreign: Record<string, string> = {
  "CONTRIBUTING.md": "TS90 --save-exact --workspace oxlintrc",
  "clients/README.md":
    "--editable java HttpRequest sendAsync NEVER ConnectException UnresolvedAddressException CURLOPT_TIMEOUT_MS CURLOPT_FOLLOWLOCATION CURLINFO_CONNECT_TIME",
  "clients/command/README.md": "NO_PROXY ALL_PROXY SITE FOLDER",
  "clients/python/README.md": "NO_PROXY SSL_CERT_FILE httpcore",
  "clients/typescript/README.md":
    "node16 SITE NODE_USE_ENV_PROXY revalidate unstable_rethrow --experimental-vm-modules",
  "conformance/README.md": "SITE respect",
  "docs/README.md": "JOB_ID harbour",
  "docs/pages/quickstart.md": "first_video",
  "docs/pages/test-your-app.md": "API_URL --experimental-vm-modules",
  "emulator/README.md": "SITE API_URL wal",
  "gaps/README.md": "SITE lending",
  "renderer/FACE-MODEL.md": "Idempotency",
  "renderer/README.md": "SITE TMPDIR Idempotency",
  "renderer/templates/README.md": "sunrise rrggbb rrggbbaa",
};

/** Of prose, the sentences; of a table, the cells. */
const sentencesOf = (text: string) => text.split(/(?<=[.?!:|])\s+|\n\n|\n(?=[|-])/);

const withoutBlocks = (text: string) => text.replace(/```[^]*?```/g, "");

test.each(documents)("each name in the prose of %s is one of the code", (document) => {
  const spans = withoutBlocks(read(document)).matchAll(/`([^`\n]+)`/g);
  const named = [...spans].flatMap(([, span = ""]) => span.match(name) ?? []);
  const others = foreign[document]?.split(" ") ?? [];
  const unknown = new Set(named.filter((word) => !isKnown(word)));
  expect([...unknown].sort()).toEqual(others.sort());
});

test("a text in quotes that prose names is one of the code", () => {
  const quoted = documents.flatMap((document) =>
    [...withoutBlocks(read(document)).matchAll(/`[^`\n]*`/g)].flatMap(([span]) =>
      [...span.matchAll(/"([\w-]+)"/g)].map(([, text = ""]) => ({ document, text })),
    ),
  );
  expect(quoted.length).toBeGreaterThan(20);
  const isForeign = (document: string, text: string) => foreign[document]?.includes(text);
  const unknown = quoted.filter(({ text }) => !literals.has(text));
  expect(unknown.filter(({ document, text }) => !isForeign(document, text))).toEqual([]);
});

const links = documents.flatMap((document) => {
  const text = withoutBlocks(read(document)).replaceAll(/`\[[^`]*`/g, "");
  return [...text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)].map(
    ([whole, label = "", target = ""], index) => ({ document, index, whole, label, target, text }),
  );
});

test("a link that is called by a file or an operation leads there", () => {
  // A package is called by its name, and stands in a folder.
  const ofPackages = /^`(video-generation-conformance|openapi-gaps|saveVideos)`$/;
  const called = links.filter(({ label }) => /^`[^`]+`$|^[\w.-]+\.(yaml|json|md)$/.test(label));
  expect(called.length).toBeGreaterThan(40);
  const wrong = called.filter(
    ({ label, target }) => !target.includes(label.replaceAll("`", "")) && !ofPackages.test(label),
  );
  expect(wrong.map(({ document, whole }) => `${document}: ${whole}`)).toEqual([]);
});

test("a sentence that leads to a gap has a word of it", () => {
  const gaps = [...collectGaps(contract), ...collectClosedGaps(contract)];
  const asked = new Map(gaps.map(({ id, question }) => [id, `${id} ${question ?? id}`]));
  const subjectsOf = (text: string) =>
    (text.toLowerCase().match(/[a-z]{3,}/g) ?? [])
      .filter((word) => !ofEverySentence.includes(word))
      .map((word) => word.slice(0, 5).replace(/s$/, ""));
  const leading = links.filter(({ target }) => target.startsWith("gap:"));
  expect(leading.length).toBeGreaterThan(60);
  const wrong = leading.flatMap(({ document, whole, text, target }) => {
    const own = sentencesOf(text)
      .filter((sentence) => sentence.includes(whole))
      .join(" ");
    const about = subjectsOf(asked.get(target.slice("gap:".length)) ?? "");
    const said = subjectsOf(own.replaceAll(/\]\([^)]*\)/g, ""));
    return said.some((word) => about.includes(word)) ? [] : [`${document}: ${own}`];
  });
  expect(wrong).toEqual([]);
});

const ofEverySentence = [
  ...["and", "the", "for", "that", "not", "does", "which", "what", "how", "when", "one"],
  ...["documented", "service", "job", "jobs", "with", "from", "you", "your", "its", "this"],
];
