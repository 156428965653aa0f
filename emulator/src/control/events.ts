/** What happens, as it happens: server-sent events for the page. */
import type { FastifyInstance } from "fastify";
import { originOf } from "../http/origin.ts";
import type { Service } from "../service.ts";
import { showJob } from "./jobs.ts";
import { showClock } from "./state.ts";

export function addEvents(app: FastifyInstance, { jobs, clock, requests }: Service): void {
  app.get("/emulator/events", (request, reply) => {
    const origin = originOf(request.raw);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    const send = (event: string, data: unknown) =>
      raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    const stops = [
      jobs.onChange((event) => {
        if (event.type === "cleared") send("reset", {});
        else if (event.type !== "dropped") send("job", showJob(event.job, origin));
      }),
      requests.onEnd((entry) => send("request", entry)),
      clock.onMove(() => send("clock", showClock(clock))),
    ];
    send("ready", {});
    raw.on("close", () => stops.forEach((stop) => stop()));
  });
}
