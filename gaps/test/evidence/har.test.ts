import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Exchange } from "../../src/api/exchange.ts";
import { readHar } from "../../src/evidence/har.ts";
import { harOf } from "./support/recording.ts";

async function exchangesIn(text: string): Promise<Exchange[]> {
  await using folder = await temporaryFolder();
  return [...readHar(await folder.write("recording.har", text))];
}

describe("a HAR file", () => {
  const base64 = (bytes: string | Buffer) => ({
    text: Buffer.from(bytes).toString("base64"),
    encoding: "base64",
  });
  const gzip = [{ name: "Content-Encoding", value: "gzip" }];

  const unread = (because: string) => ({ json: undefined, unread: because });

  it.each([
    ["in base64", base64("[]"), [], { json: [] }],
    ["that the recorder has decoded, whatever the header says", { text: "[]" }, gzip, { json: [] }],
    ["that is too long", { text: `"${"x".repeat(3_000_000)}"` }, [], unread("too long")],
    ["as it was on the wire", base64(gzipSync("[]")), gzip, unread("compressed")],
    ["that is Latin 1", base64(Buffer.from([0x7b, 0xfa])), [], unread("not UTF-8")],
    ["that is no JSON", { text: "{" }, [], unread("not JSON")],
  ])("may hold a body %s", async (_, content, headers, read) => {
    const response = { content: { mimeType: "application/json", ...content }, headers };
    const [exchange] = await exchangesIn(harOf([{ url: "/a", response }]));
    expect(exchange?.response).toMatchObject(read);
  });

  it.each([
    "{}",
    "null",
    "7",
    '"text"',
    "[]",
    '{"request":null,"response":null}',
    '{"response":{"headers":[{"name":"a","value":{"toString":1}}]}}',
  ])("may hold the entry %s", async (entry) => {
    const [empty] = await exchangesIn(`{"log":{"entries":[${entry}]}}`);
    expect(empty).toMatchObject({ method: "", path: "", status: 0 });
  });
});

it.each([
  ["other JSON", '{"openapi":"3.1.1"}', /recording\.har:1 is not a HAR file/],
  ["entries that are no list", '{"log":{"entries":{"a":1}}}', /not a HAR/],
  [
    "an entry that is no JSON",
    '{"log":{"entries":[{}, {"request": GET}, {}]}}',
    /recording\.har:1 is broken at exchange 2,.*Export it again/,
  ],
])("a file with %s is refused", async (_, text, message) => {
  const refusal = { name: "UserError", message: expect.stringMatching(message) };
  await expect(exchangesIn(text)).rejects.toMatchObject(refusal);
});
