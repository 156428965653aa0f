/** What ordinary traffic makes of a document, one row for each situation: only what is true of the service. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { planChanges } from "../../src/close/apply.ts";
import { proposeChanges } from "../../src/close/propose.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { checkRecordings } from "../../src/evidence/recordings.ts";
import { harOf, type RecordedCall } from "../evidence/support/recording.ts";
import { runCommand } from "../support/command.ts";
import { statementsOf } from "./judge.ts";
import { failed, gap, json, order, ref, resource, shop, times, user } from "./shop.ts";

interface Situation {
  calls: RecordedCall[];
  document?: ReturnType<typeof shop>;
  /** What is added to the document. */
  says?: string[];
  /** Ids of what the owner is asked. */
  asks?: string[];
  /** And of that, what a yes puts into the schemas, beyond words. */
  closes?: string[];
  /** What contradicts the document, with the number of calls. */
  contradicts?: string[];
  /** What `check` tells. */
  tells?: (string | RegExp)[];
  /** Why `propose` leaves something out. */
  leaves?: (string | RegExp)[];
}

const short = (statement: string) =>
  statement
    .replace("#/components/schemas/", "")
    .replaceAll("/properties/", ".")
    .replace("#/components/responses/", "")
    .replace(
      /^#\/paths\/(\S+)\/(\w+)\/responses\/(\d+)/,
      (_, path: string, method, code) =>
        `${String(method).toUpperCase()} ${path.replaceAll("~1", "/")} ${code}`,
    );

async function outcomeOf({ calls, document = shop() }: Situation) {
  await using folder = await temporaryFolder();
  const before = readDocument(await folder.write("shop.json", JSON.stringify(document, null, 2)));
  const recording = await folder.write("a.har", harOf(calls));
  const { overlay, propositions, proposals } = proposeChanges(before.document, [recording]);
  for (const [file, { after }] of planChanges(before, overlay).changes) writeFileSync(file, after);
  const after = readDocument(join(folder.path, "shop.json"));
  const found = checkRecordings(before.document, [recording]);
  const { contradictions: known, news, endpoints, unseen } = found;
  const { contradictions } = checkRecordings(after.document, [recording]);
  // What it was made of has changed: applied again, it would count everything twice.
  if (overlay.actions.length > 0) expect(() => planChanges(after, overlay)).toThrow(/ selects /);
  for (const each of contradictions)
    expect(known, "what was recorded contradicts what it has led to").toContainEqual(
      // Which media types it must be is said otherwise where one is added.
      each.place === "Content-Type" ? { ...each, problem: expect.any(String) } : each,
    );
  return {
    says: statementsOf(before.document, after.document).map(short),
    asks: propositions.map(({ id }) => id),
    closes: propositions.filter(({ yes }) => !("words" in yes)).map(({ id }) => id),
    leaves: proposals.flatMap(({ because }) => because),
    contradicts: known.map(
      ({ operation, place, problem, calls }) => `${operation} ${place}: ${problem} (${calls})`,
    ),
    tells: [
      ...known.map(({ operation, place, problem }) => `${operation} ${place}: ${problem}`),
      ...news.map(({ gap, operation, what }) => `${operation} ${what}${gap ? ` (${gap})` : ""}`),
      ...endpoints.map(({ endpoint }) => endpoint),
      ...unseen,
    ],
    endpoints: endpoints.map(({ endpoint }) => endpoint),
  };
}

const states = (...words: string[]) => words.map((word) => `Order.state value ${word}`);
const field = (place: string, ...types: string[]) => [
  place,
  ...types.map((type) => `${place} type ${type}`),
];
const orders = (make: (id: number) => object) => times(6, (id) => order(id, make(id)));
const unread = (content: object): RecordedCall => ({
  ...{
    url: "/orders/1",
    response: { content: { mimeType: "application/json", ...content } },
  },
});
/** Maps that one field with a name is in, read three times each. */
const mapsOf = (keys: Record<string, (id: number) => string>): Record<string, Situation> =>
  Object.fromEntries(
    Object.entries(keys).map(([what, key]) => {
      const calls = times(18, (round) => ({
        url: `/orders/${round % 6}.json`,
        answer: { size: 1, [key(round % 6)]: 1 },
      }));
      const says = what.startsWith("words") ? [] : field("Open.size", "number");
      return [`a map whose keys are ${what}`, { calls, says }];
    }),
  );
