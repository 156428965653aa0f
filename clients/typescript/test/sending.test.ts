/** What is sent, how often, and what an error may say of it, apart from the faults that the matrix plays. */
import { getEventListeners } from "node:events";
import { createServer as createTlsServer } from "node:https";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hpRequest } from "../../../test/support/example-requests.ts";
import { listen } from "../../../test/support/listen.ts";
import { refusingUrl } from "../../faults/fault-server.ts";
import { hpJob } from "../../faults/faults.ts";
import { type CallOptions, createClient, type FailureEvent } from "../src/index.ts";
import { reasonOf } from "../src/platform.ts";
import { baseUrl, failureOf, json, open, slides, status, token } from "./support.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const coded = (code: string) => Object.assign(new Error("failed"), { code });
const fetchFailed = (cause: unknown) => new TypeError("fetch failed", { cause });
const never = () => new Promise<Response>(() => {});

test("a create is sent once after a status 421, with its length in bytes and each letter as it is", async () => {
  const received: [length: string | undefined, body: string][] = [];
  // Node repeats a request only where the connection stays open.
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push([request.headers["content-length"], body]);
      response.writeHead(421).end();
    });
  });
  await using listening = await listen(server);
  const client = createClient({ baseUrl: listening.origin, token });
  const body = { ...hpRequest(), project_name: "Grüße aus 東京 🎬" };
  const error = await failureOf(client.createHpJob(body, { timeoutMs: 10_000 }));
  expect(error).toMatchObject({ status: 421, attempts: 1, sent: "yes" });
  const sent = JSON.stringify(body);
  expect(received).toEqual([[String(Buffer.byteLength(sent)), sent]]);
});

