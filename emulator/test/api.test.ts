import { connect } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildServer } from "../src/http/server.ts";
import { createEmulator, type Emulator } from "../src/index.ts";
import { call, send, type Sent } from "./support/client.ts";
import { emulated } from "./support/contracts.ts";
import {
  hpRequest,
  hpSegments,
  lipsyncRequest,
  slidesRequest,
} from "../../test/support/example-requests.ts";

let emulator: Emulator;
beforeAll(async () => void (emulator = await createEmulator({ seed: 1 })));
afterAll(() => emulator.close());

const lipsyncPath = "/api/express_lipsync_video";
const post = (body: unknown, headers?: Record<string, string>): Sent => ({
  method: "POST",
  path: lipsyncPath,
  body,
  ...(headers && { headers }),
});
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

describe("a request that the contract allows", () => {
  test.each(emulated.operations.filter(({ id }) => id.startsWith("list")))(
    "$id is answered",
    async ({ id }) => {
      const { status, body } = await call(emulator, id);
      expect(status).toBe(200);
      expect(Object.values(body)[0]).not.toHaveLength(0);
    },
  );

  const requests = Object.entries(emulated.document.components["examples"] as object)
    .filter(([name]) => name.endsWith(".request"))
    .map(([name, { value }]) => ({ name, value }));

  test.each(requests)("the example $name works as it is printed", async ({ value }) => {
    const operation =
      "model" in value
        ? "createLipsyncVideo"
        : "template_id" in value
          ? "createDynamicSlideVideo"
          : "createHpJob";
    const created = await call(emulator, operation, { body: value });
    expect(created).toMatchObject({ status: 201, body: { status: "rendering", output: "" } });
    expect(created.headers.get("x-emulator-assumed")).toMatch(/[a-z-]+/);
  });

  test("may expect what nobody knows", async () => {
    const lines = ["GET /api/avatars/public HTTP/1.1", "Host: x", "Expect: banana"];
    const token = `Authorization: Bearer ${emulator.token}`;
    const answer = await sendBytes(
      emulator,
      [...lines, token, "Connection: close", "", ""].join("\r\n"),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(emulator.requests()[0]).toMatchObject({ status: 200, headers: { expect: "banana" } });
  });

  test.each(["/api/avatars/public", "/emulator/state", "/emulator"])(
    "may ask for the head of %s alone",
    async (path) => {
      const [head, whole] = [
        await send(emulator, { method: "HEAD", path }),
        await send(emulator, { path }),
      ];
      expect(head).toMatchObject({ status: 200, body: "", mediaType: whole.mediaType });
      const own = (name: string) => [head.headers.get(name), whole.headers.get(name)];
      expect(own("content-length")[0]).toBe(own("content-length")[1]);
    },
  );

  test("is echoed as it came", async () => {
    const body = lipsyncRequest();
    expect((await call(emulator, "createLipsyncVideo", { body })).body.input).toEqual(body);
  });
});

describe("a request that is refused", () => {
  const refusals: [name: string, request: Sent, answer: string, detail: RegExp][] = [
    ["malformed JSON", post("{nope"), "400 malformed_json", /position 1/],
    ["an empty body", post(""), "400 malformed_json", /empty/],
    ["65 levels of nesting", post(nested(65)), "400 malformed_json", /64 levels/],
    [
      "a hundred thousand levels of nesting",
      post(nested(100_000)),
      "400 malformed_json",
      /64 levels/,
    ],
    ["a body that is no object", post("7"), "422 invalid_field", /Expected object/],
    [
      "another media type",
      post("x", { "content-type": "text/plain" }),
      "415 unsupported_media_type",
      /application\/json/,
    ],
    [
      "another method",
      { method: "PUT", path: lipsyncPath, body: {} },
      "405 method_not_allowed",
      /only POST/,
    ],
    [
      "a method of WebDAV",
      { method: "PROPFIND", path: lipsyncPath },
      "405 method_not_allowed",
      /only POST/,
    ],
    ["DELETE", { method: "DELETE", path: "/api/hp_job/x" }, "405 method_not_allowed", /only GET/],
    ["an unknown path", { path: "/api/nothing" }, "404 not_found", /GET \/api\/nothing/],
    ["custom voices", { path: "/api/voices/custom" }, "404 not_found", /no operation/],
    ["an unknown job", { path: "/api/hp_job/none" }, "404 not_found", /no HP job/],
    ["a path that is not UTF-8", { path: "/api/hp_job/%ff" }, "400 malformed_request", /%ff/],
    [
      "a very long identifier",
      { path: `/api/hp_job/${"x".repeat(5000)}` },
      "404 not_found",
      /no HP job/,
    ],
    [
      "a wrong token",
      { path: "/api/avatars/public", headers: { authorization: "Bearer other" } },
      "401 unauthorized",
      /not the one/,
    ],
    [
      "another scheme",
      { path: "/api/avatars/public", headers: { authorization: "Basic eDp5" } },
      "401 unauthorized",
      /Bearer/,
    ],
    [
      "no token",
      { path: "/api/avatars/public", headers: { authorization: "" } },
      "401 unauthorized",
      /missing/,
    ],
  ];

  test.each(refusals)("%s", async (_name, request, answer, detail) => {
    const { status, mediaType, body } = await send(emulator, request);
    expect([`${status} ${body.code}`, body.status]).toEqual([answer, status]);
    expect([mediaType, body.detail]).toEqual([
      "application/problem+json",
      expect.stringMatching(detail),
    ]);
    const isProblem = emulated.schemas.at("#/components/schemas/Problem");
    expect(isProblem(body), JSON.stringify(isProblem.errors)).toBe(true);
  });

  const script = lipsyncRequest().script;
  test.each([
    ["/actor/use", { actor: { use: "ghost" } }, /one of the values that choose/],
    ["/actor/avatar_id", { actor: { use: "avatar", avatar_type: "public" } }, /required/],
    ["/script/text", { script: { ...script, text: "\u0000" } }, /without the character NUL/],
    ["/script/voice_id", { script: { ...script, voice_id: "" } }, /at least 1 characters/],
    ["/script/voice_id", { script: { ...script, voice_id: "\udc00" } }, /half of a surrogate pair/],
    ["/modle", { modle: "v1" }, /not known here/],
  ])("a field: %s is named", async (pointer, change, detail) => {
    const body = { ...lipsyncRequest(), ...change };
    const { status, body: problem } = await call(emulator, "createLipsyncVideo", { body });
    const named = { pointer, detail: expect.stringMatching(detail) };
    expect([status, problem.errors]).toEqual([422, expect.arrayContaining([named])]);
  });

  test("both names of the list of segments at once", async () => {
    const [segments] = Object.values(hpSegments([1, 2]));
    const body = { ...hpRequest(), variables: segments, customizations: segments };
    expect((await call(emulator, "createHpJob", { body })).status).toBe(422);
  });

  test("a private address, with the remedy", async () => {
    const body = { ...hpRequest(), base_video_url: "http://192.168.1.7/video" };
    const { status, body: problem } = await call(emulator, "createHpJob", { body });
    expect(status).toBe(422);
    expect(problem.errors).toEqual([
      { pointer: "/base_video_url", detail: expect.stringContaining("--allow-host 192.168.1.7") },
    ]);
  });

  test.each(["emulator:explode", "emulator:constructor"])(
    "%s, a reserved value that means nothing",
    async (template_id) => {
      const body = { ...slidesRequest(), template_id };
      const { status, body: problem } = await call(emulator, "createDynamicSlideVideo", { body });
      expect(status).toBe(422);
      expect(problem.errors[0]).toMatchObject({
        pointer: "/template_id",
        detail: expect.stringContaining("emulator:fail"),
      });
    },
  );

  test("bytes that are no HTTP", async () => {
    const answer = await sendBytes(emulator, "this is no request\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"malformed_request"');
  });

  test.each(["<script>", "user@x", "x/y", "x:99999", "["])("a Host that is %s", async (host) => {
    const body = { ...hpRequest(), project_name: "emulator:instant" };
    const { job_id: id } = (await call(emulator, "createHpJob", { body })).body;
    const path = `/api/hp_job/${id}`;
    const head = [
      `GET ${path} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${emulator.token}`,
    ];
    const answer = await sendBytes(emulator, [...head, "Connection: close", "", ""].join("\r\n"));
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"malformed_request".*Host/s);
  });

  test("two headers Host", async () => {
    const head = ["GET /api/avatars/public HTTP/1.1", "Host: a", "Host: b"];
    const token = `Authorization: Bearer ${emulator.token}`;
    const bytes = [...head, token, "Connection: close", "", ""].join("\r\n");
    expect(await sendBytes(emulator, bytes)).toMatch(
      /^HTTP\/1\.1 400 .*"code":"malformed_request".*Host is there twice/s,
    );
  });

  test.each([
    ["PUT", "/api/avatars/public", "GET, HEAD"],
    ["HEAD", lipsyncPath, "POST"],
    ["DELETE", "/emulator/state", "GET, HEAD"],
    ["PUT", "/emulator/faults", "GET, HEAD, POST, DELETE"],
    ["POST", "/emulator/media/x/1.mp4", "GET, HEAD"],
  ])("%s %s names what is allowed", async (method, path, allow) => {
    const refused = await send(emulator, { method, path });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, allow]);
  });

  test("TRACE", async () => {
    const answer = await sendBytes(
      emulator,
      "TRACE /api/hp_job/x?y=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 405 .*allow: GET, HEAD\r\n.*"code":"method_not_allowed"/s);
  });

  test("headers that are too large", async () => {
    const answer = await sendBytes(
      emulator,
      `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 .*"code":"headers_too_large"/s);
  });

  test("headers that do not come in time", async () => {
    const server = buildServer(() => {});
    const socket = new PassThrough();
    const late = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    server.emit("clientError", late, socket);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
  });

  test("a body that is packed", async () => {
    const refused = await send(emulator, post(lipsyncRequest(), { "content-encoding": "gzip" }));
    expect(refused).toMatchObject({
      status: 415,
      body: { detail: expect.stringContaining("gzip") },
    });
    expect(
      (await send(emulator, post(lipsyncRequest(), { "content-encoding": "identity" }))).status,
    ).toBe(201);
  });
});

function sendBytes({ url }: Emulator, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
