/** What every client obeys (`clients/policy.yaml`, and the statuses that the contract says end a wait), as constants of each language. */
import { readFileSync } from "node:fs";
import { parseFile, UserError } from "openapi-gaps";
import { asList, asObject, type OpenApiDocument } from "openapi-gaps/document";
import { bannerFor, capitalize } from "./model/names.ts";
import { bannerFor as goBanner } from "./go.ts";
import { constantName, pythonLiteral } from "./python.ts";

type Value = number | string | number[] | string[] | Record<string, string>;

/** One value of the policy. */
interface Entry {
  name: string;
  value: Value;
  /** Why it has this value. */
  comment: string;
}

/** Writes one entry in a language, its comment included. */
type Render = (entry: Entry) => string;

const notice = bannerFor("clients/policy.yaml");

/** `generated/policy.ts` */
export function typescriptPolicy(policy: Entry[]): string {
  const render: Render = ({ name, value, comment }) => {
    const written = JSON.stringify(value);
    // Statuses are compared with texts that no list has to name.
    const type = isOfTexts(name) ? ": readonly string[]" : "";
    const literal = typeof value === "object" && type === "" ? " as const" : "";
    return `/** ${comment} */\nexport const ${name}${type} = ${written}${literal};\n`;
  };
  return `/** What every client obeys. ${notice} */\n\n${policy.map(render).join("\n")}`;
}

/** The policy of the Go client, as constants that begin with `policy`. Durations are a `time.Duration`. */
export function goPolicy(policy: Entry[]): string {
  const render: Render = ({ name, value, comment }) => {
    const isDuration = name.endsWith("Ms");
    const written = isDuration ? `${String(value)} * time.Millisecond` : goValue(name, value);
    const goName = `policy${capitalize(isDuration ? name.slice(0, -2) : name)}`;
    const keyword = typeof value === "object" ? "var" : "const";
    return `// ${comment}\n${keyword} ${goName.replace(/Url/, "URL")} = ${written}\n`;
  };
  return `${goBanner("clients/policy.yaml")}
import "time"

${policy.map(render).join("\n")}`;
}

/** The policy of the Python client. Durations are in seconds. */
export function pythonPolicy(policy: Entry[]): string {
  const render: Render = ({ name, value, comment }) => {
    const isDuration = name.endsWith("Ms");
    const written = isDuration ? String(Number(value) / 1000) : pythonValue(value);
    // Of an empty tuple no checker can tell what it may hold.
    const type = isOfTexts(name) ? ": tuple[str, ...]" : "";
    return `# ${comment}\n${constantName(isDuration ? name.slice(0, -2) : name)}${type} = ${written}\n`;
  };
  return `"""What every client obeys. ${notice}"""\n\n${policy.map(render).join("\n")}`;
}

/** What a value must be, by its name; the first that fits counts. */
const kinds: [names: RegExp, must: string, isRight: (value: Value) => boolean][] = [
  [/Growth$|Jitter$/, "a number of 0 or more", (value) => Number.isFinite(value) && +value >= 0],
  [/Pattern$/, "a text", (value) => typeof value === "string" && value !== ""],
  [/Variable$/, "a name", (value) => /^\w+$/.test(String(value))],
  [
    /Statuses$|Headers$|Endings$|Networks$/,
    "a list",
    (value) => Object.keys(value ?? []).length > 0,
  ],
  [/^/, "a whole number of 0 or more", (value) => Number.isSafeInteger(value) && +value >= 0],
];

/** @throws {UserError} with the line of an entry that the clients could not be given */
export function readPolicy(file: string): Entry[] {
  const text = readFileSync(file, "utf8");
  const policy = parseFile(file, "clients/policy.yaml") as Record<string, Value>;
  return Object.entries(policy).map(([name, value]) => {
    const [before = ""] = text.split(new RegExp(`^${name}:`, "m"));
    const [above = ""] = /(?:# .*\n)+$/.exec(before) ?? [];
    const comment = above.replaceAll(/^# /gm, "").replaceAll("\n", " ").trim();
    const [, must, isRight] = kinds.find(([names]) => names.test(name))!;
    const problem = comment
      ? isRight(value) || `must be ${must}.`
      : "has no comment. Write above it why it has this value: every client repeats it.";
    if (problem === true) return { name, value, comment };
    const place = `clients/policy.yaml:${before.split("\n").length}`;
    throw new UserError(`${place}: ${name} ${problem} Nothing was written.`);
  });
}

/**
 * What the owner has said of the statuses of a job, as further entries of the policy. They come from the contract alone: an answer
 * writes them there, and nobody has to repeat it here.
 */
export function statusPolicy(document: OpenApiDocument): Entry[] {
  const status = asObject(document.components.schemas["JobStatus"]);
  const valuesOf = (key: string) => asList(status[key]).map(String);
  return [
    {
      name: "finalStatuses",
      value: valuesOf("x-final-values"),
      comment:
        "Statuses that end a wait. As long as the contract names none, any status ends it that is not pending.",
    },
    {
      name: "failureStatuses",
      value: valuesOf("x-failure-values"),
      comment:
        "Statuses that say that a job failed. As long as the contract names none, those say so that look like it.",
    },
  ];
}

/** Lists of texts; the others of this name hold status codes. */
const isOfTexts = (name: string) => /^(pending|final|failure)Statuses$/.test(name);

function goValue(name: string, value: Value): string {
  if (typeof value !== "object") return JSON.stringify(value);
  if (!Array.isArray(value)) {
    // As gofmt aligns them.
    const width = Math.max(...Object.keys(value).map((name) => name.length)) + '"":'.length;
    const lines = Object.entries(value).map(
      ([name, text]) => `\t${`${JSON.stringify(name)}:`.padEnd(width)} ${JSON.stringify(text)},\n`,
    );
    return `map[string]string{\n${lines.join("")}}`;
  }
  const type = typeof value[0] === "number" ? "int" : "string";
  const items = value.map((item) => JSON.stringify(item));
  // Whether one is listed is all that is asked of a status.
  if (name.endsWith("Statuses")) {
    return `map[${type}]bool{${items.map((item) => `${item}: true`).join(", ")}}`;
  }
  return `[]${type}{${items.join(", ")}}`;
}

function pythonValue(value: Value): string {
  if (!Array.isArray(value)) return pythonLiteral(value);
  const items = value.map((item) => JSON.stringify(item));
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(", ")})`;
}
