/** Names the status codes of an operation, for which the document has a range or a default, or nothing. */
import { hasNoBody, isSuccess } from "../api/exchange.ts";
import type { Interface, Operation, Response } from "../api/interface.ts";
import {
  asObject,
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
  toPointer,
} from "../document/document.ts";
import { acceptsAnything } from "../document/schemas.ts";
import type { Verification } from "../notes/gaps.ts";
import type { Change, Question } from "./actions.ts";

/** How a response is described that was only seen. */
const unknownMeaning = "What it means is not documented.";

/**
 * Names a status code: its response is what describes it today, be it the default or that of a range. By reference where the
 * document has one, so that its gaps stay in one place.
 *
 * @param own what it says otherwise: a description in place of the one of today, and the media types that were seen with the code,
 *   of which today's response may have others, or not these
 */
export function nameCode(
  of: Interface,
  operation: Operation,
  code: number,
  verified: Verification,
  own: { description?: string; mediaTypes?: string[] } = {},
): Change {
  const { description, mediaTypes } = own;
  const described = of.responseTo(operation, code);
  const today = described?.node ?? {};
  const isEmpty = hasNoBody({ method: operation.method, status: code });
  const content = isEmpty ? undefined : contentOf(of, described, mediaTypes);
  const known = isSuccess({ status: code }) ? today["description"] : undefined;
  /** What it says of the headers, or the links, stands in one place. */
  const shared = (name: "headers" | "links"): JsonObject => {
    const all = Object.entries(asObject(today[name])).map(([key, each]) => [
      key,
      "$ref" in asObject(each) ? each : { $ref: placeIn(described, name, key) },
    ]);
    return all.length > 0 ? { [name]: Object.fromEntries(all) as JsonObject } : {};
  };
  const inline: JsonObject = {
    description: description ?? known ?? unknownMeaning,
    ...shared("headers"),
    ...(content && { content }),
    ...shared("links"),
    // The map of responses is no object of the document that could hold it.
    "x-verified": [{ ...verified }],
  };
  const $ref = description === undefined && sharedResponse(of, operation, code, mediaTypes);
  return {
    pointer: `${operation.pointer}/responses`,
    update: { [code]: $ref ? { $ref } : inline },
  };
}

/** A place in a response. */
const placeIn = (response: Response | undefined, ...keys: string[]): string =>
  toPointer([...parsePointer(response!.pointer), ...keys]);

/** The reference that describes a code today, if it takes the media types; undefined where there is none. */
export function sharedResponse(
  of: Interface,
  operation: Operation,
  code: number,
  mediaTypes?: string[],
): string | undefined {
  const described = of.responseTo(operation, code);
  const { $ref } = asObject(asObject(operation.node["responses"])[described?.code ?? ""]);
  const takes = (type: string) => of.mediaTypeOf(described, type) !== undefined;
  // Where none was seen, there is no body as that one describes it.
  const isEmpty = mediaTypes?.length === 0 && of.mediaTypesOf(described).length > 0;
  const isShared = !isEmpty && (mediaTypes ?? []).every(takes);
  return typeof $ref === "string" && isShared ? $ref : undefined;
}

/** The bodies that describe a code today. @param seen those of these media types alone, described or not */
function contentOf(of: Interface, described: Response | undefined, seen?: string[]) {
  const today = asObject(described?.node["content"]);
  const entries = (seen ?? Object.keys(today)).map((type): [string, Json] => {
    const name = of.mediaTypeOf(described, type);
    if (name === undefined) return [type, { schema: {} }];
    const { schema = true, example, examples, "x-gap": _, ...others } = asObject(today[name]);
    const { $ref = placeIn(described, "content", name, "schema") } = asObject(schema);
    // What is said of the body stands in one place.
    return [name, { ...others, schema: acceptsAnything(schema) ? {} : { $ref } }];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The operations that a gap is about: all that meet the place of its note. */
const operationsIn = ({ interface: of, gap }: Question): Operation[] =>
  of.operations.filter(({ operationId }) => gap.operations.includes(operationId));

export function nameSuccesses(
  codes: number | Record<string, number>,
  question: Question,
): Change[] {
  const { interface: of, verified, refuse } = question;
  const operations = operationsIn(question);
  const known = operations.map(({ operationId }) => operationId);
  const named = isObject(codes) ? Object.entries(codes) : known.map((id) => [id, codes] as const);
  return named.flatMap(([id, code]) => {
    const operation = operations.find(({ operationId }) => operationId === id);
    if (!operation) return refuse(`there is no operation ${id} among ${known.join(", ")}`);
    const documented = Object.keys(asObject(operation.node["responses"]));
    if (documented.includes(String(code))) return [];
    const others = documented.filter((name) => /^2\d\d$/.test(name)).join(" and ");
    if (others && !of.responseTo(operation, Number(code)))
      refuse(`the document names ${others} for ${id}; tell the contradiction in words`);
    return [nameCode(of, operation, Number(code), verified)];
  });
}

/** A failure keeps the meaning that the document has for it. What describes another code of the operation as well is none. */
export function nameFailures(failures: Record<string, string>, question: Question): Change[] {
  const { interface: of, verified } = question;
  return operationsIn(question).flatMap((operation) =>
    Object.entries(failures).flatMap(([code, description]): Change[] => {
      const { [code]: own = null, ...others } = asObject(operation.node["responses"]);
      const pointer = `${operation.pointer}/responses/${code}`;
      const named = nameCode(of, operation, Number(code), verified, { description });
      const today = of.locateAt(pointer);
      if (!today) return [named];
      const { $ref, description: known = today.node["description"] } = asObject(own);
      const isShared = Object.values(others).some((other) => asObject(other)["$ref"] === $ref);
      if (known !== unknownMeaning && ($ref === undefined || !isShared)) return [];
      return $ref === undefined
        ? [{ pointer, update: { description } }]
        : [named, { pointer, update: {}, remove: ["$ref"] }];
    }),
  );
}
