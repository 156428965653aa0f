/** The emulator as a whole: what it is, its clock, what it has received, and its start anew. */
import type { FastifyInstance } from "fastify";
import { readAssumptions } from "../contract/document.ts";
import { invalidFields } from "../http/problem.ts";
import { originOf } from "../http/origin.ts";
import { resetService } from "../reset.ts";
import type { Service } from "../service.ts";
import { checkBody, type ClockMove, isClockMove } from "./schemas.ts";

export function addState(app: FastifyInstance, service: Service): void {
  const { clock, jobs, profile, seed, token, requests } = service;

  app.get("/emulator/state", async (request) => ({
    url: originOf(request.raw),
    profile,
    seed,
    token,
    clock: showClock(clock),
    jobs: jobs.size,
    operations: service.contract.operations.map(({ id }) => id),
  }));

  app.get("/emulator/clock", async () => showClock(clock));
  app.patch("/emulator/clock", async (request) => {
    await moveClock(service, checkBody(isClockMove, request.body));
    return showClock(clock);
  });

  app.get("/emulator/requests", async () => ({ requests: requests.list() }));
  app.delete("/emulator/requests", async (_request, reply) => {
    requests.clear();
    return reply.code(204).send();
  });

  app.get("/emulator/assumptions", async () => readAssumptions());

  app.post("/emulator/reset", async (_request, reply) => {
    await resetService(service);
    return reply.code(204).send();
  });
}

/** The clock in the words of the control plane. */
export function showClock(clock: Service["clock"]) {
  return { now: new Date(clock.now()).toISOString(), mode: clock.mode };
}

async function moveClock({ clock }: Service, { set, advance, mode }: ClockMove): Promise<void> {
  if (mode !== undefined) clock.auto(mode === "auto");
  try {
    if (set !== undefined) await clock.set(set);
    if (advance !== undefined) await clock.advance(advance);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalidFields([
      { pointer: set === undefined ? "/advance" : "/set", detail: error.message },
    ]);
  }
}
