/**
 * Draws `docs/theme/social-card.png` from the SVG beside it: the places that show a card take no
 * SVG. Run it after a change of the SVG:
 * `npx node scripts/site/draw-social-card.ts`.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launchBrowser } from "../support/browser.ts";
import { themeFolder } from "../support/locations.ts";

const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.goto(pathToFileURL(join(themeFolder, "social-card.svg")).href);
await page.screenshot({ path: join(themeFolder, "social-card.png") });
await browser.close();
