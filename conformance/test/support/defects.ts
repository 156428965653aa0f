/** Services that break the contract in one thing each, most of them made from the contract. */
import {
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
  resolved,
  resolvePointer,
  valueAt,
} from "openapi-gaps/document";
import { Checker } from "openapi-gaps/evidence";
import { frozenContract as contract } from "../../../test/support/frozen.ts";
import { readWorkflows } from "../../src/arazzo.ts";
import { validBodies } from "../../src/bodies.ts";
import { invalidCalls } from "../../src/plan.ts";
import {
  type Changes,
  type ServiceResponse,
  type ServiceCall,
  token,
} from "./reference-service.ts";

export interface Defect extends Changes {
  what: string;
  /** The operation that has it. */
  operation: string;
  /** A place that has to be named. */
  place: string;
}

const { operations } = Checker.of(contract).interface;
const isSuccess = ({ status }: ServiceResponse) => status < 300;

/** Changes the successes of one operation. */
function inResponses(
  operation: string,
  alter: (response: ServiceResponse, call: ServiceCall) => ServiceResponse | void | Promise<void>,
): NonNullable<Changes["alter"]> {
  return (response, call) =>
    call.operation.operationId === operation && isSuccess(response)
      ? alter(response, call)
      : undefined;
}

const credentials: [what: string, isIt: (authorization: string | undefined) => boolean][] = [
  ["no token", (authorization) => authorization === undefined],
  ["a wrong token", (authorization) => authorization === "Bearer not-a-token"],
  ["another scheme", (authorization) => authorization?.startsWith("Basic ") ?? false],
];

const ofCredentials = operations.flatMap(({ operationId }) =>
  credentials.map(([what, isIt]): Defect => ({
    what: `takes ${what} for ${operationId}`,
    operation: operationId,
    place: "status",
    takes: ({ operation, authorization }) =>
      operation.operationId === operationId && isIt(authorization),
  })),
);

const bodies = validBodies(readWorkflows(), {}, new Map());
const ofBodies = operations
  .flatMap((operation) => invalidCalls(contract, operation, bodies))
  .filter(({ expects }) => expects === "refusal")
  .map((call): Defect => {
    const sent = typeof call.body === "string" ? call.body : JSON.stringify(call.body);
    return {
      what: `takes ${call.purpose}`,
      operation: call.purpose.split(" ")[0]!,
      place: "status",
      takes: ({ text, authorization }) => authorization === `Bearer ${token}` && text === sent,
    };
  });

/** Fields of the responses, each left out, null, and of another type. */
const ofFields = operations.flatMap(({ operationId, node }) => {
  const success = (node["responses"] as { [status: string]: JsonObject })["2XX"]!;
  const content = success["content"] as { [type: string]: JsonObject };
  const schema = resolved(contract, content["application/json"]!["schema"] as JsonObject);
  const required = (schema["required"] ?? []) as string[];
  const properties = (schema["properties"] ?? {}) as { [name: string]: JsonObject };
  return Object.entries(properties).flatMap(([name, property]) => {
    const reference = property["$ref"];
    const { type } = typeof reference === "string" ? resolvePointer(contract, reference) : property;
    const wrong = [type].flat().includes("array") ? {} : [];
    const spoil = (what: string, change: (body: JsonObject) => void): Defect => ({
      what: `${operationId}: ${name} is ${what}`,
      operation: operationId,
      place: `/${name}`,
      alter: inResponses(operationId, ({ body }) => (isObject(body) ? change(body) : undefined)),
    });
    return [
      ...(required.includes(name) ? [spoil("missing", (body) => void delete body[name])] : []),
      spoil("null", (body) => void (body[name] = null)),
      spoil("of another type", (body) => void (body[name] = wrong)),
    ];
  });
});

const latin1 = Buffer.from('{"message":"\xe9"}', "latin1");
const never = new Promise<void>(() => {});
const broken = () => Promise.reject(new TypeError("fetch failed"));

