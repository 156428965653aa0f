/**
 * What Prism says of the emulator. Its proxy stands between the emulator and what the tests send, and responds with an error of its
 * own where the contract does not allow a response.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { root } from "../../scripts/support/locations.ts";
import { freePort } from "../../test/support/port.ts";
import { createEmulator, type Emulator, type EmulatorOptions } from "../../emulator/src/index.ts";
import { type Received, send, type Sent } from "../../emulator/test/support/client.ts";
import { emulated } from "../../emulator/test/support/contracts.ts";
import { hpRequest } from "../../test/support/example-requests.ts";
import { areOpen } from "../../test/support/gaps.ts";
import { requires } from "../../test/support/requires.ts";
import { untilListening } from "../measure.ts";
import { benchPackages } from "../packages.ts";

let emulator: Emulator;
let proxy: ChildProcess;

/** Starts an emulator with Prism before it. Returns where Prism listens. */
async function startBehindPrism(contract: string, options: EmulatorOptions): Promise<string> {
  emulator = await createEmulator({ seed: 1, ...options });
  const port = await freePort();
  const prism = createRequire(import.meta.url).resolve("@stoplight/prism-cli/dist/index.js");
  const flags = ["--errors", "--validate-request=false", "--port", String(port)];
  const words = ["proxy", ...flags, join(root, "generated", contract), emulator.url];
  proxy = spawn(process.execPath, [prism, ...words], { stdio: "ignore" });
  await untilListening(port);
  return `http://127.0.0.1:${port}`;
}

const sendAll = (url: string, requests: Sent[]): Promise<Received[]> =>
  Promise.all(requests.map((request) => send({ url, token: emulator.token }, request)));

const isOfPrism = ({ body }: Received) =>
  String(body.type).startsWith("https://stoplight.io/prism");

/** Each operation as its examples have it, with a field that nobody knows, with an unknown identifier, and with a wrong token. */
function requestsOfEveryKind(jobId: string): Sent[] {
  return emulated.operations.flatMap(({ method, path, requestExamples }): Sent[] => {
    const bodies: unknown[] = Object.values(requestExamples);
    const sent = bodies.flatMap((body) => [body, { ...(body as object), misspelt: 1 }, {}]);
    const valid = (bodies.length > 0 ? sent : [undefined]).flatMap((body) =>
      [jobId, "unknown"].map((id) => ({ method, path: path.replace("{job_id}", id), body })),
    );
    return [...valid, { ...valid[0]!, headers: { authorization: "Bearer wrong" } }];
  });
}

const createHpJob = { method: "POST", path: "/api/hp_job", body: hpRequest() };

describe("Prism before the emulator", requires(benchPackages), () => {
  afterEach(async () => {
    proxy.kill();
    await emulator.close();
  });

  test.each(["openapi.yaml", "emulator.openapi.yaml"])(
    "against %s it finds nothing in the responses to requests of every kind",
    async (contract) => {
      const url = await startBehindPrism(contract, { clock: { mode: "manual" } });
      const [created] = await sendAll(url, [createHpJob]);
      await emulator.clock.advance("1m");
      const requests = requestsOfEveryKind(created?.body.job_id);
      const responses = await sendAll(url, requests);
      expect(responses.filter(isOfPrism)).toEqual([]);
      const statuses = new Set(responses.map(({ status }) => status));
      // An owner may have named other codes.
      if (areOpen("success-status-codes", "failure-status-codes"))
        expect(statuses).toEqual(new Set([200, 201, 401, 404, 422]));
      else expect(statuses.size).toBeGreaterThan(3);
      expect(emulator.requests()).toHaveLength(1 + requests.length);
    },
  );

  test("it would find a response that breaks the contract", async () => {
    const gaps = { "response-field-presence": "missing-output" };
    const url = await startBehindPrism("emulator.openapi.yaml", { gaps });
    const responses = await sendAll(url, [createHpJob]);
    expect(responses.filter(isOfPrism)).toHaveLength(1);
    expect(JSON.stringify(responses)).toContain("output");
  });
});
