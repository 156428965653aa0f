/** The client over other libraries' fetch, with what only they take: a dispatcher, an agent. */
import { Agent as HttpAgent, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultServer, sendJson, startFaultServer } from "../../clients/faults/fault-server.ts";
import { hpJob } from "../../clients/faults/faults.ts";
import { createClient, type FetchFunction } from "../../clients/typescript/src/index.ts";
import { createOpenapiFetchClient } from "../../clients/typescript/src/openapi-fetch.ts";
import { hpRequest } from "../../test/support/example-requests.ts";
import { requires } from "../../test/support/requires.ts";
import { benchPackages } from "../packages.ts";

const token = "secret-token-of-the-test";

/** A fetch, what it is to be given, and how often that was used. */
interface Library {
  fetch: FetchFunction;
  fetchOptions: Record<string, unknown>;
  used: () => number;
}

const libraries: Record<string, () => Promise<Library>> = {
  async undici() {
    const { Agent, fetch } = await import("undici");
    let used = 0;
    const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
      used++;
      return dispatch(options, handler);
    });
    return {
      fetch: fetch as unknown as FetchFunction,
      fetchOptions: { dispatcher },
      used: () => used,
    };
  },
  async "node-fetch"() {
    const { default: fetch } = await import("node-fetch");
    let used = 0;
    const agent = () => {
      used++;
      return new HttpAgent();
    };
    return {
      fetch: fetch as unknown as FetchFunction,
      fetchOptions: { agent },
      used: () => used,
    };
  },
};

/** What the server does, by the first part of the path. */
const answers: Record<string, (response: ServerResponse) => void> = {
  api: (response) => sendJson(response, hpJob),
  refused: (response) => sendJson(response, { detail: token }, 422),
  moved: (response) => response.writeHead(307, { location: "/x" }).end(),
  broken: (response) => response.socket?.resetAndDestroy(),
  silent: () => {},
};

describe.each(Object.keys(libraries))("%s", requires(benchPackages), (name) => {
  let server: FaultServer;
  let library: Library;
  beforeAll(async () => {
    library = await libraries[name]!();
    server = await startFaultServer({
      answer: (response, _, { path }) => answers[path.split("/")[1]!]?.(response),
    });
  });
  afterAll(() => server.close());

  const optionsAt = (path: string) => {
    const { fetch, fetchOptions } = library;
    return { baseUrl: server.baseUrl + path, token, fetch, fetchOptions, timeoutMs: 5_000 };
  };

  test("sends what the methods send, through what it was given", async () => {
    const before = library.used();
    const client = createClient(optionsAt(""));
    expect(await client.createHpJob(hpRequest())).toEqual(hpJob);
    expect(await client.getHpJob("job-1")).toEqual(hpJob);
    expect(library.used()).toBe(before + 2);
    const [create, read] = server.received.slice(-2);
    expect(create).toMatchObject({
      method: "POST",
      path: "/api/hp_job",
      authorization: `Bearer ${token}`,
      body: JSON.stringify(hpRequest()),
    });
    expect(read).toMatchObject({ method: "GET", authorization: `Bearer ${token}`, body: "" });
  });

  test("sends what openapi-fetch sends, through what it was given", async () => {
    const before = library.used();
    const api = createOpenapiFetchClient(optionsAt(""));
    const { data, response } = await api.POST("/api/hp_job", { body: hpRequest() });
    expect(data).toEqual(hpJob);
    expect(response.status).toBe(200);
    expect(library.used()).toBe(before + 1);
    expect(server.received.at(-1)).toMatchObject({
      method: "POST",
      authorization: `Bearer ${token}`,
      body: JSON.stringify(hpRequest()),
    });
  });

  test("returns a failure without the token", async () => {
    const api = createOpenapiFetchClient(optionsAt("/refused"));
    const { error, response } = await api.POST("/api/hp_job", { body: hpRequest() });
    expect(error).toEqual({ detail: "[redacted]" });
    expect(response.status).toBe(422);
  });

  test("follows no redirect, and sends a create once, whatever becomes of it", async () => {
    const failureAt = async (path: string, timeoutMs: number) => {
      const before = server.received.length;
      const call = createClient({ ...optionsAt(path), timeoutMs }).createHpJob(hpRequest());
      const error = await call.then(
        () => expect.unreachable(),
        (failure) => failure,
      );
      return { error, requests: server.received.length - before };
    };
    expect(await failureAt("/moved", 60_000)).toMatchObject({
      error: { name: "ApiError", status: 307 },
      requests: 1,
    });
    expect(await failureAt("/broken", 60_000)).toMatchObject({
      error: { name: "ConnectionError", sent: "maybe" },
      requests: 1,
    });
    expect(await failureAt("/silent", 3000)).toMatchObject({
      error: { name: "TimeoutError", sent: "maybe" },
      requests: 1,
    });
  });
});
