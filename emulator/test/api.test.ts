import { connect } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildServer } from "../src/http/server.ts";
import { createEmulator, type Emulator } from "../src/index.ts";
import { call, send, type Sent } from "./support/client.ts";
import { emulated } from "./support/contracts.ts";
import { hpRequest, hpSegments, lipsyncRequest } from "../../test/support/example-requests.ts";

let emulator: Emulator;
beforeAll(async () => void (emulator = await createEmulator({ seed: 1 })));
afterAll(() => emulator.close());

const lipsyncPath = "/api/express_lipsync_video";
const post = (body: unknown, headers: Record<string, string> = {}): Sent => ({
  ...{ method: "POST", path: lipsyncPath, body, headers },
});
const get = (path: string, authorization?: string): Sent => ({
  ...{ path, headers: authorization === undefined ? {} : { authorization } },
});
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const packed = post({}, { "content-encoding": "gzip" });
const preferring = { path: "/api/avatars/public", headers: { prefer: "code=404" } };
const webdav = { method: "PROPFIND", path: lipsyncPath };
const longId = "x".repeat(5000);

describe("a request that the contract allows", () => {
  const requests = Object.entries(emulated.document.components["examples"] as object)
    .filter(([name]) => name.endsWith(".request"))
    .map(([name, { value }]) => ({ name, value }));

  test.each(requests)("the example $name works as it is printed", async ({ value }) => {
    const kinds = { model: "createLipsyncVideo", template_id: "createDynamicSlideVideo" } as const;
    const field = (["model", "template_id"] as const).find((name) => name in value);
    const operation = field ? kinds[field] : "createHpJob";
    const created = await call(emulator, operation, { body: value });
    expect(created).toMatchObject({ status: 201, body: { status: "rendering", output: "" } });
    expect(created.headers.get("x-emulator-assumed")).toMatch(/[a-z-]+/);
  });

  test.each(["/api/avatars/public", "/emulator/state", "/emulator"])(
    "may ask for the head of %s alone",
    async (path) => {
      const head = await send(emulator, { method: "HEAD", path });
      const whole = await send(emulator, { path });
      expect(head).toMatchObject({ status: 200, body: "", mediaType: whole.mediaType });
      expect(head.headers.get("content-length")).toBe(whole.headers.get("content-length"));
    },
  );
});

describe("a request that is refused", () => {
  test.each<[name: string, request: Sent, reply: string, detail: RegExp]>([
    ["malformed JSON", post("{nope"), "400 malformed_json", /position 1/],
    ["an empty body", post(""), "400 malformed_json", /empty/],
    ["65 levels of nesting", post(nested(65)), "400 malformed_json", /64 levels/],
    ["64 levels of nesting", post(nested(64)), "422 invalid_field", /Expected object/],
    ["a body that is no object", post("7"), "422 invalid_field", /Expected object/],
    ["a body that is packed", packed, "415 unsupported_media_type", /gzip/],
    ["a method of WebDAV", webdav, "405 method_not_allowed", /only POST/],
    ["an unknown path", get("/api/nothing"), "404 not_found", /nothing at \/api\/nothing/],
    ["a slash at the end", get("/api/avatars/public/"), "404 not_found", /nothing at/],
    ["custom voices", get("/api/voices/custom"), "404 not_found", /nothing at/],
    ["an unknown job", get("/api/hp_job/none"), "404 not_found", /There is no job (none|x+) that/],
    ["a path that is not UTF-8", get("/api/hp_job/%ff"), "400 malformed_request", /%ff/],
    [
      "a long identifier",
      get(`/api/hp_job/${longId}`),
      "404 not_found",
      /There is no job (none|x+) that/,
    ],
    ["a wrong token", get("/api/hp_job/x", "Bearer y"), "401 unauthorized", /not the one/],
    ["another scheme", get("/api/hp_job/x", "Basic eDp5"), "401 unauthorized", /Bearer/],
    ["no token", get("/api/hp_job/x", ""), "401 unauthorized", /missing/],
    ["what other mocks take", preferring, "400 malformed_request", /POST \/emulator\/faults/],
  ])("%s", async (_name, request, reply, detail) => {
    const { status, mediaType, body } = await send(emulator, request);
    expect([`${status} ${body.code}`, body.status]).toEqual([reply, status]);
    expect(mediaType).toBe("application/problem+json");
    expect(body.detail).toMatch(detail);
    const isProblem = emulated.schemas.at("#/components/schemas/Problem");
    expect(isProblem(body), JSON.stringify(isProblem.errors)).toBe(true);
  });

  const script = lipsyncRequest().script;
  test.each([
    ["/model", { model: "v9" }, /one of "v1", "v2"/],
    ["/model", { model: 1.5 }, /Expected string/],
    ["/actor", { actor: "ghost" }, /Expected object/],
    ["/actor/use", { actor: { use: "ghost" } }, /one of the values that choose/],
    ["/actor/avatar_id", { actor: { use: "avatar", avatar_type: "public" } }, /required/],
    ["/script/text", { script: { ...script, text: "\u0000" } }, /without the character NUL/],
    ["/script/voice_id", { script: { ...script, voice_id: "" } }, /at least 1 characters/],
    ["/script/voice_id", { script: { ...script, voice_id: longId } }, /at most 256 characters/],
    ["/script/voice_id", { script: { ...script, voice_id: "\udc00" } }, /half of a surrogate pair/],
    ["/modle", { modle: "v1" }, /not known here/],
  ])("a field: %s is named", async (pointer, change, detail) => {
    const body = { ...lipsyncRequest(), ...change };
    const { status, body: problem } = await call(emulator, "createLipsyncVideo", { body });
    const named = { pointer, detail: expect.stringMatching(detail) };
    expect([status, problem.errors]).toEqual([422, expect.arrayContaining([named])]);
  });

  const [segments] = Object.values(hpSegments([1, 2]));
  test.each([
    [
      "/customizations",
      { variables: segments, customizations: segments },
      "Send this field or variables, not both.",
    ],
    [
      "/base_video_url",
      { base_video_url: "http://10.0.0.1/video" },
      "--allow-host 10.0.0.1 of the emulator and its workers, allowHosts of the library.",
    ],
    [
      "/base_video_url",
      { base_video_url: "https://user@example.com/video" },
      "user name or a password",
    ],
    ["/base_video_url", { base_video_url: "ftp://example.com/a" }, "an absolute http or https URL"],
    ["/variable_count", { variable_count: 51 }, "Expected a number <= 50."],
    ["/project_name", { project_name: "emulator:explode" }, "emulator:fail"],
    // A property that every object has.
    ["/project_name", { project_name: "emulator:constructor" }, "emulator:fail"],
    ["/project_name", { project_name: "Customer 7, emulator:explode" }, "emulator:fail"],
  ])("what no schema of a field can say: %s of %j", async (pointer, change, detail) => {
    const body = { ...hpRequest(), ...change };
    const refused = await call(emulator, "createHpJob", { body });
    const named = { pointer, detail: expect.stringContaining(detail) };
    expect([refused.status, refused.body.errors]).toEqual([422, [named]]);
  });

  test.each([
    ["PUT", "/api/avatars/public", "GET, HEAD"],
    ["HEAD", lipsyncPath, "POST"],
    // Before a page of another origin may send a request, its browser asks so.
    ["OPTIONS", lipsyncPath, "POST"],
    ["DELETE", "/emulator/state", "GET, HEAD"],
    ["PUT", "/emulator/faults", "GET, HEAD, POST, DELETE"],
    ["POST", "/emulator/media/x/1.mp4", "GET, HEAD"],
  ])("%s %s names what is allowed", async (method, path, allow) => {
    const refused = await send(emulator, { method, path });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, allow]);
  });
});

