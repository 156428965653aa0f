/** A small document with gaps, and calls of its service. */
import type { RecordedCall } from "../evidence/support/recording.ts";

export const gap = (id: string, ...evidence: string[]) => ({
  ...{ id, kind: "not-shown", impact: "changes-behaviour", states: "Nothing is shown." },
  ...(evidence.length > 0 && { evidence }),
  ...{ reading: "Take whatever comes.", question: `What about ${id}?` },
});

/** A note on what it is put into. */
export const asks = (id: string, ...evidence: string[]) => ({ "x-gap": [gap(id, ...evidence)] });

export const json = (schema: object) => ({
  description: "It.",
  content: { "application/json": { schema } },
});
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** @param fields their schemas, or the names of some that may be anything */
export const object = (fields: string | object, more: object = {}) => ({
  properties:
    typeof fields === "string"
      ? Object.fromEntries(fields.split(" ").map((name) => [name, {}]))
      : fields,
  ...more,
});
export const resource = (id: string, more: object = {}) => ({
  type: "object",
  properties: {
    id: { type: "integer" },
    state: { type: "string", ...asks(`${id}-states`, "values") },
    ...more,
  },
  ...asks(`${id}-fields`, "fields", "presence"),
});

/**
 * A shop with orders, users, a singleton, a body that requests and answers share, and failures that are not shown.
 *
 * @param schemas in place of those of the same name
 */
export function shop(schemas: object = {}, openapi = "3.1.1", paths: object = {}) {
  const answers = (schema: object) => ({
    200: json(schema),
    default: { $ref: "#/components/responses/Failure" },
  });
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const one = (operationId: string, schema: object) => ({
    get: { operationId, parameters, responses: answers(schema) },
  });
  const listed = answers({ type: "array", items: ref("Order") });
  return {
    openapi,
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://service.example" }],
    paths: {
      "/orders": {
        get: { operationId: "listOrders", responses: listed },
        post: {
          operationId: "createOrder",
          requestBody: json(ref("Draft")),
          responses: answers(ref("Draft")),
        },
      },
      "/orders/{id}": one("getOrder", ref("Order")),
      "/orders/{id}.json": one("exportOrder", ref("Open")),
      "/users/{id}": one("getUser", ref("User")),
      "/settings": { get: { operationId: "getSettings", responses: answers(ref("Settings")) } },
      "x-note": { get: {} },
      ...paths,
    },
    components: {
      schemas: {
        Order: resource("order"),
        User: resource("user"),
        Settings: resource("settings"),
        Draft: resource("draft"),
        Open: { type: "object", ...asks("open-fields", "fields") },
        ...schemas,
      },
      responses: {
        Failure: {
          description: "It failed.",
          content: { "*/*": { schema: {} } },
          ...asks("failures", "statuses", "media-types"),
        },
      },
    },
  };
}

export const times = <T>(count: number, make: (round: number) => T): T[] =>
  Array.from({ length: count }, (_, round) => make(round));
export const get = (url: string, answer: unknown = {}): RecordedCall => ({ url, answer });
export const order = (id: number, fields: object = {}) =>
  get(`/orders/${id}`, { id, state: "open", ...fields });
export const exported = (id: number, answer: object) => get(`/orders/${id}.json`, answer);
export const listed = (...orders: object[]) => get("/orders", orders);
export const user = (id: number, fields: object) => get(`/users/${id}`, { id, ...fields });
export const settings = (answer: object, query = "") => get(`/settings${query}`, answer);
export const created = (sent: object, answer: object): RecordedCall => ({
  ...{ ...get("/orders", answer), sent },
});
export const failed = (status: number, url = "/orders/1", answer: unknown = { code: 7 }) => ({
  ...{ ...get(url, answer), status },
});
export const as = (mediaType: string, call: RecordedCall) => ({ ...call, mediaType });
/** A call whose recording holds so much of the body. */
export const withBody = <Call extends RecordedCall>(
  call: Call,
  body: object,
  mimeType = "application/json",
): Call => ({ ...call, response: { content: { mimeType, ...body } } });
/** A call whose answer has a header. */
export const withHeader = <Call extends RecordedCall>(name: string, call: Call): Call => ({
  ...{ ...call, response: { headers: [{ name, value: "1" }] } },
});
/** A call that a mock has answered. */
export const ofMock = (header: string): RecordedCall => withHeader(header, { url: "/orders/2" });
