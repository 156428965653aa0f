/** The TypeScript client: types, from openapi-typescript through its Node API; methods with their documentation; and routes. */
import openapiTS, { astToString } from "openapi-typescript";
import {
  collectClosedGaps,
  gapsAt,
  lineOf,
  lineOfStatement,
  statementsAt,
  withGapsOnOperations,
} from "openapi-gaps";
import {
  asList,
  asObject,
  asObjectMap,
  isOpen,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
  walk,
} from "openapi-gaps/document";
import { banner, camelCase, nameInCode } from "./model/names.ts";
import type { Model } from "./model/model.ts";
import { descriptionOf, remarksOf, summaryOf } from "./model/notes.ts";
import { referencedName } from "./model/types.ts";
import { type Argument, argumentsOf, type Operation } from "./model/operations.ts";

/** `generated/schema.d.ts` */
export async function renderSchema(model: Model): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(withBriefNotes(model)), {
    alphabetize: false,
    defaultNonNullable: false,
    silent: true,
  });
  const declarations = astToString(nodes)
    .replaceAll("@description ", "")
    .replace(/^( *\*) {2,}/gm, "$1 ")
    // What the type beside them says.
    .replace(/^ *(\/\*)?\* *@(enum|constant|example)\b.*\n/gm, "")
    .replace(/^( *\/\*\*)\n *\* (.*)\n *\*\/$/gm, "$1 $2 */");
  return [head(model), declarations.trimEnd(), namedTypes(model), ""].join("\n");
}

/** The parts of a document that have no declaration of their own in the types. */
const wholeInterface = ["#/info", "#/servers/", "#/tags/", "#/components/securitySchemes/"];

function head({ gaps, document }: Model): string {
  const isOfWhole = (node: string) => wholeInterface.some((place) => node.startsWith(place));
  const undeclared = gaps.filter(
    ({ node, operations }) => operations.length === 0 || isOfWhole(node),
  );
  const stated = collectClosedGaps(document).filter(({ node }) => isOfWhole(node));
  const text = [
    `Types of the Video Generation Service. ${banner}`,
    "",
    "About the interface as a whole:",
    ...undeclared.map((gap) => `- Gap ${lineOf(gap)}`),
    ...stated.map((each) => `- ${lineOfStatement(each)}`),
  ];
  return ["/**", ...text.map((line) => ` * ${escaped(line)}`.trimEnd()), " */"].join("\n");
}

/**
 * Shapes the document to the generator's habits: a gap is one line of its description; a property that refers to a schema
 * gets its description and the names of its gaps, because the generator comments it only if it has a description of its own;
 * what would repeat the name, the description or the type goes.
 */
function withBriefNotes({ document, typeNames }: Model): OpenApiDocument {
  const copy = withGapsOnOperations(document);
  const texts = new Map(walk(copy).map(({ value }) => [value, descriptionOf(value)]));
  for (const [node, text] of texts) {
    const remarks = remarksOf(node).map((remark) => `- ${remark}`);
    if (text !== undefined || remarks.length > 0)
      node["description"] = [text, ...remarks].filter(Boolean).join("\n");
    for (const key of ["discriminator", "title", "summary"]) delete node[key];
    if (Array.isArray(node["examples"])) delete node["examples"];
    // Without properties, the generator promises an empty object.
    if ([node["type"]].flat().includes("object") && isOpen(node))
      node["additionalProperties"] = true;
  }
  for (const node of texts.keys()) {
    for (const property of Object.values(asObjectMap(node["properties"]))) {
      const name = referencedName(property);
      if (!name) continue;
      const target = resolvePointer(copy, String(property["$ref"]));
      const gaps = gapsAt(target).map(({ id }) => `\`${id}\``);
      const text = texts.get(property) ?? texts.get(target);
      const link =
        gaps.length > 0 && `- Gaps, see {@link ${typeNames.get(name)}}: ${gaps.join(", ")}`;
      const stated = statementsAt(target).map((each) => `- ${lineOfStatement(each)}`);
      property["description"] = [text, link, ...stated].filter(Boolean).join("\n");
    }
  }
  return copy;
}

/**
 * One `export type` for each schema: what the users of the types write. A string with known values that may take others too
 * becomes `"rendering" | (string & {})`: editors offer the known values, and the compiler insists on a branch for the unknown
 * ones. A type that holds such a string has it in the place of the plain string of `components`: both together would be a
 * plain string again, and an editor would offer nothing.
 */
