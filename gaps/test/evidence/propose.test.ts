/** What recordings add to a document, and what they only ask: in full, where the table of situations says it in short. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import {
  asObject,
  type JsonObject,
  type OpenApiDocument,
  valueAt,
} from "../../src/document/document.ts";
import { describeProposals, type Proposed } from "../../src/close/propose.ts";
import { collectClosedGaps, collectGaps } from "../../src/notes/gaps.ts";
import { runCommand } from "../support/command.ts";
import { gap, json, ofMock, order, resource, shop, times, user } from "../truth/shop.ts";
import { propose } from "./support/proposing.ts";
import { harOf, type RecordedCall } from "./support/recording.ts";

const document = (schemas: object = {}, openapi?: string) =>
  shop(schemas, openapi) as unknown as OpenApiDocument;
const orderAt = (keys = "") => `#/components/schemas/Order${keys}`;
const states = ["open", "paid", "closed"];
const calls = times(9, (id) => order(id, { state: states[id % 3] }));

it("known values are written with what, when, where and how often, and the gap asks for the rest", async () => {
  // One entry may stand there without a list around it.
  const earlier = { gap: "order-states", date: "2026-01-01", evidence: "Earlier.", exchanges: 1 };
  const state = { "x-verified": earlier, "x-gap": [gap("order-states", "values")] };
  const first = await propose(calls, document({ Order: resource("order", { state }) }));
  expect(valueAt(first.document, orderAt("/properties/state"))).toMatchObject({
    "x-extensible-enum": ["closed", "open", "paid"],
    "x-verified": [
      earlier,
      {
        gap: "order-states",
        question: "What about order-states?",
        date: "2026-03-04",
        environment: "test",
        evidence: "Recorded: `closed`, `open`, `paid` in responses of getOrder (3).",
        exchanges: 3,
      },
    ],
  });
  const lost = times(3, (id) => order(90 + id, { state: "lost" }));
  const second = await propose([...calls, ...lost], first.document);
  expect(valueAt(second.document, orderAt("/properties/state"))).toMatchObject({
    "x-extensible-enum": ["closed", "open", "paid", "lost"],
    "x-verified": [earlier, { exchanges: 3 }, { evidence: expect.stringContaining("`lost`") }],
  });
  expect(collectGaps(second.document).find(({ id }) => id === "order-states")?.question).toBe(
    "Beyond what recordings showed (`closed`, `open`, `paid`, `lost`): What about order-states?",
  );
  expect(collectClosedGaps(second.document)).toEqual([]);
  expect((await propose(calls, second.document)).overlay.actions).toEqual([]);
});

it("evidence counts exchanges, those of the rarest value, up to the last day", async () => {
  const listed = [1, 2, 3].map((id) => ({ id, state: "open" }));
  const { document: planned } = await propose(
    [
      { url: "/orders", answer: listed, time: "2026-03-05T00:00:00Z" },
      ...[1, 2].map((id) => ({ ...order(id, { state: "paid" }), time: "2026-03-02T00:00:00Z" })),
      { ...order(2, { state: "paid" }), time: "9999-99-99T00:00:00Z" },
    ],
    document(),
  );
  const evidence =
    "Recorded: `open` in responses of listOrders (1); `paid` in responses of getOrder (3).";
  expect(valueAt(planned, orderAt("/properties/state/x-verified"))).toMatchObject([
    { date: "2026-03-05", evidence, exchanges: 1 },
  ]);
});

it("a field says in how many objects it was seen, and nothing of what was in it", async () => {
  const notes = times(6, (id) => order(id, id % 2 ? { note: "A text" } : {}));
  const { document: planned } = await propose(notes, document());
  expect(valueAt(planned, orderAt("/properties/note"))).toEqual({
    type: "string",
    description: "Seen in 3 of 6 objects. What it means is not documented.",
  });
});

const own = "application/json; charset=utf-8";
const shown = { "x-verified": [expect.objectContaining({ gap: "all", exchanges: 1 })] };
const unknown = { description: "What it means is not documented.", ...shown };
const moved = { ...order(3), status: 303, response: { content: { size: 0 } } };

/** With a note on the whole interface. */
it.each<[what: string, kind: string, today: object, calls: RecordedCall[], expected: object]>([
  [
    "a media type is no new silence",
    "media-types",
    { 200: { description: "It.", content: { [own]: {} } } },
    [own, "text/html"].map((mediaType) => ({ ...order(1), mediaType })),
    { 200: { description: "It.", content: { [own]: {}, "text/html": { schema: {}, ...shown } } } },
  ],
  [
    "a success that its range describes needs no response of its own, but for one without a body",
    "statuses",
    { "2XX": json({}) },
    [order(1), { ...order(2), status: 202 }, { url: "/orders/3", status: 204 }],
    { 204: { description: "It.", ...shown } },
  ],
  [
    "a further success is not what the document says of failures",
    "statuses",
    { 200: json({}), default: json({}) },
    [order(1), { ...order(2), status: 202 }, { ...moved, mediaType: "" }],
    { 202: { ...unknown, content: { ...json({}).content, "*/*": { schema: {} } } }, 303: unknown },
  ],
])("%s", async (_, kind, today, calls, expected) => {
  const before = document();
  before.info["x-gap"] = [gap("all", kind)];
  asObject(before.paths["/orders/{id}"]!["get"])["responses"] = today as JsonObject;
  const { document: planned } = await propose(calls, before);
  const responses = valueAt(planned, "#/paths/~1orders~1{id}/get/responses");
  expect(responses).toEqual({ ...today, ...expected });
});

