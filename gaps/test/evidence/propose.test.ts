/** What recordings add to a document, what they only ask, and what they say nothing of. */
import { describe, expect, it } from "vitest";
import { frozenContract } from "../../../test/support/frozen.ts";
import { evidenceKinds } from "../../src/close/evidence-kinds.ts";
import {
  asList,
  asObject,
  type JsonObject,
  type OpenApiDocument,
} from "../../src/document/document.ts";
import { valueAt } from "../../src/document/json.ts";
import { collectClosedGaps, collectGaps } from "../../src/notes/gaps.ts";
import { lintDocument } from "../../src/ruleset/lint.ts";
import { propose } from "./support/proposing.ts";
import { type RecordedCall, recordingLikeEmulator } from "./support/recording.ts";

const times = <T>(count: number, make: (round: number) => T): T[] =>
  Array.from({ length: count }, (_, round) => make(round));

const gap = (id: string, evidence: string[], answer?: string) => ({
  ...{ id, kind: "not-shown", impact: "cosmetic", evidence, ...(answer ? { answer } : {}) },
  ...{ states: "Nothing.", reading: "Take any.", question: `What about ${id}?` },
});

const json = (schema: object) => ({ content: { "application/json": { schema } } });

/** A shop with users, orders, a singleton, and a body that requests and answers share. */
function shop(schemas: Record<string, object> = {}, more: object = {}): OpenApiDocument {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const ok = (schema: object) => ({ 200: { description: "It.", ...json(schema) } });
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const read = (operationId: string, name: string) => ({
    get: { operationId, parameters: [id], responses: ok(ref(name)) },
  });
  return {
    openapi: "3.1.1",
    info: { title: "Shop", version: "1", ...more },
    paths: {
      "/orders": {
        get: { operationId: "listOrders", responses: ok({ type: "array", items: ref("Order") }) },
        post: {
          operationId: "createOrder",
          requestBody: json(ref("Draft")),
          responses: ok(ref("Draft")),
        },
      },
      "/orders/{id}": read("getOrder", "Order"),
      "/users/{id}": read("getUser", "User"),
      "/settings": { get: { operationId: "getSettings", responses: ok(ref("Settings")) } },
    },
    components: {
      schemas: {
        Order: { type: "object", properties: { id: {}, state: { type: "string" } } },
        User: { type: "object", properties: { id: {}, state: { type: "string" } } },
        Draft: { type: "object" },
        Settings: { type: "object", properties: { plan: { type: "string" } } },
        ...schemas,
      },
    },
  } as unknown as OpenApiDocument;
}

const orderStates = (answer = "values"): Record<string, object> => ({
  Order: {
    type: "object",
    properties: {
      id: {},
      state: { type: "string", "x-gap": [gap("states", ["values"], answer)] },
    },
  },
});

const openOrder = { Order: { type: "object", "x-gap": [gap("order", ["fields"], "fields")] } };

const order = (id: number, fields: object): RecordedCall => ({
  url: `/orders/${id}`,
  answer: { id, ...fields },
});

const stateOf = (document: OpenApiDocument) =>
  asObject(valueAt(document, "#/components/schemas/Order/properties/state"));
const propertiesOf = (document: OpenApiDocument, name = "Order") =>
  asObject(document.components.schemas[name]!["properties"]);

