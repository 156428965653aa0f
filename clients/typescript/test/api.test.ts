/**
 * What we rely on openapi-fetch for, and what it does not do. A release that changes one of these
 * fails here.
 */
import { describe, expect, test } from "vitest";
import { createClient } from "../src/index.ts";
import { type Answerer, sendJson, startFaultServer } from "../../faults/fault-server.ts";
import { hpJob } from "../../faults/faults.ts";

async function withServer<Result>(
  answer: Answerer,
  use: (client: ReturnType<typeof createClient>, requests: () => number) => Promise<Result>,
): Promise<Result> {
  const server = await startFaultServer({ answer });
  const client = createClient({ baseUrl: server.baseUrl, token: "a-token", timeoutMs: 400 });
  try {
    return await use(client, () => server.received.length);
  } finally {
    await server.close();
  }
}

const body = { template_id: "t", slides_count: 1 };

describe("client.api", () => {
  test("returns data and response", async () => {
    await withServer(
      (response, _, { authorization }) => sendJson(response, { avatars_list: [authorization] }),
      async (client) => {
        const { data, response } = await client.api.GET("/api/avatars/public");
        expect(data).toEqual({ avatars_list: ["Bearer a-token"] });
        expect(response.status).toBe(200);
      },
    );
  });

  test("sends a body, fills the path, and refuses a path parameter that would change the path", async () => {
    await withServer(
      (response, _, request) => sendJson(response, request),
      async ({ api }) => {
        const { data } = await api.POST("/api/template_dynamic_slide_video", { body });
        expect(data).toMatchObject({ method: "POST", body: JSON.stringify(body) });
        const get = (job_id: string) =>
          api.GET("/api/hp_job/{job_id}", { params: { path: { job_id } } });
        expect((await get("a/b")).data).toMatchObject({ path: "/api/hp_job/a%2Fb" });
        await expect(get("..")).rejects.toThrow(TypeError);
      },
    );
  });

  test("returns a failure as its error, parsed or as text", async () => {
    await withServer(
      (response, count) =>
        count === 1 ? sendJson(response, { a: 1 }, 400) : response.writeHead(400).end("no"),
      async ({ api }) => {
        expect((await api.GET("/api/avatars/public")).error).toEqual({ a: 1 });
        expect((await api.GET("/api/avatars/public")).error).toBe("no");
      },
    );
  });

  test("has no error for an empty failure: response.ok is what counts", async () => {
    await withServer(
      (response) => response.writeHead(404, { "content-length": 0 }).end(),
      async ({ api }) => {
        const { data, error, response } = await api.GET("/api/avatars/public");
        expect({ data, error, ok: response.ok }).toEqual({ ok: false });
      },
    );
  });

  test("retries reads, and never a create", async () => {
    await withServer(
      (response, count) =>
        count === 1 ? response.writeHead(503).end() : sendJson(response, { avatars_list: [] }),
      async ({ api }, requests) => {
        expect((await api.GET("/api/avatars/public")).data).toEqual({ avatars_list: [] });
        expect(requests()).toBe(2);
      },
    );
    await withServer(
      (response) => response.writeHead(503).end(),
      async ({ api }, requests) => {
        const { response } = await api.POST("/api/template_dynamic_slide_video", { body });
        expect(response.status).toBe(503);
        expect(requests()).toBe(1);
      },
    );
  });

  test("fails with our errors where there is no response: a stalled body, an abort", async () => {
    await withServer(
      (response) => response.writeHead(200).write("{"),
      async ({ api }) => {
        const stalled = api.POST("/api/template_dynamic_slide_video", { body });
        await expect(stalled).rejects.toMatchObject({
          name: "TimeoutError",
          operation: expect.stringMatching(/^POST http.+\/api\/template_dynamic_slide_video$/),
        });
        const signal = AbortSignal.timeout(20);
        await expect(api.GET("/api/avatars/public", { signal })).rejects.toMatchObject({
          name: "AbortError",
        });
      },
    );
  });

  test("runs middleware, which sees no token", async () => {
    await withServer(
      (response) => sendJson(response, hpJob),
      async ({ api }) => {
        const seen: (string | null)[] = [];
        api.use({
          onRequest: ({ request }) => void seen.push(request.headers.get("authorization")),
          onResponse: ({ request, response }) =>
            void seen.push(request.headers.get("authorization"), String(response.status)),
        });
        await api.GET("/api/avatars/public");
        expect(seen).toEqual([null, null, "200"]);
      },
    );
  });
});
