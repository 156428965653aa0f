/** What ordinary traffic makes of a document, one row for each situation: only what is true of the service. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { harOf } from "../evidence/support/recording.ts";
import { runCommand } from "../support/command.ts";
import {
  as,
  asks,
  created,
  exported,
  failed,
  gap,
  get,
  json,
  listed,
  object,
  ofMock,
  order,
  ref,
  resource,
  settings,
  shop,
  times,
  user,
  withBody,
  withHeader,
} from "./shop.ts";
import { given, givenAny, givenFailure, givenState } from "./situation.ts";

const orders = (fieldsOf: (id: number) => object) => times(6, (id) => order(id, fieldsOf(id)));
const names = ["ann", "bob", "eve", "dan", "ian", "zoe"];
const token = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";
const byKind = { propertyName: "kind" };
const isNoJson = (is: string) => `getOrder Content-Type: must be application/json, and is ${is}`;
const listing = (values: object) => ({ "x-extensible-enum": values });
const integer = { type: "integer" };

/** A path with `{id}` and an operation, whose answers have a size. */
const withIds = (schema: object, more: object = {}) => ({
  parameters: [{ name: "id", in: "path", required: true, schema }],
  get: { ...more, responses: { 200: json(object({ size: integer })) } },
});
const versioned = (version: number, ...fields: string[]) => ({
  [`application/json; version=${version}`]: {
    schema: object(fields.join(" "), { required: fields }),
  },
});
const ofWorker = (source: string) => ({
  _fetchedViaServiceWorker: true,
  _serviceWorkerResponseSource: source,
});

/** A map that one field with a name is in, read three times in each of six resources. */
const mapWith = (keyOf: (id: number) => string) =>
  times(18, (round) => exported(round % 6, { size: 1, [keyOf(round % 6)]: 1 }));

