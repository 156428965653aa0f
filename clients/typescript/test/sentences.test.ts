/** What this client says, in whole sentences: the calls of `test/support/sentences.yaml`. */
import { mkdir } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { failureStatuses } from "../../../generated/policy.ts";
import { listen } from "../../../test/support/listen.ts";
import { readSentences } from "../../../test/support/shared-cases.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { refusingUrl } from "../../faults/fault-server.ts";
import { createClient, download, type DownloadOptions } from "../src/index.ts";
import { createOpenapiFetchClient } from "../src/openapi-fetch.ts";
import { type SaveOptions, saveVideos } from "../src/save.ts";
import { baseUrl, json, type MockResponse, mockFetch, open, status, token } from "./support.ts";

afterEach(() => vi.unstubAllGlobals());

const url = `${baseUrl}/1.mp4`;
const busy = () => new Response("busy", { status: 503 });
const never = () => new Promise<never>(() => {});
const rendering = () => json({ job_id: "job-1", status: "rendering" });
/** Four bytes that are said to be so many. */
const bytes = (length: number) => () =>
  new Response("\0\0\0\0", { headers: { "content-length": `${length}`, etag: '"one"' } });
const video = bytes(4);
const redirect = () => status(302, { location: "/2" });
const wait = { intervalMs: 20, maxWaitMs: 100 };
const failed = failureStatuses[0] ?? "failed";
const aborted = () => AbortSignal.abort();

const get = (responses: MockResponse | MockResponse[], options: object = {}, id = "job-1") =>
  open(responses, { retries: 0 }).client.getHpJob(id, options);
const create = (responses: MockResponse) => open(responses).client.createHpJob({} as never);
const waitFor = (responses: MockResponse, options: object = wait) =>
  open(responses).client.waitForHpJob("job-1", options);
const fetched = async (
  responses: MockResponse | MockResponse[],
  options: DownloadOptions = {},
  address = url,
) => {
  const fetch = mockFetch(...[responses].flat());
  const { body } = await download(address, { fetch, retries: 0, ...options });
  await new Response(body).bytes();
};

type Says = (folder: string) => unknown;
const save =
  (
    response: MockResponse,
    address = url,
    job: object = {},
    options: SaveOptions = {},
    below = "",
  ): Says =>
  (folder) =>
    saveVideos({ job_id: "job-1", output: [address], ...job }, join(folder, below), {
      fetch: mockFetch(response),
      retries: 0,
      ...options,
    });
const saveBeside =
  (response: MockResponse, options: SaveOptions = {}): Says =>
  async (folder) => {
    await mkdir(join(folder, "job-1-1.mp4"));
    await save(response, url, {}, options)(folder);
  };

/** From a server that closes a connection of its own accord. */
async function fromServer(respond: RequestListener, call: (url: string) => Promise<unknown>) {
  await using server = await listen(createServer(respond));
  await call(`${server.origin}/1.mp4`);
}

