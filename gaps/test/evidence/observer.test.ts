/** What calls show of a document, counted, and with the gap that asks for it. */
import { describe, expect, it } from "vitest";
import { toBody, type Exchange } from "../../src/api/exchange.ts";
import { BaseAddress } from "../../src/api/service-address.ts";
import type { OpenApiDocument } from "../../src/document/document.ts";
import { Observer } from "../../src/evidence/observer.ts";
import { asks, ref, resource, shop } from "../truth/shop.ts";

const origin = "https://service.example";
const listed = { type: "string", "x-extensible-enum": ["a", "b"] };
const parts = {
  Order: resource("order", {
    parts: { items: ref("Part") },
    kind: listed,
    closed: { enum: ["a"] },
  }),
  Part: { type: "object", properties: { name: { type: "string" } } },
};
const paths = {
  "/open": { ...asks("open-path") },
  "/report": { get: { operationId: "getReport", responses: { 200: report({ type: "object" }) } } },
  "/text": { get: { operationId: "getText", responses: { 200: report({ type: "string" }) } } },
};

function report(schema: object) {
  return { description: "It.", content: { "text/csv": { schema } } };
}

interface Call {
  method?: string;
  status?: number;
  answer?: unknown;
  mediaType?: string;
  text?: string;
  sent?: unknown;
  from?: string;
}

function exchangeOf(address: string, call: Call = {}): Exchange {
  const { method = "GET", status = 200, mediaType = "application/json", from = origin } = call;
  const { pathname: path, searchParams: query } = new URL(address, origin);
  const text = call.text ?? (call.answer === undefined ? undefined : JSON.stringify(call.answer));
  const sent = call.sent === undefined ? undefined : JSON.stringify(call.sent);
  return {
    ...{ time: "2026-03-04T05:06:07Z", method, origin: from, path, query, status, headers: {} },
    request: toBody(sent && "application/json", sent),
    response: toBody(mediaType, text),
  };
}

function observe(...calls: [address: string, call?: Call][]) {
  const document = shop(parts, "3.1.1", paths) as unknown as OpenApiDocument;
  const observer = new Observer(document, new BaseAddress(origin));
  for (const [address, call] of calls) observer.add(exchangeOf(address, call));
  return observer;
}

const none = { read: 1, recognised: 0, strays: 0, elsewhere: 0, madeUp: 0, unanswered: 0 };

describe("an exchange is counted as what it is:", () => {
  it.each<[what: string, address: string, call: Call, counted: object]>([
    ["a call", "/orders/1", {}, { recognised: 1 }],
    ["a call of another service", "/orders/1", { from: "https://other.example" }, { elsewhere: 1 }],
    ["a call without a response", "/orders/1", { status: 0 }, { unanswered: 1 }],
    ["below the statuses of HTTP", "/orders/1", { status: 99 }, { unanswered: 1 }],
    ["above the statuses of HTTP", "/orders/1", { status: 600 }, { unanswered: 1 }],
    ["the first status", "/orders/1", { status: 100 }, { recognised: 1 }],
    ["the last status", "/orders/1", { status: 599 }, { recognised: 1 }],
    ["a proxy that asks for a login", "/orders/1", { status: 407 }, {}],
    ["a network that asks for a login", "/orders/1", { status: 511 }, {}],
    ["a path of no operation", "/bills", {}, { strays: 1 }],
    ["what a browser asks before", "/bills", { method: "OPTIONS" }, {}],
    ["what a proxy asks", "/bills", { method: "HEAD" }, {}],
  ])("%s", (_, address, call, counted) => {
    expect(observe([address, call]).exchanges).toEqual({ ...none, ...counted });
  });

  it("what a page has made up", () => {
    const observer = observe();
    observer.addMadeUp();
    expect(observer.exchanges).toEqual({ ...none, madeUp: 1 });
    expect(observer.environment).toBe("unnamed");
  });

  it.each([
    [200, ["GET /bills"]],
    [403, ["GET /bills"]],
    [404, []],
    [405, []],
    [501, []],
  ])("a path of no operation, with %i, shows the endpoints %j", (status, endpoints) => {
    const calls = Array.from({ length: 3 }, (): [string, Call] => ["/bills", { status }]);
    expect(
      observe(...calls)
        .endpoints.list()
        .map(({ endpoint }) => endpoint),
    ).toEqual(endpoints);
  });
});

type Known = [gap: string | undefined, operation: string, what: string];