const withState = (state: object) =>
  shop({
    Order: resource("order", { state: { ...state, "x-gap": [gap("order-states", "values")] } }),
  });

/** A shop that describes the failures of one operation at that operation. */
function withFailure(failure: object) {
  const document = shop();
  document.paths["/orders/{id}"].get.responses.default = {
    ...{ ...failure, "x-gap": [gap("order-failures", "statuses", "media-types")] },
  } as never;
  return document;
}

/** A shop with a note on an operation that it has. */
function withNote(id: string, ...evidence: string[]) {
  const document = shop();
  Object.assign(document.paths["/orders/{id}"].get, { "x-gap": [gap(id, ...evidence)] });
  return document;
}
/** A shop with one more operation. */
const withAny = (operation: object) =>
  shop({}, "3.1.1", { "/any": { get: { operationId: "getAny", ...operation } } });

/** A card, of which the service shows everything but its secret. */
const card = (id: number) => ({
  url: `/settings`,
  answer: { source: { kind: "card", number: id } },
});
const cards = shop({
  Card: {
    ...{ type: "object", required: ["kind", "number", "secret"], unevaluatedProperties: false },
    allOf: [{ required: ["secret"] }],
    properties: {
      ...{ kind: { const: "card" }, number: { type: "integer" } },
      secret: { type: "string", writeOnly: true },
    },
  },
  Bank: { type: "object", required: ["kind"], properties: { kind: { const: "bank" } } },
  Settings: { properties: { source: { oneOf: [ref("Card"), ref("Bank")] } } },
});

