/** Adds an operation that the owner has named by its method, its path and what it returns, and describes it as its neighbours. */
import {
  asList,
  asObject,
  type JsonObject,
  type OperationPlace,
  toPointer,
} from "../document/document.ts";
import { findParameters } from "../api/calls.ts";
import type { Interface } from "../api/interface.ts";
import type { Answer } from "./answer-file.ts";
import type { Change, Question } from "./actions.ts";

/** What an answer says of an operation. */
interface NamedOperation {
  method: string;
  path: string;
  /** Name of a schema of the document. */
  returns: string;
  /** `operationId`. */
  name?: string;
}

/** Adds each operation that the document does not have yet. */
export function nameOperations({ operation }: Answer, question: Question): Change[] {
  const { interface: of, refuse } = question;
  const paths = Object.keys(of.document.paths);
  const changes: Change[] = [];
  for (const named of [operation].flat() as unknown as NamedOperation[]) {
    const { method, path, name = nameOf(named, paths) } = named;
    // A call of `/loans/late` may match `/loans/{id}`, and the operation is a new one all the same.
    if (of.match(method, path)?.operation.path === path) continue;
    const alike = paths.find(
      (other) => other !== path && withoutNames(other) === withoutNames(path),
    );
    if (alike) refuse(`the document writes this path as ${alike}`, "operation");
    if (of.operations.some(({ operationId }) => operationId === name))
      refuse(
        `the document has an operation ${name} already; give this one a \`name\``,
        "operation",
      );
    const update = { [method]: { operationId: name, ...describe(named, question) } };
    changes.push({ pointer: toPointer(["paths", path]), update }, ...typesFor(named, question));
  }
  return changes;
}

/** `/orders/{id}` and `/orders/{order_id}` are one path. */
const withoutNames = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, "{}");

/** `/loans/{loan_id}` has `loan_id`. */
const namesIn = (path: string): string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `GET /api/late_loans/{id}` is `getLateLoans`, and `GET /api/late_loans` is `listLateLoans`, where all paths begin with `/api`. */
function nameOf({ method, path }: NamedOperation, paths: string[]): string {
  const [first = ""] = path.split("/").slice(1);
  const isShared = paths.every((each) => each.startsWith(`/${first}/`));
  const [verb, ...rest] = [
    method === "get" && !path.endsWith("}") ? "list" : method,
    ...wordsOf(withoutNames(isShared ? path.slice(first.length + 1) : path)),
  ];
  return verb + rest.map(capitalised).join("");
}

/** `loan_id` is a `LoanId`. */
const typeOf = (name: string): string => wordsOf(name).map(capitalised).join("");

/** A parameter of paths that the document has under this name, wherever it stands. */
function findParameter(of: Interface, name: string): JsonObject | undefined {
  const found = of.operations.map((each) => findParameters(of, each, "path").get(name));
  return found.find((each) => each !== undefined)?.node;
}

/** The types of parameters that the document does not have: clients need a name for each. */
function typesFor({ path }: NamedOperation, { interface: of, verified }: Question): Change[] {
  const schemas = asObject(of.document.components["schemas"]);
  return namesIn(path).flatMap((name): Change[] => {
    if (findParameter(of, name) || typeOf(name) in schemas) return [];
    const description = `Value of \`${name}\` in a path.`;
    const type = { type: "string", description, examples: [`example-${name}`] };
    const update = { [typeOf(name)]: { ...type, "x-verified": [{ ...verified }] } };
    return [{ pointer: "#/components/schemas", update }];
  });
}

/** As the document describes its neighbours: with their parameters of the same names, their tag, and what they say of all failures. */
function describe({ method, path, returns }: NamedOperation, question: Question): JsonObject {
  const { interface: of, verified, refuse } = question;
  const schemas = Object.keys(asObject(of.document.components["schemas"]));
  if (!schemas.includes(returns))
    refuse(`the document has no schema ${returns} among ${schemas.join(", ")}`, "operation");
  const $ref = `#/components/schemas/${returns}`;
  // The neighbour: an operation that returns the same, or else the one that has the most of the path.
  const alikeness = ({ path: other, node }: OperationPlace) => {
    if (JSON.stringify(node["responses"]).includes(`"${$ref}"`)) return Infinity;
    const index = path.split("/").findIndex((part, at) => part !== other.split("/")[at]);
    return index < 0 ? path.length : index;
  };
  const [near] = of.operations.toSorted((one, other) => alikeness(other) - alikeness(one));
  const parameters = namesIn(path).map(
    (name): JsonObject =>
      findParameter(of, name) ?? {
        ...{ name, in: "path", required: true },
        ...{ description: "Identifier in the path.", example: `example-${name}` },
        schema: { $ref: `#/components/schemas/${typeOf(name)}` },
        "x-verified": [{ ...verified }],
      },
  );
  // That it fails with the same codes, nobody has said.
  const { default: failures } = asObject(near?.node["responses"]);
  const responses = {
    // Which code a success has, the owner has not said.
    "2XX": {
      description: "What it returns, as the service owner says.",
      content: { "application/json": { schema: { $ref } } },
    },
    ...(failures && { default: failures }),
  };
  const tags = asList(near?.node["tags"]);
  return {
    summary: `Call ${method.toUpperCase()} ${path}`,
    description: "As the service owner has named it.",
    ...(tags.length > 0 && { tags }),
    ...(parameters.length > 0 && { parameters }),
    responses,
    "x-verified": [{ ...verified }],
  };
}