const wholeResponses: [
  what: string,
  place: string,
  change: Partial<ServiceResponse> | (() => Promise<void>),
][] = [
  ["responds with text", "body", { body: "OK" }],
  ["responds with nothing", "body", { body: "" }],
  ["responds with 204", "body", { status: 204, body: null }],
  ["responds with an array", "/", { body: [] }],
  ["responds with null", "/", { body: "null" }],
  ["responds in Latin 1", "body", { body: latin1 }],
  ["calls its JSON text", "Content-Type", { headers: { "content-type": "text/plain" } }],
  ["does not name its media type", "Content-Type", { headers: {} }],
  ["fails", "status", { status: 500 }],
  ["redirects", "status", { status: 302 }],
  ["refuses what it has to take", "status", { status: 422 }],
  ["does not respond", "connection", () => never],
  ["breaks the connection", "connection", broken],
];

const ofResponses = operations.flatMap(({ operationId }) =>
  wholeResponses.map(([what, place, change]): Defect => ({
    what: `${operationId} ${what}`,
    operation: operationId,
    place,
    alter: inResponses(operationId, (response) =>
      typeof change === "function" ? change() : { ...response, ...change },
    ),
  })),
);

/** Puts a value at a place of a body, from a reading on. */
const breaks = (operation: string, what: string, place: string, value: Json, from = 0): Defect => ({
  what: `${operation}: ${what}`,
  operation,
  place,
  alter: inResponses(operation, ({ body }, { reading }) => {
    const path = parsePointer(place);
    const holder = valueAt(body, path.slice(0, -1)) as JsonObject;
    if (reading >= from) holder[path.at(-1)!] = value;
  }),
});

const later = (what: string, place: string, value: Json) =>
  breaks("getHpJob", `${what}, once the job is done`, place, value, 2);

const isRead = ({ operation }: ServiceCall) => operation.operationId === "getHpJob";
const read = { operation: "getHpJob", place: "status" };
const otherScript = { use: "audio", audio_url: "https://example.com/another" };

const ofRun: Defect[] = [
  ...["createLipsyncVideo", "createDynamicSlideVideo", "createHpJob"].flatMap((create) => [
    breaks(create, "an empty identifier", "/job_id", ""),
    breaks(create, "an output while the job is rendering", "/output", "soon"),
  ]),
  breaks("createLipsyncVideo", "one identifier for all jobs", "/job_id", "job-0"),
  breaks("createHpJob", "one identifier for all jobs", "/job_id", "job-0"),
  breaks("createLipsyncVideo", "an echo of another model", "/input/model", "v2"),
  breaks("createLipsyncVideo", "an echo of another script", "/input/script", otherScript),
  breaks("createHpJob", "a receipt for another project", "/project_name", "another"),
  breaks("createHpJob", "a record of the input that is no JSON", "/data_json", "row 1"),
  breaks("getHpJob", "another job than the one asked for", "/job_id", "another"),
  breaks("getHpJob", "another project", "/project_name", "another"),
  breaks("listPublicVoices", "a list of names", "/voices_list/0", "Clara"),
  breaks("listCustomAvatars", "null in the list", "/avatars_list/1", null),
  later("an empty output", "/output", ""),
  later("an output that is a text", "/output", "https://cdn.example/1"),
  later("another job", "/job_id", "another"),
  later("another project", "/project_name", "another"),
  later("another type of job", "/job_type", "another"),
  {
    ...{ ...read, what: "getHpJob guards only jobs that do not exist" },
    takes: (call) => isRead(call) && call.authorization !== `Bearer ${token}` && call.isKnown,
  },
  {
    ...{ ...read, what: "getHpJob finds a job that nobody has created" },
    takes: (call) => isRead(call) && call.authorization === `Bearer ${token}`,
  },
  {
    ...{ ...read, what: "getHpJob fails once the job is done" },
    alter: inResponses("getHpJob", (response, { reading }) =>
      reading >= 2 ? { ...response, status: 500 } : undefined,
    ),
  },
];

export const defects: Defect[] = [
  ...ofCredentials,
  ...ofBodies,
  ...ofFields,
  ...ofResponses,
  ...ofRun,
];