const situations: Record<string, Situation> = {
  "a poll that is too slow for what lies between": {
    calls: [order(1, { state: "queued" }), order(1, { state: "done" })],
    says: states("done", "queued"),
  },
  "answers that overtake each other": {
    calls: [order(1, { state: "done" }), order(1, { state: "queued" })].map((call, index) => ({
      ...call,
      time: `2026-03-0${2 - index}T00:00:00Z`,
    })),
    says: states("done", "queued"),
  },
  "a field that is there in 195 of 195": {
    calls: times(195, (id) => order(id, { note: "a" })),
    says: [...states("open"), ...field("Order.note", "string")],
    asks: [/* always */ "order-fields.required.note"],
  },
  "a field that comes and goes": {
    calls: orders((id) => (id % 2 ? { note: "a" } : {})),
    says: [...states("open"), ...field("Order.note", "string")],
  },
  "integers, and later a fraction": {
    calls: orders((id) => ({ size: id < 5 ? id : 0.5 })),
    says: [...states("open"), ...field("Order.size", "number")],
  },
  "documented values, of which one is not seen": {
    calls: orders((id) => ({ state: id % 2 ? "paid" : "open" })),
    document: withState({ type: "string", "x-extensible-enum": ["lost", "open"] }),
    says: states("paid"),
    tells: [/new value for .*state.* \(order-states\)/],
  },
  "failures of two shapes with one code": {
    calls: [
      failed(404, "/orders/1"),
      failed(404, "/orders/2", "No."),
      failed(404, "/orders/3", []),
    ],
    says: ["GET /orders/{id} 404", "Failure/content/application~1json"],
  },
  "a page of a gateway where the document has JSON": {
    calls: [
      {
        ...failed(502, "/orders/1"),
        response: { content: { mimeType: "text/html", text: "<p>" } },
      },
    ],
    document: withFailure(json({ type: "object" })),
    contradicts: ["getOrder Content-Type: must be application/json, and is text/html (1)"],
    says: ["GET /orders/{id} 502", "GET /orders/{id} 502/content/text~1html"],
  },
  "a singleton that is polled 195 times": {
    calls: times(195, () => ({ url: "/settings", answer: { state: "active" } })),
    says: ["Settings.state value active"],
    tells: [/a new value for .*state.* \(settings-states\)/],
  },
  "states of users, and of orders in a list and in detail": {
    calls: [
      { url: "/orders", answer: [1, 2, 3].map((id) => ({ id, state: "open" })) },
      ...[user(1, { state: "active" }), order(1, { state: "paid" })],
    ],
    says: [...states("open", "paid"), "User.state value active"],
  },
  "a value that is seen once, and null": {
    calls: [
      ...times(99, (id) => order(id, { state: id ? "open" : null })),
      order(1, { state: "lost" }),
    ],
    says: states("lost", "open"),
  },
  "a value beyond a list that the document closes": {
    calls: [order(1, { state: "lost" })],
    document: withState({ type: "string", enum: ["open"] }),
    tells: [
      "getOrder /state: must be equal to one of the allowed values",
      /new value for .*state.* \(order-states\)/,
    ],
  },
  "a value that is the name of one person each": {
    calls: times(12, (round) =>
      order(round % 6, {
        ...{ state: ["ann", "bob", "eve", "dan", "ian", "zoe"][round % 6], request_id: round },
      }),
    ),
    says: field("Order.request_id", "number"),
    leaves: [/in one resource only/],
  },
  "a value that is the name of one person each, at several paths": {
    calls: times(18, (round) => ({
      ...{ url: `/orders/${round}` },
      answer: { id: round % 6, state: ["ann", "bob", "eve", "dan", "ian", "zoe"][round % 6] },
    })),
    leaves: [/in one resource only/],
  },
  "a value that is the name of one person each, which the query names": {
    calls: times(6, (id) => ({
      ...{
        url: `/settings?q=${id}`,
        answer: { state: ["ann", "bob", "eve", "dan", "ian", "zoe"][id] },
      },
    })),
    leaves: [/in one resource only/],
  },
  "values that are texts, identifiers, tokens, or too long for a word": {
    calls: ["A text.", "id-7", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "a".repeat(33)].map(
      (state, id) => order(id, { state }),
    ),
    leaves: [/4 of 4 values are no words/],
  },
  "a field that is null at first, and one of two types": {
    calls: orders((id) => ({ note: id ? "a" : null, code: id % 2 ? id : "a" })),
    says: [
      ...states("open"),
      ...field("Order.note", "string", "null"),
      ...field("Order.code", "number", "string"),
    ],
  },
  "the same, in OpenAPI 3.0": {
    calls: orders((id) => ({ note: id ? "a" : null, code: id % 2 ? id : "a" })),
    document: shop({}, "3.0.3"),
    says: [...states("open"), ...field("Order.note", "string", "null"), "Order.code"],
  },
  "a list of objects, and a map, in fields": {
    calls: orders((id) => ({
      lines: [{ sku: "a", count: 1.5 }],
      labels: { [`customer-${id}`]: 1 },
    })),
    says: [
      ...states("open"),
      ...field("Order.lines", "array"),
      ...field("Order.lines/items", "object"),
      ...field("Order.lines/items.sku", "string"),
      ...field("Order.lines/items.count", "number"),
      ...field("Order.labels", "object"),
    ],
  },
  "a field where two gaps stand, of which one asks for fields": {
    calls: [order(1, { note: 1 })],
    document: shop({
      Order: { ...resource("order"), "x-gap": [gap("order-size"), gap("order-all", "fields")] },
    }),
    says: [...states("open"), ...field("Order.note", "number")],
    tells: [/^getOrder field note .* \(order-all\)$/],
  },
  "a key that few of many objects have": {
    calls: times(60, (id) => ({
      url: `/orders/${id}.json`,
      answer: { size: 1, ...(id < 4 ? { zebra: 1 } : {}) },
    })),
    says: field("Open.size", "number"),
  },
  "a map whose keys are names, in one job": {
    calls: times(9, () => ({ url: "/orders/1.json", answer: { bob_smith: 1, ann_lee: 2 } })),
    tells: ["exportOrder fields of Open whose names are not shown (open-fields)"],
  },
  ...mapsOf({
    "names that somebody has": (id) => `Ada Lovelace ${id}`,
    "a name that one resource has": (id) => (id === 0 ? "bob_smith" : "size"),
    "words, one in each": (id) => ["red", "green", "blue", "pink", "gold", "grey"][id]!,
    "e-mail addresses": () => "ada@example.com",
    tokens: () => "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
    "tokens of letters": () => "eyjhbgcioijiuzinaeiou",
  }),
  "a map beside a field that the document names": {
    calls: times(12, (id) => ({
      url: `/orders/${id}.json`,
      answer: { total: 1, [`name${"abcdefghijkl"[id]}`]: 1 },
    })),
    document: shop({
      Open: { properties: { total: { type: "number" } }, "x-gap": [gap("open", "fields")] },
    }),
    tells: ["exportOrder fields of Open whose names are not shown (open)"],
  },
  "fields whose names a pattern describes, or a map": {
    calls: [...orders(() => ({ "x-note": "a" })), user(1, { state: "open", other: 7 })],
    document: shop({
      Order: { ...resource("order"), patternProperties: { "^x-": {}, "(": {} } },
      User: { ...resource("user", { state: {} }), additionalProperties: { type: "integer" } },
    }),
    says: states("open"),
  },
  "an answer of the mock of another service": {
    calls: [
      order(1),
      {
        ...{ origin: "https://mock.example", url: "/orders/2" },
        response: { headers: [{ name: "X-Emulator-Assumed", value: "a" }] },
      },
    ],
    says: states("open"),
  },
  "a schema that requests and answers share": {
    calls: times(40, (id) => ({ url: "/orders", sent: { note: "a" }, answer: { id, note: 7 } })),
    tells: [/field note of Draft/],
    leaves: [/requests have the same schema/],
  },
  "a field of such a schema that every answer has, and one that only the service sets": {
    calls: times(4, (id) => ({
      ...{ url: "/orders", sent: { note: "a" }, answer: { id, note: "a", gift: true } },
    })),
    document: shop({
      Draft: {
        properties: { id: { readOnly: true }, note: {}, gift: {}, code: { writeOnly: true } },
        "x-gap": [{ ...gap("draft", "fields", "presence"), answer: "fields" }],
      },
    }),
    asks: ["draft.required.id", "draft.required.note", "draft.required.gift"],
    closes: ["draft.required.id"],
  },
  "a note beside a reference": {
    calls: orders(() => ({ item: { size: 1 } })),
    document: shop({
      Order: resource("order", { item: { ...ref("Open"), "x-gap": [gap("item", "fields")] } }),
      Open: { type: "object" },
    }),
    says: states("open"),
    tells: [/field size of Open/],
    leaves: [/beside a reference.*Move it to #\/components\/schemas\/Open/],
  },
  "notes on the parts of a schema, of which one is a part of others too": {
    calls: orders(() => ({ note: "a" })),
    document: shop({
      Base: { type: "object", "x-gap": [gap("base", "fields")] },
      Order: { allOf: [ref("Base"), resource("order")] },
    }),
    says: ["Order/allOf/1.state value open", ...field("Order/allOf/1.note", "string")],
    asks: ["order-fields.required.note"],
    leaves: [/^fields: it is a part of others/],
  },
  "items of a list that a wrapper describes as objects, and its user as orders": {
    calls: [
      {
        url: "/users/1",
        answer: { data: orders(() => ({ note: "a" })).map(({ answer }) => answer) },
      },
    ],
    document: shop({
      Page: { properties: { data: { type: "array", items: { type: "object" } } } },
      User: {
        allOf: [ref("Page"), { properties: { data: { items: ref("Order") } } }],
      },
    }),
    says: [...states("open"), ...field("Order.note", "string")],
  },
  "a field of an order, or of what an answer adds to it": {
    calls: [{ url: "/settings", answer: { id: 1, state: "open", note: "a" } }],
    document: shop({ Settings: { allOf: [ref("Order"), { properties: { links: {} } }] } }),
    says: states("open"),
    tells: [/^getSettings field note of .* \(order-fields\)$/],
  },
  "a field that two parts of a schema describe, of which the second asks for its values": {
    calls: [order(1)],
    document: shop({
      Base: { type: "object", properties: { state: { type: "string" } } },
      Order: { allOf: [ref("Base"), resource("order")] },
    }),
    says: ["Order/allOf/1.state value open"],
  },
  "a field of an object that two branches of a choice take": {
    calls: times(3, () => ({ url: "/settings", answer: { kind: "y", c: 1, d: 1 } })),
    document: shop({
      X: { properties: { kind: {}, b: {} }, "x-gap": [gap("x", "fields", "presence")] },
      Y: { properties: { kind: {}, c: {} }, "x-gap": [gap("y", "fields")] },
      Settings: { anyOf: [ref("X"), ref("Y")] },
    }),
    says: field("Y.d", "number"),
    leaves: [/^fields: no object was looked at there$/],
  },
  "an object of which it cannot be said which branch it takes": {
    calls: times(3, () => ({ url: "/settings", answer: { kind: "y", d: 1 } })),
    document: shop({
      X: { properties: { kind: {}, b: {} }, "x-gap": [gap("x", "fields", "presence")] },
      Settings: { allOf: [ref("User")], anyOf: [ref("X"), { properties: { kind: {} } }] },
    }),
    says: field("User.d", "number"),
  },
  "a body that a range of media types describes": {
    calls: [{ url: "/any", answer: { id: "x" } }],
    document: withAny({
      responses: {
        200: {
          description: "Any.",
          content: { "*/*": { schema: { properties: { id: { type: "integer" } } } } },
          "x-gap": [gap("any", "media-types")],
        },
      },
    }),
    contradicts: ["getAny /id: must be integer (1)"],
  },
  "codes of a range, which go on to share what it says of the body": {
    calls: times(3, (id) => ({ url: "/any", status: 200 + id, answer: { id, note: "a" } })),
    document: withAny({
      responses: {
        "2XX": {
          description: "It.",
          ...json({ properties: { id: {} }, "x-gap": [gap("any-fields", "fields")] }),
          "x-gap": [gap("any", "statuses")],
        },
      },
    }),
    says: [
      ...[200, 201, 202].flatMap((code) => [
        ...[`GET /any ${code}`, `GET /any ${code}/content/application~1json`],
      ]),
      ...field("GET /any 2XX/content/application~1json/schema.note", "string"),
    ],
  },
  "a field that would contradict a recorded call elsewhere": {
    calls: [
      ...orders(() => ({ size: 1, note: "a" })),
      { url: "/users/1", answer: { order1: { size: "large" } } },
    ],
    // Nothing is counted below such names, and what is added to orders holds there too.
    document: shop({ User: { patternProperties: { "^order": ref("Order") } } }),
    says: [...states("open"), ...field("Order.note", "string")],
    leaves: [
      /^`size` was left out: a recorded exchange would contradict it: \/\{…\}\/size must be n/,
    ],
  },
  "a field that would refuse a documented example, and one a default": {
    calls: orders(() => ({ size: 1, paid: true, note: "a" })),
    document: shop({
      Order: { ...resource("order"), examples: [{ size: "XL" }], default: { paid: "yes" } },
    }),
    says: [...states("open"), ...field("Order.note", "string")],
    leaves: [
      /^`paid` was left out: the documented value at #.*Order\/default would contradict it/,
      /^`size` was left out: the documented value at #.*Order\/examples\/0 would contradict it/,
    ],
  },
  "documented values in a form that a list would take the place of": {
    calls: orders(() => ({})),
    document: withState({ type: "string", "x-extensible-enum": { open: "It is open." } }),
  },
  "too many requests, and an identifier that is unknown": {
    calls: [
      ...times(3, (id) => failed(429, `/orders/${id}`)),
      failed(404, "/orders/9"),
      failed(404, "/users/1"),
    ],
    says: [
      ...["GET /orders/{id} 404", "GET /orders/{id} 429", "GET /users/{id} 404"],
      "Failure/content/application~1json",
    ],
    leaves: [/^fields: no object was looked at there$/],
  },
  "failures as text, as both, and of a type whose name is not told, where the document has JSON": {
    calls: [
      { ...failed(429, "/orders/1"), mediaType: "text/plain" },
      failed(404, "/orders/1"),
      { ...failed(404, "/orders/1"), mediaType: "text/plain" },
      { ...failed(500, "/orders/1"), mediaType: "application/vnd.own.error+json" },
    ],
    document: withFailure({ description: "It failed.", ...json({ type: "object" }) }),
    says: [
      ...["GET /orders/{id} 404", "GET /orders/{id} 404/content/application~1json"],
      "GET /orders/{id} 404/content/text~1plain",
      ...["GET /orders/{id} 429", "GET /orders/{id} 429/content/text~1plain"],
      ...["GET /orders/{id} 500", "GET /orders/{id} 500/content/*~1*"],
    ],
    tells: [/Content-Type: must be application\/json, and is text\/plain/],
  },
  "a media type beside one whose name is not told": {
    calls: ["text/csv", "application/vnd.own"].map((mediaType) => ({ ...order(1), mediaType })),
    document: withNote("types", "media-types"),
    says: ["GET /orders/{id} 200/content/text~1csv"],
  },
  "failures that are a page, or have no body": {
    calls: [
      {
        ...failed(502, "/orders/1"),
        response: { content: { mimeType: "text/html", text: "<p>" } },
      },
      { ...failed(503, "/orders/1"), response: { content: { size: 0 } } },
    ],
    says: ["GET /orders/{id} 502", "GET /orders/{id} 503", "Failure/content/text~1html"],
  },
  "failures where a nearer note takes their codes": {
    calls: [failed(404, "/orders/1")],
    document: withNote("order-codes", "statuses"),
    says: ["GET /orders/{id} 404", "Failure/content/application~1json"],
    leaves: [/^statuses: no code that it asks for is new$/],
  },
  "answers without a body: one that a cache has confirmed, and one to HEAD": {
    calls: [{ status: 304 }, { method: "HEAD" }, {}].map((more, index) => ({
      ...order(1),
      ...more,
      ...(index < 2 ? { response: { content: { size: 0 } } } : {}),
    })),
    says: states("open"),
  },
  "bodies that are not recorded, cut, or empty": {
    calls: [
      unread({ size: 99 }),
      unread({ size: 99, text: '{"id"' }),
      unread({ size: 0 }),
      order(1),
    ],
    says: states("open"),
    tells: [
      "getOrder body: must be JSON in UTF-8",
      /^1 × cut \(getOrder\), which may show more of order-fields, order-states, failures$/,
      /^1 × not recorded /,
    ],
  },
  "a path of which the document names no operation": {
    calls: [{ url: "/carts", answer: [] }],
    document: shop({}, "3.1.1", { "/carts": { "x-gap": [gap("carts")] } }),
    tells: ["GET /carts taken 200 (carts)"],
  },
  "an endpoint that the document does not have": {
    calls: [
      ...[order(1), failed(404, "/wagons/1")],
      ...times(3, (id) => ({ url: `/carts/${id}/lines`, answer: {} })),
      ...["/ann_lee", "/carts/eve"].map((url) => ({ url, answer: {} })),
      ...times(11, (id) => ({ url: `/users/1/${"abcdefghijk"[id]}person`, answer: {} })),
    ],
    says: states("open"),
    tells: ["GET /carts/{…}/lines", "GET /users/{…}/{…}", "GET /{…}", "GET /carts/{…}"],
  },
  "a required field that clients alone send, in a choice": {
    calls: times(3, card),
    document: cards,
    contradicts: [],
  },
  "a value that two branches of a choice take": {
    calls: [{ url: "/settings", answer: { source: { type: "file" } } }],
    document: shop({
      Kind: { required: ["item"], properties: { type: { const: "user" } } },
      Settings: {
        properties: {
          source: { oneOf: [ref("Kind"), { required: ["type"] }, { type: "object" }] },
        },
      },
    }),
    contradicts: ["getSettings /source: must match exactly one schema in oneOf (1)"],
  },
  "values that name a branch of a choice, and one that names none": {
    calls: ["Cat", "Dog", "Bird"].map((kind) => ({
      ...{ url: "/settings", answer: { source: { kind, [kind]: 1 } } },
    })),
    document: shop({
      Cat: { properties: { kind: {}, Cat: {} }, "x-gap": [gap("cat", "fields")] },
      Dog: { properties: { kind: {}, Dog: { type: "integer" } } },
      Settings: {
        properties: {
          source: { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } },
        },
      },
    }),
    contradicts: ["getSettings /source: must match exactly one schema in oneOf (1)"],
  },
  "fields of what a value names itself to be, by the discriminator of its base": {
    calls: times(3, (id) => ({
      ...{ url: "/settings", answer: { pet: { kind: "cat", lives: id, note: 1 } } },
    })),
    document: shop({
      Pet: {
        ...{ properties: { kind: {} }, "x-gap": [gap("pet", "fields")] },
        discriminator: { propertyName: "kind", mapping: { cat: "Cat" } },
      },
      Cat: { allOf: [ref("Pet"), { properties: { lives: { type: "integer" } } }] },
      Settings: { properties: { pet: ref("Pet") } },
    }),
    tells: ["getSettings field note of Cat, integer (pet)"],
    leaves: [/^fields: it is a part of others/],
  },
  "fields of a branch that is joined of parts": {
    calls: times(3, (id) => ({ url: "/settings", answer: { kind: "Book", isbn: id, pages: 1 } })),
    document: shop({
      Product: { properties: { kind: {} } },
      Book: {
        allOf: [ref("Product"), { properties: { isbn: {} } }],
        "x-gap": [gap("book", "fields")],
      },
      Gadget: { allOf: [ref("Product")], "x-gap": [gap("gadget", "fields")] },
      Settings: {
        ...{ oneOf: [ref("Gadget"), ref("Book")], discriminator: { propertyName: "kind" } },
      },
    }),
    says: field("Book.pages", "number"),
    tells: ["getSettings field pages of Book, integer (book)"],
  },
  "a body of a media type that the document does not name": {
    calls: times(3, () => ({ ...failed(404, "/orders/1"), mediaType: "application/problem+json" })),
    document: withFailure(
      json({ properties: { error: {} }, required: ["error"], "x-gap": [gap("failed", "fields")] }),
    ),
    contradicts: [
      "getOrder Content-Type: must be application/json, and is application/problem+json (3)",
    ],
    says: [...["GET /orders/{id} 404", "GET /orders/{id} 404/content/application~1problem+json"]],
  },
  "redirects, and a failure whose empty body is called JSON": {
    calls: [
      {
        ...failed(302, "/orders/1"),
        response: { content: { mimeType: "application/json", size: 0 } },
      },
      { ...failed(307, "/orders/1"), answer: { to: "/orders/2" } },
      {
        ...failed(401, "/orders/1"),
        response: { content: { mimeType: "application/json", size: 0 } },
      },
    ],
    document: withFailure(json({ required: ["error"] })),
    contradicts: [],
    says: ["GET /orders/{id} 401"],
    tells: ["getOrder status code 307", "getOrder no media type (order-failures)"],
  },
  "fields beside a reference, and of a condition": {
    calls: orders(() => ({ own: 1, tall: 1, extra: 1, note: 1 })),
    document: shop({
      Base: { properties: { id: {} }, "x-gap": [gap("base", "fields")] },
      Order: {
        ...{ ...ref("Base"), properties: { own: {}, state: {} } },
        ...{
          then: { properties: { tall: {} }, "x-gap": [gap("then", "presence", "fields")] },
          dependentSchemas: { id: { properties: { extra: {} } } },
          "x-gap": [gap("here", "fields")],
        },
      },
    }),
    says: field("Order.note", "number"),
    tells: ["getOrder field note of Order, integer (here)"],
    leaves: [/^fields: no object was looked at there$/],
  },
  "null in a choice of OpenAPI 3.0, and money": {
    calls: [{ url: "/settings", answer: { source: null, price: 19.99 } }],
    document: shop(
      {
        Settings: {
          properties: {
            source: { nullable: true, oneOf: [{ type: "object" }, { type: "string" }] },
            price: { type: "number", multipleOf: 0.01 },
          },
        },
      },
      "3.0.3",
    ),
    contradicts: [],
  },
  "items of a list that are wrong in the same way, and one call that is wrong twice": {
    calls: [{ url: "/orders", answer: times(4, () => ({ id: "a" })) }],
    contradicts: ["listOrders /*/id: must be integer (1)"],
  },
  "an empty value, where the document allows one, and an answer of a proxy": {
    calls: [
      { url: "/any?b=", answer: {} },
      { url: "/any?b=", status: 407, answer: {} },
    ],
    document: withAny({
      "x-gap": [gap("any", "statuses")],
      parameters: [{ name: "b", in: "query", allowEmptyValue: true, schema: { type: "boolean" } }],
      responses: { 200: { description: "Any." } },
    }),
    contradicts: [],
  },
  "a call at the address of the service, of an operation that has one of its own": {
    calls: [
      ...[order(1), ...times(3, () => ({ url: "/any", answer: { id: "a" } }))],
      { url: "/any", origin: "https://upload.example", answer: {} },
    ],
    says: states("open"),
    document: withAny({
      servers: [{ url: "https://{up}.Example:443/", variables: { up: { default: "upload" } } }],
      responses: { 200: { description: "Any.", ...json(resource("any")) } },
    }),
    contradicts: [],
    tells: ["GET /any", "1 exchange at other addresses than https://service.example"],
  },
};

