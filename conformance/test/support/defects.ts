/** Services that break the contract in one thing each, most of them made from the contract. */
import { isObject, type JsonObject, resolved, resolvePointer } from "openapi-gaps/document";
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

const wholeResponses: [
  what: string,
  place: string,
  alter: (response: ServiceResponse) => ServiceResponse | Promise<void>,
][] = [
  ["responds with text", "body", (response) => ({ ...response, body: "OK" })],
  ["responds with nothing", "body", (response) => ({ ...response, body: "" })],
  ["responds with 204", "body", (response) => ({ ...response, status: 204, body: null })],
  ["responds with an array", "/", (response) => ({ ...response, body: [] })],
  ["responds with null", "/", (response) => ({ ...response, body: "null" })],
  ["responds in Latin 1", "body", (response) => ({ ...response, body: latin1 })],
  [
    "calls its JSON text",
    "Content-Type",
    (response) => ({ ...response, headers: { "content-type": "text/plain" } }),
  ],
  [
    "does not name its media type",
    "Content-Type",
    ({ status, body }) => ({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) }),
  ],
  ["fails", "status", (response) => ({ ...response, status: 500 })],
  ["redirects", "status", (response) => ({ ...response, status: 302 })],
  ["refuses what it has to take", "status", (response) => ({ ...response, status: 422 })],
  ["does not response", "connection", () => never],
  ["breaks the connection", "connection", () => Promise.reject(new TypeError("fetch failed"))],
];

const ofResponses = operations.flatMap(({ operationId }) =>
  wholeResponses.map(([what, place, alter]): Defect => ({
    what: `${operationId} ${what}`,
    operation: operationId,
    place,
    alter: inResponses(operationId, alter),
  })),
);

const hangsWithoutToken = operations.map(({ operationId }): Defect => ({
  what: `${operationId} does not response without a token`,
  operation: operationId,
  place: "connection",
  alter: (_, { operation, authorization }) =>
    operation.operationId === operationId && authorization === undefined ? never : undefined,
}));

const breaks = (
  operation: string,
  place: string,
  what: string,
  change: (body: any, call: ServiceCall) => void,
): Defect => ({
  what: `${operation}: ${what}`,
  operation,
  place,
  alter: inResponses(operation, ({ body }, call) => {
    change(body, call);
  }),
});

/** On a later reading only. */
const later = (place: string, what: string, change: (body: any) => void) =>
  breaks("getHpJob", place, `${what}, once the job is done`, (body, { reading }) => {
    if (reading >= 2) change(body);
  });

const creates = ["createLipsyncVideo", "createDynamicSlideVideo", "createHpJob"];
const ofRun: Defect[] = [
  ...creates.map((operation) =>
    breaks(operation, "/job_id", "an empty identifier", (body) => (body.job_id = "")),
  ),
  ...creates.map((operation) =>
    breaks(
      operation,
      "/output",
      "an output while the job is rendering",
      (body) => (body.output = "soon"),
    ),
  ),
  ...["createLipsyncVideo", "createHpJob"].map((operation) =>
    breaks(operation, "/job_id", "one identifier for all jobs", (body) => (body.job_id = "job-0")),
  ),
  breaks("createLipsyncVideo", "/input/model", "an echo of another model", (body) => {
    body.input.model = body.input.model === "v1" ? "v2" : "v1";
  }),
  breaks("createLipsyncVideo", "/input/script", "an echo of another script", (body) => {
    body.input.script = { use: "audio", audio_url: "https://example.com/another" };
  }),
  breaks(
    "createHpJob",
    "/project_name",
    "a receipt for another project",
    (body) => (body.project_name = "another"),
  ),
  breaks(
    "getHpJob",
    "/job_id",
    "another job than the one asked for",
    (body) => (body.job_id = "another"),
  ),
  breaks("getHpJob", "/project_name", "another project", (body) => (body.project_name = "another")),
  breaks("createHpJob", "/data_json", "a record of the input that is no JSON", (body) => {
    body.data_json = "row 1";
  }),
  later("/output", "an empty output", (body) => (body.output = "")),
  later("/output", "an output that is a text", (body) => (body.output = "https://cdn.example/1")),
  {
    what: "getHpJob guards only jobs that do not exist",
    operation: "getHpJob",
    place: "status",
    takes: ({ operation, authorization, isKnown }) =>
      operation.operationId === "getHpJob" && authorization !== `Bearer ${token}` && isKnown,
  },
  later("/job_id", "another job", (body) => (body.job_id = "another")),
  later("/project_name", "another project", (body) => (body.project_name = "another")),
  later("/job_type", "another type of job", (body) => (body.job_type = "another")),
  {
    what: "getHpJob fails once the job is done",
    operation: "getHpJob",
    place: "status",
    alter: inResponses("getHpJob", (response, { reading }) =>
      reading >= 2 ? { ...response, status: 500 } : undefined,
    ),
  },
  {
    what: "getHpJob finds a job that nobody has created",
    operation: "getHpJob",
    place: "status",
    takes: ({ operation, authorization }) =>
      operation.operationId === "getHpJob" && authorization === `Bearer ${token}`,
  },
  breaks(
    "listPublicVoices",
    "/voices_list/0",
    "a list of names",
    (body) => (body.voices_list = ["Clara"]),
  ),
  breaks("listCustomAvatars", "/avatars_list/1", "null in the list", (body) =>
    body.avatars_list.push(null),
  ),
];

export const defects: Defect[] = [
  ...ofCredentials,
  ...ofBodies,
  ...ofFields,
  ...ofResponses,
  ...hangsWithoutToken,
  ...ofRun,
];
