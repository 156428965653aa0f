/** Names the status codes of an operation, for which the document has a range or a default, or nothing. */
import { hasNoBody, isSuccess } from "../api/exchange.ts";
import type { Interface, Operation } from "../api/interface.ts";
import {
  asObject,
  asObjectMap,
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
 * Names a status code: by a reference to what describes it today, its range or the default, so that what is said of them, and
 * their gaps, stay in one place.
 *
 * @param seen the media types of a code that nothing describes today as it was seen
 */
export function nameCode(
  of: Interface,
  operation: Operation,
  code: number,
  verified: Verification,
  seen?: string[],
): Change {
  const described = of.responseTo(operation, code);
  const isEmpty = hasNoBody({ method: operation.method, status: code });
  const responses = asObject(operation.node["responses"]);
  const { $ref = described?.pointer } = asObject(responses[described?.code ?? ""]);
  const content = Object.fromEntries((seen ?? []).map((type) => [type, { schema: {} }]));
  const known = isSuccess({ status: code }) ? described?.node["description"] : undefined;
  const inline: JsonObject = {
    description: known ?? unknownMeaning,
    ...(!isEmpty && seen?.length && { content }),
    // The map of responses is no object of the document that could hold it.
    "x-verified": [{ ...verified }],
  };
  const isAsToday = $ref !== undefined && seen === undefined && !isEmpty;
  return {
    pointer: `${operation.pointer}/responses`,
    update: { [code]: isAsToday ? { $ref } : inline },
  };
}

/** Names the code of a failure that has a meaning of its own: with what describes its headers, bodies and links today. */
function nameFailure(
  of: Interface,
  operation: Operation,
  code: string,
  description: string,
  verified: Verification,
): Change {
  const described = of.responseTo(operation, Number(code));
  const today = described?.node ?? {};
  const placeOf = (...keys: string[]) => toPointer([...parsePointer(described!.pointer), ...keys]);
  const shared = (name: string, refer: (each: JsonObject, key: string) => Json): JsonObject => {
    const all = Object.entries(asObjectMap(today[name]));
    if (all.length === 0) return {};
    return { [name]: Object.fromEntries(all.map(([key, each]) => [key, refer(each, key)])) };
  };
  const referTo = (name: string) =>
    shared(name, (each, key) => ("$ref" in each ? each : { $ref: placeOf(name, key) }));
  const content = shared("content", ({ schema = true }, key) => {
    const { $ref = placeOf("content", key, "schema") } = asObject(schema);
    return { schema: acceptsAnything(schema) ? {} : { $ref } };
  });
  const own = { description, ...referTo("headers"), ...content, ...referTo("links") };
  return {
    pointer: `${operation.pointer}/responses`,
    update: { [code]: { ...own, "x-verified": [{ ...verified }] } },
  };
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
      const responses = `${operation.pointer}/responses`;
      const pointer = `${responses}/${code}`;
      const named = nameFailure(of, operation, code, description, verified);
      const today = of.locateAt(pointer);
      if (!today) return [named];
      const { $ref, description: known = today.node["description"] } = asObject(own);
      const isShared = Object.keys(others).some(
        (other) => of.locateAt(`${responses}/${other}`)?.pointer === today.pointer,
      );
      if (known !== unknownMeaning && ($ref === undefined || !isShared)) return [];
      return $ref === undefined
        ? [{ pointer, update: { description } }]
        : [named, { pointer, update: {}, remove: ["$ref"] }];
    }),
  );
}
