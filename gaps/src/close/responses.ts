/** Names the status codes of an operation, for which the document has a range or a default, or nothing. */
import { hasNoBody, isSuccess } from "../api/exchange.ts";
import type { Interface } from "../api/interface.ts";
import {
  asObject,
  asObjectMap,
  isObject,
  isOpenApi30,
  type JsonObject,
  type OperationPlace,
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

/** Names failures, and tells the meaning of each that has no description of its own. */
export function nameFailures({ failures }: Answer, question: Question): Change[] {
  const { interface: of, verified, refuse } = question;
  const operations = operationsIn(question);
  const told = asObject(failures);
  const known = operations.map(({ operationId }) => operationId);
  const unknown = Object.keys(told).find((name) => isObject(told[name]) && !known.includes(name));
  if (unknown) refuse(`there is no operation ${unknown} among ${known.join(", ")}`, "failures");
  return operations.flatMap((operation) => {
    const { [operation.operationId]: own } = told;
    // Of one code for all, those that HTTP has it for; if there are none, it knows better.
    const isMeant = (code: string) =>
      canFail(operation, code) || !operations.some((each) => canFail(each, code));
    const ofAll = Object.entries(told).filter(
      ([code, meaning]) => !isObject(meaning) && isMeant(code),
    );
    return [...ofAll, ...Object.entries(asObject(own))].flatMap(([code, meaning]): Change[] => {
      const { [code]: there } = asObjectMap(operation.node["responses"]);
      const named = nameCode(of, operation, Number(code), verified);
      const { $ref, description = unknownMeaning } = there ?? asObject(named.update[code]);
      // OpenAPI 3.0 reads nothing beside a reference: there, the evidence alone has the meaning.
      const isTold = description !== unknownMeaning || ($ref && isOpenApi30(of.document));
      const changes = there ? [] : [named];
      return isTold
        ? changes
        : [...changes, { ...named, update: { [code]: { description: meaning } } }];
    });
  });
}

/** Whether HTTP has a code for such a request: nothing is missing where nothing is named, and a body is wrong where there is one. */
function canFail({ path, node }: OperationPlace, code: string): boolean {
  if (["404", "410"].includes(code)) return path.includes("{");
  if (["409", "413", "415", "422"].includes(code)) return "requestBody" in node;
  return true;
}
