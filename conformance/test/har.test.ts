import { describe, expect, it } from "vitest";
import type { Exchange } from "../src/exchange.ts";
import { readHar } from "../src/observe/har.ts";
import { Folder, harOf } from "./support/recording.ts";

async function exchangesIn(text: string): Promise<Exchange[]> {
  await using folder = await Folder.create();
  return await readAll(await folder.write("recording.har", text));
}

async function readAll(file: string): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for await (const exchange of readHar(file)) exchanges.push(exchange);
  return exchanges;
}

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
    expect(long?.response.json).toBeUndefined();
    expect(next?.response.json).toBe(1);
  });

  it("may hold entries without anything", async () => {
    const [empty] = await exchangesIn('{"log":{"entries":[{}]}}');
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
      /broken after 1 exchanges.*Export it again/,
    ],
  ])("is %s", async (_, text, message) => {
    const refusal = { name: "InputError", message: expect.stringMatching(message) };
    await expect(exchangesIn(text)).rejects.toMatchObject(refusal);
  });

  it("is one that does not exist", async () => {
    await expect(readAll("/nowhere.har")).rejects.toThrow(/There is no file/);
  });
});
