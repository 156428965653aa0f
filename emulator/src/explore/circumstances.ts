/** What an app can meet: the behaviours that gaps permit, and the faults that a network makes. */
import type { OperationId } from "../../../generated/names.ts";
import { asObjectList, type JsonObject, walk } from "openapi-gaps/document";
import { loadContract } from "../contract/contract.ts";
import type { FaultEffect, FaultSpec } from "../faults/fault.ts";
import type { PlayableGap } from "../gaps/gap-player.ts";

/** One thing that differs from the emulator as it is. */
export interface Circumstance {
  /** `gap=behaviour`, or `operation=fault`: what is before the sign can be chosen once. */
  name: string;
  /** A sentence. */
  says: string;
  fault?: FaultSpec;
  breaksContract: boolean;
}

/** What stands before the sign: the gap, or the operation. */
export const placeOf = (name: string): string => name.split("=", 1).join();

const faults: Record<string, [says: string, effect: FaultEffect]> = {
  lost: [
    "The first response to OPERATION is lost, after the work was done",
    { effect: "reset", when: "after-work" },
  ],
  503: ["The first response to OPERATION is 503", { effect: "status", status: 503 }],
  429: [
    "The first response to OPERATION is 429, with a pause of a second",
    { effect: "status", status: 429, retryAfter: 1 },
  ],
  slow: ["The first response to OPERATION takes two seconds", { effect: "delay", delayMs: 2000 }],
  html: [
    "The first response to OPERATION is a page of HTML with 502",
    {
      ...{ effect: "status", status: 502, contentType: "text/html" },
      body: "<!doctype html><title>502</title><h1>Bad Gateway</h1>",
    },
  ],
  cut: ["The first response to OPERATION ends after half of its body", { effect: "truncate" }],
};

/** @param operations those that the app calls */
export function faultsOf(operations: string[]): Circumstance[] {
  return operations.flatMap((operation) =>
    Object.entries(faults).map(([name, [says, effect]]) => ({
      name: `${operation}=${name}`,
      says: `${says.replace("OPERATION", operation)}.`,
      fault: { ...effect, operation: operation as OperationId },
      breaksContract: false,
    })),
  );
}

export function behavioursOf(gaps: PlayableGap[]): Circumstance[] {
  return gaps.flatMap(({ gap, behaviours }) =>
    behaviours.map(({ name, says, breaksContract }) => ({
      name: `${gap}=${name}`,
      ...{ says, breaksContract },
    })),
  );
}

/** The notes of the open gaps by their names: `question` is what the owner was asked, `reading` what to do until then. */
export function readNotes(): Map<string, JsonObject> {
  const notes = walk(loadContract("service").document).flatMap(({ value }) =>
    asObjectList(value["x-gap"]),
  );
  return new Map(notes.map((note) => [String(note["id"]), note]));
}