const situations = {
  "answers that overtake each other": given()
    .recorded({ ...order(1, { state: "done" }), time: "2026-03-02T00:00:00Z" })
    .recorded({ ...order(1, { state: "queued" }), time: "2026-03-01T00:00:00Z" })
    .writes("Order.state = done, queued")
    .asks("order-states.final.done"),
  "a field that is there in 195 of 195, and one that comes and goes": given()
    .recorded(times(195, (id) => order(id, { note: "a", ...(id % 2 ? { size: 1 } : {}) })))
    .writes("Order.state = open", "Order.note: string", "Order.size: number")
    .asks(/* always */ "order-fields.required.note"),
  "a field that is null at first, and one of two types": given()
    .recorded(orders((id) => ({ note: id ? "a" : null, code: id % 2 ? id : "a" })))
    .writes("Order.state = open", "Order.note: string, null", "Order.code: number, string"),
  "the same, in OpenAPI 3.0": given({}, "3.0.3")
    .recorded(orders((id) => ({ note: id ? "a" : null, code: id % 2 ? id : "a" })))
    .writes("Order.state = open", "Order.note: string, null", "Order.code"),
  "a list of objects, and a map, in fields": given()
    .recorded(orders((id) => ({ lines: [{ sku: "a", count: 1.5 }], labels: { [`of-${id}`]: 1 } })))
    .writes("Order.state = open", "Order.labels: object", "Order.lines: array")
    .writes("Order.lines[]: object", "Order.lines[].sku: string", "Order.lines[].count: number"),

  "documented values, of which one is not seen": givenState(listing(["lost", "open"]))
    .recorded(orders((id) => ({ state: id % 2 ? "paid" : "open" })))
    .writes("Order.state = paid")
    .tells("...new value for ...state... (order-states)..."),
  "a singleton that is polled 195 times": given()
    .recorded(times(195, () => settings({ state: "active" })))
    .writes("Settings.state = active")
    .tells("...a new value for ...state... (settings-states)..."),
  "states of users, and of orders in a list and in detail": given()
    .recorded(listed(...times(3, (id) => ({ id, state: "open" }))))
    .recorded(user(1, { state: "active" }), order(1, { state: "paid" }))
    .writes("Order.state = open, paid", "User.state = active"),
  "a value that is seen once, and null": given()
    .recorded(times(99, (id) => order(id, { state: id ? "open" : null })))
    .recorded(order(1, { state: "lost" }))
    .contradicts("getOrder /state: must be string (1)")
    .writes("Order.state = lost, open"),
  "values that the schema lists which a noted one refers to": given({
    State: { type: "string", ...listing(["lost", "open"]) },
    Order: object({ state: { allOf: [ref("State")], ...asks("order-states", "values") } }),
  })
    .recorded(order(1), order(2, { state: "lost" }))
    .hides("new value"),
  "a value beyond a list that stays open, which no note asks for": given({
    Order: object({ state: { type: "string", ...listing(["open"]) } }),
  })
    .recorded(order(1), order(2, { state: "lost" }))
    .tells("getOrder a new value for field `state` of `Order`"),
  "a value beyond a list that the document closes": givenState({ enum: ["open"] })
    .recorded(order(1, { state: "lost" }))
    .contradicts("getOrder /state: must be equal to one of the allowed values (1)")
    .tells("...new value for ...state... (order-states)..."),
  "a value that is the name of one person each": given()
    .recorded(times(12, (id) => order(id % 6, { state: names[id % 6], request_id: id })))
    .writes("Order.request_id: number")
    .leaves("...in one resource only..."),
  "values that are texts, identifiers, tokens, or too long for a word": given()
    .recorded(order(1, { state: "A text." }), order(2, { state: "id-7" }))
    .recorded(order(3, { state: token }), order(4, { state: "a".repeat(33) }))
    .leaves("...4 of 4 values are no words..."),

  "a key that few of many objects have": given()
    .recorded(times(60, (id) => exported(id, { size: 1, ...(id < 4 ? { zebra: 1 } : {}) })))
    .writes("Open.size: number"),
  "a map whose keys are names, in the rows of one job, and once in a list": given({
    Open: object({ rows: { items: ref("Order") } }),
    Order: { type: "object", ...asks("rows", "fields") },
  })
    .recorded(times(9, () => exported(1, { rows: names.map(() => ({ bob_smith: 1 })) })))
    .recorded(listed({ bob_smith: 1 }))
    .tells("exportOrder fields of schema `Order` whose names are not shown (rows)")
    .hides("bob"),
  "names in a list that is searched by POST": given({
    Draft: { type: "array", items: ref("Order") },
  })
    .recorded(
      times(9, () =>
        created(
          [],
          names.map((state, id) => ({ id, state, ...(id < 3 ? { falcon: 1 } : {}) })),
        ),
      ),
    )
    .hides("falcon")
    .leaves("...in one resource only..."),
  "an open object in what is created": given({}, "3.1.1", {
    "/any": { post: { operationId: "createAny", responses: { 201: json(ref("Open")) } } },
  })
    .recorded(times(3, () => ({ ...created({}, { size: 1 }), url: "/any", status: 201 })))
    .writes("Open.size: number"),
  "fields beside documented ones: some of most objects, and one of a few": given()
    .recorded(times(9, (id) => settings({ _id: id, PartnerId: id, ...(id ? {} : { falcon: 1 }) })))
    .writes("Settings._id: number", "Settings.PartnerId: number")
    .tells("...fields of schema `Settings` whose names are not shown...")
    .hides("falcon"),
  "a map whose keys are a name, an e-mail address, a token, and one of letters": given()
    .recorded(...["Ada Lovelace", "ada@example.com"].map((key) => mapWith(() => key)))
    .recorded(...[token, "eyjhbgcioijiuzinaeiou"].map((key) => mapWith(() => key)))
    .writes("Open.size: number"),
  "lists in a deep object of a query": given({}, "3.1.1", {
    "/any": {
      get: {
        operationId: "getAny",
        parameters: [
          {
            ...{ name: "f", in: "query", style: "deepObject" },
            schema: object({ ids: { type: "array", minItems: 1, items: integer }, size: integer }),
          },
        ],
        responses: { default: { description: "Any." } },
      },
    },
  })
    .recorded(get("/any?f[ids]=1&f[ids]=2&f[size]=1"), get("/any?f[ids]=1"), get("/any?f[size]=a"))
    .contradicts("getAny query f: must be integer (1)"),
  "a map that has nothing but names": given()
    .recorded(times(6, (id) => exported(id, { [names[id]!]: 1 })))
    .leaves("...the names of new fields may be data"),
  "fields that a pattern, a condition or a map describes": given({
    Order: { ...resource("order"), patternProperties: { "^x-": {} } },
    Settings: { ...object("id", asks("settings", "fields")), then: object("tall") },
    User: { ...resource("user", { state: {} }), additionalProperties: integer },
  })
    .recorded(orders(() => ({ "x-note": "a" })))
    .recorded(user(1, { state: "open", other: 7 }), settings({ id: 1, tall: 1 }))
    .writes("Order.state = open")
    .leaves("fields: a new field may belong to another schema..."),
  "an answer of the mock of another service": given()
    .recorded(order(1), { ...ofMock("X-Emulator-Assumed"), origin: "https://mock.example" })
    .writes("Order.state = open"),
  "a schema that requests and answers share": given()
    .recorded(times(40, (id) => created({ note: "a" }, { id, note: 7 })))
    .tells("...field note of schema `Draft`...")
    .leaves("...requests have the same schema..."),
  "a field of such a schema that every answer has, and one that only the service sets": given({
    Draft: {
      properties: { id: { readOnly: true }, note: {}, gift: {}, rare: {} },
      "x-gap": [{ ...gap("draft", "fields", "presence"), answer: "fields" }],
    },
  })
    .recorded(times(4, (id) => created({ note: "a" }, { id, note: "a", gift: true })))
    .asks("draft.required.id", "draft.required.note", "draft.required.gift")
    .closes("draft.required.id", "draft.required.note", "draft.required.gift"),
  "notes on the parts of a schema, of which one is a part of others too": given({
    Base: { type: "object", ...asks("base", "fields") },
    Order: { allOf: [ref("Base"), resource("order")] },
  })
    .recorded(orders(() => ({ note: "a" })))
    .writes("Order/allOf/1.state = open", "Order/allOf/1.note: string")
    .leaves("fields: a new field may belong to another schema...")
    .asks("order-fields.required.note"),
  "items of a list that a wrapper describes as objects, and its user as orders": given({
    Page: { properties: { data: { type: "array", items: { type: "object" } } } },
    User: { allOf: [ref("Page"), { properties: { data: { items: ref("Order") } } }] },
  })
    .recorded(get("/users/1", { data: times(6, (id) => ({ id, state: "open", note: "a" })) }))
    .writes("Order.state = open", "Order.note: string"),
  "fields beside a reference": given({
    Base: object("id", asks("base", "fields")),
    Order: { ...ref("Base"), ...object("own state"), ...asks("here", "fields") },
  })
    .recorded(orders(() => ({ own: 1, note: 1 })))
    .writes("Order.note: number")
    .tells("getOrder field note of schema `Order`, integer (here)"),
  "an object of which it cannot be said which branch it takes": given({
    X: object("kind b", asks("x", "fields", "presence")),
    Settings: { allOf: [ref("User")], anyOf: [ref("X"), object("kind")] },
  })
    .recorded(times(3, () => settings({ kind: "y", d: 1 })))
    .leaves("fields: a new field may belong to another schema..."),
  "values that name a branch of a choice, and one that names none": given({
    Cat: object("kind Cat", asks("cat", "fields")),
    Dog: object({ kind: {}, Dog: integer }),
    Settings: object({ source: { oneOf: [ref("Cat"), ref("Dog")], discriminator: byKind } }),
  })
    .recorded(["Cat", "Dog"].map((kind) => settings({ source: { kind, [kind]: 1 } })))
    .recorded(settings({ source: { kind: "Bird", Cat: 1, wings: 2 } }))
    .contradicts("getSettings /source/kind: must be a kind that the document has (1)"),
  "fields of what a value names itself to be, by the discriminator of its base": given({
    Pet: {
      ...object("kind", asks("pet", "fields")),
      discriminator: { ...byKind, mapping: { cat: "Cat" } },
    },
    Cat: { allOf: [ref("Pet"), object({ lives: integer })] },
    Settings: object({ pet: ref("Pet") }),
  })
    .recorded(times(3, (id) => settings({ pet: { kind: "cat", lives: id, note: 1 } })))
    .tells("getSettings field note of schema `Cat`, integer (pet)")
    .leaves("fields: a new field may belong to another schema..."),
  "fields of a branch that is joined of parts": given({
    Product: object("kind"),
    Book: { allOf: [ref("Product"), object("isbn")], ...asks("book", "fields") },
    Gadget: { allOf: [ref("Product")], ...asks("gadget", "fields") },
    Settings: { oneOf: [ref("Gadget"), ref("Book")], discriminator: byKind },
  })
    .recorded(times(3, (id) => settings({ kind: "Book", isbn: id, pages: 1 })))
    .writes("Book.pages: number")
    .tells("getSettings field pages of schema `Book`, integer (book)"),
  "a field that would contradict a recorded call elsewhere": given({
    // Nothing is counted below such names, and what is added to orders holds there too.
    User: { patternProperties: { "^order": ref("Order") } },
  })
    .recorded(orders(() => ({ size: 1, note: "a" })))
    .recorded(get("/users/1", { order1: { size: "large" } }))
    .writes("Order.state = open", "Order.note: string")
    .leaves("`size`...: a recorded exchange would contradict it: /{…}/size must be n..."),
  "a field that would refuse a documented example, and one a default": given({
    Order: { ...resource("order"), examples: [{ size: "XL" }], default: { paid: "yes" } },
  })
    .recorded(orders(() => ({ size: 1, paid: true, note: "a" })))
    .writes("Order.state = open", "Order.note: string")
    .leaves("`paid`...: the documented value at #...Order/default would contradict it")
    .leaves("`size`...: the documented value at #...Order/examples/0 would contradict it"),
  "items of a list that are wrong in the same way, and one call that is wrong twice": given()
    .recorded(listed(...times(4, () => ({ id: "a" }))))
    .contradicts("listOrders /*/id: must be integer (1)"),

  "failures of two shapes with one code": given()
    .recorded(failed(404), failed(404, "/orders/2", "No."), failed(404, "/orders/3", []))
    .writes("GET /orders/{id} 404", "Failure + application/json"),
  "a body that a range of media types describes": givenAny({
    responses: {
      200: {
        description: "Any.",
        content: { "*/*": { schema: object({ id: integer }) } },
        ...asks("any", "media-types"),
      },
    },
  })
    .recorded(get("/any", { id: "x" }))
    .contradicts("getAny /id: must be integer (1)"),
  "a body that is missing where any may be there": givenAny({
    responses: { 200: { description: "Any.", content: { "*/*": {} } } },
  }).recorded(withBody(get("/any"), { size: 0 }, "")),
  "a range of media types that says something": givenAny({
    responses: {
      200: {
        description: "Any.",
        content: { "application/*": { schema: { type: "object" } } },
        ...asks("any", "media-types"),
      },
    },
  })
    .recorded(get("/any", { id: 1 }))
    .leaves("media-types: nothing new was seen"),
  "codes of one operation that two notes ask for": givenAny({
    responses: { default: { description: "Any." } },
    "x-gap": [
      { ...gap("successes", "statuses"), answer: "status-codes" },
      { ...gap("any-failures", "statuses"), answer: "failures" },
    ],
  })
    .recorded(get("/any"), failed(404, "/any"))
    .writes("GET /any 200", "GET /any 404")
    .tells("getAny status code 404 (any-failures)"),
  "too many requests, and an identifier that is unknown": given()
    .recorded(times(3, (id) => failed(429, `/orders/${id}`)))
    .recorded(failed(404), failed(404, "/users/1"))
    .writes("GET /orders/{id} 404", "GET /orders/{id} 429", "GET /users/{id} 404")
    .writes("Failure + application/json")
    .leaves("fields: nothing new was seen"),
  "failures as text, as both, and of a type whose name is not told, where the document has JSON":
    givenFailure(json({ type: "object" }))
      .recorded(as("text/plain", failed(429)), failed(404), as("text/plain", failed(404)))
      .recorded(as("application/vnd.own.error+json", failed(500)))
      .writes("GET /orders/{id} 404: application/json, text/plain")
      .writes("GET /orders/{id} 429: text/plain", "GET /orders/{id} 500")
      .contradicts(isNoJson("text/plain (2)"))
      .contradicts(isNoJson("another media type (1)")),
  "failures that are a page, or have no body": given()
    .recorded(withBody(failed(502), { text: "<p>" }, "text/html"))
    .recorded(withBody(failed(503), { size: 0 }, ""))
    .writes("GET /orders/{id} 502", "GET /orders/{id} 503", "Failure + text/html"),
  "failures where a nearer note takes their codes": givenAny({
    ...asks("any-codes", "statuses"),
    responses: { default: { $ref: "#/components/responses/Failure" } },
  })
    .recorded(failed(404, "/any"))
    .writes("GET /any 404", "Failure + application/json")
    .leaves("statuses: nothing new was seen"),
  "failures of a gateway, of which the document says something else": givenFailure(
    json({ ...object("code"), required: ["code"] }),
  )
    .recorded(as("text/html", failed(502, "/orders/1", "<p>")), failed(503, "/orders/1", {}))
    .recorded(withBody(failed(504), { size: 0 }, ""))
    .contradicts(
      isNoJson("text/html (1)"),
      "getOrder /code: must have required property 'code' (1)",
    )
    .writes("GET /orders/{id} 502: text/html", "GET /orders/{id} 504")
    .writes("GET /orders/{id} 503: application/json")
    .hides("left out"),
  "redirects, and an empty failure called JSON": givenFailure(json({ required: ["error"] }))
    .recorded(withBody(failed(302), { size: 0 }), failed(307), withBody(failed(401), { size: 0 }))
    .writes("GET /orders/{id} 401")
    .tells("getOrder status code 307"),
  "answers without a body: one that a cache has confirmed, and one to HEAD": given()
    .recorded(withBody({ ...order(1), status: 304 }, { size: 0 }, ""))
    .recorded(withBody({ ...order(1), method: "HEAD" }, { size: 0 }, ""), order(1))
    .writes("Order.state = open")
    .hides("304"),
  "bodies that are not recorded, cut, or empty": given()
    .recorded(withBody(order(1), { size: 99 }), withBody(order(1), { size: 99, text: '{"id"' }))
    .recorded(withBody(order(1), { size: 0 }), order(1))
    .writes("Order.state = open")
    .contradicts("getOrder body: must be JSON in UTF-8 (1)")
    .tells("1 × cut (getOrder), which may show more of order-fields, order-states, failures")
    .tells("1 × not recorded ..."),

  "a path of which the document names no operation": given({}, "3.1.1", { "/carts": asks("carts") })
    .recorded(get("/carts", []))
    .tells("GET /carts status code 200 (carts)"),
  "an endpoint that the document does not have": given()
    .recorded(order(1), failed(404, "/wagons/1"), get("/ann_lee"), get("/carts/eve"))
    .recorded({ ...get("/wagons/1"), method: "OPTIONS" })
    .recorded(times(3, (id) => get(`/carts/${id}/lines`)))
    .recorded(times(33, (id) => get(`/users/1/${"abcdefghijk"[id % 11]}person`)))
    .writes("Order.state = open")
    .tells("GET /carts/{…}/lines", "GET /users/{…}/{…}", "GET /{…}", "GET /carts/{…}")
    .hides("wagons"),
  "addresses that a parameter of the path refuses": given({}, "3.1.1", {
    "/loans/{id}": withIds(integer, { operationId: "getLoan", ...asks("loans", "statuses") }),
    "/cards/{id}": withIds({ type: "string", format: "uuid" }),
    "/cities/{id}": withIds({ enum: ["rome"] }),
    "/days/{id}": withIds({ type: "array", items: { type: "string", pattern: "^\\d+$" } }),
  })
    .recorded(times(4, () => ({ ...get("/loans/export", { size: "a" }), status: 202 })))
    .recorded(get("/loans/7"), get("/cities/rome"), get("/days/1,2"))
    .recorded(get("/cards/7"), get("/cities/oslo"), get("/days/1,b"))
    .tells("GET /loans/export", "GET /cards/{…}", "GET /cities/{…}", "GET /days/{…}")
    .tells("7 exchanges with the service, of no operation of the document"),
  "a name beside an identifier, of which the document has another method": given({}, "3.1.1", {
    "/loans/{id}": withIds({}, asks("loans", "statuses")),
    "/loans/latest": { put: { responses: {} } },
  })
    .recorded({ ...get("/loans/latest"), status: 202 }, get("/loans/7"))
    .tells("GET /loans/latest"),
  "versions of one media type, and one that the document does not have": givenAny({
    responses: {
      200: {
        description: "Any.",
        content: { ...versioned(1, "name"), ...versioned(2, "first", "last") },
        ...asks("any", "fields"),
      },
    },
  })
    .recorded(as("application/json; version=1", get("/any", { name: "a" })))
    .recorded(as('application/json;charset=utf-8;Version="2"', get("/any", { first: 1, last: 1 })))
    .recorded(as("application/json; version=3", get("/any", { full: 1 })))
    .contradicts(
      "getAny Content-Type: must be application/json; version=1 or application/json; version=2, and is application/json (1)",
    ),
  "keys of paths with a query": given({}, "3.1.1", {
    "/any": {
      get: { operationId: "stable", responses: { 200: json(object("", { required: ["id"] })) } },
    },
    "/any?beta=true": {
      get: { operationId: "beta", responses: { 200: json(object("", { required: ["no"] })) } },
    },
  }).recorded(get("/any", { id: 1 }), get("/any?beta=true", { no: 1 })),
  "an operation with a server of its own": given({}, "3.1.1", {
    "/any": {
      servers: [{ url: "https://files.example/v2" }],
      get: { operationId: "getAny", responses: { 200: json(object("", { required: ["id"] })) } },
    },
  })
    .recorded({ ...get("/v2/any"), origin: "https://files.example" }, get("/any"), order(1))
    .writes("Order.state = open")
    .contradicts("getAny /id: must have required property 'id' (1)")
    .tells("GET /any"),
  "answers that a service worker has made up, or has fetched": given()
    .recorded({ ...order(1, { state: "pretend" }), response: { ...ofWorker("fallback-code") } })
    .recorded({ ...order(1, { state: "stored" }), entry: ofWorker("cache-storage") })
    .recorded({ ...order(2), entry: ofWorker("network") })
    .recorded(withHeader("X-StubHub-Request", order(3)))
    .writes("Order.state = open")
    .tells("2 exchanges that a service worker has answered in the browser"),
  "a call that has no response yet": given()
    .recorded(order(1), { ...order(2, { state: "lost" }), status: 0 })
    .writes("Order.state = open")
    .tells("1 exchange without a response"),
  "bodies that are no JSON, where the document says what is in them": givenAny({
    responses: {
      200: {
        description: "Any.",
        content: {
          "text/event-stream": { schema: {}, ...asks("events", "fields") },
          "application/xml": { schema: object("a") },
          "text/plain": { schema: { type: "string" } },
        },
      },
    },
  })
    .recorded(withBody(get("/any"), { text: "data: {}" }, "text/event-stream"))
    .recorded(withBody(get("/any"), { text: "<a/>" }, "application/xml"))
    .recorded(withBody(get("/any"), { text: "1.10" }, "text/plain"))
    .tells("1 × text/event-stream, which is not read (getAny), which may show more of events")
    .tells("1 × application/xml, which is not read (getAny), which may show more of events")
    .hides("text/plain"),
  "a kind that the document does not have, and a part that may be null": given({
    Cat: object({ kind: {}, lives: integer }, { required: ["kind", "lives", "fur"] }),
    Dog: object({ kind: {}, bark: {} }, { required: ["kind", "bark", "tail"] }),
    Pet: { oneOf: [ref("Cat"), ref("Dog")], discriminator: byKind },
    Tree: {
      type: "object",
      properties: { size: integer, left: { oneOf: [ref("Tree"), { type: "null" }] } },
    },
    Settings: object({ pets: { items: ref("Pet") }, tree: ref("Tree") }),
  })
    .recorded(
      settings({
        pets: [
          { kind: "Newt", tail: 1 },
          { kind: "Cat", lives: 9 },
        ],
      }),
    )
    .recorded(settings({ tree: { left: { left: { size: "a" } } } }))
    .recorded(settings({ tree: { left: 7 } }))
    .contradicts("getSettings /pets/*/kind: must be a kind that the document has (1)")
    .contradicts("getSettings /pets/*/{…}: must have required property 'fur' (1)")
    .contradicts("getSettings /tree/left/left/size: must be integer (1)")
    .contradicts("getSettings /tree/left: must be object,null (1)"),
  "keywords of OpenAPI 3.0 that were left in a document of 3.1": given({
    Open: object("own"),
    Order: object({
      id: integer,
      open: { allOf: [ref("Open")], nullable: true },
      size: { type: "number", minimum: 0, exclusiveMinimum: true },
    }),
  })
    .recorded(
      order(1, { open: null, size: 1 }),
      order(2, { open: {}, size: 0 }),
      order("a" as never),
    )
    .contradicts("getOrder /size: must be > 0 (1)", "getOrder /id: must be integer (1)"),
  "a key of the API in the query, and names that a map in it may have": given({}, "3.1.1", {
    "/any": {
      get: {
        operationId: "getAny",
        security: [{ key: [] }],
        parameters: [{ name: "f", in: "query", required: true, schema: { type: "object" } }],
        responses: { 200: json({ type: "object" }) },
      },
    },
    "/whole": {
      get: {
        operationId: "getWhole",
        parameters: [{ name: "q", in: "querystring", content: {} }],
        responses: { 200: json({ type: "object" }) },
      },
    },
  })
    .securedBy({ key: { type: "apiKey", in: "query", name: "api_key" } })
    .recorded(get("/any?api_key=1&size=1"), get("/whole?any=1"), settings({}, "?other=1"))
    .tells("getSettings query parameter other")
    .hides("query parameter api_key")
    .hides("query parameter size")
    .hides("query parameter any"),
  "patterns that take years for a text": given({
    Order: object({
      id: integer,
      title: { pattern: "^([a-zA-Z0-9]+\\s?)*$" },
      labels: { patternProperties: { "^(a|a)*$": integer } },
    }),
  })
    .recorded(
      order("a" as never, {
        title: `${"word ".repeat(9)}!`,
        labels: { [`${"a".repeat(40)}!`]: 1 },
      }),
    )
    .contradicts("getOrder /id: must be integer (1)")
    .tells("pattern ^([a-zA-Z0-9]+\\s?)*$: it takes too long for a text that was recorded")
    .tells("pattern ^(a|a)*$: it takes too long for a text that was recorded"),
  "a body that is nested more deeply than any honest one": given()
    .recorded(order(1), withBody(order(2), { text: "[".repeat(5000) + "]".repeat(5000) }))
    .writes("Order.state = open")
    .tells("1 × nested too deeply (getOrder)..."),
  "an empty value, where the document allows one, and an answer of a proxy": givenAny({
    ...asks("any", "statuses"),
    parameters: [{ name: "b", in: "query", allowEmptyValue: true, schema: { type: "boolean" } }],
    responses: { 200: { description: "Any." } },
  }).recorded(get("/any?b="), failed(407, "/any?b=")),
};