describe("known values", () => {
  const calls = times(9, (round) => order(round, { state: ["open", "paid", "closed"][round % 3] }));

  it("are written as an open list, with what, when, where and how often", async () => {
    const { document } = await propose(calls, shop(orderStates()));
    const state = stateOf(document);
    expect(state["x-extensible-enum"]).toEqual(["closed", "open", "paid"]);
    expect(state).not.toHaveProperty("enum");
    expect(state["x-verified"]).toEqual([
      {
        gap: "states",
        question: "What about states?",
        date: "2026-03-04",
        environment: "test",
        evidence: "Recorded on 2026-03-04: `closed`, `open`, `paid` in answers of getOrder (3).",
        exchanges: 3,
      },
    ]);
  });

  it("narrow the gap, which stays and asks for the rest", async () => {
    const { document } = await propose(calls, shop(orderStates()));
    const [narrowed] = collectGaps(document);
    expect(narrowed?.question).toBe(
      "Beyond what recordings showed (`closed`, `open`, `paid`): What about states?",
    );
    expect(collectClosedGaps(document)).toEqual([]);
    const again = await propose(
      [...calls, ...times(3, (round) => order(90 + round, { state: "lost" }))],
      document,
    );
    expect(stateOf(again.document)["x-extensible-enum"]).toEqual([
      "closed",
      "open",
      "paid",
      "lost",
    ]);
    expect(collectGaps(again.document)[0]?.question).toBe(
      "Beyond what recordings showed (`closed`, `open`, `paid`, `lost`): What about states?",
    );
    const nothing = await propose(calls, document);
    expect(nothing.overlay.actions).toEqual([]);
  });

  it("that the owner may state to be all are one proposition", async () => {
    const { propositions } = await propose(calls, shop(orderStates()));
    expect(propositions).toEqual([
      {
        ...{ gap: "states", id: "states.all" },
        seen: "9 values were seen at field `state` of `Order`: `closed` 3 times, `open` 3 times, `paid` 3 times.",
        statement: "`closed`, `open`, `paid` are all values.",
        answer: { values: ["closed", "open", "paid"], complete: true },
      },
    ]);
  });

  it("never close a list, however often one resource was read", async () => {
    const polled = times(195, () => ({ url: "/settings", answer: { plan: "active" } }));
    const schemas = {
      Settings: {
        type: "object",
        properties: { plan: { type: "string", "x-gap": [gap("plan", ["values"], "values")] } },
      },
    };
    const { document } = await propose(polled, shop(schemas));
    expect(propertiesOf(document, "Settings")["plan"]).toMatchObject({
      "x-extensible-enum": ["active"],
    });
  });

  it("of orders are not those of users", async () => {
    const users = times(9, (id) => ({ url: `/users/${id}`, answer: { id, state: "active" } }));
    const { document } = await propose([...calls, ...users], shop(orderStates()));
    expect(stateOf(document)["x-extensible-enum"]).not.toContain("active");
    const shared = shop({
      State: { type: "string", "x-gap": [gap("states", ["values"], "values")] },
      Order: { properties: { state: { $ref: "#/components/schemas/State" } } },
      User: { properties: { state: { $ref: "#/components/schemas/State" } } },
    });
    const { State } = (await propose([...calls, ...users], shared)).document.components.schemas;
    expect(asList(State!["x-verified"])[0]).toMatchObject({
      evidence: expect.stringContaining("`active` in answers of getUser (9)"),
    });
  });

  it.each<[string, (round: number) => unknown, RegExp]>([
    [
      "names, each of one resource",
      (round) => ["Ada", "Bob", "Eve"][round % 3] + "abcdefghi"[round]!,
      /in one resource only/,
    ],
    ["texts", (round) => (round ? "open" : "My password is secret"), /1 of 9 values are no words/],
    ["identifiers", (round) => `id-${round}`, /no words/],
    ["tokens", () => "sk_live_4eC39HqLyjWDarjtT1zdp7dc", /no words/],
  ])("are not %s", async (_, state, because) => {
    const { document, proposals, propositions } = await propose(
      times(9, (round) => order(round, { state: state(round) })),
      shop(orderStates()),
    );
    expect(document).toEqual(shop(orderStates()));
    expect(proposals[0]?.because.join()).toMatch(because);
    expect(propositions).toEqual([]);
  });

  it("leave what the document says as it is: a closed list, a default, null", async () => {
    const closed = { type: ["string", "null"], enum: ["open", null], default: "open" };
    const schemas = {
      Order: {
        properties: { state: { ...closed, "x-gap": [gap("states", ["values"], "values")] } },
      },
    };
    const { document, propositions } = await propose(
      [...calls, order(99, { state: null })],
      shop(schemas),
    );
    expect(stateOf(document)).toMatchObject(closed);
    expect(propositions[0]?.answer["values"]).toEqual(["open", "closed", "paid"]);
  });

  it("that nothing followed are propositions, and no order of them is written", async () => {
    const followed = times(4, (id) => [
      order(id, { state: "queued" }),
      order(id, { state: id % 2 ? "done" : "failed" }),
      order(id, { state: id % 2 ? "done" : "retried" }),
    ]).flat();
    const { propositions } = await propose(followed, shop(orderStates("")));
    expect(propositions.map(({ id }) => id)).toEqual(["states.final.done", "states.final.retried"]);
    expect(propositions[0]).toMatchObject({
      seen: "`done` followed another value 2 times, and nothing followed it.",
      answer: { words: "`done` is final: no other value follows it." },
    });
  });
});

