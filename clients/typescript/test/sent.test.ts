import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:tls";
import type { Server } from "node:net";
import { expect, test } from "vitest";
import { listen } from "../../../scripts/support/listen.ts";
import { createClient } from "../src/index.ts";
import { classifySent } from "../src/errors.ts";
import { refusingUrl } from "../../faults/fault-server.ts";
import { mockFetch } from "./mock-fetch.ts";

const token = "secret-token-of-the-test";
const input = { template_id: "t", slides_count: 2 };

const failure = (fields: object) => Object.assign(new Error("failed"), fields);
const fetchFailed = (cause: unknown) => new TypeError("fetch failed", { cause });

test.each([
  ["a refused connection", fetchFailed(failure({ code: "ECONNREFUSED" })), "no"],
  ["an unknown name", fetchFailed(failure({ code: "ENOTFOUND", syscall: "getaddrinfo" })), "no"],
  ["a name server out of reach", fetchFailed(failure({ code: "EAI_AGAIN" })), "no"],
  ["undici's connect timeout", fetchFailed(failure({ code: "UND_ERR_CONNECT_TIMEOUT" })), "no"],
  ["a timeout of read", failure({ code: "ETIMEDOUT", syscall: "read" }), "maybe"],
  ["a reset", fetchFailed(failure({ code: "ECONNRESET" })), "maybe"],
  ["a socket that closed", fetchFailed(failure({ code: "UND_ERR_SOCKET" })), "maybe"],
  ["a headers timeout", fetchFailed(failure({ code: "UND_ERR_HEADERS_TIMEOUT" })), "maybe"],
  ["Bun's word for a refused connection", failure({ code: "ConnectionRefused" }), "maybe"],
  ["a browser's error", new TypeError("Failed to fetch"), "maybe"],
  ["no error at all", undefined, "maybe"],
  ["an error that lists no failed attempts", { errors: [] }, "maybe"],
  ["an error that lists one failed attempt", { errors: [{ code: "ECONNREFUSED" }] }, "no"],
  ["a certificate that has expired", fetchFailed(failure({ code: "CERT_HAS_EXPIRED" })), "no"],
  [
    "a certificate signed by itself",
    fetchFailed(failure({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" })),
    "no",
  ],
  [
    "a certificate of an unknown authority",
    fetchFailed(failure({ code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" })),
    "no",
  ],
  [
    "a certificate of another name, in Node's words",
    fetchFailed(failure({ code: "ERR_TLS_CERT_ALTNAME_INVALID" })),
    "no",
  ],
  [
    "a certificate that the server misses, after the request was sent",
    fetchFailed(failure({ code: "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED" })),
    "maybe",
  ],
  [
    "all addresses refused",
    fetchFailed(
      new AggregateError([failure({ code: "ECONNREFUSED" }), failure({ code: "ECONNREFUSED" })]),
    ),
    "no",
  ],
  [
    "one address refused, one reset",
    fetchFailed(
      failure({
        code: "ECONNREFUSED",
        errors: [failure({ code: "ECONNREFUSED" }), failure({ code: "ECONNRESET" })],
      }),
    ),
    "maybe",
  ],
])("%s", (_, error, sent) => {
  expect(classifySent(error)).toBe(sent);
});

test.each<[string, () => Server]>([
  ["a server without a certificate", () => createTlsServer({}).on("tlsClientError", () => {})],
  ["a server that speaks no TLS", () => createServer()],
])("a handshake refused by %s has sent nothing, and is not tried again", async (_, start) => {
  await using server = await listen(start());
  const client = createClient({ baseUrl: `https://127.0.0.1:${server.port}`, token });
  for (const call of [client.listPublicAvatars(), client.createDynamicSlideVideo(input)]) {
    await expect(call).rejects.toMatchObject({
      name: "ConnectionError",
      sent: "no",
      attempts: 1,
    });
  }
});

test("a fetch that is not the platform's own may have sent something, whatever it fails with", async () => {
  const refused = fetchFailed(failure({ code: "ECONNREFUSED" }));
  const fetch = mockFetch(refused);
  const client = createClient({ baseUrl: "https://a.example", token, fetch });
  const call = client.createDynamicSlideVideo(input);
  await expect(call).rejects.toMatchObject({ sent: "maybe", attempts: 1 });
  expect(fetch.sent).toHaveLength(1);
});

test("the platform's own fetch is believed, also where it is named", async () => {
  const client = createClient({ baseUrl: refusingUrl, token, fetch });
  const call = client.createDynamicSlideVideo(input);
  await expect(call).rejects.toMatchObject({ sent: "no", attempts: 3 });
});

test("what one attempt has sent, a later one does not take back", async () => {
  let calls = 0;
  const real = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    if (++calls === 1) throw fetchFailed(failure({ code: "ECONNRESET" }));
    return real(...args);
  };
  try {
    const call = createClient({ baseUrl: refusingUrl, token, retries: 1 }).listPublicAvatars();
    await expect(call).rejects.toMatchObject({ sent: "maybe", attempts: 2 });
  } finally {
    globalThis.fetch = real;
  }
});
