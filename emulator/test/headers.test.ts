/** The head of each kind of response: every header that it has, and none that nobody foresaw. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmulator, type Emulator } from "../src/index.ts";
import { StorageError } from "../src/jobs/store.ts";
import { toProblem } from "../src/http/problem.ts";
import { send, type Sent } from "./support/client.ts";
import { hpRequest } from "../../test/support/example-requests.ts";

let emulator: Emulator;
let jobId: string;
let video: string;
let expired: string;
beforeAll(async () => {
  const clock = { mode: "manual", startAt: "2030-01-02T03:04:05Z" } as const;
  emulator = await createEmulator({ seed: 1, clock, controlHosts: ["*"] });
  for (const wait of ["1h", "0s"]) {
    expired = video;
    const sent = { method: "POST", path: "/api/hp_job", body: hpRequest() };
    jobId = (await send(emulator, sent)).body.job_id;
    await emulator.finish();
    const job = await send(emulator, { path: `/api/hp_job/${jobId}` });
    video = new URL(job.body.output.videos[0].video_url).pathname;
    await emulator.clock.advance(wait);
  }
});
afterAll(() => emulator.close());

const json = "application/json";
const problem = "application/problem+json";
const noStore = { "cache-control": "no-store" };
const anyText = expect.stringMatching(/./);
/** Among other decisions, the one that made the response what it is. */
const assumed = (decision: string) => ({ "x-emulator-assumed": expect.stringContaining(decision) });
const wrong = { authorization: "Bearer wrong" };
const file = {
  "accept-ranges": "bytes",
  "cache-control": "private",
  // An hour after its end. It was made ten seconds after another one, which has expired.
  expires: "Wed, 02 Jan 2030 05:04:25 GMT",
  etag: expect.stringMatching(/^"[!#-~]+"$/),
};
const page = {
  ...noStore,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": anyText,
};

// The client of these tests asks for the end of the connection with each HEAD.
const ofHead = { connection: "close", "keep-alive": undefined };

const put =
  (path: string, body: unknown, method = "POST") =>
  () => ({ method, path, body });
const get =
  (path: string, headers = {}) =>
  () => ({ path, headers });

// What Node adds, and the length, which the client that reads the body holds.
const always = {
  "content-length": expect.stringMatching(/^\d+$/),
  // RFC 9110, 5.6.7.
  date: expect.toSatisfy((text: string) => new Date(text).toUTCString() === text),
  connection: "keep-alive",
  "keep-alive": "timeout=72",
};

test.each<[name: string, sent: () => Sent, status: number, headers: Record<string, unknown>]>([
  [
    "a create",
    put("/api/hp_job", hpRequest()),
    201,
    { "content-type": json, ...assumed("created-is-201") },
  ],
  [
    "a list",
    get("/api/avatars/public"),
    200,
    { "content-type": json, ...assumed("avatar-has-id-and-name") },
  ],
  [
    "a job",
    () => ({ path: `/api/hp_job/${jobId}` }),
    200,
    { "content-type": json, ...assumed("output-lists-videos") },
  ],
  [
    "a wrong token",
    get("/api/avatars/public", wrong),
    401,
    { "content-type": problem, "www-authenticate": "Bearer", ...assumed("unauthorized-is-401") },
  ],
  [
    "no job",
    get("/api/hp_job/none"),
    404,
    { "content-type": problem, ...assumed("unknown-job-is-404") },
  ],
  [
    "a wrong body",
    put("/api/hp_job", {}),
    422,
    { "content-type": problem, ...assumed("invalid-field-is-422") },
  ],
  [
    "no JSON",
    put("/api/hp_job", "{"),
    400,
    { "content-type": problem, ...assumed("malformed-is-400") },
  ],
  [
    "a body of another media type",
    () => ({ ...put("/api/hp_job", "x")(), headers: { "content-type": "text/plain" } }),
    415,
    { "content-type": problem, accept: json, ...assumed("media-type-is-415") },
  ],
  [
    "a packed body",
    () => ({ ...put("/api/hp_job", "x")(), headers: { "content-encoding": "gzip" } }),
    415,
    { "content-type": problem, "accept-encoding": "identity", ...assumed("media-type-is-415") },
  ],
  [
    "a body that is too large",
    put("/api/hp_job", "x".repeat(1024 * 1024 + 1)),
    413,
    {
      ...{ "content-type": problem, connection: "close", "keep-alive": undefined },
      ...assumed("body-limit-1-mib"),
    },
  ],
  [
    "another method",
    put("/api/avatars/public", {}, "DELETE"),
    405,
    { "content-type": problem, allow: "GET, HEAD", ...assumed("problem-body") },
  ],
  [
    "a path without operation",
    get("/api/voices/custom"),
    404,
    { "content-type": problem, ...assumed("custom-voices-is-404") },
  ],
  ["no path", get("/nowhere"), 404, { "content-type": problem }],
  ["a video", () => ({ path: video }), 200, { ...file, "content-type": "video/mp4" }],
  [
    "a video, its head alone",
    () => ({ path: video, method: "HEAD" }),
    200,
    { ...file, ...ofHead, "content-type": "video/mp4" },
  ],
  [
    "a part of a video, its head alone",
    () => ({ path: video, method: "HEAD", headers: { range: "bytes=0-9" } }),
    200,
    { ...file, ...ofHead, "content-type": "video/mp4" },
  ],
  [
    "a part of a video",
    () => ({ path: video, headers: { range: "bytes=0-9" } }),
    206,
    {
      ...file,
      "content-type": "video/mp4",
      "content-range": expect.stringMatching(/^bytes 0-9\/\d+$/),
    },
  ],
  [
    "a part that no video has",
    () => ({ path: video, headers: { range: "bytes=999999999-" } }),
    416,
    { ...file, "content-range": expect.stringMatching(/^bytes \*\/\d+$/) },
  ],
  ["a video that has expired", () => ({ path: expired }), 410, { "content-type": problem }],
  ["no video", get("/emulator/media/none/1.mp4"), 404, { "content-type": problem }],
  ["the control plane", get("/emulator/state"), 200, { ...noStore, "content-type": json }],
  [
    "a fault that is kept",
    put("/emulator/faults", { effect: "hang", jobId: "none" }),
    201,
    { ...noStore, "content-type": json },
  ],
  [
    "a control plane that refuses",
    get("/emulator/state", { origin: "http://evil.example" }),
    403,
    { "content-type": problem },
  ],
  ["the page", get("/emulator"), 200, page],
  [
    "the way in",
    get("/emulator/enter?token=wrong"),
    303,
    { ...noStore, location: "/emulator", "referrer-policy": "no-referrer" },
  ],
])("%s has its headers", async (_, sent, status, headers) => {
  const { body, ...request } = sent();
  const response = await fetch(emulator.url + request.path, {
    ...request,
    redirect: "manual",
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${emulator.token}`,
      "content-type": "application/json",
      ...request.headers,
    },
  });
  await response.body?.cancel();
  const found = Object.fromEntries(response.headers);
  expect([response.status, found]).toEqual([status, { ...always, ...headers }]);
});

test("a storage that is full says when to come back", () => {
  const { status, headers } = toProblem(new StorageError("full")).toReply();
  expect([status, headers]).toEqual([503, { "retry-after": "1" }]);
});
