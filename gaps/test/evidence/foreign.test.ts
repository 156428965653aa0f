/** Documents in other styles than that of this repository: what is read of them, and what is proposed. */
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { closingOverlay } from "../../src/close/overlay.ts";
import { type JsonObject, type OpenApiDocument } from "../../src/document/document.ts";
import { withActions } from "../../src/document/overlay.ts";
import { checkRecordings } from "../../src/evidence/check.ts";
import { observeRecordings } from "../../src/evidence/observer.ts";
import { proposeClosures, toOverlay } from "../../src/evidence/propose.ts";
import { harOf, type RecordedCall } from "./support/recording.ts";

const gap = (id: string, evidence: string[]) => ({
  ...{ id, kind: "not-shown", impact: "changes-behaviour", origin: "noticed", source: "Docs" },
  ...{ states: "Nothing.", reading: "Take care.", question: `What about ${id}?`, evidence },
});

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Literal codes, `allOf`, `oneOf` without a discriminator, query parameters, 204, XML, an API key. */
const bookings = {
  openapi: "3.0.3",
  info: { title: "Bookings", version: "2" },
  servers: [{ url: "https://travel.example/v1" }],
  security: [{ key: [] }],
  paths: {
    "/trips/{trip_id}": {
      parameters: [{ name: "trip_id", in: "path", required: true, schema: { type: "string" } }],
      get: {
        parameters: [
          { name: "limit", in: "query", required: true, schema: { type: "integer", minimum: 1 } },
          { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
        ],
        responses: {
          200: { description: "The trip.", ...json(ref("Trip")) },
          404: { description: "None.", ...json(ref("Failure")) },
        },
      },
      delete: { operationId: "deleteTrip", responses: { 204: { description: "Gone." } } },
    },
    "/trips": {
      post: {
        operationId: "createTrip",
        requestBody: json(ref("Trip")),
        responses: { 201: { description: "Made.", ...json(ref("Trip")) } },
      },
    },
    "/report": {
      get: {
        operationId: "getReport",
        responses: {
          200: {
            description: "All.",
            content: { "application/xml": { schema: { type: "string" } } },
          },
        },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } },
    schemas: {
      Named: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, note: { type: "string", nullable: true } },
      },
      Trip: {
        allOf: [
          ref("Named"),
          {
            type: "object",
            required: ["trip_id", "state"],
            properties: {
              trip_id: { type: "string", readOnly: true },
              state: ref("State"),
              price: { type: "number", minimum: 0, exclusiveMinimum: true },
              fare: { oneOf: [ref("Fixed"), ref("Open")] },
              labels: { type: "object", additionalProperties: { type: "string" } },
            },
          },
        ],
      },
      State: {
        type: "string",
        enum: ["queued", "processing", "completed", "error"],
        "x-gap": [gap("trip-states", ["states"])],
      },
      Fixed: { type: "object", required: ["amount"], properties: { amount: { type: "number" } } },
      Failure: {
        type: "object",
        required: ["code"],
        properties: { code: { type: "integer" } },
      },
      Open: { type: "object", required: ["rate"], properties: { rate: { type: "string" } } },
    },
  },
} as unknown as OpenApiDocument;

const trip = (more: object = {}) => ({ trip_id: "t-1", state: "queued", name: "Rome", ...more });
const origin = "https://travel.example";
const read = (answer: object, more: Partial<RecordedCall> = {}): RecordedCall => ({
  ...{ origin, url: "/v1/trips/t-1?limit=5", answer },
  ...more,
});

async function checked(...calls: RecordedCall[]) {
  await using folder = await temporaryFolder();
  return checkRecordings(bookings, [await folder.write("a.har", harOf(calls))]);
}

const told = async (...calls: RecordedCall[]) => {
  const { contradictions, news } = await checked(...calls);
  return [
    ...contradictions.map(({ operation, place, problem }) => `${operation} ${place}: ${problem}`),
    ...news.map(({ gap = "no gap", what }) => `${gap}: ${what}`),
  ];
};

describe("what is within the document is not told of", () => {
  it.each([
    ["a success", read(trip())],
    ["parts that are joined, null, and a map", read(trip({ note: null, labels: { any: "a" } }))],
    ["a branch of a choice", read(trip({ fare: { rate: "best" } }))],
    ["a failure that is described", read({ code: 7 }, { status: 404 })],
    ["a list in the query", read(trip(), { url: "/v1/trips/t-1?limit=5&tags=a&tags=b" })],
    ["an answer without a body", { origin, method: "DELETE", url: "/v1/trips/t-1", status: 204 }],
    [
      "a request without what the service sets",
      {
        origin,
        url: "/v1/trips",
        status: 201,
        sent: { name: "Rome", state: "queued" },
        answer: trip(),
      },
    ],
    [
      "XML",
      {
        ...{ origin, url: "/v1/report" },
        response: { content: { mimeType: "application/xml", text: "<all/>" } },
      },
    ],
  ])("%s", async (_, call) => {
    expect(await told(call as RecordedCall)).toEqual([]);
  });
});

