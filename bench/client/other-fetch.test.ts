/** The client over other libraries' fetch, with what only they take: a dispatcher, an agent. */
import { Agent as HttpAgent, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultServer, sendJson, startFaultServer } from "../../clients/faults/fault-server.ts";
import { hpJob } from "../../clients/faults/faults.ts";
import { createClient, type FetchFunction } from "../../clients/typescript/src/index.ts";
import { hpRequest } from "../../test/support/example-requests.ts";
import { requires } from "../../test/support/requires.ts";
import { benchPackages } from "../packages.ts";

/** A fetch, and what it is to be given. `onUse` is called each time that is used. */
type Library = (onUse: () => void) => Promise<{ fetch: unknown; fetchOptions: object }>;

const libraries: Record<string, Library> = {
  async undici(onUse) {
    const { Agent, fetch } = await import("undici");
    const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
      onUse();
      return dispatch(options, handler);
    });
    return { fetch, fetchOptions: { dispatcher } };
  },
  async "node-fetch"(onUse) {
    const { default: fetch } = await import("node-fetch");
    const agent = () => {
      onUse();
      return new HttpAgent();
    };
    return { fetch, fetchOptions: { agent } };
  },
};

/** What the server does, by the first part of the path. */
const responders: Record<string, (response: ServerResponse) => void> = {
  api: (response) => sendJson(response, hpJob),
  moved: (response) => response.writeHead(307, { location: "/x" }).end(),
  broken: (response) => response.socket?.resetAndDestroy(),
};

describe.each(Object.entries(libraries))("%s", requires(benchPackages), (_, load) => {
  let server: FaultServer;
  let library: Awaited<ReturnType<Library>>;
  let used = 0;
  beforeAll(async () => {
    library = await load(() => used++);
    server = await startFaultServer({
      respond: (response, _, { path }) => responders[path.split("/")[1]!]?.(response),
    });
  });
  afterAll(() => server.close());

  const clientAt = (path: string) =>
    createClient({
      baseUrl: server.baseUrl + path,
      token: "t",
      fetch: library.fetch as FetchFunction,
      fetchOptions: library.fetchOptions as never,
    });

  test("sends requests through what it was given", async () => {
    expect(await clientAt("").createHpJob(hpRequest())).toEqual(hpJob);
    expect(await clientAt("").getHpJob("job-1")).toEqual(hpJob);
    expect(used).toBe(2);
  });

  test.each([
    ["/moved", { status: 307 }],
    ["/broken", { sent: "maybe" }],
  ])("sends a create once: %s", async (path, error) => {
    const before = server.received.length;
    await expect(clientAt(path).createHpJob(hpRequest())).rejects.toMatchObject(error);
    expect(server.received.length - before).toBe(1);
  });
});