describe("fields", () => {
  const calls = times(6, (id) =>
    order(id, {
      total: id,
      note: id % 2 ? null : "A text",
      code: id % 2 ? 7 : "seven",
      lines: [{ sku: "a", count: 1.5 }],
      labels: { [`customer-${id}`]: 1 },
      ...(id % 2 ? {} : { paid_at: "2026-01-31T00:00:00Z" }),
    }),
  );

  it("are optional, of every type that was seen, and promise nothing else", async () => {
    const { document } = await propose(calls, shop(openOrder));
    const { Order } = document.components.schemas;
    expect(Order).not.toHaveProperty("required");
    const properties = propertiesOf(document) as Record<string, JsonObject>;
    const bare = Object.entries(properties).map(([name, { description: _, ...schema }]) => [
      name,
      schema,
    ]);
    expect(Object.fromEntries(bare)).toEqual({
      id: { type: "number" },
      total: { type: "number" },
      note: { type: ["string", "null"] },
      code: { type: ["number", "string"] },
      paid_at: { type: "string" },
      labels: { type: "object", "x-verified": expect.anything() },
      lines: {
        type: "array",
        items: {
          type: "object",
          properties: expect.objectContaining({
            count: expect.objectContaining({ type: "number" }),
          }),
        },
      },
    });
    expect(properties["paid_at"]!["description"]).toBe(
      "Seen in 3 of 6 objects. What it means is not documented.",
    );
    expect(JSON.stringify(document)).not.toMatch(/customer|A text|"seven"|2026-01-31T/);
  });

  it("leave a document that lint finds nothing in", async () => {
    const { document } = await propose(calls, shop(openOrder));
    for (const schema of ["Draft", "User", "Order"])
      document.components.schemas[schema] ??= { type: "string" };
    const read = {
      document,
      sources: { locate: () => ({ file: "a", line: 1, column: 1 }) },
      problems: [],
    };
    const own = lintDocument(read as never, "gaps").filter(({ message }) => /Order/.test(message));
    expect(own).toEqual([]);
  });

  it("that were always there are propositions, in words that answers takes", async () => {
    const { propositions } = await propose(calls, shop(openOrder));
    expect(propositions.map(({ id }) => id)).toEqual(
      ["code", "id", "labels", "lines", "note", "total"].map((name) => `order.required.${name}`),
    );
    expect(propositions[5]).toEqual({
      ...{ gap: "order", id: "order.required.total" },
      seen: "In 6 of 6 objects at schema `Order`, `total` was there.",
      statement: "`total` is always there.",
      answer: { fields: { total: { type: "number", always: true } } },
    });
    expect(propositions[3]!.answer).toEqual({ words: "`lines` is always there." });
    expect(propositions[0]!.answer).toEqual({ words: "`code` is always there." });
  });

  it.each<[string, (id: number) => string]>([
    [
      "a name that one resource has, however often it is read",
      (id) => (id === 0 ? "bob_smith" : "total"),
    ],
    ["whole names", (id) => `Ada Lovelace ${id}`],
    ["words, each of one resource", (id) => ["red", "green", "blue", "pink", "gold", "grey"][id]!],
    ["e-mail addresses", () => "ada@example.com"],
    ["tokens", () => "sk_live_4eC39HqLyjWDarjtT1zdp7dc"],
    ["long tokens of letters", () => "eyjhbgcioijiuzinaeiou"],
  ])("are not the keys of a map: %s", async (_, key) => {
    const read = times(6, (id) => order(id, { total: 1, [key(id)]: 1 }));
    const { document, proposals } = await propose([...read, ...read, ...read], shop(openOrder));
    const text = JSON.stringify([document.components, proposals]);
    for (const id of [0, 1, 2, 3, 4, 5])
      if (key(id) !== "total") expect(text).not.toContain(`\`${key(id)}\``);
  });

  it("are written in the words of OpenAPI 3.0", async () => {
    const document = { ...shop(openOrder), openapi: "3.0.3" };
    const { note, code } = propertiesOf((await propose(calls, document)).document);
    expect(note).toMatchObject({ type: "string", nullable: true });
    expect(code).not.toHaveProperty("type");
  });

  it("that answers showed are not asked of requests", async () => {
    const schemas = { Draft: { type: "object", "x-gap": [gap("draft", ["fields"])] } };
    const calls = times(9, (id) => ({
      url: "/orders",
      sent: { note: id },
      answer: { id, note: "A" },
    }));
    const { document, proposals } = await propose(calls, shop(schemas));
    expect(document).toEqual(shop(schemas));
    expect(proposals[0]?.because.join()).toMatch(/requests have the same schema/);
  });

  it("are not counted for all that share a schema, where the note stands beside a reference", async () => {
    const item = { $ref: "#/components/schemas/Open", "x-gap": [gap("item", ["fields"])] };
    const schemas = { Open: { type: "object" }, Order: { properties: { id: {}, item } } };
    const { proposals } = await propose(
      times(3, (id) => order(id, { item: { a: 1 } })),
      shop(schemas),
    );
    expect(proposals[0]?.because).toEqual([
      expect.stringMatching(/beside a reference.*Move it to #\/components\/schemas\/Open/),
    ]);
  });

  it("that are optional, and always or never there, are propositions", async () => {
    const properties = { id: {}, note: {}, total: {}, rare: {} };
    const schemas = {
      Order: { properties, required: ["id"], "x-gap": [gap("order", ["presence"], "presence")] },
    };
    const calls = times(4, (id) => order(id, { total: 1, ...(id ? {} : { rare: 1 }) }));
    const { propositions, overlay } = await propose(calls, shop(schemas));
    expect(overlay.actions).toEqual([]);
    expect(propositions.map(({ id, answer }) => [id, answer])).toEqual([
      ["order.never.note", { never: ["note"] }],
      ["order.required.total", { always: ["total"] }],
    ]);
  });
});

describe("responses", () => {
  const failure = { description: "It failed.", content: { "*/*": { schema: {} } } };
  const withFailures = (...gaps: object[]) => {
    const document = shop({}, { "x-gap": [gap("codes", ["statuses"], "status-codes")] });
    document.components["responses"] = { Failure: { ...failure, "x-gap": gaps } as JsonObject };
    for (const item of Object.values(document.paths))
      for (const operation of Object.values(item))
        Object.assign(asObject(asObject(operation)["responses"]), {
          default: { $ref: "#/components/responses/Failure" },
        });
    return document;
  };
  const problem = (status: number, url: string, answer: object = { message: "No." }) => ({
    ...{ status, url, answer, mediaType: "application/problem+json" },
  });

  it("that exist are named beside the default, which they share", async () => {
    const document = withFailures(
      gap("failures", ["statuses"]),
      gap("body", ["fields", "media-types"]),
    );
    const calls = [
      ...times(4, (id) => order(id, {})),
      ...times(4, (id) => problem(404, `/orders/none-${id}`)),
      ...times(4, (id) => problem(429, `/orders/${id}`, { message: "Slow.", retry: id })),
    ];
    const { document: planned, propositions } = await propose(calls, document);
    const shared = { $ref: "#/components/responses/Failure" };
    expect(valueAt(planned, "#/paths/~1orders~1{id}/get/responses")).toMatchObject({
      ...{ 404: shared, 429: shared, default: shared },
    });
    expect(valueAt(planned, "#/paths/~1users~1{id}/get/responses")).not.toHaveProperty("404");
    const { content, ...response } = asObject(asObject(planned.components["responses"])["Failure"]);
    expect(content).toEqual({
      "*/*": { schema: {} },
      "application/problem+json": {
        schema: {
          properties: {
            message: expect.objectContaining({ type: "string" }),
            retry: expect.objectContaining({ type: "number" }),
          },
        },
      },
    });
    expect(asList(response["x-verified"])[0]).toMatchObject({
      evidence: "Recorded on 2026-03-04: `404`, `429` in answers of getOrder (4).",
    });
    expect(propositions.filter(({ gap }) => gap === "codes")).toEqual([
      {
        ...{ gap: "codes", id: "codes.only.200" },
        seen: "Successes with 200, and no other: 4 of `getOrder`.",
        statement: "`getOrder`: a success always has the code 200.",
        answer: { codes: { getOrder: 200 } },
      },
    ]);
  });

  it("of a success are what the document says of its range", async () => {
    const document = shop({}, { "x-gap": [gap("codes", ["statuses"])] });
    const responses = asObject(valueAt(document, "#/paths/~1orders~1{id}/get/responses"));
    const { 200: success, ...others } = responses;
    Object.assign(asObject(document.paths["/orders/{id}"]!["get"]), {
      responses: { ...others, "2XX": { ...asObject(success), "x-gap": [gap("mine", ["values"])] } },
    });
    const { document: planned } = await propose(
      [order(1, {}), { ...order(2, {}), status: 202 }, { url: "/orders/3", status: 204 }],
      document,
    );
    const told = asObject(valueAt(planned, "#/paths/~1orders~1{id}/get/responses"));
    expect(Object.keys(told)).toEqual(["200", "202", "204", "2XX"]);
    expect(told["202"]).toEqual({
      description: "It.",
      ...json({ $ref: "#/components/schemas/Order" }),
      "x-verified": [expect.objectContaining({ gap: "codes", exchanges: 1 })],
    });
    expect(told["204"]).not.toHaveProperty("content");
  });

  it("have their media types beside those that are documented", async () => {
    const document = withFailures(gap("body", ["media-types"]));
    document.info["x-gap"] = [gap("types", ["media-types"]) as JsonObject];
    const page = {
      url: "/orders/1",
      status: 502,
      response: { content: { mimeType: "text/html", text: "<p>" } },
    };
    const secret = {
      ...page,
      response: { content: { mimeType: "application/x-secret", text: "a" } },
    };
    const calls = [page, secret, ...times(3, (id) => order(id, {}))];
    const { document: planned, propositions } = await propose(calls, document);
    expect(valueAt(planned, "#/components/responses/Failure/content")).toEqual({
      "*/*": { schema: {} },
      "text/html": { schema: {} },
    });
    expect(propositions.map(({ statement }) => statement)).toEqual([
      "Every success has the media type `application/json`.",
    ]);
  });
});

describe("before anything is written", () => {
  it("what would contradict a recorded call is left out, and the rest is not", async () => {
    // Nothing is counted below such names, and what is added at orders holds there too.
    const byName = { patternProperties: { "^order": { $ref: "#/components/schemas/Order" } } };
    const document = shop({ ...openOrder, User: byName });
    const orders = times(3, (id) => order(id, { total: 1, note: "A" }));
    const user = { url: "/users/1", answer: { order1: { total: "many" } } };
    const { document: planned, proposals } = await propose([...orders, user], document);
    expect(Object.keys(propertiesOf(planned))).toEqual(["id", "note"]);
    expect(proposals[0]).toMatchObject({
      exists: "`id`, `note`",
      because: [
        "`total` was left out: a recorded exchange would contradict it: /{…}/total must be number",
      ],
    });
  });

  it("what would refuse a documented example, default or sample is left out with its reason", async () => {
    const examples = {
      ...openOrder.Order,
      examples: [{ total: "12.50" }],
      default: { paid: "yes" },
    };
    const calls = times(3, (id) => order(id, { total: 1, paid: true, note: "A" }));
    const { document, proposals } = await propose(calls, shop({ Order: examples }));
    expect(Object.keys(propertiesOf(document))).toEqual(["id", "note"]);
    expect(document.components.schemas["Order"]).toMatchObject({
      examples: [{ total: "12.50" }],
      default: { paid: "yes" },
    });
    expect(proposals[0]).toMatchObject({
      exists: "`id`, `note`",
      because: [
        expect.stringMatching(/^`\w+` was left out: the documented value at #\/.*Order\/\w+/),
        expect.stringMatching(/^`\w+` was left out: the documented value at #\/.*Order\/\w+/),
      ],
    });
  });
});

it("a complete recording narrows gaps of this document, closes none, and contradicts nothing", async () => {
  const { document, proposals } = await propose(recordingLikeEmulator(12));
  const narrowed = proposals.filter(({ actions }) => actions.length > 0).map(({ gap }) => gap);
  expect(narrowed).toEqual([
    ...["success-status-codes", "job-status-values", "hp-output-fields", "job-type-values"],
    ...["avatar-fields", "voice-fields", "error-body", "failure-status-codes"],
  ]);
  expect(collectGaps(document)).toHaveLength(collectGaps(frozenContract).length);
  expect(JSON.stringify(proposals)).not.toMatch(/customer|Ada\b|cdn\.example|0f3a/i);
});

it("every note of this document asks for evidence that there is", () => {
  const asked = collectGaps(frozenContract).flatMap(({ evidence = [] }) => evidence);
  expect([...new Set(asked)].sort()).toEqual(Object.keys(evidenceKinds).sort());
});
