import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../support/browser.ts";
import { root } from "../../support/locations.ts";
import { folderAddress, startVisit } from "./support/visit.ts";

const folder = join(root, "dist/screenshots");
const widths = { phone: 375, tablet: 820, desktop: 1440 };
const pages = {
  "start-here": "index.html",
  reference: "reference.html",
  operation: "operation-createHpJob.html",
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
        await takePicture(page, `${name}-${device}-${mode}`);
        // A click of Playwright's would scroll a page whose bar stays in place.
        await page.locator("button.color-mode").dispatchEvent("click");
      }
    }
  });

  it("the register, filtered", async () => {
    await using visit = await startVisit(browser, folderAddress, { colorScheme: "light" });
    await visit.open("gaps.html");
    await visit.page.locator("select[name=kind]").selectOption("contradiction");
    await visit.page.locator("select[name=operation]").selectOption("createHpJob");
    await takePicture(visit.page, "register-filtered");
  });

  it.each([
    ["operation", pages.operation],
    ["waiting", pages.waiting],
  ])("paper: %s", async (name, address) => {
    const paper = { viewport: { width: 794, height: 1123 }, colorScheme: "dark" as const };
    await using visit = await startVisit(browser, folderAddress, paper);
    await visit.open(address);
    await visit.page.emulateMedia({ media: "print" });
    await takePicture(visit.page, `${name}-paper`, true);
  });
});

async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  const picture = await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
  expect(picture.length).toBeGreaterThan(10_000);
}
