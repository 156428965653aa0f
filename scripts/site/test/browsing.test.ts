import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../support/browser.ts";
import { collectGaps } from "openapi-gaps";
import { contract, operationsOf } from "../../../test/support/contract.ts";
import { SiteServer } from "./support/serve.ts";
import { chapterNames, folderAddress, pageNames, startVisit } from "./support/visit.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

describe("every page loads without an error, a failed request or a foreign one", () => {
  it("from a folder, without a network", async () => {
    await using visit = await startVisit(browser, folderAddress, { offline: true });
    for (const name of [...pageNames, ...chapterNames]) await visit.open(`${name}.html`);
    await search(visit.page, "rendering");
    expect(visit.complaints).toEqual([]);
  });

  it("from a path of a host", async () => {
    await using server = await SiteServer.start("/docs/video/");
    await using visit = await startVisit(browser, server.address);
    for (const name of [...pageNames, ...chapterNames]) await visit.open(`${name}.html`);
    await search(visit.page, "rendering");
    expect(visit.complaints).toEqual([]);
  });
});

describe("the search", () => {
  const gap = collectGaps(contract)[20];
  const wanted = [
    ...operationsOf(contract).map(({ operationId, node }) => ({
      words: operationId,
      found: String(node["summary"]),
    })),
    ...operationsOf(contract).map(({ node }) => ({
      words: String(node["summary"]),
      found: String(node["summary"]),
    })),
    { words: "data_slice_end_index", found: "data_slice_end_index" },
    { words: "slice end", found: "data_slice_end_index" },
    ...(gap ? [{ words: gap.id, found: gap.id }] : []),
    { words: "HpVariable", found: "HpVariable" },
    { words: "keep the token safe", found: "Keep the token safe" },
  ];

  it("finds every operation by its name and its summary, and fields, schemas, gaps and chapters", async () => {
    await using visit = await startVisit(browser, folderAddress);
    await visit.open("index.html");
    for (const { words, found } of wanted) {
      const results = await search(visit.page, words);
      expect(results.slice(0, 5), words).toContain(found);
    }
  });

  it("leads to what was found, by keyboard alone", async () => {
    await using visit = await startVisit(browser, folderAddress);
    await visit.open("index.html");
    await visit.page.keyboard.press("Control+K");
    await visit.page.locator("#search-words:focus").waitFor();
    await visit.page.keyboard.type("segment-time-units");
    await visit.page.locator("#search-results a").first().waitFor();
    await visit.page.keyboard.press("ArrowDown");
    await visit.page.keyboard.press("ArrowDown");
    await visit.page.keyboard.press("ArrowUp");
    await visit.page.locator("#search-results li:first-child a:focus").waitFor();
    await visit.page.keyboard.press("ArrowUp");
    await visit.page.keyboard.press("Enter");
    await visit.page.waitForURL(/gaps\.html#segment-time-units$/);
    expect(await visit.page.locator("dialog[open]").count()).toBe(0);
  });

  it("is loaded again when it could not be", async () => {
    await using server = await SiteServer.start();
    await using visit = await startVisit(browser, server.address);
    await visit.open("index.html");
    await visit.page.route(/search-data\.js$/, (route) => route.abort(), { times: 1 });
    await visit.page.locator("button.search-open").click();
    await visit.page.getByText("search-data.js cannot be loaded").waitFor();
    await visit.page.keyboard.press("Escape");
    expect(await search(visit.page, "rendering")).not.toEqual([]);
  });

  it("says so when nothing is found, and closes with Escape", async () => {
    await using visit = await startVisit(browser, folderAddress);
    await visit.open("index.html");
    expect(await search(visit.page, "xylophone")).toEqual([]);
    expect(await visit.page.locator(".search-state").textContent()).toBe("Nothing found.");
    await visit.page.keyboard.press("Escape");
    await expect.poll(() => visit.page.locator("dialog[open]").count()).toBe(0);
  });
});

describe("the navigation", () => {
  it("works by keyboard", async () => {
    await using visit = await startVisit(browser, folderAddress);
    await visit.open("index.html");
    await visit.page.keyboard.press("Tab");
    expect(await visit.page.locator(":focus").textContent()).toBe("Skip to the content");
    await visit.page.keyboard.press("Enter");
    expect(await visit.page.locator("main:focus").count()).toBe(1);
    await visit.page.getByRole("link", { name: "Poll for results" }).first().focus();
    await visit.page.keyboard.press("Enter");
    await visit.page.waitForURL(/waiting\.html$/);
    const current = visit.page.locator('nav [aria-current="page"]');
    expect(await current.textContent()).toBe("Poll for results");
  });

  it("opens and closes as a menu on a phone", async () => {
    await using visit = await startVisit(browser, folderAddress, {
      viewport: { width: 375, height: 700 },
    });
    await visit.open("index.html");
    const navigation = visit.page.locator("#navigation");
    expect(await navigation.isVisible()).toBe(false);
    await visit.page.getByRole("button", { name: "Menu", exact: true }).click();
    expect(await navigation.isVisible()).toBe(true);
    const entry = navigation.getByRole("link").nth(2);
    await entry.scrollIntoViewIfNeeded();
    // Nothing lies over it.
    await entry.click({ trial: true });
    await visit.page.keyboard.press("Escape");
    expect(await navigation.isVisible()).toBe(false);
  });

  it("marks the operation of the page", async () => {
    await using visit = await startVisit(browser, folderAddress);
    await visit.open("operation-getHpJob.html");
    const current = visit.page.locator('#navigation ul ul [aria-current="page"]');
    expect(await current.textContent()).toBe("Get the status of an HP job");
  });
});

describe("light and dark", () => {
  it("is chosen and kept", async () => {
    await using server = await SiteServer.start();
    await using visit = await startVisit(browser, server.address, { colorScheme: "light" });
    const mode = () => visit.page.evaluate(() => document.documentElement.className);
    await visit.open("index.html");
    expect(await mode()).toContain("light");
    await visit.page.locator("button.color-mode").click();
    await expect.poll(mode).toContain("dark");
    await visit.open("waiting.html");
    await expect.poll(mode).toContain("dark");
  });
});

describe("code", () => {
  it("is copied as it is shown", async () => {
    await using server = await SiteServer.start();
    await using visit = await startVisit(browser, server.address, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    for (const address of ["quickstart.html", "waiting.html", "operation-createHpJob.html"]) {
      await visit.page.goto(`${server.address}${address}`);
      const blocks = visit.page.locator(".code:visible");
      expect(await blocks.count()).toBeGreaterThan(0);
      for (const block of await blocks.all()) {
        await block.hover();
        await block.locator("button.copy").click();
        const copied = await visit.page.evaluate(() => navigator.clipboard.readText());
        expect(copied).toBe(await block.locator("code").textContent());
      }
    }
  });

  it("shows the chosen language, also on the next page", async () => {
    await using server = await SiteServer.start();
    await using visit = await startVisit(browser, server.address);
    await visit.open("quickstart.html");
    await visit.page.getByRole("button", { name: "Python" }).first().click();
    const shown = await visit.page
      .locator(".tab:visible")
      .evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute("data-language")));
    expect(shown).toEqual(["python"]);
    await visit.open("operation-createHpJob.html");
    expect(await visit.page.locator(".tab:visible").getAttribute("data-language")).toBe("python");
    const pressed = visit.page.locator(".languages:visible [aria-pressed=true]");
    expect(await pressed.textContent()).toBe("Python");
  });
});

/** Opens the search where it is not open, types, and returns the titles of what is found. */
async function search(page: Page, words: string): Promise<string[]> {
  if ((await page.locator("dialog[open]").count()) === 0)
    await page.locator("button.search-open").click();
  await page.locator("#search-words").fill(words);
  // The index arrives after the dialog, and looks at the words that stand there by then.
  await page.locator(".search-state", { hasText: /found/ }).waitFor();
  return page.locator("#search-results .found-title").allTextContents();
}
