/** What every client obeys (`clients/policy.yaml`), as constants of each language. */
import { bannerFor, capitalize } from "./model/names.ts";
import { bannerFor as goBanner } from "./go.ts";
import { constantName, pythonLiteral } from "./python.ts";
import { UserError } from "openapi-gaps";
import { isPair, isScalar, LineCounter, parseDocument } from "yaml";

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
export function typescriptPolicy(policy: string): string {
  const render: Render = ({ name, value, comment }) =>
    `/** ${comment} */\nexport const ${name} = ${JSON.stringify(value)}${typeof value === "object" ? " as const" : ""};\n`;
  return `/** What every client obeys. ${notice} */\n\n${readEntries(policy).map(render).join("\n")}`;
}

/** The policy of the Go client, as constants that begin with `policy`. Durations are a `time.Duration`. */
export function goPolicy(policy: string): string {
  const render: Render = ({ name, value, comment }) => {
    const isDuration = name.endsWith("Ms");
    const written = isDuration ? `${String(value)} * time.Millisecond` : goValue(name, value);
    const goName = `policy${capitalize(isDuration ? name.slice(0, -2) : name)}`;
    const keyword = typeof value === "object" ? "var" : "const";
    return `// ${comment}\n${keyword} ${goName.replace(/Url/, "URL")} = ${written}\n`;
  };
  return `${goBanner("clients/policy.yaml")}
import "time"

${readEntries(policy).map(render).join("\n")}`;
}

/** The policy of the Python client. Durations are in seconds. */
export function pythonPolicy(policy: string): string {
  const render: Render = ({ name, value, comment }) => {
    const isDuration = name.endsWith("Ms");
    const written = isDuration ? String(Number(value) / 1000) : pythonValue(value);
    return `# ${comment}\n${constantName(isDuration ? name.slice(0, -2) : name)} = ${written}\n`;
  };
  return `"""What every client obeys. ${notice}"""\n\n${readEntries(policy).map(render).join("\n")}`;
}

/** @throws {UserError} with the line of an entry that the clients could not be given */
function readEntries(policy: string): Entry[] {
  const lines = new LineCounter();
  const { contents, errors } = parseDocument(policy, { lineCounter: lines });
  const [problem] = errors;
  if (problem) throw refusal(problem.message, lines.linePos(problem.pos[0]).line);
  const pairs = (contents as { items?: unknown[] } | null)?.items ?? [];
  return pairs.filter(isPair).map(({ key, value }) => {
    if (!isScalar(key)) throw refusal("The name of an entry must be a word.", 1);
    const name = String(key.value);
    // The paragraph just above it; those before are headings.
    const comment = key.commentBefore?.split("\n\n").at(-1)?.replace(/\n/g, "").trim();
    if (!comment)
      throw refusal(
        `${name} has no comment. Write above it why it has this value: every client repeats it.`,
        lines.linePos(key.range![0]).line,
      );
    return { name, value: (value as { toJSON(): unknown }).toJSON() as Value, comment };
  });
}

function refusal(message: string, line: number): UserError {
  const place = { file: "clients/policy.yaml", line, column: 1 } as const;
  return new UserError("The clients cannot be written. Nothing was written.", [
    { ...place, severity: "error", rule: "policy", message },
  ]);
}

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
  if (name.endsWith("Statuses")) return `map[${type}]bool{${items.join(": true, ")}: true}`;
  return `[]${type}{${items.join(", ")}}`;
}

function pythonValue(value: Value): string {
  if (!Array.isArray(value)) return pythonLiteral(value);
  const items = value.map((item) => JSON.stringify(item));
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(", ")})`;
}
