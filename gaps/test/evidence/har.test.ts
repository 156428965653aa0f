import { truncateSync, writeFileSync } from "node:fs";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Exchange } from "../../src/api/exchange.ts";
import { readHar } from "../../src/evidence/har.ts";
import { harOf } from "./support/recording.ts";

async function exchangesIn(text: string): Promise<Exchange[]> {
  await using folder = await temporaryFolder();
  await folder.write("body.json", '{"filed":true}');
  return [...readHar(await folder.write("recording.har", text))];
}

describe("a HAR file", () => {
  const base64 = (bytes: string | Buffer) => ({
    text: Buffer.from(bytes).toString("base64"),
    encoding: "base64",
  });
  const coded = (value: string) => [{ name: "Content-Encoding", value }];

  const unread = (because: string) => ({ json: undefined, unread: because });

  it.each([
    ["that the recorder has decoded", base64("[]"), coded("gzip"), { json: [] }],
    ["compressed by gzip", base64(gzipSync("[]")), coded("gzip"), { json: [] }],
    ["compressed by deflate", base64(deflateSync("[1]")), coded("deflate"), { json: [1] }],
    ["compressed by raw deflate", base64(deflateRawSync("[1]")), coded("deflate"), { json: [1] }],
    ["compressed by br", base64(brotliCompressSync("[1]")), coded("br"), { json: [1] }],
    ["compressed otherwise", base64(Buffer.from([40, 181])), coded("zstd"), unread("compressed")],
    ["in a file, not a text", { text: "", _file: "body.json" }, [], { json: { filed: true } }],
    ["in a file elsewhere", { _file: "./a/../../../body.json" }, [], { json: { filed: true } }],
    ["in a file that is not there", { _file: "none.json" }, [], unread("not recorded")],
    ["that is not base64", { text: "{?}", encoding: "base64" }, [], unread("not recorded")],
    ["that was cut", { text: '{"a":', size: 9 }, [], unread("cut")],
    ["that was not recorded", { size: 9 }, [], unread("not recorded")],
    ["of unknown size", { size: -1 }, [], unread("not recorded")],
    ["that is Latin 1", base64(Buffer.from([0x7b, 0xfa])), [], unread("not UTF-8")],
    ["that is no JSON", { text: "{" }, [], unread("not JSON")],
  ])("may hold a body %s", async (_, content, headers, read) => {
    const response = { content: { mimeType: "application/json", ...content }, headers };
    const [exchange] = await exchangesIn(harOf([{ url: "/a", response }]));
    expect(exchange?.response).toMatchObject(read);
  });
});

it("may begin with other keys, hold an entry without anything, and name a query apart", async () => {
  const queryString = ["1", "2"].map((value) => ({ name: "a", value }));
  const request = { method: "get", url: "https://a.example/b", queryString };
  const entries = [{}, { request, response: { status: 200 } }];
  const [empty, exchange] = await exchangesIn(JSON.stringify({ comment: "a", log: { entries } }));
  expect(empty).toMatchObject({ method: "", path: "", status: 0 });
  expect(exchange?.query?.getAll("a")).toEqual(["1", "2"]);
});

/** One entry, as the file has it. */
const only = async (entry: object) =>
  (await exchangesIn(JSON.stringify({ log: { entries: [entry] } })))[0]!;
const jsonOf = (text: string) => ({ mimeType: "application/json", text });

const typed = (contentType: string) => ({ contentType, mediaType: contentType });

