/** Services that are unusual, and keep the contract all the same. */
import type { Changes, ServiceResponse } from "./reference-service.ts";

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
  "leaves the echo out but for the model": inBody((body) => {
    if (body.input) body.input = { model: body.input.model };
  }),
  "takes fields that it does not know, and both branches of a choice": {
    takes: ({ text, authorization }) =>
      authorization?.endsWith("table") === true && /x-unknown-field|example\.com\/other/.test(text),
  },
};
