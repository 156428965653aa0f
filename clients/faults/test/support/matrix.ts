import { expect } from "vitest";
import { runMatrix } from "../../matrix.ts";

/** Fails with every row that a client does not keep. */
export async function expectToKeepMatrix(driver: readonly string[]): Promise<void> {
  const rows = await runMatrix(driver);
  const broken = rows.filter(({ problems }) => problems.length > 0);
  expect(
    broken.map(({ scenario, kind, problems }) => `${scenario}, ${kind}: ${problems.join("; ")}`),
  ).toEqual([]);
}
