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
    for (const colorScheme of ["light", "dark"] as const) {
      await using visit = await startVisit(browser, folderAddress, { colorScheme });
      for (const [device, width] of Object.entries(widths)) {
        await visit.page.setViewportSize({ width, height: 1000 });
        // From an empty page, because a change of the anchor alone loads nothing anew.
        await visit.page.goto("about:blank");
        await visit.open(address);
        const path = join(folder, `${name}-${device}-${colorScheme}.png`);
        const picture = await visit.page.screenshot({ path });
        expect(picture.length).toBeGreaterThan(10_000);
      }
    }
  });
});
