/** What the emulator does for an operation that the owner has named by method and path. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject, OpenApiDocument } from "openapi-gaps/document";
import { contractFiles } from "../src/contract/contract-files.ts";
import { forgetContracts } from "../src/contract/contract.ts";
import { lipsyncRequest } from "../../test/support/example-requests.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { send, start } from "./support/client.ts";

const folder = await temporaryFolder();
const before = contractFiles.emulator;

const get = (operationId: string, schema: string): JsonObject => ({
  get: {
    operationId,
    responses: {
      200: {
        description: "As the owner says.",
        content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
      },
      default: { $ref: "#/components/responses/ErrorResponse" },
    },
  },
});

beforeAll(async () => {
  const document = JSON.parse(readFileSync(before, "utf8")) as OpenApiDocument;
  Object.assign(document.paths, {
    "/api/voices/custom": get("listCustomVoices", "VoiceList"),
    "/api/express_lipsync_video/jobs/{job_id}": get("getLipsyncJob", "LipsyncVideoReceipt"),
    "/api/bills/{number}": get("getBill", "VoiceList"),
  });
  const file = await folder.write("emulator.openapi.json", JSON.stringify(document));
  contractFiles.emulator = pathToFileURL(file);
  forgetContracts();
});

afterAll(async () => {
  contractFiles.emulator = before;
  forgetContracts();
  await folder.remove();
});

test("lists what a list of its schema holds", async () => {
  const emulator = await start({});
  const { status, body } = await send(emulator, { path: "/api/voices/custom" });
  expect([status, body]).toEqual([200, { voices_list: expect.any(Array) }]);
});

test("reads the jobs of an operation that has no other way to read them", async () => {
  const emulator = await start({});
  const path = "/api/express_lipsync_video";
  const { body: receipt } = await send(emulator, { method: "POST", path, body: lipsyncRequest() });
  const read = () => send(emulator, { path: `${path}/jobs/${receipt.job_id}` });
  expect((await read()).body).toEqual(receipt);
  await emulator.clock.advance("1m");
  const { status, body } = await read();
  expect([status, body.status]).toEqual([200, "completed"]);
  expect(body.output).toMatch(/\.mp4$/);
  expect((await send(emulator, { path: `${path}/jobs/none` })).status).toBe(404);
});

test("says of another one that there is no code for it", async () => {
  const emulator = await start({});
  const { status, body } = await send(emulator, { path: "/api/bills/1" });
  expect([status, body.code]).toEqual([501, "not_implemented"]);
  expect(body.detail).toMatch(
    /^The contract has an operation \w+, and the emulator has no code for it yet\. emulator\/src\/service\/ is where it goes\.$/,
  );
  expect(body.detail).toContain("getBill");
});