describe("what contradicts the document, or is not in it, is told", () => {
  const get = "GET /trips/{trip_id}";
  it.each([
    [read({ ...trip(), name: 7 }), `${get} /name: must be string`],
    [read(trip({ price: 0 })), `${get} /price: must be > 0`],
    [read(trip({ state: "paused" })), `${get} /state: must be equal to one of the allowed values`],
    [read({}, { status: 404 }), `${get} /code: must have required property 'code'`],
    [read(trip(), { url: "/v1/trips/t-1" }), `${get} query limit: is required`],
    [read(trip(), { url: "/v1/trips/t-1?limit=0" }), `${get} query limit: must be >= 1`],
    [read(trip(), { url: "/v1/trips/t-1?limit=1&sort=up" }), "no gap: query parameter sort"],
    [read(trip({ luggage: 1 })), "no gap: field luggage of Trip, integer"],
    [read(trip({ fare: { rate: "a", currency: "x" } })), /field currency of .*fare/],
    [read(trip(), { status: 206 }), "no gap: status code 206"],
  ])("%j", async (call, what) => {
    const all = await told(call);
    if (typeof what === "string") expect(all).toContain(what);
    else expect(all.join("\n")).toMatch(what);
  });

  it("and what cannot be read of the document is named, and the rest is held against it", async () => {
    const broken = structuredClone(bookings);
    broken.components.schemas["Fixed"] = { $ref: "#/components/schemas/Nowhere" };
    await using folder = await temporaryFolder();
    const file = await folder.write(
      "a.har",
      harOf([read(trip({ name: 7 })), read({}, { status: 404 })]),
    );
    const { contradictions, leftOut } = checkRecordings(broken, [file]);
    expect(leftOut).toHaveLength(1);
    expect(leftOut[0]?.because).toMatch(/Nowhere/);
    expect(contradictions.map(({ place }) => place)).toEqual(["/code"]);
  });
});

/** The schema of states, closed by trips that were followed. */
async function closedStates(document: OpenApiDocument, name = "State"): Promise<JsonObject> {
  const calls = Array.from({ length: 320 }, (_, round) =>
    ["queued", "processing", "completed"].map((state) =>
      read(trip({ trip_id: `t-${round}`, state }), { url: `/v1/trips/t-${round}?limit=1` }),
    ),
  ).flat();
  await using folder = await temporaryFolder();
  const counts = observeRecordings(document, [await folder.write("a.har", harOf(calls))]);
  const { actions } = toOverlay(proposeClosures(document, counts), counts);
  return withActions(document, actions, closingOverlay).components.schemas[name]!;
}

it("a gap that two kinds of evidence prove is closed once", async () => {
  const twice = structuredClone(bookings);
  twice.components.schemas["State"]!["x-gap"] = [gap("trip-states", ["states", "values"])];
  const state = await closedStates(twice);
  expect(state["x-verified"]).toHaveLength(1);
  expect(state).not.toHaveProperty("x-gap");
});

it.each([{ type: ["string", "null"] }, { type: "string", nullable: true }])(
  "a closed list keeps the null of %j",
  async (type) => {
    const document = structuredClone(bookings);
    const { "x-gap": gaps } = document.components.schemas["State"]!;
    const state = { ...type, "x-extensible-enum": ["error"], "x-gap": gaps } as JsonObject;
    document.components.schemas["State"] = state;
    const { enum: values } = await closedStates(document);
    expect(values).toEqual(["error", "completed", "processing", "queued", null]);
  },
);

it("a list is not closed by the states of something else", async () => {
  const document = structuredClone(bookings);
  const other = { type: "string", "x-extensible-enum": ["open"] };
  document.components.schemas["Other"] = { ...other, "x-gap": [gap("other-states", ["states"])] };
  expect(await closedStates(document, "Other")).toHaveProperty("x-gap");
});

it("a documented value is never dropped, and one that was not seen is named in the evidence", async () => {
  const state = await closedStates(bookings);
  expect(state["enum"]).toEqual(["queued", "processing", "completed", "error"]);
  expect((state["x-verified"] as JsonObject[])[0]).toMatchObject({
    question: "What about trip-states?",
    evidence: expect.stringContaining("documented, and not seen: error"),
  });
});
