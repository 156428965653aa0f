import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../scripts/browser.ts";
import { root } from "../../scripts/locations.ts";
import { folderAddress, startVisit } from "./support/visit.ts";

const folder = join(root, "dist/screenshots");
const widths = { phone: 375, tablet: 820, desktop: 1440 };
const pages = {
  "start-here": "index.html",
  reference: "reference.html#operation/createHpJob",
  register: "gaps.html#segment-time-type",
  waiting: "waiting.html",
  client: "client.html",
};

let browser: Browser;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  browser = await launchBrowser();
});

afterAll(() => browser.close());

describe("pictures for a person to look at, in dist/screenshots", () => {
  it.each(Object.entries(pages))("%s", async (name, address) => {
    await using visit = await startVisit(browser, folderAddress, { colorScheme: "light" });
    const { page } = visit;
    for (const [device, width] of Object.entries(widths)) {
      await page.setViewportSize({ width, height: 1000 });
      // From an empty page, because a change of the anchor alone loads nothing anew.
      await page.goto("about:blank");
      await visit.open(address);
      for (const mode of ["light", "dark"]) {
        await page.locator(`html.${mode}`).waitFor();
        const picture = await page.screenshot({
          path: join(folder, `${name}-${device}-${mode}.png`),
        });
        expect(picture.length).toBeGreaterThan(10_000);
        await page.locator("button.color-mode").click();
      }
    }
  });
});
