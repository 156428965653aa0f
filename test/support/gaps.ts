/** Which gaps of the contract are open: for tests about what a reader sees of one that is. */
import { collectClosedGaps, collectGaps } from "openapi-gaps";
import { contract } from "./contract.ts";

const open = new Set(collectGaps(contract).map(({ id }) => id));
const closed = new Set(collectClosedGaps(contract).map(({ id }) => id));

/** Whether all of these gaps are open. @throws {Error} for one that the contract has never had */
export function areOpen(...ids: string[]): boolean {
  const unknown = ids.filter((id) => !open.has(id) && !closed.has(id));
  if (unknown.length > 0) throw new Error(`The contract has no gap ${unknown.join(", ")}`);
  return ids.every((id) => open.has(id));
}
