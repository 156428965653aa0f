/** A small document with gaps, and calls of its service. */
import type { RecordedCall } from "../evidence/support/recording.ts";

export const gap = (id: string, ...evidence: string[]) => ({
  ...{ id, kind: "not-shown", impact: "changes-behaviour", evidence, states: "Nothing is shown." },
  ...{ reading: "Take whatever comes.", question: `What about ${id}?` },
});

export const json = (schema: object) => ({ content: { "application/json": { schema } } });
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const resource = (id: string, more: object = {}) => ({
  type: "object",
  properties: {
    id: { type: "integer" },
    state: { type: "string", "x-gap": [gap(`${id}-states`, "values")] },
    ...more,
  },
  "x-gap": [gap(`${id}-fields`, "fields", "presence")],
});

/**
 * A shop with orders, users, a singleton, a body that requests and answers share, and failures that are not shown.
 *
 * @param schemas in place of those of the same name
 */
export function shop(schemas: object = {}, openapi = "3.1.1", paths: object = {}) {
  const answers = (schema: object) => ({
    200: { description: "It.", ...json(schema) },
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
        Open: { type: "object", "x-gap": [gap("open-fields", "fields")] },
        ...schemas,
      },
      responses: {
        Failure: {
          description: "It failed.",
          content: { "*/*": { schema: {} } },
          "x-gap": [gap("failures", "statuses", "media-types")],
        },
      },
    },
  };
}

export const times = <T>(count: number, make: (round: number) => T): T[] =>
  Array.from({ length: count }, (_, round) => make(round));
export const order = (id: number, fields: object = {}): RecordedCall => ({
  ...{ url: `/orders/${id}`, answer: { id, state: "open", ...fields } },
});
export const user = (id: number, fields: object): RecordedCall => ({
  ...{ url: `/users/${id}`, answer: { id, ...fields } },
});
export const failed = (
  status: number,
  url: string,
  answer: unknown = { code: 7 },
): RecordedCall => ({
  ...{ url, status, answer },
});
