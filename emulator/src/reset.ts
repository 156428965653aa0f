/** Back to the start. */
import type { EmulatorParts } from "./parts.ts";

/** Forgets jobs, faults and requests, and plays the readings of the start again. The clock goes on. */
export async function resetService({
  clock,
  jobs,
  runner,
  folders,
  faults,
  gaps,
  requests,
}: EmulatorParts): Promise<void> {
  await jobs.clear();
  clock.clear();
  await runner.clear();
  await folders.clear();
  faults.clear();
  gaps.reset();
  requests.clear();
}
