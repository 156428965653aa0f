/** Whether calls leave anything behind: memory, timers, sockets, listeners. */
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createClient } from "../../clients/typescript/src/index.ts";
import { sendJson, startFaultServer } from "../../clients/faults/fault-server.ts";
import { hpJob } from "../../clients/faults/faults.ts";

const sequentialCalls = 10_000;
const concurrentCalls = 1_000;

/**
 * Prints heap and open handles before and after many calls over loopback, with one signal for all
 * of them.
 */
export async function measureLeaks(): Promise<void> {
  const server = await startFaultServer({ answer: (response) => sendJson(response, hpJob) });
  const { signal } = new AbortController();
  const client = createClient({ baseUrl: server.baseUrl, token: "t", signal });
  const inSequence = async (count: number) => {
    for (let done = 0; done < count; done++) await client.getHpJob("job-1");
    server.received.length = 0;
  };
  const atOnce = async () => {
    await Promise.all(Array.from({ length: concurrentCalls }, () => client.getHpJob("job-1")));
    server.received.length = 0;
  };
  // Both kinds first, so that pools of connections have grown to what they stay at.
  await inSequence(sequentialCalls);
  await atOnce();
  const before = usedHeap();
  await inSequence(sequentialCalls);
  const afterSequence = usedHeap();
  await atOnce();
  const afterAll = usedHeap();
  await server.close();
  // Sockets of a closed server end with the next turns of the event loop.
  await setTimeout(100);
  const handles = process
    .getActiveResourcesInfo()
    .filter((name) => /^(?:Timeout|TCPSocketWrap|TCPServerWrap)$/.test(name)).length;
  console.log(`
Heap after warming up           ${mebibytes(before)}
  after ${sequentialCalls} calls in sequence  ${mebibytes(afterSequence)}
  after ${concurrentCalls} calls at once       ${mebibytes(afterAll)}
Timers and sockets still open   ${handles}`);
}

function usedHeap(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(2)} MiB`;
}
