/** Takes the pictures of the README from the pages as they are. A release runs it; `npx node test/support/pictures.ts` does too. */
import { join } from "node:path";
import { createServer } from "node:http";
import { createEmulator } from "../../emulator/src/index.ts";
import { site } from "../../scripts/site/build-site.ts";
import { serveSite } from "../../scripts/site/serve-site.ts";
import { root } from "../../scripts/support/locations.ts";
import { launchBrowser } from "./browser.ts";
import { hpRequest } from "./example-requests.ts";
import { listen } from "./listen.ts";

await site();
await using server = await listen(createServer(serveSite()));
// The same requests at the same times, so that a picture changes only with what it shows.
const clock = { mode: "manual", startAt: "2026-01-15T09:00:00Z" } as const;
const emulator = await createEmulator({ seed: 1, clock, publicUrl: "http://127.0.0.1:4010" });
const send = async (method: string, path: string, body?: object) => {
  const headers = {
    authorization: `Bearer ${emulator.token}`,
    "content-type": "application/json",
  };
  await fetch(emulator.url + path, { method, headers, body: body ? JSON.stringify(body) : null });
  await emulator.clock.advance("4s");
};
await send("GET", "/api/avatars/public");
await send("POST", "/api/hp_job", hpRequest());
emulator.faults.add({ effect: "status", status: 503, operation: "listPublicVoices" });
await send("GET", "/api/voices/public");
await send("POST", "/api/hp_job", { ...hpRequest(), project_name: "Spring greetings" });
const { data_slice_end_index: _, ...incomplete } = hpRequest();
await send("POST", "/api/hp_job", { ...incomplete, music: "yes" });
await send("POST", "/api/hp_job", { ...hpRequest(), project_name: "Welcome, Ada" });
emulator.faults.add({ effect: "delay", delayMs: 2000, probability: 0.3 });
const refused = emulator.requests().find(({ status }) => status === 422);

const pages = {
  emulator: `${emulator.url}/emulator#requests/${refused?.id}`,
  reference: `${server.origin}/operation-createHpJob.html`,
};
await using browser = await launchBrowser();
for (const colorScheme of ["light", "dark"] as const) {
  const viewport = { width: 1280, height: 720 };
  const page = await browser.newPage({ viewport, colorScheme });
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address);
    await page.getByText("data_slice_end_index").first().waitFor();
    const path = join(root, `docs/pictures/${name}-${colorScheme}.jpg`);
    await page.screenshot({ path, type: "jpeg", quality: 78, animations: "disabled" });
  }
}
await emulator.close();