const asking = (answer: string, ...evidence: string[]) => [
  { ...gap("asked", ...evidence), answer },
];
const withStates = (answer: string) =>
  resource("order", { state: { type: "string", "x-gap": asking(answer, "values") } });
const withFields = (answer: string, more: object, ...evidence: string[]) => ({
  ...resource("order", more),
  "x-gap": asking(answer, ...evidence),
});
/** Told by two clients, of whom the second saw what was before. */
const queued = times(4, (id) => [
  order(id, { state: id % 2 ? "done" : "failed" }),
  order(id, { state: id % 2 ? "done" : "retried" }),
  { ...order(id, { state: "queued" }), time: "2026-03-01T23:00:00-01:00" },
]).flat();
const sized = times(4, (id) =>
  order(id, { size: 1, code: id % 2 ? 7 : "x", rest: id ? 1 : null, gone: null }),
);
const few = { size: {}, note: {}, code: {}, day: {}, secret: { writeOnly: true } };
const optional = { ...withFields("presence", few, "fields", "presence"), required: ["day"] };

describe("only the owner can say", () => {
  /** Propositions by what a yes says. */
  it.each<[string, schema: object, calls: RecordedCall[], asked: string[]]>([
    ["whether these are all values", withStates("values"), calls, ["all values,complete"]],
    ["which are final", withStates("type"), queued, ["final.done words", "final.retried words"]],
    [
      "and not of values that stand beside each other",
      resource("order", {
        ...{ state: { "x-gap": asking("type", "values") }, next: { $ref: orderAt() } },
      }),
      times(4, (id) => order(id, { state: "queued", next: { state: "done" } })),
      [],
    ],
    [
      "and not of values in a list",
      resource("order", {
        ...{ state: { "x-gap": asking("type", "values") }, parts: { items: { $ref: orderAt() } } },
      }),
      ["queued", "done"].flatMap((state) => [
        { url: "/orders", answer: [{ state }] },
        ...times(3, (id) => ({ url: `/orders/${id}`, answer: { parts: [{ state }] } })),
      ]),
      [],
    ],
    [
      "and not whether these are all values, where null was one",
      withStates("values"),
      times(4, (id) => order(id, { state: id % 2 ? "open" : null })),
      [],
    ],
    [
      "which fields are always there",
      withFields("fields", {}, "fields"),
      sized,
      [
        ...["required.code words", "required.gone words", "required.rest words"],
        ...["required.size fields", "required.id always", "required.state always"],
      ],
    ],
    [
      "which optional fields are always there, and which never, once for two kinds of evidence",
      optional,
      [...sized, order(9, { size: 1 })],
      ["required.id always", "required.state always", "required.size always", "never.note never"],
    ],
    [
      "and of the fields that the document has, whether they are always there, where another note asks that",
      { ...resource("order"), "x-gap": [...asking("fields", "fields"), gap("other", "presence")] },
      sized,
      ["required.code words", "required.gone words", "required.rest words", "required.size fields"],
    ],
  ])("%s", async (_, Order, recorded, asked) => {
    const before = document({ Order, User: { $ref: orderAt() } });
    const { propositions } = await propose(recorded, before);
    const own = propositions.filter((each) => each.gap === "asked");
    const found = own.map(({ id, yes }) => `${id} ${Object.keys(yes).join()}`);
    expect(found).toEqual(asked.map((each) => `asked.${each}`));
  });

  it("and not whether a code or a field is always there, where there were two codes and media types", async () => {
    const before = document();
    const success = valueAt(before, "#/paths/~1users~1{id}/get/responses/200") as JsonObject;
    success["x-gap"] = [gap("own", "statuses", "fields", "presence")];
    const one = () => ({ schema: { properties: { id: {} } } });
    success["content"] = { "application/json": one(), "text/csv": one() };
    const users = [...times(3, (id) => user(id, {})), { ...user(9, {}), status: 203 }];
    const other = { ...users[0]!, mediaType: "text/csv" };
    const { propositions } = await propose([...calls, ...users, other], before);
    expect(propositions.filter((each) => each.gap === "own")).toEqual([]);
  });

  // OpenAPI 3.0 has no place beside a reference for what holds there alone.
  it.each([
    ["3.1.1", ["asked.never.size"]],
    ["3.0.3", []],
  ])("and in OpenAPI %s not what a yes could not write", async (openapi, asked) => {
    const size = { $ref: "#/components/schemas/Size" };
    const Order = resource("order", { size });
    Object.assign(Order, { "x-gap": [{ ...gap("asked", "presence"), answer: "presence" }] });
    const { propositions } = await propose(
      calls,
      document({ Order, Size: { type: "number" } }, openapi),
    );
    const own = propositions.filter((each) => each.id.startsWith("asked.never"));
    expect(own.map(({ id }) => id)).toEqual(asked);
  });

  it("what is asked in words, beside what was seen", async () => {
    const answers = {
      ...withFields("fields", { state: withStates("values").properties.state }, "fields"),
    };
    const before = document({ Order: answers });
    before.info["x-gap"] = asking("status-codes", "statuses") as JsonObject[];
    const recorded = times(9, (id) => order(id, { state: states[id % 3], size: 1 }));
    const { propositions } = await propose([...recorded, user(1, {})], before);
    expect(propositions.filter((each) => each.gap === "user-fields")).toEqual([]);
    expect(propositions).toEqual(
      expect.arrayContaining([
        {
          ...{ gap: "asked", id: "asked.all" },
          seen: "Seen at field `state` of `Order`: `closed` (3), `open` (3), `paid` (3).",
          statement: "`closed`, `open`, `paid`: there is no other value.",
          yes: { values: ["closed", "open", "paid"], complete: true },
        },
        {
          ...{ gap: "asked", id: "asked.required.size" },
          seen: "In 9 of 9 objects at schema `Order`, `size` was there.",
          statement: "`size` is always there, and its type is number.",
          yes: { fields: { size: { type: "number", always: true } } },
        },
        {
          ...{ gap: "asked", id: "asked.only.200" },
          seen: "Successes with 200, and no other: 9 of `getOrder`.",
          statement: "`getOrder`: a success always has the code 200.",
          yes: { codes: { getOrder: 200 } },
        },
      ]),
    );
  });
});

