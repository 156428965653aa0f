/** Services that are unusual, and keep the contract all the same. */
import type { JsonObject } from "openapi-gaps/document";
import { Checker, toBody } from "openapi-gaps/evidence";
import { frozenContract as contract } from "../../../test/support/frozen.ts";
import {
  type Changes,
  type ServiceCall,
  type ServiceResponse,
  token,
} from "./reference-service.ts";

const inSuccess = (change: (response: ServiceResponse) => void): Changes => ({
  alter: (response) => {
    if (response.status < 300) change(response);
  },
});
const inRefusal = (change: (response: ServiceResponse) => void): Changes => ({
  alter: (response) => {
    if (response.status >= 300) change(response);
  },
});
const inBody = (change: (body: any) => void) => inSuccess(({ body }) => change(body));

export const oddities: Record<string, Changes> = {
  "is plain": {},
  "sends fields that nobody has described": inBody((body) => (body.trace = { id: 1 })),
  "names the charset, in capitals": inSuccess(
    ({ headers }) => (headers["content-type"] = "Application/JSON; Charset=UTF-8"),
  ),
  "begins with a byte order mark": inSuccess(
    (response) => (response.body = `\uFEFF${JSON.stringify(response.body)}`),
  ),
  "responds with 200 only": inSuccess((response) => (response.status = 200)),
  "refuses with a page": inRefusal((response) =>
    Object.assign(response, { headers: { "content-type": "text/html" }, body: "<h1>No</h1>" }),
  ),
  "refuses with nothing": inRefusal((response) =>
    Object.assign(response, { headers: {}, body: null }),
  ),
  "refuses with 403 instead of 401, and with 409 instead of 422": inRefusal(
    (response) => (response.status += { 401: 2, 422: -13 }[response.status] ?? 0),
  ),
  "has statuses of its own": inBody((body) => {
    if (body.status === "completed") body.status = "FINISHED_OK";
  }),
  "has jobs that are done at once": inBody((body) => {
    if (body.status === "rendering") {
      body.status = "done";
      if (body.output === "") body.output = "https://cdn.example/1";
    }
  }),
  "lists nothing": inBody((body) => {
    for (const name of ["avatars_list", "voices_list"]) if (name in body) body[name] = [];
  }),
  "renders for ten readings": { readings: 10 },
  "receipts an HP job with all three fields": inBody((body) => {
    if ("output" in body && !("job_type" in body) && !("input" in body))
      Object.assign(body, { data_json: "{}" });
  }),
  "has jobs that wait before they render": inBody((body) => {
    if (body.job_type && body.status === "rendering")
      Object.assign(body, { status: "queued", output: "" });
  }),
  "echoes more than was sent": inBody((body) => {
    if (body.input?.script)
      Object.assign(body.input, { script: { ...body.input.script, speed: 1 }, tag: null });
  }),
  "leaves the echo out but for the model": inBody((body) => {
    if (body.input) body.input = { model: body.input.model };
  }),
  "takes fields that it does not know, and both branches of a choice": {
    takes: ({ text, authorization }) =>
      authorization?.endsWith("table") === true && /x-unknown-field|example\.com\/other/.test(text),
  },
};

const check = Checker.of(contract);
const isAuthorized = ({ authorization }: ServiceCall) => authorization === `Bearer ${token}`;
const isHpCreate = ({ operation }: ServiceCall) => operation.operationId === "createHpJob";
const bodyOf = ({ text }: ServiceCall) => toBody("application/json", text).json as JsonObject;

/** Takes a body in which all that is wrong is below a field that the service does not know. */
const ignores = (field: string): Changes => ({
  takes(call) {
    const { [field]: ignored, ...known } = bodyOf(call) ?? {};
    const request = toBody("application/json", JSON.stringify(known));
    return (
      isHpCreate(call) &&
      isAuthorized(call) &&
      ignored !== undefined &&
      check.requestProblems(call.operation, { request }).length === 0
    );
  },
});

/** Responds otherwise where it was asked to refuse. */
const refusesWith = (status: number, isMeant: (call: ServiceCall) => boolean): Changes => ({
  alter: (response, call) => {
    if (response.status >= 300 && isMeant(call)) response.status = status;
  },
});

const refuses = (field: string): Changes => ({
  alter: (response, call) => {
    if (isHpCreate(call) && response.status < 300 && field in (bodyOf(call) ?? {}))
      response.status = 422;
  },
});

/** Services of which nobody can say more than that they are not wrong, and what the list of what could not be looked at says of each. */
export const undecidedServices: [what: string, changes: Changes, says: RegExp][] = [
  [
    "ignores `variables`",
    ignores("variables"),
    /takes createHpJob without \/variables\/0\/start_time/,
  ],
  [
    "ignores `customizations`",
    ignores("customizations"),
    /takes createHpJob without \/customizations\/0\/start_time/,
  ],
  [
    "refuses `variables`",
    refuses("variables"),
    /wait for it.*refuses a body with `variables` \(status 422\)/,
  ],
  [
    "refuses `customizations`",
    refuses("customizations"),
    /with customizations.*a body with `customizations`/,
  ],
  ...[302, 404, 500].map((status): [string, Changes, RegExp] => [
    `answers requests without a token by ${status}`,
    refusesWith(status, ({ authorization }) => authorization === undefined),
    new RegExp(`a request without a token, or fails: status code ${status}`),
  ]),
  [
    "fails at bodies that are not JSON",
    refusesWith(
      500,
      (call) => isAuthorized(call) && call.text !== "" && bodyOf(call) === undefined,
    ),
    /malformed JSON, or fails: status code 500/,
  ],
];
