import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../support/browser.ts";
import { contract, operationsOf } from "../../../test/support/contract.ts";
import { folderAddress, moveMouse, startVisit, type Visit } from "./support/visit.ts";

const operations = operationsOf(contract).map(({ operationId, path, node }) => ({
  anchor: `operation/${operationId}`,
  heading: String(node["summary"]),
  words: [String(node["summary"]), path, "curl --fail-with-body"],
}));
const schemas = Object.entries(contract.components.schemas).map(([name, schema]) => ({
  anchor: `schema/${name}`,
  heading: String(schema["title"]),
  words: [name, String(schema["title"]), ...Object.keys((schema["properties"] ?? {}) as object)],
}));
/** Long enough to be scrolled, with fields, samples and contradictions. */
const address = "reference.html#operation/createHpJob";
const route = "/hp-jobs/createhpjob";

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

/** The text of the chapter that a reader sees, whole. */
const text = (page: Page) => page.locator(".chapter:visible");
/** Redoc's own, once it is there to be seen. */
const redoc = (page: Page) => page.locator(`[data-section-id="${route}"]:visible`);

async function open(visit: Visit, hash: string): Promise<void> {
  // From an empty page, because a change of the anchor alone loads nothing anew.
  await visit.page.goto("about:blank");
  await visit.page.goto(`${folderAddress}reference.html#${hash}`);
}

