/** Figures of prose: each is that of the code, and none stands there that nobody knows. `support/figures.yaml` says where each comes from. */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { walk } from "openapi-gaps/document";
import { root } from "../scripts/support/locations.ts";
import { contract } from "./support/contract.ts";
import { frozenContract } from "./support/frozen.ts";

type Texts = string | string[];

interface Register {
  /** By file of the code and name of the constant there: the documents that tell it, each with its texts. */
  constants: Record<string, Record<string, Record<string, Texts>>>;
  /** What no constant holds, by document. */
  others: Record<string, string[]>;
}

const read = (file: string) => readFileSync(join(root, file), "utf8");
const { constants, others } = parse(read("test/support/figures.yaml")) as Register;

const prose = globSync(
  [
    "README.md",
    "docs/pages/*.md",
    "{clients,clients/*,emulator,renderer,conformance,gaps}/README.md",
    "renderer/templates/README.md",
  ],
  { cwd: root },
).sort();

/** A document as a reader meets it, in one line: what stands in code is tried by running it. */
const textOf = (file: string) =>
  file.endsWith(".md")
    ? read(file)
        .replace(/^---\n[^]*?\n---\n/, "")
        .replace(/```[^]*?```/g, "")
        .replace(/\]\(.*?\)/g, "]")
        .replace(/\{\{.*?\}\}/g, "")
        .replace(/^(\d+\.|#+ \d+\.) /gm, "")
        .replace(/\s+/g, " ")
    : read(file).replace(/\s+/g, " ");

const rows = Object.entries(constants).flatMap(([file, names]) =>
  Object.entries(names).flatMap(([name, documents]) =>
    Object.entries(documents).flatMap(([document, texts]) =>
      [texts].flat().map((text) => ({ file, name, document, text })),
    ),
  ),
);

const escape = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

const numbers = String.raw`-?[\d_.]+(?: ?\*{1,2} ?[\d_.]+)*`;

/** The value of a constant, as its source says it: most are no business of another module. */
function valueOf(file: string, name: string): { values: number[]; written: string } {
  const [before = "", after = ""] = name.includes("<n>") ? name.split("<n>") : [name];
  const border = name.includes("<n>") ? "" : String.raw`\b["']?(?:: [\w\[\]]+)?\s*[:=]\s*["'>]*`;
  const start = escape(before).replaceAll("…", "[^]*?");
  const [, single, list] =
    new RegExp(`${start}${border}(?:(${numbers})|\\[([\\d_, ]+)\\])${escape(after)}`).exec(
      read(file),
    ) ?? [];
  const calculate = (text: string) =>
    text
      .replaceAll("_", "")
      .split(/ ?\* ?(?!\*)/)
      .map(Number)
      .reduce((product, factor) => product * factor, 1);
  const written = single ?? list;
  if (written === undefined) throw new Error(`${file} has no ${name}`);
  return { values: written.split(",").map(calculate), written };
}

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const wordOf = (value: number) => words[value] ?? [];
const grouped = (value: number, sign: string) => String(value).replaceAll(/\B(?=(\d{3})+$)/g, sign);

/** A word of the code, as it stands there. */
function wordAt(file: string, name: string): string {
  const [before = "", after = ""] = name.split("<w>");
  const found = new RegExp(`${escape(before)}([\\w./:-]+)${escape(after)}`).exec(read(file))?.[1];
  if (found === undefined) throw new Error(`${file} has no ${name}`);
  return found;
}

/** How a text may say the value of a constant. */
function spell(file: string, name: string): string[] {
  if (name.includes("<w>")) return [wordAt(file, name)];
  const { values, written } = valueOf(file, name);
  const [value = 0] = values;
  if (/Ms\b/.test(name)) {
    const total = values.reduce((sum, each) => sum + each);
    return [grouped(total, " "), ...spellDuration(total / 1000)];
  }
  if (/([sS]econds|[a-z]S)\b/.test(name)) return spellDuration(value);
  if (values.length > 1) return [values.join(", ").replace(/, (\d+)$/, " and $1")];
  const sizes = ["KiB", "MiB", "GiB"].map((unit, power) => [value / 1024 ** (power + 1), unit]);
  return [
    ...[written, String(value), grouped(value, ","), grouped(value, " "), wordOf(value)].flat(),
    ...sizes.filter(([size]) => Number.isInteger(size)).map((size) => size.join(" ")),
    ...(value === 0.5 ? ["half a"] : []),
    ...(value === 2 ? ["doubles"] : []),
  ];
}

function spellDuration(seconds: number): string[] {
  const units: [unit: string, length: number][] = [
    ["second", 1],
    ["minute", 60],
    ["hour", 3600],
    ["day", 86_400],
  ];
  const spelled = units.flatMap(([unit, length]) => {
    // Pauses are told together, in round figures.
    const count = length > 1 && seconds > 100 ? Math.round(seconds / length) : seconds / length;
    if (Math.abs(count * length - seconds) > seconds / 100) return [];
    if (count === 0.5) return [`half a ${unit}`];
    if (count === 1) return [`a ${unit}`, `an ${unit}`, `one ${unit}`, `within a ${unit}`];
    return [count, wordOf(count)].flat().map((number) => `${number} ${unit}s`);
  });
  return [...spelled, `${seconds} s`, `${seconds}`, wordOf(seconds)].flat();
}

/** Where a row says its value. */
function findRow({ file, name, document, text }: (typeof rows)[number]): string[] {
  const told = textOf(document);
  return spell(file, name)
    .map((value) => text.replace(/<[nw]>/, value))
    .filter((each) => new RegExp(`(?<![\\w.])${escape(each)}(?![\\d.]*\\d)`).test(told));
}

test.each(rows)("$document: $text is $name of $file", (row) => {
  expect(findRow(row), `It is ${spell(row.file, row.name).join(" or ")}`).not.toEqual([]);
});

const findTold = (document: string) =>
  rows.filter((row) => row.document === document).flatMap(findRow);

/** Digits, and a number in letters before what can be counted. A second job is no duration. */
const figure = new RegExp(
  String.raw`(?<![\w.#/-])(?:-?\d[\d,.]*(?: 000)*\b|\b(?:(?:half an?|an?|one) (?=minute|hour|day)|(?:half|within) a second|(?:${words.slice(2).join("|")}|twenty|thirty)[ -](?=(?:seconds?|minutes?|hours?|days?|times|redirects?|files?|rows?|responses|levels|\w+ of)\b)))`,
  "g",
);

/** What surrounds each figure of a text that none of the known texts has. */
function findUnknown(text: string, known: string[], values: string[] = []): string[] {
  const parts = known.flatMap((part) =>
    [...text.matchAll(new RegExp(escape(part), "g"))].map(({ index }) => ({
      start: index,
      end: index + part.length,
    })),
  );
  return [...text.matchAll(figure)]
    .filter(({ 0: found }) => !values.includes(found))
    .filter(({ index }) => !parts.some(({ start, end }) => start <= index && index < end))
    .map(({ index, 0: found }) => text.slice(Math.max(0, index - 25), index + found.length + 15));
}

test.each(prose)("%s has no other figure", (document) => {
  // Words of code are tried where it is run.
  const told = textOf(document).replaceAll(/`[^`]*`/g, (code) => (/\d/.test(code) ? "`…`" : code));
  const listed = others[document] ?? [];
  expect(listed.filter((text) => !told.includes(text))).toEqual([]);
  expect(findUnknown(told, [...findTold(document), ...listed])).toEqual([]);
});

// What an action decides stands in its words and in what it changes.
const overlay = "openapi/overlays/emulator.yaml";
const { actions } = parse(read(overlay)) as {
  actions: { target: string; description?: string; update?: unknown }[];
};
const described = actions.filter(({ description = "" }) => description.match(figure));

test.each(described)(
  "$target has no figure that is not decided",
  ({ description = "", update }) => {
    const decided = JSON.stringify(update ?? {}).match(/\d+/g) ?? [];
    const text = description.replaceAll(/\s+/g, " ");
    expect(findUnknown(text, [...findTold(overlay), ...others[overlay]!], decided)).toEqual([]);
  },
);

/** Each bound in what an action changes. That nothing is empty, or negative, goes without saying. */
function boundsOf(value: unknown): number[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
    /^(min|max)/.test(key) && typeof part === "number" ? [part] : boundsOf(part),
  );
}

test.each(actions.filter(({ update }) => boundsOf(update).some((bound) => bound > 1)))(
  "$target tells each bound that it decides",
  ({ description = "", update }) => {
    const told: string[] = description.match(/\d+/g) ?? [];
    const bounds = boundsOf(update).filter((bound) => bound > 1);
    expect(bounds.filter((bound) => !told.includes(String(bound)))).toEqual([]);
  },
);

/** What a note works out from figures of its own: its text with these figures, and with the result in letters as the last. */
const workedOut: [what: string, text: RegExp, workOut: (...figures: number[]) => number][] = [
  [
    "the length of a segment",
    /`start_time` (\d+) and `end_time` (\d+)\. If the segment lasts (\w+) seconds/g,
    (start = 0, end = 0) => end - start,
  ],
];

test.each(workedOut)("%s in a note follows from the figures there", (_, text, workOut) => {
  // A note whose gap is closed is not in the contract any more.
  const notes = [contract, frozenContract].flatMap((document) => [
    ...JSON.stringify(document).matchAll(text),
  ]);
  expect(notes).not.toEqual([]);
  for (const [, ...figures] of notes)
    expect(figures.at(-1)).toBe(wordOf(workOut(...figures.slice(0, -1).map(Number))));
});

const git = (...words: string[]) =>
  execFileSync("git", words, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }).split("\n");

test("each environment variable of prose is read by a program, or is another's", () => {
  const variable = String.raw`\b[A-Z][A-Z0-9]+(_[A-Z0-9]+)+\b`;
  const find = (...files: string[]) => git("grep", "-hoE", variable, "--", ...files);
  const foreign =
    /^(HTTPS?_PROXY|NO_PROXY|AWS_\w+|CURL\w+|NODE_OPTIONS|NODE_USE_ENV_PROXY|SSL_CERT_FILE|API_TOKEN)$/;
  // A command of prose may name one of the reader: `--env API_URL=url`.
  const chosen = git("grep", "-hoE", "-e", String.raw`--(token-env|env) [A-Z_]+`, "--", "*.md");
  const known = new Set([
    ...find("*.ts", "*.py", "*.go", "*.sh", "*.yml", "clients/policy.yaml", ".ci/run"),
    ...chosen.map((text) => text.split(" ").at(-1)),
  ]);
  const named = find("*.md", ":!CHANGELOG.md", ":!generated", ":!docs/decisions").filter(Boolean);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !known.has(name) && !foreign.test(name))).toEqual([]);
});

/** Words of commands that are not ours: npm, npx, Node, Docker, curl, pip, python3 and Vitest. */
const foreignFlags =
  /^--(package|global|header|form|retry|retry-connrefused|request|silent|output|location|fail|fail-on|bind|editable|remote-name|save-dev|project|help|version|cap-add|abort-on-container-exit|prefix|workspace|save-exact|target|experimental-vm-modules)$/;

test("each option that prose names is one of a command", () => {
  const flags = (...files: string[]) =>
    git("grep", "-hoE", "--", "--[a-z][a-z-]+", ...files).filter(Boolean);
  const sources = flags("*.ts", "*.json", ":!*.test.ts", ":!package-lock.json");
  // Options of commands are keys of tables, too: `"token-env": { type: "string" }`.
  const keys = git(
    "grep",
    "-hoE",
    String.raw`("[a-z]+(-[a-z]+)+"|\b[a-z]+): \{ type|flag: "[a-z-]+`,
    "*.ts",
  );
  // A field of a body is an option of the command that creates the job.
  const fields = walk(contract).flatMap(
    ({ pointer }) => /\/properties\/(\w+)$/.exec(pointer)?.[1] ?? [],
  );
  const known = new Set([
    ...sources,
    ...keys.map((key) => `--${/[a-z-]+/.exec(key.replace("flag: ", ""))?.[0]}`),
    ...fields.flatMap((name) => ["--", "--no-"].map((start) => start + name.replaceAll("_", "-"))),
  ]);
  const named = flags("docs/pages/*.md", "README.md", "*/README.md", "clients/*/README.md");
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !known.has(name) && !foreignFlags.test(name))).toEqual([]);
});
