/** What is wrong with the examples of a contract: broken ones, and missing ones. */
import {
  asObject,
  isObject,
  type Json,
  type OpenApiDocument,
  operationsOf,
  resolved,
} from "../../gaps/src/document/document.ts";
import { strictCopy } from "../contract/strict.ts";
import { formats } from "../../gaps/src/document/formats.ts";
import { messageExamples, schemaExamples } from "../../gaps/src/document/examples.ts";
import { jsonMediaOf, successOf } from "../../gaps/src/document/message.ts";
import { Validators } from "../../gaps/src/document/validators.ts";

/** Every problem as a sentence; empty when the examples are sound and show every case. */
export function exampleProblems(document: OpenApiDocument): string[] {
  return [
    ...brokenExamples(document, "the contract"),
    ...brokenExamples(strictCopy(document), "the strict copy"),
    ...operationsWithoutExamples(document),
    ...scalarsWithoutExamples(document),
    ...missingCases(document),
  ];
}

function brokenExamples(document: OpenApiDocument, judge: string): string[] {
  const validators = new Validators(document, { formats });
  return [...schemaExamples(document), ...messageExamples(document)].flatMap(
    ({ pointer, schema, value }) =>
      validators
        .errors(schema, value)
        .map(
          ({ instancePath, message }) =>
            `${judge} refuses the example ${pointer}: ${instancePath} ${message}`,
        ),
  );
}

/** A success is shown, and one for each request, under the same name. */
function operationsWithoutExamples(document: OpenApiDocument): string[] {
  return operationsOf(document).flatMap(({ operationId, node }) => {
    const answers = exampleNames(resolved(document, successOf(node)));
    const requests = "requestBody" in node ? exampleNames(node["requestBody"]) : answers;
    const isShown = answers.length > 0 && answers.join() === requests.join();
    return isShown
      ? []
      : [`${operationId} shows the requests ${requests.join()} and the answers ${answers.join()}`];
  });
}

function exampleNames(message: Json | undefined): string[] {
  return Object.keys(asObject(jsonMediaOf(message)["examples"]));
}

function scalarsWithoutExamples(document: OpenApiDocument): string[] {
  const scalars = ["string", "integer", "boolean"];
  return Object.entries(document.components.schemas)
    .filter(([, { type }]) => scalars.includes(String([type].flat()[0])))
    .filter(([, { examples }]) => !Array.isArray(examples) || examples.length === 0)
    .map(([name]) => `${name} has no example`);
}

// oxlint-disable-next-line typescript/no-explicit-any -- a predicate looks at any depth, and what is not there shows no case
type Message = Record<string, any>;

/** What a reader has to find among the requests and answers. */
const cases: [name: string, isShown: (message: Message, schema: string) => boolean][] = [
  ...["avatar", "video"].flatMap((actor) =>
    ["text", "audio"].map((script): [string, (message: Message) => boolean] => [
      `a lipsync video from ${actor} and ${script}`,
      (request) => request["actor"]?.use === actor && request["script"]?.use === script,
    ]),
  ),
  [
    "a layer called audio",
    ({ customizations }) => customizations?.some(({ layer_id: id }: Message) => id === "audio"),
  ],
  // while segment-time-type and variables-or-customizations are open
  ["an HP job with variables, times as strings", hasTimesOfType("variables", "string")],
  ["an HP job with customizations, times as numbers", hasTimesOfType("customizations", "number")],
  // end
  // while hp-create-response-fields is open
  [
    "the receipt of an HP job with the fields of the field list",
    (message) => "data_json" in message && "project_name" in message && !("output" in message),
  ],
  [
    "the receipt of an HP job with the fields of the sample",
    (message, schema) =>
      schema.includes("~1hp_job/post/") && message["output"] === "" && !("data_json" in message),
  ],
  // end
];

// while segment-time-type and variables-or-customizations are open
function hasTimesOfType(list: string, type: string): (message: Message) => boolean {
  return (request) =>
    request[list]?.some(
      ({ start_time: start, end_time: end }: Message) =>
        typeof start === type && typeof end === type,
    ) ?? false;
}
// end

function missingCases(document: OpenApiDocument): string[] {
  const bodies = messageExamples(document).filter(({ schema }) => schema.includes("/content/"));
  return cases
    .filter(
      ([, isShown]) =>
        !bodies.some(({ value, schema }) => isObject(value) && isShown(value, schema)),
    )
    .map(([name]) => `no example shows ${name}`);
}