describe("says what is true of the service:", () => {
  it.each(Object.entries(situations))("%s", async (_, situation) => {
    const { says, asks, closes, contradicts, tells, leaves, endpoints } =
      await outcomeOf(situation);
    for (const endpoint of endpoints) expect(situation.tells).toContain(endpoint);
    expect(says.sort()).toEqual((situation.says ?? []).sort());
    for (const ask of situation.asks ?? []) expect(asks).toContain(ask);
    if (situation.contradicts) expect(contradicts).toEqual(situation.contradicts);
    if (situation.closes) expect(closes).toEqual(situation.closes);
    for (const tell of situation.tells ?? [])
      expect(tells).toContainEqual(typeof tell === "string" ? tell : expect.stringMatching(tell));
    for (const reason of situation.leaves ?? [])
      expect(leaves).toContainEqual(expect.stringMatching(reason));
  });
});

describe("is refused in one sentence, and nothing is written:", () => {
  const har = harOf([order(1)]);
  const mocked = { ...order(1), response: { headers: [{ name: "X-Mock", value: "1" }] } };
  const document = JSON.stringify(shop());

  it.each<[string, string, string, string[], RegExp]>([
    ["a document that is none", "[]", har, [], /shop\.json:1.* OpenAPI/],
    ["a document that cannot be read", "{", har, [], /shop\.json:1/],
    ["a recording that is cut", document, har.slice(0, -9), [], /a\.har:1 .*Export it again/],
    ["a recording of something else", document, '{"log":{}}', [], /a\.har:1 .*Export one/],
    ["a call of another service", document, har, ["--base-url", "https://b.example"], /--base-url/],
    ["a response of a mock", document, harOf([mocked]), [], /with --mock/],
    [
      "no mock, where one is meant",
      document,
      har,
      ["--mock"],
      /a\.har comes from a mock.*Leave it/,
    ],
    [
      "notes that select nothing",
      document,
      har,
      ["--notes", "notes.yaml"],
      /^✗ notes\.yaml:2: \$\.none selects nothing/,
    ],
  ])("%s", async (_, shop, recording, options, message) => {
    await using folder = await temporaryFolder();
    await folder.write("shop.json", shop);
    await folder.write("a.har", recording);
    const action = "{ target: $.none, update: { x-gap: [] } }";
    await folder.write("notes.yaml", `overlay: 1.0.0\nactions: [${action}]\n`);
    for (const command of ["check", "propose"]) {
      const words = [command, "a.har", "--contract", "shop.json", ...options];
      const { exitCode, output } = await runCommand(folder.path, ...words);
      expect(exitCode, output).toBe(2);
      expect(output.trim()).toMatch(message);
      expect(output.trim().split("\n")).toHaveLength(1);
    }
    expect(readdirSync(folder.path).sort()).toEqual(["a.har", "notes.yaml", "shop.json"]);
  });
});