it("tells of an exchange all that the file has of it", async () => {
  const sent = { ...jsonOf('{"name":"Ada"}'), size: -1 };
  const headers = [
    { name: "Content-Type", value: "application/problem+json" },
    { name: "X-Two", value: "2" },
  ];
  const entry = {
    startedDateTime: "2026-01-31T10:00:00Z",
    request: { method: "post", url: "https://a.example:8080/b/c?d=e&d=f", postData: sent },
    response: { status: 422, headers, content: { text: '{"code":1}' } },
  };
  const { query, ...exchange } = await only(entry);
  expect([...query!]).toEqual([
    ["d", "e"],
    ["d", "f"],
  ]);
  expect(exchange).toEqual({
    ...{ time: "2026-01-31T10:00:00Z", method: "POST", origin: "https://a.example:8080" },
    ...{ path: "/b/c", status: 422, isMadeUp: false },
    headers: { "content-type": "application/problem+json", "x-two": "2" },
    request: { ...typed("application/json"), json: { name: "Ada" } },
    response: { ...typed("application/problem+json"), json: { code: 1 } },
  });
});

it.each([
  ["nothing", {}],
  [
    "other types",
    { startedDateTime: 7, request: { method: 7, url: 7, queryString: 7 }, response: 7 },
  ],
  ["a status that is a text", { response: { status: "200" } }],
  ["an address that is none", { request: { url: "/a" } }],
])("may hold an entry of %s", async (_, entry) => {
  expect(await only(entry)).toMatchObject({
    ...{ time: undefined, method: "", origin: "", path: "", status: 0, headers: {} },
    request: { json: undefined },
    response: { json: undefined, unread: "not recorded" },
  });
});

it("takes what stands beside other types in its lists", async () => {
  const headers = [7, { name: 7, value: "a" }, { name: "x-a" }, { name: "X-B", value: "b" }];
  const { headers: read } = await only({ response: { headers } });
  expect(read).toEqual({ "": "a", "x-a": "", "x-b": "b" });
});

it.each<[what: string, entry: object, isMadeUp: boolean]>([
  ["the network", {}, false],
  ["a service worker", { _fetchedViaServiceWorker: true }, true],
  [
    "a service worker that has fetched it",
    { _fetchedViaServiceWorker: true, _serviceWorkerResponseSource: "network" },
    false,
  ],
  [
    "the store of a service worker",
    { _fetchedViaServiceWorker: true, _serviceWorkerResponseSource: "cache-storage" },
    true,
  ],
  ["no service worker", { _fetchedViaServiceWorker: false }, false],
])("knows a response of %s", async (_, marks, isMadeUp) => {
  expect((await only({ ...marks, response: { status: 200 } })).isMadeUp).toBe(isMadeUp);
  expect((await only({ response: { status: 200, ...marks } })).isMadeUp).toBe(isMadeUp);
});

it.each<[what: string, entry: object, response: object]>([
  ["in a cache, that is not recorded", { content: {} }, { json: undefined, unread: "in a cache" }],
  ["in a cache, that is recorded", { content: jsonOf("[]") }, { json: [] }],
])("may hold a body %s", async (_, response, read) => {
  const body = (await only({ _fromCache: "disk", response })).response;
  expect(body).toMatchObject(read);
  expect("unread" in read).toBe(body.unread !== undefined);
});

it.each<[what: string, content: object | undefined, headers: [string, string][], read: object]>([
  ["none", { size: 0 }, [], { mediaType: undefined, json: undefined }],
  [
    "none of a type",
    { size: 0, mimeType: "text/csv" },
    [],
    { mediaType: "text/csv", json: undefined },
  ],
  ["one of no type", { text: "[]", mimeType: "x-unknown" }, [], { mediaType: undefined }],
  [
    "one whose type only its header tells",
    { text: "[]", mimeType: "x-unknown" },
    [["content-type", "application/json"]],
    { mediaType: "application/json", json: [] },
  ],
  [
    "one that ends where its size says, and is no JSON",
    { ...jsonOf('{"a":'), size: 5 },
    [],
    { unread: "not JSON" },
  ],
  [
    "a text although its header names a code",
    jsonOf("{"),
    [["content-encoding", "gzip"]],
    { unread: "not JSON" },
  ],
  [
    "bytes that are in no code, and no JSON",
    { ...jsonOf(Buffer.from("{").toString("base64")), encoding: "base64" },
    [["content-encoding", "gzip"]],
    { unread: "not JSON" },
  ],
  ["a text in UTF-8", { ...jsonOf("[]"), encoding: "utf8" }, [], { json: [] }],
  [
    "a text in another code",
    { ...jsonOf("[]"), encoding: "base32" },
    [],
    { unread: "not recorded" },
  ],
  [
    "a text that is none",
    { mimeType: "application/json", text: 7 },
    [],
    { unread: "not recorded" },
  ],
])("may hold as a body %s", async (_, content, named, read) => {
  const headers = named.map(([name, value]) => ({ name, value }));
  const { response } = await only({ response: { status: 200, headers, content } });
  expect(response).toEqual(expect.objectContaining(read));
  expect(response.unread).toBe((read as { unread?: string }).unread);
});

