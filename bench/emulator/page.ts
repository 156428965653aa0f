/**
 * Measures how smooth the page is while 10,000 jobs are created and end: scripting for each update of the screen, and the longest task
 * of all.
 */
import { launchBrowser } from "../../scripts/support/browser.ts";
import { hpRequest } from "../../test/support/example-requests.ts";
import { createEmulator } from "../../emulator/src/index.ts";

const jobs = 10_000;
const atOnce = 50;
/** Goal for each update. */
const maxScriptingMs = 100;

const emulator = await createEmulator({ clock: { mode: "manual" } });
const browser = await launchBrowser();
const page = await browser.newPage();
await page.addInitScript(() => {
  const measured = { longestTaskMs: 0, updates: 0 };
  Object.assign(globalThis, { measured });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      measured.longestTaskMs = Math.max(measured.longestTaskMs, duration);
  }).observe({ type: "longtask" });
  const { requestAnimationFrame: request } = globalThis;
  globalThis.requestAnimationFrame = (callback) => {
    measured.updates++;
    return request(callback);
  };
});
await page.goto(`${emulator.url}/emulator`);
await page.getByText("token emulator-token").waitFor();
const devtools = await page.context().newCDPSession(page);
await devtools.send("Performance.enable");

await measure(`${jobs} jobs created`, createJobs);
await measure(`${jobs} jobs completed`, () => emulator.clock.advance("10s"));
await browser.close();
await emulator.close();

async function createJobs(): Promise<void> {
  const headers = {
    authorization: `Bearer ${emulator.token}`,
    "content-type": "application/json",
  };
  const body = JSON.stringify(hpRequest());
  let left = jobs;
  const work = async () => {
    while (left-- > 0)
      await (await fetch(`${emulator.url}/api/hp_job`, { method: "POST", headers, body })).text();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const before = await readMetrics();
  await work();
  // The last events come a tenth of a second later.
  await page.waitForTimeout(1000);
  const after = await readMetrics();
  const updates = Math.max(1, after.updates - before.updates);
  const scriptingMs = ((after.scriptSeconds - before.scriptSeconds) * 1000) / updates;
  console.log(
    `${name}: ${updates} updates, scripting ${scriptingMs.toFixed(1)} ms each (goal: at most ${maxScriptingMs}), longest task ${after.longestTaskMs < 50 ? "below 50" : after.longestTaskMs.toFixed(0)} ms`,
  );
}

async function readMetrics() {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const measured = await page.evaluate(
    () =>
      (globalThis as unknown as { measured: { longestTaskMs: number; updates: number } }).measured,
  );
  const scriptSeconds = metrics.find(({ name }) => name === "ScriptDuration")?.value ?? NaN;
  return { ...measured, scriptSeconds };
}
