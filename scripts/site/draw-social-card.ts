/**
 * Draws `docs/site/social-card.png` from the SVG beside it: the places that show a card take no
 * SVG. Run it after a change of the SVG:
 * `node scripts/site/draw-social-card.ts`.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launchBrowser } from "../browser.ts";
import { docsFolder } from "../locations.ts";

const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.goto(pathToFileURL(join(docsFolder, "site/social-card.svg")).href);
await page.screenshot({ path: join(docsFolder, "site/social-card.png") });
await browser.close();
