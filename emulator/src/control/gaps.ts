/** Readings of gaps to play. */
import type { FastifyInstance } from "fastify";
import { invalidFields } from "../http/problem.ts";
import type { Service } from "../service.ts";
import { checkBody, isReadingChoice } from "./schemas.ts";

type WithGap = { Params: { gap: string } };

export function addGaps(app: FastifyInstance, { gaps }: Service): void {
  app.get("/emulator/gaps", async () => ({ gaps: gaps.list() }));

  app.put<WithGap>("/emulator/gaps/:gap", async (request, reply) => {
    const { reading } = checkBody(isReadingChoice, request.body);
    try {
      gaps.play(request.params.gap, reading);
    } catch (error) {
      throw invalidFields([{ pointer: "/reading", detail: (error as RangeError).message }]);
    }
    return reply.code(204).send();
  });

  app.delete<WithGap>("/emulator/gaps/:gap", async (request, reply) => {
    gaps.stop(request.params.gap);
    return reply.code(204).send();
  });

  app.post("/emulator/gaps/random", async () => {
    gaps.drawAll();
    return { gaps: gaps.list() };
  });
}
