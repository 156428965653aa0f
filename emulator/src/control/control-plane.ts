/** `/emulator`: controls the emulator, and shows what it has done. */
import type { Router } from "../http/router.ts";
import type { EmulatorParts } from "../parts.ts";
import { addEvents } from "./events.ts";
import { addJobs } from "./jobs.ts";
import { addPage } from "./page.ts";
import { addPlans } from "./plans.ts";
import { addRequests } from "./requests.ts";
import { createRoutes } from "./route.ts";
import { addState } from "./state.ts";

export function addControlPlane(router: Router, parts: EmulatorParts): void {
  const add = createRoutes(router, parts);
  addState(router, add, parts);
  addJobs(add, parts);
  addRequests(add, parts);
  addPlans(add, parts);
  addEvents(add, parts);
  addPage(router, add, parts);
}