it.each<[words: string[], call: RecordedCall, environment: string]>([
  [[], order(1), "unnamed"],
  [["--environment", "live"], order(1), "live"],
  [["--mock"], { ...order(1), ...ofMock("X-Mock") }, "mock"],
  [
    ["--environment", "live", "--base-url", "https://b.example"],
    { ...order(1), origin: "https://b.example" },
    "live",
  ],
])("with %j, what was seen is of its environment", async (words, call, environment) => {
  await using folder = await temporaryFolder();
  await folder.write("shop.json", JSON.stringify(shop()));
  await folder.write("a.har", harOf([call]));
  const command = ["propose", "a.har", "--contract", "shop.json", ...words];
  expect(await runCommand(folder.path, ...command)).toMatchObject({ exitCode: 0 });
  const overlay = await readFile(join(folder.path, "proposal.overlay.yaml"), "utf8");
  expect(overlay).toContain(`What recordings of ${environment} show`);
  expect(overlay.match(/environment: \S+/g)).toContain(`environment: ${environment}`);
  expect(new Set(overlay.match(/environment: \S+/g)).size).toBe(1);
});

it("a terminal shows what each gap gains and what it does not, and counts gaps, not proposals", () => {
  const proposed = {
    proposals: [
      { gap: "order-states", exists: "`lost`", because: ["`old` is known"], actions: [{}, {}] },
      { gap: "user-fields", exists: "", because: ["nothing was seen", "2 calls"], actions: [] },
      { gap: "refusals", exists: "`409`", because: [], actions: [{}] },
    ],
    propositions: [{}, {}, {}, {}],
    observer: {
      checker: { gaps: Array(7).fill({ operations: [] }) },
      exchanges: { strays: 1, unanswered: 2, madeUp: 3, elsewhere: 4 },
      unread: new Map([["a", { operation: "getOrder", because: "not JSON", calls: 5 }]]),
      base: { urlOf: () => "https://shop.example" },
    },
  } as unknown as Proposed;
  expect(describeProposals(proposed)).toBe(`✓ order-states: adds \`lost\`
· order-states: \`old\` is known
· user-fields: nothing was seen
· user-fields: 2 calls
✓ refusals: adds \`409\`

Not looked at:
  5 × not JSON (getOrder)
  1 exchange with the service, of no operation of the document
  2 exchanges without a response
  3 exchanges that a service worker has answered in the browser
  4 exchanges at other addresses than https://shop.example

2 of 7 gaps would be narrowed; each stays open. For the owner: 4 propositions, which openapi-gaps letter prints with the recordings.`);
});
