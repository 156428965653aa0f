/** What is wrong with the examples of a contract: broken ones, and missing ones. */
import { collectGaps, formats, Validators } from "openapi-gaps";
import {
  asObject,
  asObjectList,
  isObject,
  type Json,
  type JsonObject,
  messageExamples,
  type OpenApiDocument,
  operationsOf,
  resolved,
  schemaExamples,
} from "openapi-gaps/document";
import { strictCopy } from "../support/strict.ts";
import { jsonMediaOf, successOf } from "../support/message.ts";

/** Every problem as a sentence; empty when the examples are sound and show every case. */
export function exampleProblems(document: OpenApiDocument): string[] {
  return [
    ...brokenExamples(strictCopy(document)),
    ...operationsWithoutExamples(document),
    ...missingCases(document),
  ];
}

/** The linters hold examples against the contract itself. */
function brokenExamples(document: OpenApiDocument): string[] {
  const validators = new Validators(document, { formats });
  return [...schemaExamples(document), ...messageExamples(document)].flatMap(
    ({ pointer, schema, value }) =>
      validators
        .errors(schema, value)
        .map(
          ({ instancePath, message }) =>
            `the strict copy refuses the example ${pointer}: ${instancePath} ${message}`,
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

/** What a reader has to find among the requests and answers. */
interface Case {
  name: string;
  /** Gaps without which there is nothing to show. */
  gaps?: string[];
  isShown: (message: JsonObject, schema: string) => boolean;
}

const cases: Case[] = [
  ...["avatar", "video"].flatMap((actor) =>
    ["text", "audio"].map((script) => ({
      name: `a lipsync video from ${actor} and ${script}`,
      isShown: (request: JsonObject) =>
        asObject(request["actor"])["use"] === actor &&
        asObject(request["script"])["use"] === script,
    })),
  ),
  {
    name: "a layer called audio",
    isShown: ({ customizations }) =>
      asObjectList(customizations).some(({ layer_id: id }) => id === "audio"),
  },
  ...[
    ["variables", "string"],
    ["customizations", "number"],
  ].map(([list = "", type = ""]) => ({
    name: `an HP job with ${list}, times as ${type}s`,
    gaps: ["segment-time-type", "variables-or-customizations"],
    isShown: (request: JsonObject) =>
      asObjectList(request[list]).some(
        ({ start_time: start, end_time: end }) => typeof start === type && typeof end === type,
      ),
  })),
  ...["string", "object"].map((type) => ({
    name: `an HP job whose output is of type ${type}`,
    gaps: ["hp-output-while-rendering"],
    isShown: (message: JsonObject) => "job_type" in message && typeof message["output"] === type,
  })),
  {
    name: "the receipt of an HP job with the fields of the field list",
    gaps: ["hp-create-response-fields"],
    isShown: (message) =>
      "data_json" in message && "project_name" in message && !("output" in message),
  },
  {
    name: "the receipt of an HP job with the fields of the sample",
    gaps: ["hp-create-response-fields"],
    isShown: (message, schema) =>
      schema.includes("~1hp_job/post/") && message["output"] === "" && !("data_json" in message),
  },
];

function missingCases(document: OpenApiDocument): string[] {
  const open = new Set(collectGaps(document).map(({ id }) => id));
  const bodies = messageExamples(document).filter(({ schema }) => schema.includes("/content/"));
  return cases
    .filter(({ gaps = [] }) => gaps.every((id) => open.has(id)))
    .filter(
      ({ isShown }) =>
        !bodies.some(({ value, schema }) => isObject(value) && isShown(value, schema)),
    )
    .map(({ name }) => `no example shows ${name}`);
}
