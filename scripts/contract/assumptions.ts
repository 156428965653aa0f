/** The decisions of the emulator, gathered from the `x-assumed` marks of its contract. */
import { type JsonObject, type OpenApiDocument, walk } from "./document.ts";
import type { Gap } from "./gaps.ts";
import type { Assumption } from "./overlay.ts";
import { ContractError } from "../support/problem.ts";

export interface RegisteredAssumption extends Assumption {
  /** What is decided, in sentences. */
  decides: string[];
  /** JSON pointers into the emulator's contract. */
  nodes: string[];
}

/**
 * All assumptions in the order of the emulator's contract.
 *
 * @throws {ContractError} when one closes a gap that does not exist, or when two different ones have the same id
 */
export function collectAssumptions(contract: OpenApiDocument, gaps: Gap[]): RegisteredAssumption[] {
  const byId = new Map<string, RegisteredAssumption>();
  for (const [node, pointer] of walk(contract)) {
    for (const mark of (node["x-assumed"] ?? []) as JsonObject[]) {
      const { decides, ...assumption } = mark as unknown as Assumption & { decides: string };
      const known = byId.get(assumption.id);
      if (!known) {
        byId.set(assumption.id, { ...assumption, decides: [decides], nodes: [pointer] });
      } else {
        refuseDifference(known, assumption);
        known.decides = [...new Set([...known.decides, decides])];
        known.nodes.push(pointer);
      }
    }
  }
  const assumptions = [...byId.values()];
  refuseUnknownGaps(assumptions, gaps);
  return assumptions;
}

function refuseDifference(known: Assumption, { id, closes, because }: Assumption): void {
  if (known.closes === closes && known.because === because) return;
  throw new ContractError(
    `Two different assumptions are called ${id}. Give one of them another id.`,
  );
}

function refuseUnknownGaps(assumptions: Assumption[], gaps: Gap[]): void {
  const known = new Set(gaps.map(({ id }) => id));
  const unknown = assumptions.filter(({ closes }) => !known.has(closes));
  if (unknown.length === 0) return;
  const list = unknown.map(({ id, closes }) => `${id} closes ${closes}`).join("\n  ");
  throw new ContractError(
    `The emulator assumes something about gaps that do not exist:\n  ${list}\n  generated/gaps.json lists the gaps.`,
  );
}
