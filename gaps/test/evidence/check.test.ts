/** What a recording says of a document in another style than that of this repository. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { type CheckResult, checkRecordings, describeCheck } from "../../src/evidence/recordings.ts";
import { runCommand } from "../support/command.ts";
import { harOf, type RecordedCall } from "./support/recording.ts";

/** In 3.0: literal codes, `allOf`, `oneOf` without a discriminator, query parameters, 204, XML. */
const { document: trips } = readDocument(join(import.meta.dirname, "../fixtures/trips.yaml"));

const trip = (more: object = {}) => ({ trip_id: "t-1", state: "queued", name: "Rome", ...more });
const origin = "https://trips.example";
const read = (answer: object, more: Partial<RecordedCall> = {}): RecordedCall => ({
  ...{ origin, url: "/v1/trips/t-1?seats=5", answer },
  ...more,
});
const created = (sent: object) => read(trip(), { url: "/v1/trips", status: 201, sent });

/** A result in which no two values are the same. */
const everything = {
  exchanges: { read: 90, recognised: 80 },
  contradictions: [
    { operation: "readTrip", place: "/name", problem: "must be string", calls: 1 },
    { operation: "addTrip", place: "/seats", problem: "must be number", calls: 2 },
  ],
  news: [
    { gap: "trip-states", what: "value lost", operation: "listTrips", calls: 3 },
    { what: "status code 418", operation: "endTrip", calls: 4 },
  ],
  endpoints: [
    { endpoint: "GET /v1/users", because: "no path", calls: 5 },
    { endpoint: "PUT /v1/cars", because: "", calls: 6 },
  ],
  unseen: ["7 × not JSON"],
  leftOut: ["#/paths/x"],
} as unknown as CheckResult;

it("a terminal shows each finding with its calls, and what it rests on", () => {
  expect(describeCheck(everything)).toBe(`Contradicts the document:
  readTrip /name: must be string (1 call)
  addTrip /seats: must be number (2 calls)

Not documented, by the gap that it answers:
  trip-states: value lost (listTrips, 3 calls)
  no gap is noted: status code 418 (endTrip, 4 calls)

Endpoints that the document does not have there:
  GET /v1/users (5 calls), no path
  PUT /v1/cars (6 calls)

Not looked at:
  7 × not JSON

Left out, because the document cannot be held there:
  #/paths/x

✗ 2 contradictions in 80 calls of the interface`);
});

it.each<[changed: Partial<CheckResult>, says: string]>([
  [
    { contradictions: [] },
    "✗ 80 calls of the interface, of 90 exchanges; 1 part of the document could not be held against them",
  ],
  [
    { contradictions: [], leftOut: [] },
    "✓ 80 calls of the interface, of 90 exchanges; nothing contradicts the document",
  ],
])("the last line of a check with %j says: %s", (changed, says) => {
  expect(
    describeCheck({ ...everything, ...changed })
      .split("\n")
      .at(-1),
  ).toBe(says);
});

const noBody = { status: 403, response: { content: { size: 0, mimeType: "x-unknown" } } };

const nothing = /^$/;

async function checked(document: typeof trips, ...calls: RecordedCall[]) {
  await using folder = await temporaryFolder();
  return checkRecordings(document, [await folder.write("a.har", harOf(calls))]);
}

const told = async (...calls: RecordedCall[]) => {
  const { contradictions, news } = await checked(trips, ...calls);
  return [
    ...contradictions.map(({ operation, place, problem }) => `${operation} ${place}: ${problem}`),
    // Which states there are is asked, and each of them is an answer.
    ...news
      .filter(({ gap }) => gap !== "trip-states")
      .map(({ gap = "no gap", what }) => `${gap}: ${what}`),
  ];
};

/** What is told of a call. */
it.each<[RecordedCall, string | RegExp]>([
  [read(trip({ note: null, labels: { any: "a" }, fare: { rate: "best" } })), nothing],
  [read({}, noBody), nothing],
  [{ origin, method: "DELETE", url: "/v1/trips/t-1", status: 204 }, nothing],
  [created({ name: "Rome", state: "", pin: "1" }), nothing],
  [created({ name: "Rome", state: "" }), "request /pin: must have required property 'pin'"],
  [read({ code: 7 }, { url: "/v1/trips", status: 422, sent: {} }), nothing],
  [read({}, { url: "/v1/report", mediaType: "application/xml" }), nothing],
  [read(trip({ price: 0 })), "getTrip /price: must be > 0"],
  [read(trip(), { url: "/v1/trips/t-1?seats=0" }), "getTrip query seats: must be >= 1"],
  [read(trip(), { url: "/v1/trips/t-1?seats=1&sort=up" }), "no gap: query parameter sort"],
  [read(trip({ fare: { rate: "a", currency: "x" } })), /field currency of .*fare/],
  [read({}, { url: "/v1/ping" }), "no gap: status code 200"],
  [read({}, { status: 404, mediaType: "text/vnd.own" }), "no gap: a body of another media type"],
])("%j", async (call, what) => {
  expect((await told(call)).join("\n")).toMatch(what);
});

it("what cannot be read of the document is named, and the rest is held against it", async () => {
  const broken = structuredClone(trips);
  broken.components.schemas["Named"] = { $ref: "#/components/schemas/Nowhere" };
  const calls = [read(trip({ name: 7 })), read({}, { status: 404 })];
  const { contradictions, leftOut } = await checked(broken, ...calls);
  expect(leftOut).toEqual([expect.stringMatching(/Nowhere/)]);
  expect(contradictions.map(({ place }) => place)).toEqual(["/code"]);
});

it("a part that could not be held is no success of the command", async () => {
  await using folder = await temporaryFolder();
  const broken = structuredClone(trips);
  broken.components.schemas["Named"] = { pattern: "(" };
  await folder.write("trips.json", JSON.stringify(broken));
  await folder.write("a.har", harOf([read(trip())]));
  const command = ["check", "a.har", "--contract", "trips.json"];
  const { exitCode, output } = await runCommand(folder.path, ...command);
  expect(output).toMatch(/Left out, because[^]*✗ 1 call of the interface, .*could not be held/);
  expect(exitCode).toBe(1);
});

it("an exchange that two recordings hold counts once", async () => {
  await using folder = await temporaryFolder();
  const calls = [read(trip()), read({ ...trip(), name: 7 })];
  await folder.write("a.har", harOf(calls));
  await folder.write("b.har", harOf([...calls, read({ ...trip(), name: 8 })]));
  // Another client, at the same moment.
  await folder.write("c.har", harOf([read(trip(), { url: "/v1/trips/t-1?seats=6" })]));
  const files = ["a.har", "./a.har", "b.har", "c.har"].map((name) => join(folder.path, name));
  const { contradictions, exchanges } = checkRecordings(trips, files);
  expect(exchanges.recognised).toBe(4);
  expect(contradictions.map(({ calls }) => calls)).toEqual([2]);
});