function namedTypes({ document, typeNames }: Model): string {
  const { schemas } = document.components;
  return Object.entries(schemas)
    .map(([name, schema]) => {
      const known = schema["x-extensible-enum"];
      const open = openFields(schema);
      const wire = `components["schemas"][${JSON.stringify(name)}]`;
      const type = Array.isArray(known)
        ? [...known.map((value) => JSON.stringify(value)), "(string & {})"].join(" | ")
        : open.length === 0
          ? wire
          : `Omit<${wire}, ${open.map(({ field }) => JSON.stringify(field)).join(" | ")}> & {\n${open.map(({ code }) => code).join("")}}`;
      return `export type ${typeNames.get(name)} = ${type};`;
    })
    .join("\n");

  /** The fields of an object that hold an open string, directly or in a schema of their own. */
  function openFields(schema: JsonObject): { field: string; code: string }[] {
    const required = asList(schema["required"]);
    return Object.entries(asObjectMap(schema["properties"])).flatMap(([field, property]) => {
      const target = referencedName(property);
      if (!target || !holdsOpenString(target)) return [];
      const type = typeNames.get(target);
      const mark = required.includes(field) ? "" : "?";
      const about = escaped(summaryOf(asObject(property), schemas[target] ?? {}));
      const tag = asObject(property)["deprecated"] === true ? " @deprecated" : "";
      const comment = `    /** ${about} Gaps: see {@link ${type}}.${tag} */\n`;
      return [{ field, code: `${comment}    ${JSON.stringify(field)}${mark}: ${type};\n` }];
    });
  }

  function holdsOpenString(name: string, seen: string[] = []): boolean {
    const schema = schemas[name] ?? {};
    if ("x-extensible-enum" in schema) return true;
    if (seen.includes(name)) return false;
    return Object.values(asObjectMap(schema["properties"])).some((property) => {
      const target = referencedName(property);
      return target !== undefined && holdsOpenString(target, [...seen, name]);
    });
  }
}

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

/** `generated/operations.ts` */
export function renderRoutes({ operations }: Model): string {
  return `/** Routes of the Video Generation Service. ${banner} */
import type { OperationMethods } from "./methods.ts";

/** How an operation is called over HTTP. */
export type OperationRoute = readonly [
  method: string,
  /** Path template, to be appended to the base address. Its placeholders are the first arguments. */
  path: string,
  required: RequiredFields,
  /** Whether the argument after the path parameters is a JSON body. */
  hasBody?: boolean,
];

/**
 * Fields without which a success is worthless, and their types: the identifier of a job, or the
 * lists of a response that names none.
 */
export type RequiredFields = { readonly [field: string]: "string" | "array" };

/** The route of each operation. */
export const operationRoutes: Record<keyof OperationMethods<unknown>, OperationRoute> = {
${operations.map(renderRoute).join("\n")}
};
`;
}

function renderRoute({ id, method, path, body, required }: Operation): string {
  const fields = Object.entries(required).map(([name, type]) => `${propertyName(name)}: "${type}"`);
  const parts = [
    JSON.stringify(method),
    JSON.stringify(path),
    `{ ${fields.join(", ")} }`,
    ...(body ? ["true"] : []),
  ];
  return `  ${id}: [${parts.join(", ")}],`;
}

const propertyName = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

/** `generated/names.ts` */
export function renderNames({ operations, gaps, document }: Model): string {
  const ids = [...gaps, ...collectClosedGaps(document)].map(({ id }) => id).sort();
  const isOfOwner = ({ pointer }: { pointer: string }) =>
    !("x-source" in asObject(resolvePointer(document, pointer)));
  const named = operations.filter(isOfOwner).map(({ id }) => JSON.stringify(id));
  return `/** What the contract calls its operations and its gaps. ${banner} */

export const operationIds = [
${operations.map(({ id }) => `  ${JSON.stringify(id)},`).join("\n")}
] as const;

export type OperationId = (typeof operationIds)[number];

/** Those that the service owner has named, and no section of the specification. */
export type OwnerOperationId = ${named.length > 0 ? named.join(" | ") : "never"};

/** Every gap, also one that the service owner has closed. */
export type GapId =
${[...new Set(ids)].map((id) => `  | ${JSON.stringify(id)}`).join("\n")};
`;
}
