/** Names, values and docstrings of Python. */
import { wrap } from "../../support/wrap.ts";
import { snakeCase, wordsOf } from "../model/names.ts";

/** Where the Python package has what is generated. */
export const pythonFolder = "clients/python/src/video_generation/_generated";

const width = 88;

/** Words that Python keeps to itself. */
const keywords =
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in " +
  "is lambda nonlocal not or pass raise return try while with yield";

/** With the arguments and the fields that every method and every response has. */
const taken = new Set([...keywords.split(" "), "self", "cls", "raw", "raw_text", "body"]);

/** A name for a field or an argument: `from_` for `from`; `undefined` for a name that Python cannot have. */
export function pythonName(name: string): string | undefined {
  const legal = isIdentifier(name) ? name : wordsOf(name).join("_");
  if (!isIdentifier(legal)) return undefined;
  return taken.has(legal) ? `${legal}_` : legal;
}

/** Whether a class of Python can have a key of this name as it is. */
export function isKey(name: string): boolean {
  return isIdentifier(name) && !keywords.split(" ").includes(name);
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z]\w*$/.test(name);
}

/** `create_hp_job` */
export function methodName(id: string): string {
  return pythonName(snakeCase(id)) ?? id;
}

/** `CREATE_HP_JOB` */
export function constantName(id: string): string {
  return snakeCase(id).toUpperCase();
}

/** A JSON value as Python writes it. */
export function pythonLiteral(value: unknown, indent = ""): string {
  const inner = `${indent}    `;
  if (value === undefined) return "...";
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((item) => pythonLiteral(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, inner)}`,
      );
  const [open, close] = isList ? "[]" : "{}";
  if (entries.length === 0) return `${open}${close}`;
  return [open, ...entries.map((entry) => `${inner}${entry},`), `${indent}${close}`].join("\n");
}

/** Paragraphs as a docstring: the first is what others show as a summary. */
export function docstring(notes: string[], indent: string): string {
  const paragraphs = notes.map((note) => {
    const text = note.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');
    // An example keeps its lines.
    if (text.startsWith("Example::")) return text.split("\n");
    const isGap = text.startsWith("Gap ");
    return wrap(isGap ? `- ${text}` : text, width - indent.length - 3, isGap ? "  " : "");
  });
  if (paragraphs.length === 0) return `${indent}"""Not described by the contract."""`;
  const lines = paragraphs.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
  const text = lines.length === 1 ? `"""${lines[0]}"""` : `"""${lines.join("\n")}\n"""`;
  return text.replace(/^(?=.)/gm, indent);
}