describe("what the document leaves open is news:", () => {
  it.each<[what: string, address: string, call: Call, news: Known[], unnoted: string[]]>([
    ["nothing", "/orders/1", { answer: { id: 1, kind: "a", closed: "c" } }, [], []],
    [
      "a value that a gap asks for",
      "/orders/1",
      { answer: { state: "open" } },
      [["order-states", "getOrder", "a new value for field `state` of `Order`"]],
      [],
    ],
    ["no value that is no text", "/orders/1", { answer: { state: 7, kind: 7 } }, [], []],
    [
      "a value of an open list",
      "/orders/1",
      { answer: { kind: "c" } },
      [[undefined, "getOrder", "a new value for field `kind` of `Order`"]],
      ["values #/components/schemas/Order/properties/kind"],
    ],
    [
      "a field",
      "/orders/1",
      { answer: { note: "A" } },
      [["order-fields", "getOrder", "field note of schema `Order`, string"]],
      [],
    ],
    [
      "a field of what no gap is about",
      "/orders/1",
      { answer: { parts: [{ note: "A" }, { note: 1 }] } },
      [[undefined, "getOrder", "field note of schema `Part`, string or integer"]],
      ["fields #/components/schemas/Part"],
    ],
    [
      "a field whose name may be data",
      "/orders/1",
      { answer: { "ada@example.org": 1 } },
      [["order-fields", "getOrder", "fields of schema `Order` whose names are not shown"]],
      [],
    ],
    [
      "a status of a success",
      "/orders/1",
      { status: 203, answer: {} },
      [[undefined, "getOrder", "status code 203"]],
      ["statuses #/paths/~1orders~1{id}/get"],
    ],
    [
      "a status of a failure, and its media type",
      "/orders/1",
      { status: 400, answer: {} },
      [
        ["failures", "getOrder", "status code 400"],
        ["failures", "getOrder", "a body of application/json"],
      ],
      [],
    ],
    [
      "a failure that nothing is said of",
      "/report",
      { status: 500, answer: {} },
      [
        [undefined, "getReport", "status code 500"],
        [undefined, "getReport", "a body of application/json"],
      ],
      ["failures #/info", "failures #/info"],
    ],
    ["no status of a cache", "/orders/1", { status: 304 }, [], []],
    ["no media type of a success", "/report", { mediaType: "text/html", text: "<p>" }, [], []],
    [
      "a parameter of the query",
      "/orders?sort=up",
      { answer: [] },
      [[undefined, "listOrders", "query parameter sort"]],
      ["query #/paths/~1orders/get"],
    ],
    [
      "a parameter whose name may be data",
      "/orders?ada%40example.org=1",
      { answer: [] },
      [[undefined, "listOrders", "query parameter whose name is not shown"]],
      ["query #/paths/~1orders/get"],
    ],
    [
      "a path that the document leaves open",
      "/open",
      { status: 404 },
      [["open-path", "GET /open", "status code 404"]],
      [],
    ],
  ])("%s", (_, address, call, news, unnoted) => {
    const observer = observe([address, call]);
    const found = observer.news().map(({ gap, operation, what }) => [gap, operation, what]);
    expect(found).toEqual(news);
    expect(observer.unnoted().map(({ kind, place }) => `${kind} ${place}`)).toEqual(unnoted);
  });

  it("with the number of its calls, by operation", () => {
    const answer = { state: "open" };
    const observer = observe(
      ["/orders/1", { answer }],
      ["/orders/2", { answer }],
      ["/orders", { answer: [answer] }],
    );
    expect(observer.news().map(({ operation, calls }) => [operation, calls])).toEqual([
      ["getOrder", 2],
      ["listOrders", 1],
    ]);
  });

  it("no parameter of a call that has failed, which may be why", () => {
    const found = observe(["/orders?sort=up", { status: 404, answer: {} }]).news();
    expect(found.map(({ what }) => what)).not.toContain("query parameter sort");
  });
});

it.each<[what: string, address: string, call: Call, because: string[]]>([
  ["a body of JSON", "/orders/1", { answer: {} }, []],
  ["a body that is cut", "/orders/1", { text: "{" }, []],
  [
    "fields in a format that is not read",
    "/report",
    { mediaType: "text/csv", text: "a;b" },
    ["text/csv, which is not read"],
  ],
  ["a text, of which nothing is asked", "/text", { mediaType: "text/csv", text: "a;b" }, []],
  [
    "a body that is too deep",
    "/orders/1",
    { text: "[".repeat(600) + "]".repeat(600) },
    ["nested too deeply"],
  ],
  [
    "a body where HTTP has none",
    "/orders/1",
    { status: 204, text: "[".repeat(600) + "]".repeat(600) },
    [],
  ],
])("of %s, it is told why it was not read: %s", (_, address, call, because) => {
  const { unread } = observe([address, call]);
  expect([...unread.values()].map((each) => each.because)).toEqual(because);
});

it("a request that is not read is told as well", () => {
  const observer = observe();
  const request = toBody("application/json", "[".repeat(600) + "]".repeat(600));
  observer.add({ ...exchangeOf("/orders", { method: "POST", answer: {} }), request });
  expect([...observer.unread.values()]).toEqual([
    expect.objectContaining({ operation: "createOrder", because: "nested too deeply" }),
  ]);
});
