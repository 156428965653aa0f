/** An operation that the owner has named: by method and path, and what it returns, where the document describes that already. */
import {
  asList,
  asObject,
  asObjectList,
  type Json,
  type JsonObject,
  toPointer,
} from "../document/document.ts";
import type { Answer } from "./answer-file.ts";
import type { Change, Question } from "./actions.ts";

/** What an answer says of an operation. */
interface NamedOperation {
  method: string;
  path: string;
  /** Name of a schema of the document. */
  returns?: string;
  /** `operationId`. */
  name?: string;
}

/** Adds each operation that the document does not have yet. */
export function nameOperations({ operation }: Answer, question: Question): Change[] {
  const { interface: of, refuse } = question;
  const named = [operation].flat() as unknown as NamedOperation[];
  return named.flatMap((each): Change[] => {
    const { method, path, name = nameOf(each, Object.keys(of.document.paths)) } = each;
    const match = of.match(method, path);
    if (match?.operation.path === path) return [];
    const alike = Object.keys(of.document.paths).find(
      (other) => other !== path && withoutNames(other) === withoutNames(path),
    );
    if (alike) refuse(`the document writes this path as ${alike}`, "operation");
    if (of.operations.some(({ operationId }) => operationId === name))
      refuse(
        `the document has an operation ${name} already; give this one a \`name\``,
        "operation",
      );
    const update = { [method]: { operationId: name, ...describe(each, question) } };
    return [{ pointer: toPointer(["paths", path]), update }];
  });
}

/** `/orders/{id}` and `/orders/{order_id}` are one path. */
const withoutNames = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "{}");

/** `GET /api/slide_videos/{job_id}` is `getSlideVideos`, where all paths begin with `/api`. */
function nameOf({ method, path }: NamedOperation, paths: string[]): string {
  const [first = ""] = path.split("/").slice(1);
  const isShared = paths.every((each) => each.startsWith(`/${first}/`));
  return [
    method,
    ...withoutNames(isShared ? path.slice(first.length + 1) : path).split(/[^\p{L}\p{N}]+/u),
  ]
    .filter(Boolean)
    .map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join("");
}

/** As the document describes its neighbours: with their parameters of the same names, their tag, and their failures. */
function describe({ method, path, returns }: NamedOperation, question: Question): JsonObject {
  const { interface: of, verified, refuse } = question;
  if (returns !== undefined && !(returns in asObject(of.document.components["schemas"])))
    refuse(`the document has no schema ${returns}`, "operation");
  const shares = (other: string) => {
    const index = path.split("/").findIndex((part, at) => part !== other.split("/")[at]);
    return index < 0 ? Infinity : index;
  };
  const [near] = of.operations.toSorted((one, other) => shares(other.path) - shares(one.path));
  const known = of.operations.flatMap(({ node }) => asObjectList(node["parameters"]));
  const parameters = [...path.matchAll(/\{([^}]+)\}/g)].map(
    ([, name = ""]): JsonObject =>
      known.find((each) => each["in"] === "path" && each["name"] === name) ?? {
        ...{ name, in: "path", required: true },
        ...{ description: "As the path names it.", schema: { type: "string" } },
      },
  );
  const { default: failures, ...others } = asObject(near?.node["responses"]);
  const content = returns && {
    "application/json": { schema: { $ref: `#/components/schemas/${returns}` } },
  };
  const responses = {
    "2XX": {
      description: "What it returns, as the service owner says.",
      ...(content ? { content } : { content: { "*/*": { schema: {} } } }),
    },
    ...((failures ?? Object.keys(others).length > 0) && { default: failures as Json }),
  };
  const tags = asList(near?.node["tags"]);
  return {
    summary: `${method.toUpperCase()} ${path}`,
    description: "As the service owner has named it.",
    ...(tags.length > 0 && { tags }),
    ...(parameters.length > 0 && { parameters }),
    responses,
    "x-verified": [{ ...verified }],
  };
}