describe("what fetch fails with says whether something was sent:", () => {
  const connecting = (code: string) =>
    Object.assign(new Error(`connect ${code} 192.0.2.1:443`), { code, syscall: "connect" });
  const several = (...errors: Error[]) => Object.assign(new AggregateError(errors), errors[0]);
  const because = (cause: Error) => Object.assign(new Error("Request was cancelled."), { cause });
  const proxy = (status: number) =>
    because(new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`));
  const inHandshake =
    "Client network socket disconnected before secure TLS connection was established";
  const otherUndici = Object.assign(new Error("invalid onRequestStart method"), {
    code: "UND_ERR_INVALID_ARG",
  });
  test.each([
    coded("ECONNREFUSED"),
    coded("ENOTFOUND"),
    coded("EAI_AGAIN"),
    coded("UND_ERR_CONNECT_TIMEOUT"),
    connecting("ENETUNREACH"),
    connecting("EHOSTUNREACH"),
    connecting("ETIMEDOUT"),
    connecting("ECONNRESET"),
    several(connecting("ENETUNREACH"), connecting("ETIMEDOUT"), connecting("EHOSTUNREACH")),
    Object.assign(new Error(inHandshake), { code: "ECONNRESET" }),
    proxy(502),
  ])("%s: no, and it may pass", (error) => {
    expect(reasonOf(fetchFailed(error))).toMatchObject({ isUnsent: true, isFinal: false });
  });

  test.each([
    coded("CERT_HAS_EXPIRED"),
    coded("DEPTH_ZERO_SELF_SIGNED_CERT"),
    coded("INVALID_CA"),
    coded("UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
    coded("ERR_TLS_CERT_ALTNAME_INVALID"),
    proxy(407),
    proxy(403),
    otherUndici,
  ])("%s: no, and trying again does not help", (error) => {
    expect(reasonOf(fetchFailed(error))).toMatchObject({ isUnsent: true, isFinal: true });
  });

  test.each([
    coded("ETIMEDOUT"),
    coded("ECONNRESET"),
    coded("UND_ERR_SOCKET"),
    coded("UND_ERR_HEADERS_TIMEOUT"),
    // A certificate that the server misses is asked for after the request.
    coded("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"),
    coded("ConnectionRefused"),
    several(connecting("ENETUNREACH"), coded("ECONNRESET")),
  ])("%s: maybe", (error) => {
    expect(reasonOf(fetchFailed(error))).toMatchObject({ isUnsent: false, isFinal: false });
  });

  test.each([
    ["a browser's error", new TypeError("Failed to fetch"), "Failed to fetch"],
    ["an error whose cause is none", fetchFailed(new Response()), "fetch failed"],
    ["no error at all", undefined, "no reason"],
    ["a proxy that refuses", fetchFailed(proxy(407)), "Proxy response (407) !== 200"],
  ])("%s, with its reason", (_, error, reason) => {
    expect(reasonOf(error).reason).toContain(reason);
  });

  test.each(["ECONNREFUSED", "CERT_HAS_EXPIRED"])("%s of another fetch: maybe", async (code) => {
    const { client, sent } = open(fetchFailed(coded(code)));
    const error = await failureOf(client.createDynamicSlideVideo(slides));
    expect(error).toMatchObject({ sent: "maybe", attempts: 1 });
    expect(error.message).toContain("a job may be rendering");
    expect(sent).toHaveLength(1);
  });

  test.each([400, 499])("a create that is refused with %i starts nothing", async (code) => {
    const error = await failureOf(open(status(code)).client.createDynamicSlideVideo(slides));
    expect([error.sent, error.message]).toEqual(["yes", expect.not.stringContaining("rendering")]);
  });

  test("what one attempt has sent, a later one does not take back", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(fetchFailed(coded("ECONNRESET")));
    const client = createClient({ baseUrl: refusingUrl, token, retries: 1 });
    const error = await failureOf(client.listPublicAvatars());
    expect(error).toMatchObject({ sent: "maybe", attempts: 2 });
  });
});

describe("a fetch that a test has put in the place of the platform's", () => {
  /** What a test sees of the create that it stubs. */
  async function sentTo(stub: typeof fetch) {
    vi.spyOn(globalThis, "fetch").mockImplementation(stub);
    const client = createClient({ baseUrl, token });
    return client.createDynamicSlideVideo(slides);
  }

  test("gets the text that is sent", async () => {
    const bodies: unknown[] = [];
    const stub: typeof fetch = async (_, init) => {
      bodies.push(init?.body);
      return json({ job_id: "job-1", status: "rendering" });
    };
    await sentTo(stub);
    expect(bodies).toEqual([JSON.stringify(slides)]);
  });

  test("may reject with what its words are in", async () => {
    // As the network error of MSW: its cause is a response.
    const stub = () => Promise.reject(fetchFailed(Response.error()));
    const error = await failureOf(sentTo(stub));
    expect(error.message).toContain("failed: fetch failed. It is not sent again");
  });

  test("may steer the rendering of a page with an error: it is thrown again as it is", async () => {
    const steering = Object.assign(new Error("dynamic"), { digest: "DYNAMIC_SERVER_USAGE" });
    const stub = vi.spyOn(globalThis, "fetch").mockRejectedValue(steering);
    const client = createClient({ baseUrl, token });
    expect(await failureOf(client.listPublicAvatars())).toBe(steering);
    expect(await failureOf(client.waitForHpJob("job-1"))).toBe(steering);
    expect(stub).toHaveBeenCalledTimes(2);
  });
});

test("what fails before a request is handed over is no failure of the connection", async () => {
  vi.stubGlobal("Blob", class {});
  vi.stubGlobal("Response", undefined);
  const client = createClient({ baseUrl: refusingUrl, token });
  expect((await failureOf(client.createHpJob(hpRequest()))).name).toBe("TypeError");
  vi.unstubAllGlobals();
});

describe("what cannot change is not tried again, and says so:", () => {
  /** Self-signed, of no name that anybody asks for. */
  const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg72CXOQJfvaveI0ws
LvRrSzlXkPtpcBUg2HsNKGQHET6hRANCAARzxSst6/pC5CQHV0P8inNQ4wU78MW1
CUK7FtPbxvQ1cFubbgsLjNoVHrlqoUqMKJ6E37bt3ro5+sWoHUop+bJZ
-----END PRIVATE KEY-----`;
  const cert = `-----BEGIN CERTIFICATE-----
MIIBdTCCARugAwIBAgIUICM7V/eC3J0t6EmDmExi+T86W5QwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMjMwODU2MThaGA8yMTI2MTAzMDA4NTYx
OFowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHPF
Ky3r+kLkJAdXQ/yKc1DjBTvwxbUJQrsW09vG9DVwW5tuCwuM2hUeuWqhSowonoTf
tu3eujn6xagdSin5slmjUzBRMB0GA1UdDgQWBBTiH35X0Weo63ylQIScq3Ee1usW
YzAfBgNVHSMEGDAWgBTiH35X0Weo63ylQIScq3Ee1usWYzAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0gAMEUCIQCHbZ97FqevtdvPyQ0wMUQbjehr4gPVfO+9
nK2/A6rKqgIgSwaTKp9DyuO9cWwXOw2FZS+ZyhPc2V2OE4nQpoGlHOg=
-----END CERTIFICATE-----`;

  async function expectForGood(baseUrl: string, reason: string) {
    const client = createClient({ baseUrl, token });
    const calls = [client.createHpJob(hpRequest()), client.getHpJob("job-1")];
    for (const error of await Promise.all(calls.map(failureOf))) {
      expect(error).toMatchObject({ sent: "no", attempts: 1, isSafeToRepeat: false });
      expect(error.message).toContain(` failed: ${reason}`);
      expect(error.message).toContain("Trying again does not help: check the address");
    }
  }

  test("a certificate that is not accepted", async () => {
    const server = createTlsServer({ key, cert }, (_, response) => void response.end("{}"));
    await using listening = await listen(server);
    await expectForGood(`https://127.0.0.1:${listening.port}`, "self-signed certificate");
  });

  test("a server without TLS", async () => {
    await using listening = await listen(createServer());
    await expectForGood(`https://127.0.0.1:${listening.port}`, "wrong version number");
  });

  test("a port that fetch blocks", () => expectForGood("http://127.0.0.1:6000", "bad port"));
});

describe("limits", () => {
  /** The class of the dispatcher that Node's own fetch has. */
  const { constructor: Agent } = Reflect.get(
    globalThis,
    Symbol.for("undici.globalDispatcher.1"),
  ) as { constructor: new (options: object) => object };

  test.each(["head", "body"])(
    "of a call are its only ones: those of Node's fetch, here of %s, end nothing",
    async (silentBefore) => {
      const server = createServer((_, response) => {
        if (silentBefore === "body") response.flushHeaders();
        // The timers of undici are precise to a second.
        setTimeout(() => response.end(JSON.stringify(hpJob)), 2_500);
      });
      await using listening = await listen(server);
      const dispatcher = new Agent({ headersTimeout: 100, bodyTimeout: 100 });
      const client = createClient({ baseUrl: listening.origin, token });
      const call = client.createHpJob(hpRequest(), { fetchOptions: { dispatcher } });
      expect(await call).toEqual(hpJob);
    },
  );

  test("of the body are those of the call", async () => {
    const { client } = open(new Response("x".repeat(101)));
    const large = await failureOf(client.getHpJob("job-1", { maxBodyBytes: 100 }));
    expect(large).toMatchObject({ name: "SizeLimitError", maxBytes: 100, attempts: 1 });
    const fits = await failureOf(client.getHpJob("job-1", { maxBodyBytes: 101 }));
    expect(fits.name).toBe("InvalidResponseError");
  });

  test.each([2 ** 31, Infinity])("a timeout of %d ms does not end at once", async (timeoutMs) => {
    vi.useFakeTimers();
    const ended = vi.fn();
    void open(never).client.getHpJob("job-1", { timeoutMs }).catch(ended);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ended).not.toHaveBeenCalled();
  });

  test("without options, a read may take 30 seconds, a create 120", async () => {
    vi.useFakeTimers();
    const read = failureOf(open(never).client.getHpJob("job-1", { retries: 0 }));
    const create = failureOf(open(never).client.createHpJob(hpRequest()));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await read).toMatchObject({ limit: "timeoutMs", limitMs: 30_000 });
    expect(await create).toMatchObject({ limit: "timeoutMs", limitMs: 120_000 });
  });
});

