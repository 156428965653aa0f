/**
 * What each client adds to a call, over a `fetch` without a network. All in one run, in turns, so
 * that all meet the same machine.
 */
import { median } from "../measure.ts";
import { hpJob } from "../../clients/faults/faults.ts";
import { createClient, type FetchFunction } from "../../clients/typescript/src/index.ts";
import { input, listSubjects, type Subject } from "./subjects.ts";

const rounds = 40;
const callsPerRound = 300;
/** Until the optimizing compiler has settled: some ten thousand calls of each. */
const warmUpRounds = 40;
const baseUrl = "https://video-generation.example";
const text = JSON.stringify(hpJob);
const answer = { headers: { "content-type": "application/json" } };

/** Prints microseconds per call, and the ratio to openapi-fetch. */
export async function measureOverhead(kind: "read" | "create"): Promise<void> {
  const fetch = async () => new Response(text, answer);
  const subjects = [
    bareFetch(fetch),
    ...listSubjects({ timeoutMs: 30_000, fetch }),
    withHooks(fetch),
  ];
  const samples = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const { name, [kind]: call } of subjects) {
      const startedAt = performance.now();
      for (let count = 0; count < callsPerRound; count++) await call(baseUrl);
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

/** This client with a handler for each of its events. */
function withHooks(fetch: FetchFunction): Subject {
  const ignore = () => {};
  const handlers = { onRequest: ignore, onResponse: ignore, onFailure: ignore, onRetry: ignore };
  const client = createClient({ baseUrl, token: "token-of-the-benchmark", fetch, ...handlers });
  return {
    name: "video-generation-client, hooks on",
    read: () => client.getHpJob("job-1"),
    create: () => client.createHpJob(input),
  };
}

function bareFetch(fetch: (url: string, init: RequestInit) => Promise<Response>): Subject {
  const headers = { authorization: "Bearer token-of-the-benchmark" };
  return {
    name: "fetch and json()",
    read: async (url) => (await fetch(`${url}/api/hp_job/job-1`, { headers })).json(),
    create: async (url) => {
      const body = JSON.stringify(input);
      return (await fetch(`${url}/api/hp_job`, { method: "POST", headers, body })).json();
    },
  };
}
