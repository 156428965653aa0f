/** Which gaps of the contract are open: for tests about what a reader sees of one that is. */
import { collectClosedGaps, collectGaps } from "openapi-gaps";
import { AnsweredForm } from "../../emulator/src/contract/answered-form.ts";
import type { Emulator } from "../../emulator/src/index.ts";
import { contract } from "./contract.ts";

const open = new Set(collectGaps(contract).map(({ id }) => id));
const closed = new Set(collectClosedGaps(contract).map(({ id }) => id));

/** Whether all of these gaps are open. @throws {Error} for one that the contract has never had */
export function areOpen(...ids: string[]): boolean {
  const unknown = ids.filter((id) => !open.has(id) && !closed.has(id));
  if (unknown.length > 0) throw new Error(`The contract has no gap ${unknown.join(", ")}`);
  return ids.every((id) => open.has(id));
}

/** Whether an owner has said anything, be it a part of an answer. */
export const isTold = JSON.stringify(contract).includes('"stated by the owner"');

/** The word for a job whose videos are there: that of the emulator, or that of an owner who has named the statuses. */
export const doneStatus = areOpen("job-status-values", "job-status-transitions")
  ? "completed"
  : new AnsweredForm(contract).statusFor("completed");

/** How many videos the last job has, of those for which each row has one: an owner may have said that all rows are in one. */
export async function videosOf(rows: number, { fetch, jobs, token }: Emulator): Promise<number> {
  if (areOpen("hp-output-fields")) return rows;
  const headers = { authorization: `Bearer ${token}` };
  const job = await fetch(`/api/hp_job/${jobs.list()[0]!.id}`, { headers });
  return (await job.text()).match(/\.mp4/g)?.length ?? 0;
}
