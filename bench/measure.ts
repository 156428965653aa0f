/** What the benches have in common. */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";

/** The middle value, which a disturbed run does not move; NaN when there is none. */
export function median(values: number[] = []): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** How long something takes, in seconds. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Resolves as soon as a process listens on the port. */
export async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await setTimeout(100);
  }
}