/** Waits until Redoc has drawn the part, out of sight or not, and has had time to take over. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page.locator(`[data-section-id="${route}"] h2`).first().waitFor({ state: "attached" });
  await page.waitForTimeout(1000);
}

describe("a link into the reference", () => {
  it("shows its operation or schema, and nothing else, before Redoc is asked for", async () => {
    await using visit = await startVisit(browser, folderAddress);
    const requests: string[] = [];
    visit.page.on("request", (request) => requests.push(request.url()));
    for (const { anchor, words } of [...operations, ...schemas]) {
      await open(visit, anchor);
      expect(await text(visit.page).count(), anchor).toBe(1);
      const shown = await text(visit.page).innerText();
      for (const word of words) expect(shown, anchor).toContain(word);
      expect(await visit.page.locator("#redoc").isVisible()).toBe(false);
      expect(await visit.page.locator('.parts [aria-current="true"]').count(), anchor).toBe(1);
    }
    expect(requests.filter((url) => /\/redoc(-start)?\.js$/.test(url))).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it.each([
    ["desktop", 1440, 1000],
    ["phone", 375, 700],
  ])("hands over to Redoc at the same place without a jump, on a %s", async (_, width, height) => {
    await using visit = await startVisit(browser, folderAddress, { viewport: { width, height } });
    const { page } = visit;
    await page.addInitScript(recordShifts);
    for (const { anchor, heading } of [...operations, ...schemas.slice(0, 3)]) {
      await open(visit, anchor);
      await moveMouse(page);
      await page.locator("html:not(.reading)").waitFor();
      const asked = decodeURIComponent(new URL(page.url()).hash.slice(1));
      const section = page.locator(`[data-section-id="${asked}"]:visible`);
      const top = await section.evaluate((element) => element.getBoundingClientRect().top);
      expect(top, anchor).toBeGreaterThanOrEqual(0);
      expect(top, anchor).toBeLessThan(height / 2);
      await expect.poll(() => section.textContent(), { message: anchor }).toContain(heading);
      expect(await text(page).count()).toBe(0);
      expect(await page.evaluate(() => (window as unknown as Shifts).shifts), anchor).toBeLessThan(
        0.1,
      );
    }
    expect(visit.complaints).toEqual([]);
  });

  it("keeps the text of a reader who reads on, until he asks for Redoc", async () => {
    await using visit = await startVisit(browser, folderAddress);
    const { page } = visit;
    await page.goto(`${folderAddress}${address}`);
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, 600);
    await waitUntilDrawn(page);
    expect(await text(page).isVisible()).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(600);
    await page.getByRole("button", { name: "Open the interactive reference" }).click();
    await redoc(page).waitFor();
    expect(await text(page).count()).toBe(0);
    expect(await page.locator(":focus").textContent()).toContain("Create an HP job");
  });

  it("keeps the text of a reader who is at work in it", async () => {
    await using visit = await startVisit(browser, folderAddress);
    await visit.page.goto(`${folderAddress}${address}`);
    await visit.page.getByRole("tab", { name: "Python" }).locator("visible=true").click();
    await waitUntilDrawn(visit.page);
    expect(await text(visit.page).innerText()).toContain("urllib.request");
  });

  it.each(["at once", "once Redoc is drawn"])("opens Redoc by keyboard, %s", async (when) => {
    await using visit = await startVisit(browser, folderAddress);
    const { page } = visit;
    await page.goto(`${folderAddress}${address}`);
    await page.locator(".chapter-bar button").focus();
    if (when !== "at once") await waitUntilDrawn(page);
    expect(await text(page).isVisible()).toBe(true);
    await page.keyboard.press("Enter");
    await redoc(page).waitFor();
    expect(await page.locator(":focus").textContent()).toContain("Create an HP job");
  });

  it("leads from text to text, and from there to Redoc", async () => {
    await using visit = await startVisit(browser, folderAddress);
    const { page } = visit;
    await page.route("**/redoc.js", async (route) => {
      await page.locator("#schema\\/HpVariable").waitFor();
      await route.continue();
    });
    await page.goto(`${folderAddress}${address}`);
    await text(page).getByRole("link", { name: "HpVariable" }).first().click();
    expect(await text(page).innerText()).toContain("variable_pre_text");
    expect(await page.locator(":focus").textContent()).toBe("Schema HpVariable");
    await page.locator('[data-section-id="/schemas/hpvariable"]:visible h2').waitFor();
    expect(await page.locator('.parts [aria-current="true"]').textContent()).toBe("HpVariable");
    expect(await page.title()).toMatch(/^HpVariable · Reference/);
  });

  it("may be Redoc's own address", async () => {
    await using visit = await startVisit(browser, folderAddress);
    await open(visit, route);
    expect(await text(visit.page).innerText()).toContain("Create an HP job");
  });

  it("shows the text where Redoc cannot be loaded, and says so", async () => {
    await using visit = await startVisit(browser, folderAddress);
    await visit.page.route("**/redoc.js", (route) => route.abort());
    await visit.page.goto(`${folderAddress}${address}`);
    await visit.page.locator(".chapter-bar button").click();
    await visit.page.getByRole("button", { name: "cannot be loaded" }).waitFor();
    expect(await text(visit.page).isVisible()).toBe(true);
  });

  it("works without scripts", async () => {
    await using visit = await startVisit(browser, folderAddress, { javaScriptEnabled: false });
    await visit.page.goto(`${folderAddress}${address}`);
    expect(await text(visit.page).innerText()).toContain("urllib.request");
    expect(await visit.page.locator("#redoc").isVisible()).toBe(false);
    expect(await visit.page.locator('a[href="reference-print.html"]').isVisible()).toBe(true);
  });

  it("prints the text, also when Redoc stands on the page", async () => {
    await using visit = await startVisit(browser, folderAddress);
    await visit.open(address);
    await visit.page.emulateMedia({ media: "print" });
    expect(await text(visit.page).innerText()).toContain("urllib.request");
    expect(await visit.page.locator("#redoc").isVisible()).toBe(false);
  });

  it("leaves the page where it is when the content is skipped to", async () => {
    await using visit = await startVisit(browser, folderAddress);
    await visit.page.goto(`${folderAddress}${address}`);
    await visit.page.locator(".skip").press("Enter");
    expect(await visit.page.locator("main:focus").count()).toBe(1);
    expect(visit.page.url()).not.toContain("#content");
    await redoc(visit.page).waitFor();
  });
});

interface Shifts {
  shifts: number;
}

/** Adds up how far the page moves under its reader. */
function recordShifts(): void {
  const page = window as unknown as Shifts;
  page.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) page.shifts += (entry as unknown as Shift).value;
  }).observe({ type: "layout-shift", buffered: true });
}

interface Shift {
  value: number;
}
