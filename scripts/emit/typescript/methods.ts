/** What the TypeScript client shows of each operation: a method with its documentation, arguments and result. */
import { banner } from "../model/banner.ts";
import { camelCase, nameInCode } from "../model/names.ts";
import type { Model } from "../model/model.ts";
import { type Argument, argumentsOf, type Operation } from "../model/operations.ts";

/** `generated/methods.ts` */
export function renderMethods({ operations, responses }: Model): string {
  const imports = [...new Set(operations.flatMap(argumentsOf).map(({ type }) => type))].sort();
  const results = [...new Set(operations.map(({ result }) => result))].sort();
  return `/** Methods of the client. ${banner} */
import type * as schema from "./schema.d.ts";
import type {
${imports.map((name) => `  ${name},`).join("\n")}
} from "./schema.d.ts";

export type * from "./schema.d.ts";

// Interfaces in the place of types of the same name: editors and compilers call these by their name, and spell out any other.
${results.map((name) => renderResult(name, responses.get(name)?.notes[0] ?? "")).join("\n")}

/** A call that was made: a promise of the data, which can also give the response. */
export interface Call<Data> extends Promise<Data> {
  /** The data with the HTTP response it came in. Fails like the call itself. */
  withResponse(): Promise<CallResult<Data>>;
}

export interface CallResult<Data> {
  data: Data;
  /** Status and headers. The body has been read; it is in \`data\` and \`text\`. */
  response: Response;
  /** The body as it came: its numbers have all their digits. */
  text: string;
}

/** One method for each operation: path parameters, then the body, then the options of the call. */
export interface OperationMethods<CallOptions> {
${operations.map(renderMethod).join("\n")}
}
`;
}

function renderResult(name: string, about: string): string {
  return `/** ${escaped(about.replace(/\s+/g, " "))} */
export interface ${name} extends schema.${name} {}`;
}

function renderMethod(operation: Operation): string {
  const { id, parameters, result } = operation;
  const names = nameInCode("TypeScript", parameters, parameterName);
  const given = argumentsOf(operation).map((argument) => ({
    ...argument,
    name: names.get(argument.name) ?? argument.name,
  }));
  const types = given.map(({ name, type }) => `${name}: ${type}`);
  return `${renderComment(operation, given)}
  ${id}(${[...types, "options?: CallOptions"].join(", ")}): Call<${result}>;`;
}

/** Words that TypeScript keeps to itself, and the names of the other arguments. */
const taken = new Set(
  (
    "arguments await body break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in instanceof interface let new null options package private protected public " +
    "return static super switch this throw true try typeof var void while with yield"
  ).split(" "),
);

function parameterName(name: string): string | undefined {
  const written = camelCase(name);
  if (!/^[a-z]/.test(written)) return undefined;
  return taken.has(written) ? `${written}_` : written;
}

function renderComment(operation: Operation, given: Argument[]): string {
  const { summary, notes } = operation;
  const text = [
    `${summary}.`,
    "",
    ...notes.flatMap((note) => [...note.split("\n"), ""]),
    ...given.map(({ name, summary: about }) => `@param ${name} ${about}`),
    "@param options Limits, signal and headers of this call.",
    "@example",
    "```ts",
    ...exampleCall(operation, given).split("\n"),
    "```",
  ];
  const lines = text.map((line) => `   * ${escaped(line)}`.trimEnd());
  return ["  /**", ...lines, "   */"].join("\n");
}

/** A call with the contract's own example values. */
function exampleCall({ id, body }: Operation, given: Argument[]): string {
  const values = given.map(({ example }) =>
    example === undefined
      ? "…"
      : JSON.stringify(example, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:"),
  );
  return `const ${body ? "job" : "result"} = await client.${id}(${values.join(", ")});`;
}

/** Text that cannot end its comment. */
function escaped(text: string): string {
  return text.replaceAll("*/", "*\\/");
}