it("may be compressed as a whole", async () => {
  await using folder = await temporaryFolder();
  const file = await folder.write("a.har.gz", "");
  writeFileSync(file, gzipSync(harOf([{ url: "/a", answer: [] }])));
  expect([...readHar(file)]).toMatchObject([{ path: "/a", response: { json: [] } }]);
});

it("is refused with what to do where it cannot be decompressed", async () => {
  await using folder = await temporaryFolder();
  const file = await folder.write("a.har.gz", "");
  writeFileSync(file, gzipSync("{}").subarray(0, 12));
  expect(() => [...readHar(file)]).toThrow(
    /a\.har\.gz cannot be decompressed: .*\. Export it in several files, and name them all\.$/,
  );
});

/** Zeros, which are no JSON. */
const zeros = gzipSync(Buffer.alloc(1_000_000));
it.each([
  [256_000_000, [], /:1 is broken there/],
  [256_000_001, [gzipSync("\0")], /cannot be decompressed: .*256000000 bytes/],
])("may hold 256 MB when it is decompressed: %i bytes", async (_, more, message) => {
  await using folder = await temporaryFolder();
  const file = await folder.write("a.har.gz", "");
  // Packed in parts, one behind the other.
  writeFileSync(file, Buffer.concat([...Array<Buffer>(256).fill(zeros), ...more]));
  expect(() => [...readHar(file)]).toThrow(message);
});

it.each([
  [256_499_999, /:1 is broken there/],
  [256_500_000, /is 257 MB, and at most 256 MB are read\. Export it in several files/],
])("may have 256 MB: %i bytes", async (size, message) => {
  await using folder = await temporaryFolder();
  const file = await folder.write("a.har", "");
  truncateSync(file, size);
  expect(() => [...readHar(file)]).toThrow(message);
});

/** A body in gzip as recorders keep it: what comes of it has so many letters. */
it.each([
  [16 * 1024 * 1024, undefined],
  [16 * 1024 * 1024 + 1, "compressed"],
])("a body may have 16 MiB when it is decompressed: %i letters", async (length, because) => {
  const packed = gzipSync(`"${"x".repeat(length - 2)}"`).toString("base64");
  const content = { ...jsonOf(packed), encoding: "base64" };
  const headers = [{ name: "Content-Encoding", value: "gzip" }];
  expect((await only({ response: { content, headers } })).response.unread).toBe(because);
});

// And nothing of what was recorded.
const cut =
  /^\S+:3 is broken there or above, as if the file had been cut off: it is not JSON. Export it again.$/;

it.each([
  ['{"log":{"entries":{"a":1}}}', /:1 is not a HAR file/],
  ['{"log":\n{"entries":[{},\n{"request":{"method":"G', cut],
  [`${"\n".repeat(11)}{"log": {"entries": [x]}}`, /:12 is broken there or above/],
  [`${"\n".repeat(10)}{"b" 2}\n\n`, /:11 is broken there or above/],
  ["\u001f{", /:1 is broken there or above/],
])("the file %j is refused", async (text, message) => {
  const refusal = { name: "UserError", message: expect.stringMatching(message) };
  await expect(exchangesIn(text)).rejects.toMatchObject(refusal);
});
