/**
 * What a client adds to a call, over a `fetch` without a network. All in one run, in turns, so that all meet the same machine.
 */
import createOpenapiClient from "openapi-fetch";
import { hpJob } from "../../clients/faults/faults.ts";
import { createClient, type FetchFunction } from "../../clients/typescript/src/index.ts";
import type { paths } from "../../generated/schema.d.ts";
import { hpRequest } from "../../test/support/example-requests.ts";
import { median } from "../measure.ts";

const rounds = 40;
const callsPerRound = 300;
/** Until the optimizing compiler has settled: some ten thousand calls of each. */
const warmUpRounds = 40;

const baseUrl = "https://video-generation.example";
const token = "token-of-the-benchmark";
const headers = { authorization: `Bearer ${token}` };
const input = hpRequest();
const text = JSON.stringify(hpJob);
const response = { headers: { "content-type": "application/json" } };
const fetch = async () => new Response(text, response);

await measureOverhead("read");
await measureOverhead("create");

interface Subject {
  read: () => Promise<unknown>;
  create: () => Promise<unknown>;
}

/** Prints microseconds per call, and the ratio to openapi-fetch. Goal: at most 1.00 for ours. */
async function measureOverhead(kind: "read" | "create"): Promise<void> {
  const subjects = listSubjects();
  const samples = new Map(Object.keys(subjects).map((name) => [name, [] as number[]]));
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [name, { [kind]: call }] of Object.entries(subjects)) {
      const startedAt = performance.now();
      for (let count = 0; count < callsPerRound; count++) await call();
      const microseconds = ((performance.now() - startedAt) * 1000) / callsPerRound;
      if (round >= 0) samples.get(name)?.push(microseconds);
    }
  }
  const medians = new Map([...samples].map(([name, times]) => [name, median(times)]));
  const reference = medians.get("openapi-fetch") ?? NaN;
  console.log(`\nOverhead of a ${kind}, median of ${rounds} rounds of ${callsPerRound} calls`);
  for (const [name, time] of medians) {
    const ratio = (time / reference).toFixed(2);
    console.log(`  ${name.padEnd(34)} ${time.toFixed(1).padStart(7)} µs  ${ratio.padStart(5)}×`);
  }
}

function listSubjects(): Record<string, Subject> {
  const ours = createClient({ baseUrl, token, fetch: fetch as FetchFunction });
  const bare = createOpenapiClient<paths>({ baseUrl, headers, fetch });
  const path = { job_id: "job-1" };
  const body = JSON.stringify(input);
  const send = async (path: string, init: RequestInit): Promise<unknown> =>
    (await (fetch as typeof globalThis.fetch)(baseUrl + path, { headers, ...init })).json();
  return {
    "fetch and json()": {
      read: () => send("/api/hp_job/job-1", {}),
      create: () => send("/api/hp_job", { method: "POST", body }),
    },
    "video-generation-client": {
      read: () => ours.getHpJob("job-1"),
      create: () => ours.createHpJob(input),
    },
    "openapi-fetch": {
      read: () => bare.GET("/api/hp_job/{job_id}", { params: { path } }),
      create: () => bare.POST("/api/hp_job", { body: input }),
    },
  };
}
