/** Aborting: whose signal counts, what it ends, and what the error may claim. */
import { describe, expect, test, vi } from "vitest";
import { type CallOptions, createClient, type RequestError } from "../src/index.ts";
import { hpJob } from "../../faults/faults.ts";
import { json, mockFetch } from "./mock-fetch.ts";

const baseUrl = "https://video-generation.example";
const token = "secret-token-of-the-test";
const input = { template_id: "t", slides_count: 2 };
const never = () => new Promise<Response>(() => {});

async function failureOf(promise: Promise<unknown>): Promise<RequestError & { reason: unknown }> {
  return promise.then(
    () => expect.unreachable("the call must fail"),
    (error) => error,
  );
}

describe("the signals of client and call", () => {
  test.each(["client", "call"])("both count: that of the %s ends the call", async (whose) => {
    const controllers = { client: new AbortController(), call: new AbortController() };
    const fetch = mockFetch(never);
    const { signal } = controllers.client;
    const client = createClient({ baseUrl, token, fetch, signal });
    const call = failureOf(client.getHpJob("job-1", { signal: controllers.call.signal }));
    await vi.waitFor(() => expect(fetch.sent).toHaveLength(1), 240_000);
    controllers[whose as "client" | "call"].abort(whose);
    expect(await call).toMatchObject({ name: "AbortError", reason: whose });
  });

  test.each(["client", "call"])(
    "both count in the pause of a wait: that of the %s",
    async (whose) => {
      const controllers = { client: new AbortController(), call: new AbortController() };
      const fetch = mockFetch(json(hpJob));
      const client = createClient({ baseUrl, token, fetch, signal: controllers.client.signal });
      const { signal } = controllers.call;
      const read = vi.fn();
      const wait = failureOf(
        client.waitForHpJob("job-1", { intervalMs: 60_000, onUpdate: read, signal }),
      );
      await vi.waitFor(() => expect(read).toHaveBeenCalled(), 240_000);
      controllers[whose as "client" | "call"].abort(whose);
      const error = await wait;
      expect(error).toMatchObject({ name: "AbortError", reason: whose, sent: "yes" });
      expect(error.message).not.toContain("Nothing was sent");
      expect(fetch.sent).toHaveLength(1);
    },
  );
});

describe("an abort never says that nothing was sent when something was", () => {
  test("in the token function of a second attempt", async () => {
    const controller = new AbortController();
    const fetch = mockFetch(new TypeError("fetch failed"));
    let asked = 0;
    const readToken = () => (++asked === 1 ? token : (controller.abort("now"), never() as never));
    const client = createClient({ baseUrl, token: readToken, fetch });
    const error = await failureOf(client.getHpJob("job-1", { signal: controller.signal }));
    expect(error).toMatchObject({ name: "AbortError", sent: "maybe" });
    expect(error.message).not.toContain("Nothing was sent");
  });

  test("in the token function: what comes of it later is not sent, nor told", async () => {
    const controller = new AbortController();
    const fetch = mockFetch(json({ job_id: "j" }));
    const onRequest = vi.fn();
    let giveToken!: (value: string) => void;
    const readToken = () => new Promise<string>((resolve) => (giveToken = resolve));
    const client = createClient({ baseUrl, token: readToken, fetch, onRequest });
    const call = failureOf(client.createDynamicSlideVideo(input, { signal: controller.signal }));
    await vi.waitFor(() => expect(giveToken).toBeDefined(), 240_000);
    controller.abort("now");
    giveToken(token);
    expect(await call).toMatchObject({ name: "AbortError", sent: "no", attempts: 0 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(fetch.sent).toEqual([]);
    expect(onRequest).not.toHaveBeenCalled();
  });

  test("in onRequest: what was not sent before is not sent after it", async () => {
    const controller = new AbortController();
    const fetch = mockFetch(json({ job_id: "j" }));
    const onRequest = () => controller.abort("no more");
    const client = createClient({ baseUrl, token, fetch, onRequest });
    const options: CallOptions = { signal: controller.signal };
    const error = await failureOf(client.createDynamicSlideVideo(input, options));
    expect(error).toMatchObject({ name: "AbortError", sent: "no" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(fetch.sent).toEqual([]);
  });
});

test("leaves no listener on either signal", async () => {
  const signals = [new AbortController().signal, new AbortController().signal] as const;
  const spies = signals.map((signal) => ({
    added: vi.spyOn(signal, "addEventListener"),
    removed: vi.spyOn(signal, "removeEventListener"),
  }));
  const fetch = mockFetch(json({ avatars_list: [] }));
  const client = createClient({ baseUrl, token, fetch, signal: signals[0] });
  await client.listPublicAvatars({ signal: signals[1] });
  for (const { added, removed } of spies) {
    expect(added).toHaveBeenCalledOnce();
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  }
});
