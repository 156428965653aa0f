/** `/emulator`: what tells the emulator what to do, and shows what it has done. On loopback only. */
import type { FastifyInstance } from "fastify";
import { Problem } from "../http/problem.ts";
import { isLoopback } from "../http/loopback.ts";
import { addMedia } from "../media/media.ts";
import type { Service } from "../service.ts";
import { addEvents } from "./events.ts";
import { addFaults } from "./faults.ts";
import { addGaps } from "./gaps.ts";
import { addJobs } from "./jobs.ts";
import { addPage } from "./page.ts";
import { addState } from "./state.ts";

export async function addControlPlane(app: FastifyInstance, service: Service): Promise<void> {
  addMedia(app, service);
  await app.register(async (control) => {
    control.addHook("onRequest", (request, _reply, done) => {
      if (isLoopback(request.raw)) return done();
      done(
        new Problem({
          status: 403,
          code: "unauthorized",
          detail:
            "The control plane answers only to programs on its own machine, called by a loopback name.",
        }),
      );
    });
    addState(control, service);
    addJobs(control, service);
    addFaults(control, service);
    addGaps(control, service);
    addEvents(control, service);
    addPage(control);
  });
}
