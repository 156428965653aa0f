/** Names the status codes of an operation, for which the document has a range or a default, or nothing. */
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

/** How a part is described of which nobody has said what it means. */
export const unknownMeaning = "What it means is not documented.";

/**
 * Names a status code: by a reference to what describes it today, its range or the default, so that what is said of them, and
 * their gaps, stay in one place.
 *
 * @param seen the media types of a code that nothing describes today as it was seen, and the range of those of later answers
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

/** The operations that a gap is about: all that meet the place of its note. */
const operationsIn = ({ interface: of, gap }: Question): OperationPlace[] =>
  of.operations.filter(({ operationId }) => gap.operations.includes(operationId));

export function nameSuccesses({ codes }: Answer, question: Question): Change[] {
  const { interface: of, verified, refuse } = question;
  const operations = operationsIn(question);
  const known = operations.map(({ operationId }) => operationId);
  const named = isObject(codes) ? Object.entries(codes) : known.map((id) => [id, codes] as const);
  return named.flatMap(([id, code]): Change[] => {
    const operation = operations.find(({ operationId }) => operationId === id);
    if (!operation) return refuse(`there is no operation ${id} among ${known.join(", ")}`);
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

/** What an owner says of one code of one operation. */
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
  const ownResponse = remember((code: string) => responseOfCode(of, code));
  const changes: Change[] = [];
  const whole: { code: string; response: JsonObject; pointer: string }[] = [];
  for (const { operation, code, meaning } of failuresIn(answer, question)) {
    const pointer = `${operation.pointer}/responses`;
    const { [code]: there } = asObjectMap(operation.node["responses"]);
    const $ref = ownResponse(code);
    if ($ref !== undefined) {
      if (!there) changes.push({ pointer, update: { [code]: { $ref } } });
      if (!there || there["$ref"] === $ref) continue;
    }
    const today = there ?? asObject(nameCode(of, operation, Number(code), verified).update[code]);
    // OpenAPI 3.0 reads nothing beside a reference: there, the evidence alone has the meaning.
    const isHidden = "$ref" in today && isOpenApi30(of.document);
    const isTold = isHidden || (today["description"] ?? unknownMeaning) !== unknownMeaning;
    if (there && isTold) continue;
    const update = isTold ? {} : { description: meaning };
    if (there && Object.keys(there).join() !== "$ref")
      changes.push({ pointer, update: { [code]: update } });
    else whole.push({ pointer, code, response: { ...today, ...update } });
  }
  const names = new Set(Object.keys(asObject(of.document.components["responses"])));
  const alike = Map.groupBy(whole, ({ code, response }) => code + JSON.stringify(response));
  for (const all of alike.values()) {
    const [{ code, response }] = all as [(typeof whole)[0]];
    const isOfPath = String(response["$ref"]).startsWith("#/paths/");
    let update = response;
    if (all.length > 1 && "description" in response && !isOfPath) {
      const name = newName((STATUS_CODES[code] ?? `Failure ${code}`).replaceAll(/\W/g, ""), names);
      const pointer = toPointer(["components", "responses", name]);
      changes.push({ pointer, update: inFull(of, response, verified) });
      update = { $ref: pointer };
    }
    for (const { pointer } of all) changes.push({ pointer, update: { [code]: update } });
  }
  return changes;
}

/** A response with what it refers to: generators read nothing of a shared response that is a reference with a description of its own. */
function inFull(of: Interface, { $ref, ...own }: JsonObject, verified: Verification): JsonObject {
  if (typeof $ref !== "string" || isOpenApi30(of.document))
    return { ...own, ...($ref && { $ref }) };
  const { headers, content } = of.locateAt($ref)?.node ?? {};
  const message = { ...(headers && { headers }), ...(content && { content }) };
  return { ...message, "x-verified": [{ ...verified }], ...own };
}

/** @throws for an operation that the gap is not about */
function failuresIn({ failures }: Answer, question: Question): Failure[] {
  const operations = operationsIn(question);
  const told = asObject(failures);
  const known = operations.map(({ operationId }) => operationId);
  const unknown = Object.keys(told).find((name) => isObject(told[name]) && !known.includes(name));
  if (unknown)
    question.refuse(`there is no operation ${unknown} among ${known.join(", ")}`, "failures");
  const found: Failure[] = [];
  for (const operation of operations)
    for (const [key, said] of Object.entries(told))
      if (!isObject(said)) {
        // Of one code for all, those that HTTP has it for; if there are none, it knows better.
        const isMeant = canFail(operation, key) || !operations.some((each) => canFail(each, key));
        if (isMeant) found.push({ operation, code: key, meaning: said });
      } else if (key === operation.operationId)
        for (const [code, meaning] of Object.entries(said))
          found.push({ operation, code, meaning });
  return found;
}

/** The shared response that several operations have under a code, and none under another key: it says what the code means. */
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

/** Whether HTTP has a code for such a request: nothing is missing where nothing is named, and a body is wrong where there is one. */
function canFail({ path, node }: OperationPlace, code: string): boolean {
  if (["404", "410"].includes(code)) return path.includes("{");
  if (["409", "413", "415", "422"].includes(code)) return "requestBody" in node;
  return true;
}
