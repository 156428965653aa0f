/** How much of a recording is told: each limit to its last unit. */
import { describe, expect, it } from "vitest";
import { toBody } from "../../src/api/exchange.ts";
import { isFieldName, isWord } from "../../src/api/words.ts";
import { type OpenApiDocument, valueAt } from "../../src/document/document.ts";
import { checkRecordings } from "../../src/evidence/recordings.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import {
  exported,
  gap,
  get,
  ofMock,
  order,
  resource,
  settings,
  shop,
  times,
} from "../truth/shop.ts";
import { propose } from "./support/proposing.ts";
import { harOf, type RecordedCall } from "./support/recording.ts";

const document = shop() as unknown as OpenApiDocument;

/** Words of letters alone, such as `baba`, `bada`. */
const words = (count: number) => {
  const all: string[] = [];
  for (const one of "bdfgklmnprstvz")
    for (const two of "aeiou") for (const three of "bdfg") all.push(one + two + three + two);
  return all.slice(0, count);
};

async function endpointsOf(calls: RecordedCall[]): Promise<string[]> {
  await using folder = await temporaryFolder();
  const file = await folder.write("a.har", harOf([order(1), ...calls]));
  return checkRecordings(document, [file]).endpoints.map(({ endpoint }) => endpoint);
}

describe("a path that the document does not have", () => {
  it.each([
    [2, ["GET /{…}"]],
    [3, ["GET /bills"]],
  ])("is named when it was called three times: %i", async (count, endpoints) => {
    expect(await endpointsOf(times(count, () => get("/bills")))).toEqual(endpoints);
  });

  it.each([
    [10, words(10).map((name) => `GET /${name}`)],
    [11, ["GET /{…}"]],
  ])("is named among ten at most: %i", async (count, endpoints) => {
    const calls = words(count).flatMap((name) => times(3, () => get(`/${name}`)));
    expect(await endpointsOf(calls)).toEqual(endpoints);
  });
});

describe("a name of a collection", () => {
  it.each([
    ["/v1/bills", ["GET /{…}/bills"]],
    ["/bills/7/lines", ["GET /bills/{…}/lines"]],
    ["/bills/lines", ["GET /bills/{…}"]],
  ])("is told of %s as %j", async (path, endpoints) => {
    expect(await endpointsOf(times(3, () => get(path)))).toEqual(endpoints);
  });
});

it.each([
  ...["X-Emulated", "X-Emulator-Assumed", "X-Mock", "Mocked-By", "X-Mockoon", "MockServer-Id"],
  ...["Matched-Stub-Id", "X-Stubbed"],
])("the header %s is one of a mock", async (header) => {
  await using folder = await temporaryFolder();
  const file = await folder.write("a.har", harOf([{ ...order(1), ...ofMock(header) }]));
  expect(() => checkRecordings(document, [file])).toThrow(
    `holds responses of a mock (header ${header.toLowerCase()})`,
  );
});

it.each(["X-StubHub", "X-Hammock", "X-Emulate", "X-Powered-By"])(
  "the header %s is one of a service",
  async (header) => {
    await using folder = await temporaryFolder();
    const file = await folder.write("a.har", harOf([{ ...order(1), ...ofMock(header) }]));
    expect(checkRecordings(document, [file]).exchanges.recognised).toBe(1);
  },
);

it.each([
  [2, false],
  [3, true],
])("a field that most answers about one resource have is told: %i of 4", async (count, isTold) => {
  const calls = times(4, (round) => settings({ state: "on", ...(round < count && { size: 1 }) }));
  const { document: planned } = await propose(calls, document);
  const properties = valueAt(planned, "#/components/schemas/Settings/properties") as object;
  expect("size" in properties).toBe(isTold);
});

it("what two recordings share is counted once, and what one has twice is two calls", async () => {
  await using folder = await temporaryFolder();
  const [one, other] = [order(1), order(2)].map((call) => ({
    ...call,
    time: "2026-01-31T10:00:00Z",
  }));
  const first = await folder.write("a.har", harOf([one!, other!]));
  const second = await folder.write("b.har", harOf([other!]));
  const twice = await folder.write("c.har", harOf([one!, one!]));
  const read = (...files: string[]) => checkRecordings(document, files).exchanges.read;
  expect([read(first, second), read(second), read(twice)]).toEqual([2, 1, 2]);
});

it.each([
  [10, ["label", "size"]],
  [9, ["size"]],
])("a name that a tenth of the objects have is one of a field: %i of 100", async (count, told) => {
  const calls = times(100, (id) => exported(id, { size: 1, ...(id < count && { label: 1 }) }));
  const { document: planned } = await propose(calls, document);
  const properties = valueAt(planned, "#/components/schemas/Open/properties") as object;
  expect(Object.keys(properties)).toEqual(told);
});

const orderAt = (keys: string) => `#/components/schemas/Order${keys}`;

it.each([
  [20, words(20)],
  [21, undefined],
])("twenty words at most are a list: %i", async (count, told) => {
  // Each of three resources, so that none is its name.
  const calls = words(count).flatMap((state, index) =>
    times(3, (round) => order(index * 3 + round, { state })),
  );
  const { document: planned } = await propose(calls, document);
  const state = valueAt(planned, orderAt("/properties/state")) as Record<string, unknown>;
  expect(state["x-extensible-enum"]).toEqual(told && [...told].sort());
});

it.each([
  [100, 102],
  [101, 2],
])("a hundred new names at most are fields: %i", async (count, told) => {
  const fields = Object.fromEntries(words(count).map((name) => [name, 1]));
  const { document: planned } = await propose(
    times(3, (id) => order(id, fields)),
    document,
  );
  const properties = valueAt(planned, orderAt("/properties")) as object;
  expect(Object.keys(properties)).toHaveLength(told);
});

it.each([
  [2, []],
  [3, ["all", "only.200", "required.size"]],
])("three times at least are asked about: %i", async (count, asked) => {
  const asks = (answer: string, ...evidence: string[]) => ({ ...gap(answer, ...evidence), answer });
  const Order = resource("order", {
    state: { type: "string", "x-gap": [asks("values", "values")] },
  });
  const before = shop({ Order: { ...Order, "x-gap": [asks("fields", "fields")] } });
  Object.assign(before.info, { "x-gap": [asks("status-codes", "statuses")] });
  const calls = times(count, (id) => order(id, { size: 1 }));
  const { propositions } = await propose(calls, before as unknown as OpenApiDocument);
  const ids = propositions.map(({ id }) => id.replace(/^[^.]*\./, ""));
  expect(ids.filter((id) => !/\.(id|state)$/.test(id)).sort()).toEqual(asked);
});

it.each([
  [500, undefined],
  [501, "nested too deeply"],
])("a body is looked at 500 deep: %i", (depth, because) => {
  const text = "[".repeat(depth) + "]".repeat(depth);
  expect(toBody("application/json", text).unread).toBe(because);
});

it.each<[name: string, isName: boolean]>([
  [`ab_${"cde_".repeat(9)}f`, true],
  [`ab_${"cde_".repeat(9)}fg`, false],
  ["abcdefghabcdefgh", true],
  ["abcdefghabcdefghi", false],
  ["pqrst", true],
  ["pqrstv", false],
  ["line12", true],
  ["line123", false],
])("%s is the name of a field: %s", (name, isName) => {
  expect(isFieldName(name)).toBe(isName);
});

it.each([
  ["one_two_three_four", true],
  ["one_two_three_four_five", false],
  ["ok", true],
  ["o", false],
])("%s is a word: %s", (text, expected) => {
  expect(isWord(text)).toBe(expected);
});
