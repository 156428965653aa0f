import { writeFileSync } from "node:fs";
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

it("may be compressed as a whole", async () => {
  await using folder = await temporaryFolder();
  const file = await folder.write("a.har.gz", "");
  writeFileSync(file, gzipSync(harOf([{ url: "/a", answer: [] }])));
  expect([...readHar(file)]).toMatchObject([{ path: "/a", response: { json: [] } }]);
});

// And nothing of what was recorded.
const cut =
  /^\S+:3 is broken there or above, as if the file had been cut off: it is not JSON. Export it again.$/;

it.each([
  ['{"log":{"entries":{"a":1}}}', /:1 is not a HAR file/],
  ['{"log":\n{"entries":[{},\n{"request":{"method":"G', cut],
])("the file %j is refused", async (text, message) => {
  const refusal = { name: "UserError", message: expect.stringMatching(message) };
  await expect(exchangesIn(text)).rejects.toMatchObject(refusal);
});