describe("as bytes", () => {
  const avatars = "GET /api/avatars/public HTTP/1.1";
  const host = "Host: x";
  test.each<[name: string, lines: string[], reply: RegExp]>([
    [
      "an address for a proxy",
      ["GET http://x/api/avatars/public HTTP/1.1", host],
      /^HTTP\/1\.1 200 /,
    ],
    ["an expectation that nobody knows", [avatars, host, "Expect: banana"], /^HTTP\/1\.1 200 /],
    [
      "what is no HTTP",
      ["this is no request"],
      /^HTTP\/1\.1 400 .*"code":"malformed_request","detail":"This is no HTTP request: [^"]+"\}$/s,
    ],
    [
      "two Hosts",
      [avatars, host, "Host: b"],
      /^HTTP\/1\.1 400 .*"The header Host is not one name or address with a port\. Send the one that you call\."/s,
    ],
    [
      "TRACE",
      ["TRACE /api/hp_job/x?y=1 HTTP/1.1", host],
      /^HTTP\/1\.1 405 .*allow: GET, HEAD\r\n.*"code":"method_not_allowed"/s,
    ],
    [
      "headers that are too large",
      [avatars, host, `X-Large: ${"x".repeat(20_000)}`],
      /^HTTP\/1\.1 431 .*"code":"headers_too_large","detail":"The headers are larger than 16 KiB\. Send fewer, or shorter ones\."/s,
    ],
    ...["<script>", "user@x", "x/y", "x:99999", "["].map((name): [string, string[], RegExp] => [
      `a Host that is ${name}`,
      [avatars, `Host: ${name}`],
      /^HTTP\/1\.1 400 .*"code":"malformed_request".*Host/s,
    ]),
  ])("%s", async (_name, lines, reply) => {
    const token = `Authorization: Bearer ${emulator.token}`;
    expect(await sendLines(emulator, [...lines, token, "Connection: close"])).toMatch(reply);
  });

  test("headers that do not come in time", async () => {
    const server = buildServer(() => {});
    const socket = new PassThrough();
    const late = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    server.emit("clientError", late, socket);
    expect(await text(socket)).toMatch(
      /^HTTP\/1\.1 408 .*"code":"request_timeout","detail":"The request did not arrive in time\. Send it again, faster\."/s,
    );
  });
});

function sendLines({ url }: Emulator, lines: string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write([...lines, "", ""].join("\r\n"));
  return text(socket);
}
