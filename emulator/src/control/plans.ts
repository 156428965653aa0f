/** What is planned: faults to come, and readings of gaps to play. */
import { check, FieldError } from "../check/check.ts";
import type { FaultSpec } from "../faults/fault.ts";
import { notFound } from "../http/problem.ts";
import type { EmulatorParts } from "../parts.ts";
import type { AddRoute } from "./route.ts";

export function addPlans(add: AddRoute, { faults, gaps }: EmulatorParts): void {
  add("GET", "/emulator/faults", () => ({ faults: faults.list() }));
  add("POST", "/emulator/faults", ({ body, response }) => {
    const fault = faults.add(body as unknown as FaultSpec);
    response.statusCode = 201;
    return fault;
  });
  add("DELETE", "/emulator/faults", () => faults.clear());
  add("DELETE", "/emulator/faults/:id", ({ parameters: { id = "" } }) => {
    if (!faults.remove(id)) throw notFound(`There is no fault ${id}.`);
  });

  add("GET", "/emulator/gaps", () => ({ gaps: gaps.list() }));
  add("PUT", "/emulator/gaps/:gap", ({ parameters: { gap = "" }, body }) => {
    const { reading } = check<{ reading: string }>("reading", body);
    try {
      gaps.play(gap, reading);
    } catch (error) {
      throw new FieldError([{ pointer: "/reading", detail: (error as RangeError).message }]);
    }
  });
  add("DELETE", "/emulator/gaps/:gap", ({ parameters: { gap = "" } }) => gaps.stop(gap));
  add("POST", "/emulator/gaps/random", () => {
    gaps.drawAll();
    return { gaps: gaps.list() };
  });
}