const calls: Record<string, Says> = {
  "plain http of another machine": () => createClient({ baseUrl: "http://video.example", token }),
  "an empty token": () => createClient({ baseUrl, token: "" }),
  "a timeout of 0": () => get(busy, { timeoutMs: 0 }),
  "a deadline of 0": () => get(busy, { deadlineMs: 0 }),
  "a deadline of 0 for a download": () => fetched(busy, { deadlineMs: 0 }),
  "-1 retries": () => get(busy, { retries: -1 }),
  "an interval of 0": () => waitFor(busy, { intervalMs: 0 }),
  "a wait of 0": () => waitFor(busy, { maxWaitMs: 0 }),
  "a silence of 0": () => fetched(busy, { idleTimeoutMs: 0 }),
  "0 bytes of a file": () => fetched(busy, { maxBytes: 0 }),
  "0 bytes of a response": () => get(busy, { maxBodyBytes: 0 }),
  "a header with a line break": () => get(busy, { headers: { "x-trace": "a\nb" } }),
  "a path above": () => open(busy).client.request("GET", "/../x"),
  "an identifier that is a path": () => get(busy, {}, ".."),
  "a signal that is none": () => get(busy, { signal: {} }),
  "a download by another protocol": () => fetched(busy, {}, "ftp://video.example/1"),
  "headers of a download without a base address": () => fetched(busy, { headers: {} }),
  "a job without an identifier": () => saveVideos({} as never, "x"),
  "a call of openapi-fetch to another origin": () =>
    createOpenapiFetchClient({ baseUrl, token }).GET("/api/avatars/public", {
      baseUrl: "https://other.example",
    }),
  "a status 503 of a read": () => get(busy),
  "a status 503 of a create": () => create(busy),
  "a status 404 of a create": () => create(status(404)),
  "a redirect of a create": () => create(redirect),
  "no JSON": () => get(new Response("<h1>")),
  "no identifier": () => create(json({})),
  "a response of 64 MiB and a byte": () => get(new Response(" ".repeat(64 * 1024 * 1024 + 1))),
  "no response in time": () => get(never, { timeoutMs: 30 }),
  "no response by the deadline": () => get(never, { deadlineMs: 30 }),
  "a call that was cancelled before": () => get(never, { signal: aborted() }),
  "a connection that is refused": () =>
    createClient({ baseUrl: refusingUrl, token }).createHpJob({} as never, { retries: 0 }),
  "a certificate that is refused": () => {
    const cause = Object.assign(new Error("unknown authority"), { code: "SELF_SIGNED_CERT" });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed", { cause })));
    return createClient({ baseUrl, token }).createHpJob({} as never);
  },
  "a failure without a reason": () => create(() => Promise.reject(new Error(""))),
  "a wait that is over": () => waitFor(rendering),
  "a wait that is over, and whose last poll failed": () => waitFor(busy),
  "a wait that reached nobody": () =>
    createClient({ baseUrl: refusingUrl, token }).waitForHpJob("job-1", wait),
  "a file that breaks off": () => fetched(bytes(5)),
  "a file that goes on": () => fetched(bytes(3)),
  "a file of more bytes than wanted": () => fetched(video, { maxBytes: 3 }),
  "a file that changes": () =>
    fetched(
      [
        bytes(5),
        () =>
          new Response("\0", {
            status: 206,
            headers: { etag: '"two"', "content-range": "bytes 4-4/5" },
          }),
      ],
      { retries: 1 },
    ),
  "a file that is silent": () =>
    fromServer(
      (_, response) => void response.write("\0"),
      async (address) =>
        new Response((await download(address, { idleTimeoutMs: 50, retries: 0 })).body).bytes(),
    ),
  "a redirect to nowhere": save(status(302, { location: "ftp://video.example" })),
  "redirects for ever": save(redirect),
  "a file by plain http": save(video, "http://video.example/1.mp4"),
  "a file where clouds keep their keys": save(video, "https://169.254.169.254/1.mp4"),
  "a file at an address with a login": save(video, "https://a:b@video.example/1.mp4"),
  "a page in place of a video": save(new Response("<h1>")),
  "nothing in place of a video": save(new Response("")),
  "a file that is there": saveBeside(video),
  "a file that is there, of a size that nobody tells": saveBeside(() => new Response("\0")),
  "a file that cannot be written": saveBeside(video, { force: true }),
  "a folder that is a file": save(video, url, {}, {}, "file/x"),
  "an output without an address": save(video, "none"),
  "an output without an address that is wanted": save(video, url, {}, { filter: () => false }),
  "a job that failed": save(video, url, { status: failed }),
};

const rows = await readSentences("typescript");

test("each sentence is one of a call", () => {
  expect(rows.map(([name]) => name)).toEqual(Object.keys(calls));
});

test.each(rows)("%s: %s", async (name, says) => {
  await using folder = await temporaryFolder();
  await folder.write("file", "");
  const told = await Promise.resolve(folder.path)
    .then(calls[name])
    .then(
      () => "nothing",
      (error: Error) => error.message,
    );
  const shown = told
    .replaceAll(folder.path, "<folder>")
    .replaceAll(refusingUrl.replace("http://", ""), "<host>");
  expect(shown).toBe(says.replaceAll("<failed>", failed));
});
