/** The sample on failures does for each of them what its page says: it repeats what was not sent, and asks a person where a job may run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import * as clients from "../../../clients/typescript/src/index.ts";
import { type MockResponse, open, status } from "../../../clients/typescript/test/support.ts";
import { refusingUrl } from "../../../clients/faults/fault-server.ts";
import { root } from "../../support/locations.ts";

const page = readFileSync(join(root, "docs/pages/errors-and-retries.md"), "utf8");
const [, sample = ""] = /```typescript\nimport .*\n\n([^]*?)```/.exec(page) ?? [];

const lost = () => Promise.reject(new TypeError("fetch failed"));
test.each<[what: string, response: MockResponse | undefined, does: string]>([
  ["a receipt", new Response(`{"job_id":"job-1"}`), "save"],
  ["no connection", undefined, "tryAgainLater"],
  ["a response that is lost", lost, "askAPerson"],
  ["a redirect", status(302, { location: "/a" }), "askAPerson"],
  ["400", status(400), "error"],
  ["499", status(499), "error"],
  ["500", status(500), "askAPerson"],
  ["a success without an identifier", new Response("{}"), "askAPerson"],
])("%s", async (_, response, does) => {
  const { client } = response
    ? open(response)
    : { client: clients.createClient({ baseUrl: refusingUrl, token: "secret" }) };
  const done = { save: vi.fn(), tryAgainLater: vi.fn(), askAPerson: vi.fn(), error: vi.fn() };
  const names = { ...clients, client, store: done, queue: done, log: done, input: {} };
  await runInNewContext(`(async () => {${sample}})()`, names);
  const called = Object.entries(done).filter(([, each]) => each.mock.calls.length > 0);
  expect(called.map(([name]) => name)).toEqual([does]);
});