describe("an option of the client holds unless the call has its own:", () => {
  const large = () => new Response("x".repeat(1_000));
  const traced = (value: string) => ({ headers: { "x-trace": value } });

  test.each<[CallOptions, CallOptions, () => Response | Promise<Response>]>([
    [{ timeoutMs: 7_000 }, { timeoutMs: 9_000 }, never],
    [{ deadlineMs: 7_000 }, { deadlineMs: 9_000 }, never],
    [{ retries: 0 }, { retries: 1 }, () => status(503)],
    [{ maxBodyBytes: 7 }, { maxBodyBytes: 9 }, large],
    [traced("1"), traced("2"), large],
    [{ fetchOptions: { cache: "no-store" } }, { fetchOptions: { cache: "reload" } }, large],
  ])("%j, %j", async (first, second, respond) => {
    vi.useFakeTimers();
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      for (const [ofClient, ofCall, kept] of [
        [one, {}, one],
        [{}, one, one],
        [one, other, other],
      ] as const) {
        const { client, sent } = open(respond, { retries: 0, ...ofClient });
        for (const send of [
          () => client.getHpJob("job-1", ofCall),
          () => client.request("GET", "/x", ofCall),
        ]) {
          sent.length = 0;
          const failure = failureOf(send());
          await vi.advanceTimersByTimeAsync(100_000);
          const { limit, limitMs, maxBytes } = await failure;
          const { headers, init } = sent[0]!;
          const seen = {
            ...{
              [`${limit as string}`]: limitMs,
              maxBodyBytes: maxBytes,
              retries: sent.length - 1,
            },
            headers: { "x-trace": headers.get("x-trace") },
            fetchOptions: { cache: init.cache },
          };
          expect(seen).toMatchObject(kept);
        }
      }
    }
  });
});

