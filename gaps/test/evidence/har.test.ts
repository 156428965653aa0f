import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Exchange } from "../../src/evidence/exchange.ts";
import { readHar } from "../../src/evidence/har.ts";
import { harOf } from "./support/recording.ts";

async function exchangesIn(text: string): Promise<Exchange[]> {
  await using folder = await temporaryFolder();
  return readAll(await folder.write("recording.har", text));
}

const readAll = (file: string): Exchange[] => [...readHar(file)];

describe("a HAR file", () => {
  it("yields method, path, status and bodies", async () => {
    const [exchange] = await exchangesIn(
      harOf([
        {
          url: "/base/api/hp_job?token=1#x",
          sent: { music: true },
          status: 201,
          answer: { job_id: "1" },
        },
      ]),
    );
    expect(exchange).toEqual({
      time: "2026-03-04T05:06:07.000Z",
      method: "POST",
      origin: "https://service.example",
      headers: {},
      query: { token: ["1"] },
      path: "/base/api/hp_job",
      status: 201,
      request: { mediaType: "application/json", json: { music: true } },
      response: { mediaType: "application/json", json: { job_id: "1" } },
    });
  });

  it("may hold a body in base64", async () => {
    const text = Buffer.from('{"voices_list":[]}').toString("base64");
    const content = { mimeType: "application/json", text, encoding: "base64" };
    const [exchange] = await exchangesIn(
      harOf([{ url: "/api/voices/public", response: { content } }]),
    );
    expect(exchange?.response.json).toEqual({ voices_list: [] });
  });

  it("may hold a body longer than any record, which is not kept", async () => {
    const [long, next] = await exchangesIn(
      harOf([
        { url: "/a", answer: "x".repeat(3_000_000) },
        { url: "/b", answer: 1 },
      ]),
    );
    expect(long?.response).toMatchObject({ json: undefined, unread: "too long" });
    expect(next?.response.json).toBe(1);
  });

  it("may hold a body as it was on the wire, which is not accused", async () => {
    const text = gzipSync('{"voices_list":[]}').toString("base64");
    const content = { mimeType: "application/json", text, encoding: "base64" };
    const headers = [{ name: "Content-Encoding", value: "gzip" }];
    const [exchange] = await exchangesIn(
      harOf([{ url: "/api/voices/public", response: { content, headers } }]),
    );
    expect(exchange?.response).toMatchObject({ json: undefined, unread: "compressed" });
  });

  it("may hold a body that the recorder has decoded, beside the header that says otherwise", async () => {
    const content = { mimeType: "application/json", text: '{"voices_list":[]}' };
    const headers = [{ name: "content-encoding", value: "gzip" }];
    const [exchange] = await exchangesIn(
      harOf([{ url: "/api/voices/public", response: { content, headers } }]),
    );
    expect(exchange?.response.json).toEqual({ voices_list: [] });
  });

  it.each([
    [
      "in an encoding of its own",
      { text: "e30=", encoding: "rot13" },
      /encoding that is not known/,
    ],
    ["that is Latin 1", { text: "e70=".replace("70", "+kB9"), encoding: "base64" }, /not/],
    ["that is no JSON", { text: "{" }, /not JSON/],
  ])("may hold a body %s, and says that it was not read", async (_, content, unread) => {
    const response = { content: { mimeType: "application/json", ...content } };
    const [exchange] = await exchangesIn(harOf([{ url: "/a", response }]));
    expect(exchange?.response.json).toBeUndefined();
    expect(exchange?.response.unread).toMatch(unread);
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

  it("may be empty", async () => {
    expect(await exchangesIn(harOf([]))).toEqual([]);
  });
});

describe("a file that is refused", () => {
  it.each([
    ["nothing", "", /not a HAR/],
    ["text", "Hello", /not a HAR/],
    ["other JSON", '{"openapi":"3.1.1"}', /not a HAR/],
    ["entries that are no list", '{"log":{"entries":{"a":1}}}', /not a HAR/],
    ["a list without a log", "[1,2]", /not a HAR/],
    [
      "half a HAR",
      harOf([{ url: "/a" }, { url: "/b" }]).slice(0, -40),
      /broken at exchange 2,.*Export it again/,
    ],
    [
      "a HAR with an entry that is no JSON",
      '{"log":{"entries":[{}, {"request": GET}, {}]}}',
      /broken at exchange 2,/,
    ],
  ])("is %s", async (_, text, message) => {
    const refusal = { name: "UserError", message: expect.stringMatching(message) };
    await expect(exchangesIn(text)).rejects.toMatchObject(refusal);
  });

  it("is one that does not exist", () => {
    expect(() => readAll("/nowhere.har")).toThrow(/There is no file/);
  });
});
