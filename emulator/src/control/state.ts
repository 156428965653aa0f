/** The emulator as a whole: what it is, its clock, and its start anew. */
import { check, FieldError } from "../check/check.ts";
import { readAssumptions } from "../contract/document.ts";
import { originOf } from "../http/origin.ts";
import type { Router } from "../http/router.ts";
import type { EmulatorParts } from "../parts.ts";
import { resetService } from "../reset.ts";
import { type AddRoute, send } from "./route.ts";

interface ClockMove {
  set?: string;
  advance?: string;
  mode?: "auto" | "manual";
}

export function addState(router: Router, add: AddRoute, parts: EmulatorParts): void {
  const { clock, jobs, profile, seed, token, contract } = parts;

  add("GET", "/emulator/state", ({ request }) => ({
    url: originOf(parts, request),
    profile,
    seed,
    token,
    clock: showClock(clock),
    jobs: jobs.size,
    site: parts.siteUrl,
    operations: contract.operations.map(({ id }) => id),
  }));

  add("GET", "/emulator/operations", () => ({
    operations: contract.operations.map(({ id, method, path, requestExamples }) => ({
      id,
      method,
      path,
      examples: requestExamples,
    })),
  }));

  add("GET", "/emulator/clock", () => showClock(clock));
  add("PATCH", "/emulator/clock", async ({ body }) => {
    await moveClock(parts, check("clockMove", body));
    return showClock(clock);
  });

  add("GET", "/emulator/assumptions", () => readAssumptions());

  add("POST", "/emulator/reset", () => resetService(parts));

  // For whoever supervises a container: it says nothing that anybody may not know.
  router.on("GET", "/emulator/health", (_request, response) => {
    const reason = parts.findFailure();
    response.statusCode = reason === undefined ? 200 : 503;
    send(response, reason === undefined ? { status: "ok" } : { status: "failing", reason });
  });
}

/** The clock in the words of the control plane. */
export function showClock(clock: EmulatorParts["clock"]) {
  return { now: new Date(clock.now()).toISOString(), mode: clock.mode };
}

async function moveClock(
  { clock }: EmulatorParts,
  { set, advance, mode }: ClockMove,
): Promise<void> {
  if (mode !== undefined) clock.auto(mode === "auto");
  try {
    if (set !== undefined) await clock.set(set);
    if (advance !== undefined) await clock.advance(advance);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const pointer = set === undefined ? "/advance" : "/set";
    throw new FieldError([{ pointer, detail: error.message }]);
  }
}
