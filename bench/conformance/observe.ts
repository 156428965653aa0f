/** `npm run bench:observe`: how fast exchanges are counted, and how much memory a HAR of 500 MB takes. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { readBundle } from "../../scripts/contract/read-bundle.ts";
import { type Exchange, toBody } from "../../conformance/src/exchange.ts";
import { BaseAddress } from "../../conformance/src/base-address.ts";
import { observeHars } from "../../conformance/src/observe/command.ts";
import { Observer } from "../../conformance/src/observe/observer.ts";

const megabyte = 1_000_000;
const base = new BaseAddress("https://service.example");

// First, so that the peak of memory is its own.
await measureHar();
await measureCounting();

/** Goal: at least 20,000 exchanges a second after parsing, and twice the exchanges in twice the time. */
async function measureCounting(): Promise<void> {
  const document = await readBundle();
  for (const count of [20_000, 40_000, 80_000, 160_000]) {
    const exchanges = Array.from({ length: count }, (_, index) => exchangeOf(index));
    const observer = new Observer(document, { environment: "bench", base });
    const start = performance.now();
    for (const exchange of exchanges) observer.add(exchange);
    observer.observations();
    const perSecond = Math.round(count / ((performance.now() - start) / 1000));
    console.log(`${count} exchanges: ${perSecond} a second (goal: at least 20000)`);
  }
}

/** Goal: less than 300 MB of memory, also where one body alone has 200 MB. */
async function measureHar(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    const file = join(folder, "recording.har");
    await pipeline(harText(500 * megabyte, 200 * megabyte), createWriteStream(file));
    const start = performance.now();
    const { exchanges } = await observeHars([file], { environment: "bench", base });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const peak = Math.round(process.resourceUsage().maxRSS / 1000);
    console.log(
      `HAR of 500 MB, ${exchanges.read} exchanges: ${seconds} s, ${peak} MB at most (goal: 300)`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function jobText(number: number): string {
  const status = number % 3 === 0 ? "rendering" : "completed";
  const output = { videos: [{ row: 1, status, video_url: "https://example.com/video" }] };
  return JSON.stringify({
    job_type: "hp_job",
    job_id: `job-${number}`,
    status,
    project_name: "Bench",
    output,
  });
}

function exchangeOf(number: number): Exchange {
  return {
    time: "2026-01-31T10:00:00Z",
    method: "GET",
    origin: base.origin,
    path: `/api/hp_job/job-${number}`,
    status: 200,
    headers: {},
    request: { mediaType: undefined, json: undefined },
    response: toBody("application/json", jobText(number)),
  };
}

/** A HAR of so many bytes, the last body of which is so long. */
function* harText(bytes: number, longestBody: number): Generator<string> {
  let written = 0;
  yield '{"log":{"version":"1.2","entries":[';
  for (let number = 0; written < bytes - longestBody; number++) {
    const entry = JSON.stringify({
      startedDateTime: "2026-01-31T10:00:00Z",
      request: { method: "GET", url: `${base.origin}/api/hp_job/job-${number}` },
      response: { status: 200, content: { mimeType: "application/json", text: jobText(number) } },
    });
    written += entry.length + 1;
    yield `${entry},`;
  }
  yield '{"response":{"status":200,"content":{"text":"';
  for (let part = 0; part < longestBody; part += megabyte) yield "x".repeat(megabyte);
  yield '"}}}]}}';
}
