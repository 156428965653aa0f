/** Adds status codes that recordings have shown, or the owner has named, where the document has a range, a default or nothing. */
import { STATUS_CODES } from "node:http";
import { hasNoBody, isSuccess } from "../api/exchange.ts";
import type { Interface } from "../api/interface.ts";
import { remember } from "../api/remember.ts";
import {
  asObject,
  asObjectMap,
  isObject,
  isOpenApi30,
  type Json,
  type JsonObject,
  type OperationPlace,
  toPointer,
} from "../document/document.ts";
import type { Verification } from "../notes/gaps.ts";
import type { Answer } from "./answer-file.ts";
import type { Change, Question } from "./actions.ts";

/** The description of a response or a field whose meaning nobody has told. */
export const unknownMeaning = "What it means is not documented.";

/**
 * Names a status code. Example: the document has `2XX`, and 201 is named. The new `201` refers to the response of `2XX`, so that its
 * description and its gaps stay in one place. Where nothing describes the code, its response is written out.
 *
 * @param seen where recorded responses are not as the document describes them: their media types, and a range of all for later ones
 */
export function nameCode(
  of: Interface,
  operation: OperationPlace,
  code: number,
  verified: Verification,
  seen?: string[],
): Change {
  const described = of.responseTo(operation, code);
  const isEmpty = hasNoBody({ method: operation.method, status: code });
  const responses = asObject(operation.node["responses"]);
  // Where `2XX` is a reference itself, 201 leads to the same place.
  const { $ref = described?.pointer } = asObject(responses[described?.code ?? ""]);
  const content = Object.fromEntries((seen ?? []).map((type) => [type, { schema: {} }]));
  // A default speaks of all failures, and does not say what this one means.
  const known = isSuccess({ status: code }) ? described?.node["description"] : undefined;
  const inline: JsonObject = {
    description: known ?? unknownMeaning,
    ...(!isEmpty && seen?.length && { content }),
    // In the response, because the map of responses can hold no extension of its own.
    "x-verified": [{ ...verified }],
  };
  const isReference = $ref !== undefined && seen === undefined && !isEmpty;
  return {
    pointer: `${operation.pointer}/responses`,
    update: { [code]: isReference ? { $ref } : inline },
  };
}

/** The operations that a gap is about: all that meet the place of its note. */
const operationsIn = ({ interface: of, gap }: Question): OperationPlace[] =>
  of.operations.filter(({ operationId }) => gap.operations.includes(operationId));

/** Names the only code of a success: `codes: 201` for every operation of the gap, `codes: {createLoan: 201}` for one. */
export function nameSuccesses({ codes }: Answer, question: Question): Change[] {
  const { interface: of, verified, refuse } = question;
  const operations = operationsIn(question);
  const known = operations.map(({ operationId }) => operationId);
  const named = isObject(codes) ? Object.entries(codes) : known.map((id) => [id, codes] as const);
  requireKnown(
    named.map(([id]) => id),
    known,
    refuse,
    "codes",
  );
  return named.flatMap(([id, code]): Change[] => {
    const operation = operations.find(({ operationId }) => operationId === id)!;
    const name = String(code);
    const responses = asObjectMap(operation.node["responses"]);
    const range = Object.keys(responses).find((key) => /^2xx$/i.test(key));
    const others = Object.keys(responses).filter((key) => /^2\d\d$/.test(key) && key !== name);
    if (others.length > 0)
      refuse(
        `the document names ${others.join(" and ")} for ${id}; tell the contradiction in words`,
      );
    const described = of.responseTo(operation, Number(code));
    if (hasNoBody({ method: operation.method, status: Number(code) }) && described?.node["content"])
      refuse(`a response with ${name} has no body, and the document describes one for ${id}`);
    // The code takes the place of its range, which would accept every other one too.
    const pointer = `${operation.pointer}/responses`;
    if (range) return [{ pointer, update: { [name]: responses[range]! }, remove: [range] }];
    return name in responses ? [] : [nameCode(of, operation, Number(code), verified)];
  });
}

/** @throws for operations that the gap is not about */
function requireKnown(named: string[], known: string[], refuse: Question["refuse"], key: string) {
  const unknown = named.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    refuse(`there is no operation ${unknown.join(", ")} among ${known.join(", ")}`, key);
}

/** What a failure of one operation means, as an owner says. */
interface Failure {
  operation: OperationPlace;
  code: string;
  meaning: Json;
}

/**
 * Names failures, and tells the meaning of each that has no description of its own. What several operations would say becomes one
 * shared response: `429: {$ref: "#/components/responses/TooManyRequests"}`.
 */
