/** What a validator says of the emulator that is not ours: Redocly's proxy stands between it and what the tests send. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { root } from "../../scripts/support/locations.ts";
import { redocly } from "../../scripts/support/tool.ts";
import { freePort, untilListening } from "../../test/support/port.ts";
import { createEmulator, type Emulator } from "../src/index.ts";
import { send, type Sent } from "./support/client.ts";
import { validRequests } from "./support/every-request.ts";
import { hpRequest } from "../../test/support/example-requests.ts";

const folder = await temporaryFolder();
afterAll(() => folder.remove());

interface Report {
  run: { totalExchanges: number; documentedExchanges: number };
  problems: { ruleId: string; message: string; path: string; status: number }[];
}

/** Sends requests to an emulator through the proxy, and returns what the proxy says of each exchange. */
async function inspect(contract: string, emulator: Emulator, requests: Sent[]): Promise<Report> {
  const port = await freePort();
  const words = [
    "--target",
    emulator.url,
    "--port",
    String(port),
    "--har",
    join(folder.path, "har"),
  ];
  const rules = ["--api", join(root, "generated", contract), "--match-mode", "basepath"];
  const proxy = spawn(
    process.execPath,
    [redocly, "proxy", ...words, ...rules, "--report-format", "json"],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const printed = text(proxy.stdout);
  const ended = once(proxy, "exit");
  await untilListening(port);
  const through = { url: `http://127.0.0.1:${port}`, token: emulator.token };
  for (const request of requests) await send(through, request);
  proxy.kill("SIGINT");
  await ended;
  return JSON.parse(await printed) as Report;
}

test.each(["openapi.yaml", "emulator.openapi.yaml"])(
  "against %s it finds nothing",
  async (contract) => {
    const emulator = await createEmulator({ seed: 1, clock: { mode: "manual" } });
    const path = "/api/hp_job";
    const { body } = await send(emulator, { method: "POST", path, body: hpRequest() });
    await emulator.clock.advance("1m");
    const requests = validRequests(body.job_id);
    const { run, problems } = await inspect(contract, emulator, requests);
    await emulator.close();
    expect(problems).toEqual([]);
    expect(run).toMatchObject({
      totalExchanges: requests.length,
      documentedExchanges: requests.length,
    });
  },
);

test("it would find an answer that breaks the contract", async () => {
  const emulator = await createEmulator({ gaps: { "response-field-presence": "missing-output" } });
  const request = { method: "POST", path: "/api/hp_job", body: hpRequest() };
  const { problems } = await inspect("emulator.openapi.yaml", emulator, [request]);
  await emulator.close();
  expect(problems).toMatchObject([{ status: 201, message: expect.stringContaining("output") }]);
});