/** Of a text, `...` is anything. */
const patternOf = (text: string) =>
  new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("\\.\\.\\.", ".*")}$`, "s");

describe("says what is true of the service:", () => {
  it.each(Object.entries(situations))("%s", async (_, situation) => {
    const { expected } = situation;
    const found = await situation.outcome();
    expect(found.writes.sort()).toEqual(expected.writes.sort());
    expect(found.contradicts).toEqual(expected.contradicts);
    expect(expected.tells).toEqual(expect.arrayContaining(found.endpoints));
    if (expected.closes.length > 0) expect(found.closes).toEqual(expected.closes);
    const told = [...found.tells, ...found.leaves].join("\n");
    for (const text of expected.hides) expect(told).not.toContain(text);
    for (const kind of ["tells", "leaves", "asks"] as const)
      for (const text of expected[kind])
        expect(found[kind]).toContainEqual(expect.stringMatching(patternOf(text)));
  });
});

describe("is refused in one sentence, and nothing is written:", () => {
  const har = harOf([order(1)]);
  const document = JSON.stringify(shop());

  it.each<[string, string, string, string[], RegExp]>([
    ["a document that is none", "[]", har, [], /shop\.json:1.* OpenAPI/],
    ["a document that cannot be read", "{", har, [], /shop\.json:1/],
    ["a recording of something else", document, '{"log":{}}', [], /a\.har:1 .*Export one/],
    ["a call of another service", document, har, ["--base-url", "https://b.example"], /--base-url/],
    ["a response of a mock", document, harOf([ofMock("X-Mock")]), [], /with --mock/],
    ["calls without a response", document, harOf([{ ...order(1), status: 0 }]), [], /no response/],
    ["no mock, where one is meant", document, har, ["--mock"], /comes from a mock.*Leave it/],
  ])("%s", async (_, shop, recording, options, message) => {
    await using folder = await temporaryFolder();
    await folder.write("shop.json", shop);
    await folder.write("a.har", recording);
    for (const command of ["check", "propose"]) {
      const words = [command, "a.har", "--contract", "shop.json", ...options];
      const { exitCode, output } = await runCommand(folder.path, ...words);
      expect(exitCode, output).toBe(2);
      expect(output.trim()).toMatch(message);
      expect(output.trim().split("\n")).toHaveLength(1);
    }
    expect(readdirSync(folder.path).sort()).toEqual(["a.har", "shop.json"]);
  });
});