describe("pauses", () => {
  test("grow from half a second to eight, and each is shortened by up to a quarter", async () => {
    for (const [random, share] of [
      [0, 1],
      [1, 0.75],
    ] as const) {
      vi.useFakeTimers();
      vi.spyOn(Math, "random").mockReturnValue(random);
      const pauses: number[] = [];
      const onFailure = ({ delayMs }: FailureEvent) => {
        if (delayMs) pauses.push(delayMs / share);
      };
      const call = failureOf(open(status(503), { onFailure, retries: 6 }).client.getHpJob("job-1"));
      await vi.runAllTimersAsync();
      expect(await call).toMatchObject({ attempts: 7 });
      expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
    }
  });
});

describe("signals", () => {
  test.each(["client", "call"] as const)("that of the %s ends the call", async (whose) => {
    const controllers = { client: new AbortController(), call: new AbortController() };
    const { client, sent } = open(never, { signal: controllers.client.signal });
    const call = failureOf(client.getHpJob("job-1", { signal: controllers.call.signal }));
    await vi.waitFor(() => expect(sent).toHaveLength(1), 60_000);
    controllers[whose].abort(whose);
    expect(await call).toMatchObject({ name: "AbortError", reason: whose, sent: "maybe" });
  });

  test("one that is aborted already sends nothing", async () => {
    const { client, sent } = open(json(hpJob));
    const error = await failureOf(client.getHpJob("j", { signal: AbortSignal.abort("why") }));
    expect(error).toMatchObject({ name: "AbortError", reason: "why", sent: "no", attempts: 0 });
    expect(sent).toEqual([]);
  });

  test("in the token function: what comes of it later is not sent, nor told", async () => {
    const controller = new AbortController();
    const onRequest = vi.fn();
    let giveToken!: (value: string) => void;
    const readToken = () => new Promise<string>((resolve) => (giveToken = resolve));
    const { client, sent } = open(json(hpJob), { token: readToken, onRequest });
    const call = failureOf(client.createDynamicSlideVideo(slides, { signal: controller.signal }));
    await vi.waitFor(() => expect(giveToken).toBeDefined(), 60_000);
    controller.abort("now");
    giveToken(token);
    expect(await call).toMatchObject({ name: "AbortError", sent: "no", attempts: 0 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual([]);
    expect(onRequest).not.toHaveBeenCalled();
  });

  test("keep no listener after the call", async () => {
    const { signal } = new AbortController();
    await open(json(hpJob), { signal }).client.getHpJob("job-1");
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

test("what an attempt that was given up gets later is no part of the next one's error", async () => {
  vi.useFakeTimers();
  const [first, second] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  const { client, sent } = open([() => first.promise, () => second.promise], { retries: 1 });
  const failure = failureOf(client.getHpJob("job-1", { timeoutMs: 1_000 }));
  // The first has passed its limit, and the longest pause is over.
  await vi.advanceTimersByTimeAsync(1_600);
  expect(sent).toHaveLength(2);
  first.resolve(json(hpJob));
  await vi.advanceTimersByTimeAsync(1);
  second.reject(fetchFailed(coded("ECONNRESET")));
  expect(await failure).toMatchObject({ name: "ConnectionError", attempts: 2, sent: "maybe" });
});

test("an attempt that never got its token is not counted as sent", async () => {
  let asked = 0;
  const readToken = () => (++asked === 1 ? (never() as never) : token);
  const { client, sent } = open(status(404), { token: readToken, timeoutMs: 1_000 });
  expect(await failureOf(client.getHpJob("job-1"))).toMatchObject({ status: 404, attempts: 1 });
  expect(sent).toHaveLength(1);
});
