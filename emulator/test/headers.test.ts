/** The head of each kind of response: every header that it has, and none that nobody foresaw. */
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assemble } from "../src/app/parts.ts";
import { controlRoutes } from "../src/control/control-plane.ts";
import { createEmulator, type Emulator, type FaultSpec, type Renderer } from "../src/index.ts";
import { StorageError } from "../src/jobs/store.ts";
import { toProblem } from "../src/http/problem.ts";
import { buildServer } from "../src/http/server.ts";
import { getRaw, send, type Sent, start } from "./support/client.ts";
import { emulated } from "./support/contracts.ts";
import { hpRequest, lipsyncRequest, slidesRequest } from "../../test/support/example-requests.ts";

let emulator: Emulator;
let session: Emulator;
let jobId: string;
let video: string;
let expired: string;
beforeAll(async () => {
  const clock = { mode: "manual", startAt: "2030-01-02T03:04:05Z" } as const;
  emulator = await createEmulator({ seed: 1, clock, controlHosts: ["*"] });
  session = emulator.session("one");
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

const sessionPath = "/emulator/session/one/emulator";
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
    "a wrong preference",
    get("/api/avatars/public", { prefer: "code=404" }),
    400,
    { "content-type": problem, ...assumed("problem-body") },
  ],
  ["no name of a session", get("/emulator/session/%zz/emulator"), 400, { "content-type": problem }],
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
  [
    "the way in, with the token",
    () => ({ path: `/emulator/enter?token=${emulator.controlToken}` }),
    303,
    {
      ...{ ...noStore, location: "/emulator", "referrer-policy": "no-referrer" },
      "set-cookie": expect.stringMatching(
        /^emulator-control=[\da-f]{32}; Path=\/emulator; HttpOnly; SameSite=Strict$/,
      ),
    },
  ],
  [
    "the way into a session, with the token",
    () => ({ path: `/emulator/session/one/emulator/enter?token=${session.controlToken}` }),
    303,
    {
      ...{ ...noStore, "referrer-policy": "no-referrer" },
      location: "/emulator/session/one/emulator",
      "set-cookie": expect.stringMatching(
        /=[\da-f]{32}; Path=\/emulator\/session\/one\/emulator; HttpOnly; SameSite=Strict$/,
      ),
    },
  ],
  ["the root", get("/"), 302, { location: "/emulator" }],
  ["the root of a session", get("/emulator/session/one/"), 302, { location: sessionPath }],
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

/** What comes back from each route of the control plane but the page, and what has to be sent to it. */
const controls: Record<string, [status: number, path?: string, body?: unknown]> = {
  "GET /health": [200],
  "GET /state": [200],
  "GET /operations": [200],
  "GET /assumptions": [200],
  "POST /reset": [204],
  "POST /finish": [204],
  "GET /clock": [200],
  "PATCH /clock": [200, "/clock", { advance: "1s" }],
  "GET /jobs": [200],
  "GET /jobs/:id": [200, "/jobs/JOB"],
  "PATCH /jobs/:id": [200, "/jobs/JOB", { status: "failed" }],
  "GET /requests": [200],
  "GET /requests/:id": [200, "/requests/1"],
  "GET /requests.har": [200],
  "DELETE /requests": [204],
  "POST /expect": [200, "/expect", { operation: "createHpJob" }],
  "GET /faults": [200],
  "POST /faults": [201, "/faults", { effect: "hang", jobId: "none" }],
  "DELETE /faults": [204],
  "DELETE /faults/:id": [204, "/faults/fault-1"],
  "GET /gaps": [200],
  "PUT /gaps/:gap": [204, "/gaps/error-body", { behaviour: "html" }],
  "DELETE /gaps/:gap": [204, "/gaps/error-body"],
};
/** The body of each operation that takes one. */
const bodies: Record<string, () => object> = {
  createHpJob: hpRequest,
  createLipsyncVideo: lipsyncRequest,
  createDynamicSlideVideo: slidesRequest,
};

test.each([...emulated.byId.values()])("$method $path has its headers", async (operation) => {
  const own = await start();
  const sent = { method: "POST", path: "/api/hp_job", body: hpRequest() };
  const { job_id } = (await send(own, sent)).body;
  const { id, method, successStatus } = operation;
  const path = operation.path.replace("{job_id}", job_id);
  const body = method === "GET" ? undefined : bodies[id]!();
  const of = { ...assumed(""), "content-length": always["content-length"] };
  const [whole, head] = await headsOf(own, { method, path, body });
  expect(whole).toEqual({ ...of, status: successStatus, "content-type": json });
  expect(head).toEqual(whole);
  const refuse = async (more: object) => {
    const { status, headers } = await send(own, { method, path, body, ...more });
    return { ...ownHeaders(headers), status };
  };
  const refused = { ...of, "content-type": problem };
  const challenge = { "www-authenticate": "Bearer" };
  expect(await refuse({ headers: wrong })).toEqual({ ...refused, ...challenge, status: 401 });
  const allow = method === "GET" ? "GET, HEAD" : method;
  expect(await refuse({ method: "DELETE" })).toEqual({ ...refused, allow, status: 405 });
  own.faults.add({ effect: "status", status: 429, retryAfter: 3 });
  const limited = { ...refused, status: 429, "retry-after": "3" };
  expect(await refuse({})).toEqual(limited);
});

const ofPage: [path: string, type: string][] = [
  ["", "text/html"],
  ["/", "text/html"],
  ["/page.css", "text/css"],
  ["/logo.svg", "image/svg+xml"],
  ["/page.js", "text/javascript"],
];
const elsewhere = ["GET /", "GET /emulator/enter"];

test("each route of the control plane has a row", () => {
  const rows = [
    ...Object.keys(controls).map((place) => place.replace(" ", " /emulator")),
    ...ofPage.map(([path]) => `GET /emulator${path}`),
    ...elsewhere,
  ];
  const routes = controlRoutes(assemble({})).map(({ method, path }) => `${method} ${path}`);
  expect(routes.sort()).toEqual(rows.sort());
});

/** Without those of Node. */
function ownHeaders(headers: Headers) {
  const { connection: _, "keep-alive": _alive, date: _date, ...own } = Object.fromEntries(headers);
  return own;
}

/** What a client gets with the whole, and with the head alone: the same. */
async function headsOf(own: Emulator, { method = "GET", path, body }: Sent) {
  const whole = await send(own, { method, path, body });
  const head = method === "GET" ? await send(own, { method: "HEAD", path }) : whole;
  return [whole, head].map(({ status, headers }) => ({ ...ownHeaders(headers), status }));
}

test.each(Object.entries(controls))("%s has its headers", async (place, [status, path, body]) => {
  const own = await start();
  own.faults.add({ effect: "hang", jobId: "none" });
  const sent = { method: "POST", path: "/api/hp_job", body: hpRequest() };
  const { job_id } = (await send(own, sent)).body;
  const [method = "", end = ""] = place.split(" ");
  const at = `/emulator${path ?? end}`.replace("JOB", job_id);
  const length = { "content-length": always["content-length"] };
  const wanted = status === 204 ? {} : { ...length, ...noStore, "content-type": json };
  const heads = await headsOf(own, { method, path: at, body });
  expect(heads).toEqual(Array(2).fill({ status, ...wanted }));
  expect(heads[1]).toEqual(heads[0]);
  own.faults.clear();
});

test.each(ofPage)(
  "the page, %j, has its headers, and so has that of a session",
  async (path, type) => {
    const own = await start();
    const wanted = { ...page, "content-type": `${type}; charset=utf-8`, status: 200 };
    for (const base of ["/emulator", sessionPath])
      for (const head of await headsOf(own, { path: base + path }))
        expect(head).toEqual({ ...wanted, "content-length": always["content-length"] });
  },
);

test("a picture of a video has the headers of a file", async () => {
  const renderer: Renderer = async (_, { folder }) => {
    const path = join(await folder(), "file");
    await writeFile(path, "picture");
    return { path, poster: path };
  };
  const startAt = "2030-01-02T03:04:05Z";
  const own = await start({ renderer, clock: { mode: "manual", startAt } });
  const body = { ...hpRequest(), project_name: "emulator:instant" };
  const { job_id } = (await send(own, { method: "POST", path: "/api/hp_job", body })).body;
  const expires = "Wed, 02 Jan 2030 04:04:05 GMT";
  for (const [ending, type] of Object.entries({ jpg: "image/jpeg", mp4: "video/mp4" }))
    for (const head of await headsOf(own, { path: `/emulator/media/${job_id}/1.${ending}` }))
      expect(head).toEqual({
        ...{ ...file, expires, status: 200 },
        ...{ "content-type": type, "content-length": "7" },
      });
});

test("a machine that is not named is refused, and one that is named is asked for its token", async () => {
  const own = await start({ controlHosts: ["named.example"], controlToken: "secret" });
  const ask = async (host: string, authorization: string) =>
    await getRaw(`${own.url}/emulator/state`, { host, authorization });
  for (const [host, authorization, status, challenge] of [
    ["other.example", "Bearer secret", 403, undefined],
    ["named.example", "Bearer wrong", 401, "Bearer"],
    ["named.example", "Bearer secret", 200, undefined],
  ] as const) {
    const found = await ask(host, authorization);
    expect([found.status, found.headers["www-authenticate"]]).toEqual([status, challenge]);
  }
});

describe("a fault", () => {
  const length = always["content-length"];
  test.each<[spec: FaultSpec, status: number, headers: Record<string, unknown>]>([
    [{ effect: "status", status: 429, retryAfter: 7 }, 429, { "retry-after": "7", type: problem }],
    [{ effect: "status", status: 503, retryAfter: 0 }, 503, { "retry-after": "0", type: problem }],
    [
      { effect: "status", status: 503, retryAfter: "Wed, 02 Jan 2030 05:04:25 GMT" },
      503,
      { "retry-after": "Wed, 02 Jan 2030 05:04:25 GMT", type: problem },
    ],
    [{ effect: "status", status: 500 }, 500, { type: problem }],
    [{ effect: "status", status: 299 }, 299, { type: json }],
    [{ effect: "status", status: 300 }, 300, { type: problem }],
    [{ effect: "status", status: 201, body: "x" }, 201, { type: "text/plain" }],
    [{ effect: "status", status: 502, body: "x" }, 502, { type: "text/plain" }],
    [{ effect: "status", status: 502, body: [1] }, 502, { type: json }],
    [{ effect: "status", status: 502, body: "", contentType: "a/b" }, 502, { type: "a/b" }],
    [{ effect: "status", status: 204 }, 204, {}],
    [{ effect: "status", status: 205 }, 205, { "transfer-encoding": "chunked" }],
    [{ effect: "status", status: 304, body: "x" }, 304, {}],
    [{ effect: "delay", delayMs: 0 }, 200, { type: json }],
    [{ effect: "malformed-json" }, 200, { type: json }],
  ])("%j has its headers", async (spec, status, { type, ...headers }) => {
    const own = await start();
    own.faults.add(spec);
    const authorization = `Bearer ${own.token}`;
    const found = await fetch(`${own.url}/api/avatars/public`, { headers: { authorization } });
    const { "x-emulator-assumed": _, ...shown } = ownHeaders(found.headers);
    const body = type === undefined ? {} : { "content-type": type, "content-length": length };
    expect([found.status, shown]).toEqual([status, { ...body, ...headers }]);
  });
});

test.each<[code: string, status: string]>([
  ["HPE_INVALID_METHOD", "400 Bad Request"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
])("what is no request, %s, has its headers", async (code, status) => {
  const socket = new PassThrough();
  buildServer(() => {}).emit("clientError", Object.assign(new Error("é"), { code }), socket);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(head.split("\r\n")).toEqual([
    `HTTP/1.1 ${status}`,
    `Content-Type: ${problem}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ]);
});

test("a storage that is full says when to come back", () => {
  const { status, headers } = toProblem(new StorageError("full")).toReply();
  expect([status, headers]).toEqual([503, { "retry-after": "1" }]);
});