export function nameFailures(answer: Answer, question: Question): Change[] {
  const { interface: of, verified } = question;
  const sharedResponse = remember((code: string) => responseOfCode(of, code));
  const changes: Change[] = [];
  /** Responses that are new, or a reference today: they are written as a whole, below, once it is known which are alike. */
  const whole: { code: string; response: JsonObject; pointer: string }[] = [];
  for (const { operation, code, meaning } of failuresIn(answer, question)) {
    const pointer = `${operation.pointer}/responses`;
    const { [code]: there } = asObjectMap(operation.node["responses"]);
    // Other operations have `404: {$ref: …/NotFound}`: this one has it too, and nothing is left to tell.
    const $ref = sharedResponse(code);
    if ($ref !== undefined) {
      if (!there) changes.push({ pointer, update: { [code]: { $ref } } });
      if (!there || there["$ref"] === $ref) continue;
    }
    // Where a code has two meanings, each has a shared response of its own.
    const target = typeof there?.["$ref"] === "string" ? of.locateAt(there["$ref"]) : undefined;
    if (target?.node["description"] === meaning) continue;
    const today = there ?? asObject(nameCode(of, operation, Number(code), verified).update[code]);
    // OpenAPI 3.0 reads nothing beside a reference: there, the evidence alone has the meaning.
    const isHidden = "$ref" in today && isOpenApi30(of.document);
    const isTold = isHidden || (today["description"] ?? unknownMeaning) !== unknownMeaning;
    if (there && isTold) continue;
    const update = isTold ? {} : { description: meaning };
    const isReference = there && Object.keys(there).join() === "$ref";
    if (there && !isReference) changes.push({ pointer, update: { [code]: update } });
    else whole.push({ pointer, code, response: { ...today, ...update } });
  }
  const names = new Set(Object.keys(asObject(of.document.components["responses"])));
  const alike = Map.groupBy(whole, ({ code, response }) => code + JSON.stringify(response));
  for (const group of alike.values()) {
    const { code, response } = group[0]!;
    const isOfPath = String(response["$ref"]).startsWith("#/paths/");
    let update = response;
    if (group.length > 1 && "description" in response && !isOfPath) {
      const name = newName((STATUS_CODES[code] ?? `Failure ${code}`).replaceAll(/\W/g, ""), names);
      const pointer = toPointer(["components", "responses", name]);
      changes.push({ pointer, update: inFull(of, response, verified) });
      update = { $ref: pointer };
    }
    for (const { pointer } of group) changes.push({ pointer, update: { [code]: update } });
  }
  return changes;
}

/**
 * A shared response, written out: of one that is a reference with a description of its own, generators would read nothing. It has the
 * headers and the content of what it refers to.
 */
function inFull(of: Interface, response: JsonObject, verified: Verification): JsonObject {
  const { $ref, ...own } = response;
  if (typeof $ref !== "string" || isOpenApi30(of.document)) return response;
  const { headers, content } = of.locateAt($ref)?.node ?? {};
  const message = { ...(headers && { headers }), ...(content && { content }) };
  return { ...message, "x-verified": [{ ...verified }], ...own };
}

/**
 * What is said of each operation: `404: No such loan.` of all, `getLoan: {404: No such loan.}` of one.
 *
 * @throws for an operation that the gap is not about
 */
function failuresIn({ failures }: Answer, question: Question): Failure[] {
  const operations = operationsIn(question);
  const told = asObject(failures);
  const known = operations.map(({ operationId }) => operationId);
  const named = Object.keys(told).filter((name) => isObject(told[name]));
  requireKnown(named, known, question.refuse, "failures");
  const found: Failure[] = [];
  for (const operation of operations)
    for (const [key, said] of Object.entries(told)) {
      if (isObject(said)) {
        if (key !== operation.operationId) continue;
        for (const [code, meaning] of Object.entries(said))
          found.push({ operation, code, meaning });
      } else {
        // A code for all is one for those that can fail so. If none can, the owner knows better, and it is one for all.
        const isMeant = canFail(operation, key) || !operations.some((each) => canFail(each, key));
        if (isMeant) found.push({ operation, code: key, meaning: said });
      }
    }
  return found;
}

/** The shared response of a code, such as `NotFound`: several operations have it under this code, and none under another key. */
function responseOfCode(of: Interface, code: string): Json | undefined {
  const users = new Map<Json, string[]>();
  for (const { node } of of.operations)
    for (const [key, { $ref }] of Object.entries(asObjectMap(node["responses"])))
      if ($ref !== undefined) users.set($ref, [...(users.get($ref) ?? []), key]);
  for (const [reference, keys] of users)
    if (keys.length > 1 && keys.every((key) => key === code)) return reference;
  return undefined;
}

/** A name that nothing has, and is taken from then on. */
function newName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  taken.add(name);
  return name;
}

/** Whether an operation can fail with a code: to be not found, its path has to name something; to be wrong, a body has to be there. */
function canFail({ path, node }: OperationPlace, code: string): boolean {
  if (["404", "410"].includes(code)) return path.includes("{");
  if (["409", "413", "415", "422"].includes(code)) return "requestBody" in node;
  return true;
}
