/** Faults to come. */
import type { FastifyInstance } from "fastify";
import { invalidFields, notFound } from "../http/problem.ts";
import type { Service } from "../service.ts";
import { checkBody, isFault } from "./schemas.ts";

export function addFaults(app: FastifyInstance, { contract, faults }: Service): void {
  app.get("/emulator/faults", async () => ({ faults: faults.list() }));

  app.post("/emulator/faults", async (request, reply) => {
    const spec = checkBody(isFault, request.body);
    const known = contract.operations.map(({ id }) => id);
    if (spec.operation !== undefined && !known.includes(spec.operation))
      throw invalidFields([
        { pointer: "/operation", detail: `Expected one of ${known.join(", ")}.` },
      ]);
    return reply.code(201).send(faults.add(spec));
  });

  app.delete("/emulator/faults", async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });

  app.delete<{ Params: { id: string } }>("/emulator/faults/:id", async (request, reply) => {
    if (!faults.remove(request.params.id))
      throw notFound(`There is no fault ${request.params.id}.`);
    return reply.code(204).send();
  });
}
