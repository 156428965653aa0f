/**
 * Draws the pictures that are committed: `docs/theme/social-card.png` from the SVG beside it, because
 * the places that show a card take no SVG, and those of the README from the site as it is built. Run
 * `npm run site && npx node scripts/app/draw-pictures.ts` after a change of what they show.
 */
import { mkdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { createEmulator } from "../../emulator/src/index.ts";
import { launchBrowser } from "../support/browser.ts";
import { listen } from "../support/listen.ts";
import { docsFolder, generatedFolder, root, themeFolder } from "../support/locations.ts";
import { serveSite } from "../site/serve-site.ts";

/** So that a README loads fast. */
const maxBytes = 120_000;
const folder = join(docsFolder, "pictures");

await mkdir(folder, { recursive: true });
const emulator = await createEmulator({ listen: false, seed: 1 });
const site = serveSite();
const server = createServer((request, response) => {
  if (/^\/(api|emulator)/.test(request.url ?? "")) emulator.handle(request, response);
  else site(request, response);
});
await using listening = await listen(server);
const address = listening.origin;
const browser = await launchBrowser();
try {
  const card = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await card.goto(pathToFileURL(join(themeFolder, "social-card.svg")).href);
  await card.screenshot({ path: join(themeFolder, "social-card.png") });

  await makeSomeVideos();
  for (const colorScheme of ["light", "dark"] as const) {
    await draw("reference", "/operation-createHpJob.html", colorScheme);
    await draw("emulator", "/emulator", colorScheme);
  }
} finally {
  await browser.close();
  await emulator.close();
}

async function draw(name: string, path: string, colorScheme: "light" | "dark"): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme });
  await page.goto(address + path);
  // The page of the emulator fills itself.
  await page.waitForTimeout(1000);
  const file = join(folder, `${name}-${colorScheme}.jpg`);
  await page.screenshot({ path: file, type: "jpeg", quality: 68 });
  await page.close();
  const { size } = await stat(file);
  if (size > maxBytes) throw new Error(`${file} has ${size} bytes, more than ${maxBytes}.`);
  console.log(`${relative(root, file)}: ${Math.round(size / 1024)} KiB`);
}

/** So that the page of the emulator has something to show: one job that is done, one that renders. */
async function makeSomeVideos(): Promise<void> {
  for (const project_name of ["emulator:instant", "Welcome videos"]) {
    await fetch(`${address}/api/hp_job`, {
      method: "POST",
      headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
      body: JSON.stringify({ ...(await hpExample()), project_name }),
    });
  }
}

/** The request that the contract shows for an HP job. */
async function hpExample(): Promise<object> {
  const text = await readFile(join(generatedFolder, "openapi.json"), "utf8");
  const { components } = JSON.parse(text) as {
    components: { examples: Record<string, { value: object }> };
  };
  return components.examples["segments_as_variables.request"]!.value;
}
