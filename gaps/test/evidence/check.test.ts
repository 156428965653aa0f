/** What a recording says of a document, in the words of the command, and of one in another style than that of this repository. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { frozenContractFile } from "../../../test/support/frozen.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { checkRecordings } from "../../src/evidence/recordings.ts";
import { runCommand } from "../support/command.ts";
import { completeRecording, harOf, type RecordedCall } from "./support/recording.ts";

/** In 3.0: literal codes, `allOf`, `oneOf` without a discriminator, query parameters, 204, XML. */
const { document: trips } = readDocument(join(import.meta.dirname, "../fixtures/trips.yaml"));

const trip = (more: object = {}) => ({ trip_id: "t-1", state: "queued", name: "Rome", ...more });
const origin = "https://trips.example";
const read = (answer: object, more: Partial<RecordedCall> = {}): RecordedCall => ({
  ...{ origin, url: "/v1/trips/t-1?seats=5", answer },
  ...more,
});

const noBody = { status: 403, response: { content: { size: 0, mimeType: "x-unknown" } } };

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

describe("what is within the document is not told of", () => {
  it.each([
    [
      "parts that are joined, null, a map, and a branch of a choice",
      read(trip({ note: null, labels: { any: "a" }, fare: { rate: "best" } })),
    ],
    ["a failure without a body, where none is described", read({}, noBody)],
    ["a list in the query", read(trip(), { url: "/v1/trips/t-1?seats=5&tags=a&tags=b" })],
    ["an answer without a body", { origin, method: "DELETE", url: "/v1/trips/t-1", status: 204 }],
    [
      "a request without what the service sets, and an answer without what only clients send",
      read(trip(), { url: "/v1/trips", status: 201, sent: { name: "Rome", state: "", pin: "1" } }),
    ],
    ["a refused request", read({ code: 7 }, { url: "/v1/trips", status: 422, sent: {} })],
    ["XML", read({}, { url: "/v1/report", mediaType: "application/xml" })],
  ])("%s", async (_, call) => {
    expect(await told(call as RecordedCall)).toEqual([]);
  });
});

describe("what contradicts the document, or is not in it, is told", () => {
  it.each<[RecordedCall, string | RegExp]>([
    [
      read(trip(), { url: "/v1/trips", status: 201, sent: { name: "Rome", state: "" } }),
      "createTrip request /pin: must have required property 'pin'",
    ],
    [read(trip({ price: 0 })), "getTrip /price: must be > 0"],
    [read(trip(), { url: "/v1/trips/t-1?seats=0" }), "getTrip query seats: must be >= 1"],
    [read(trip(), { url: "/v1/trips/t-1?seats=1&sort=up" }), "no gap: query parameter sort"],
    [read(trip({ fare: { rate: "a", currency: "x" } })), /field currency of .*fare/],
    [read({}, { url: "/v1/ping" }), "no gap: status code 200"],
    [read({}, { status: 404, mediaType: "text/vnd.own" }), "no gap: a body of another media type"],
  ])("%j", async (call, what) => {
    expect((await told(call)).join("\n")).toMatch(what);
  });

  it("and what cannot be read of the document is named, and the rest is held against it", async () => {
    const broken = structuredClone(trips);
    broken.components.schemas["Named"] = { $ref: "#/components/schemas/Nowhere" };
    const calls = [read(trip({ name: 7 })), read({}, { status: 404 })];
    const { contradictions, leftOut } = await checked(broken, ...calls);
    expect(leftOut).toEqual([expect.stringMatching(/Nowhere/)]);
    expect(contradictions.map(({ place }) => place)).toEqual(["/code"]);
  });
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

it("the command holds a recording against the document, and names the gaps that it answers", async () => {
  await using folder = await temporaryFolder();
  await folder.write("recording.har", harOf(completeRecording(2)));
  const options = ["--contract", frozenContractFile, "--base-url", "https://service.example"];
  const { exitCode, output } = await runCommand(folder.path, "check", "recording.har", ...options);
  expect(exitCode, output).toBe(0);
  expect(output).toContain("16 calls of the interface, of 16 exchanges; nothing contradicts");
  expect(output).toContain("  job-status-values: a new value for JobStatus ");
});
