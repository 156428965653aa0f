/** The page of all names of the Python client, from its docstrings, read without Python. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../support/locations.ts";
import { type PageSource } from "./pages.ts";

const sources = join(root, "clients/python/src/video_generation");

/** A class or a type with what is said about it. */
interface Entry {
  name: string;
  /** As it is declared: `class ApiError(RequestError)`. */
  signature: string;
  text: string;
  members: Omit<Entry, "members">[];
}

/** Reads the docstrings of what the package gives to its users. */
export async function writePythonPage(): Promise<PageSource> {
  const [client = [], operations = [], downloads = [], errors = [], types = []] = await Promise.all(
    [
      join(sources, "client.py"),
      join(sources, "_generated/operations.py"),
      join(sources, "download.py"),
      join(sources, "errors.py"),
      join(sources, "_generated/types.py"),
    ].map(async (file) => readEntries(await readFile(file, "utf8"))),
  );
  const named = (name: string) => [...client, ...operations].filter((entry) => entry.name === name);
  return {
    ...{ kind: "page", file: "clients/python/src/video_generation", bodyOffset: 0 },
    name: "python-names",
    title: "The Python client, name by name",
    label: "Python, name by name",
    description:
      "Every class, method, error and type of the Python client, with its signature and its docstring.",
    body: [
      "This page is made from the docstrings of the package, so an editor shows the same. How to call it, and what it does when something fails, is told on [the page of the client](python.md).",
      ...named("Client").map((entry) => writeEntry(entry, 2)),
      ...named("Operations").map((entry) => writeEntry({ ...entry, name: "Operations" }, 2)),
      ...named("AsyncClient").map((entry) => writeEntry({ ...entry, members: [] }, 2)),
      ...[
        ["Videos on disk", downloads] as const,
        ["Errors", errors] as const,
        ["Types of requests and answers", types] as const,
      ].flatMap(([title, entries]) => [
        `## ${title}`,
        ...entries.map((entry) => writeEntry(entry, 3)),
      ]),
    ].join("\n\n"),
  };
}

const docstring = /"""([^]*?)"""/.source;
const alias = new RegExp(`^(\\w+) = ((?:Literal|Union)\\[[^]*?\\])\\n${docstring}`, "m");
const header = new RegExp(`^class (\\w+)(?:\\(([^)]*)\\))?:\\n(?: {4}${docstring})?`);
/** A function that its users call: it takes no client. */
const functionHead = new RegExp(
  `^def ([a-z]\\w*)(\\((?!\\n)[^)]*\\) -> [^:]+):\\n {4}${docstring}`,
);
/** Of a class that its users make. */
const constructor = /def __init__\(\n {8}self,(\n[^]*?)\) -> None:/;
/** A method, or a field with what is said below it. `read` is the client's own way in. */
const member = new RegExp(
  `^ {4}(?:(?:async )?def (?!read\\()([a-z]\\w*)(\\((?:(?!\\n {4}\\S)[^]|\\n {4}\\))*?:)\\n {8}|([a-z]\\w*): (.+)\\n {4})${docstring}`,
  "gm",
);

function readEntries(source: string): Entry[] {
  const entries = source.split(/^(?=class |\w+ = |def )/m).flatMap((block): Entry[] => {
    const [, aliasName, value = "", aliasText = ""] = alias.exec(block) ?? [];
    if (aliasName)
      return [
        { name: aliasName, signature: `${aliasName} = ${value}`, text: aliasText, members: [] },
      ];
    const [, called, parameterList = "", said = ""] = functionHead.exec(block) ?? [];
    if (called)
      return [
        { name: called, signature: `def ${called}${parameterList}`, text: said, members: [] },
      ];
    const [head, name, bases, text = ""] = header.exec(block) ?? [];
    if (!head || !name) return [];
    const members = [...block.slice(head.length).matchAll(member)].map(
      ([, method, parameters, field, type = "", told = ""]) =>
        method
          ? { name: method, signature: `def ${method}${parameters}`, text: told }
          : { name: String(field), signature: type.replace(/ = .*/, ""), text: told },
    );
    const parameters = constructor.exec(block)?.[1];
    const signature = parameters
      ? `${name}(${dedent(parameters)})`
      : `class ${name}${bases ? `(${bases})` : ""}`;
    return [{ name, signature, text, members }];
  });
  // What stands in a private base belongs to the classes that have it.
  const inherited = ({ signature }: Entry) =>
    entries.filter(({ name }) => name.startsWith("_") && signature.includes(`(${name}`));
  return entries
    .filter(({ name }) => !name.startsWith("_"))
    .map((entry) => ({
      ...entry,
      signature: entry.signature.replace(/\((_\w+(, total=False)?|TypedDict)\)/, ""),
      members: [...inherited(entry).flatMap(({ members }) => members), ...entry.members],
    }));
}

function writeEntry({ name, signature, text, members }: Entry, level: number): string {
  const fields = members.filter((one) => !one.signature.startsWith("def"));
  const methods = members.filter((one) => one.signature.startsWith("def"));
  return [
    `${"#".repeat(level)} ${name}`,
    signature === `class ${name}` ? "" : writeCode(signature),
    toMarkdown(text),
    ...fields.map(
      (field) =>
        `- \`${field.name}\` \`${field.signature}\`\n\n${toMarkdown(field.text).replace(/^(?=.)/gm, "  ")}`,
    ),
    ...methods.flatMap((method) => [
      `${"#".repeat(level + 1)} ${method.name}`,
      writeCode(dedent(method.signature).replace(/:$/, "")),
      toMarkdown(method.text),
    ]),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function writeCode(code: string): string {
  return `\`\`\`python\n${code}\n\`\`\``;
}

/** From what Python's own tools read. A gap is named, and told where it bites. */
function toMarkdown(text: string): string {
  return dedent(text.trim())
    .replace(
      /``([^`]+)``|:\w+:`([^`]+)`/g,
      (_, code?: string, role?: string) => `\`${code ?? role}\``,
    )
    .replace(/^- Gap `([^`]+)`:(?:.+\n?)+/gm, "- Gap [$1](gap:$1)\n")
    .replace(/^- Gap .*\n\n(?=- Gap)/gm, (gap) => gap.trimEnd() + "\n")
    .replace(
      /^Example::\n\n([^]*)$/m,
      (_, code: string) => `Example:\n\n${writeCode(code.replace(/^ {4}/gm, ""))}`,
    )
    .trimEnd();
}

/** Without the indentation of the lines after the first. */
function dedent(text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const width = Math.min(...rest.filter(Boolean).map((line) => /^ */.exec(line)![0].length));
  return [first, ...rest.map((line) => line.slice(width))].join("\n");
}
