/** The site in a browser: what every page does beyond being read. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collectGaps, rankGaps } from "openapi-gaps";
import { contract, operationsOf } from "../../../test/support/contract.ts";
import { secondLipsyncRequest } from "../../../test/support/example-requests.ts";
import { launchBrowser } from "../../../test/support/browser.ts";
import { startSite } from "./support/serve.ts";
import { folderAddress, search, startVisit, type Visit } from "./support/visit.ts";

const gaps = collectGaps(contract);
/** On the body of an operation. */
const notes = gaps.filter(({ node }) => node === "#/components/schemas/HpJobInput");
const hasNotes = notes.length > 1 && notes.some(({ impact }) => impact === "costs-money-or-data");

let browser: Browser;
/** On the site as a folder. */
let visit: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  visit = await startVisit(browser, folderAddress);
});

afterAll(() => browser.close());

describe("the search", () => {
  it("leads to what was found, by keyboard alone", async () => {
    const { page } = visit;
    await visit.open("index.html");
    await page.keyboard.press("Control+K");
    await page.locator("#search-words:focus").waitFor();
    await page.keyboard.type("createHpJob");
    await page.locator("#search-results a").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator("#search-results li:first-child a:focus").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(/operation-createHpJob\.html/);
    await search(page, "quickstart");
    const contexts = await page.locator("#search-results .found-context").allTextContents();
    expect(contexts).toContain("page");
    await search(page, "final status");
    const results = page.locator("#search-results");
    await results.getByText("Job status transitions", { exact: true }).waitFor();
    const marks = await results.locator(".found-text mark").allTextContents();
    expect(marks.length).toBeGreaterThan(0);
    expect(marks.filter((mark) => !/^(final|stat\w+)$/i.test(mark))).toEqual([]);
  });

  it("shows twelve at most, and says whether there may be more", async () => {
    await visit.open("index.html");
    const found = async (words: string) => {
      const { length } = await search(visit.page, words);
      return [length, await visit.page.locator(".search-state").textContent()];
    };
    expect(await found("job")).toEqual([12, "The first 12 found."]);
    const [few, said] = await found("handshake");
    expect(few).toBeGreaterThan(0);
    expect(few).toBeLessThan(12);
    expect(said).toBe(`${few} found.`);
  });

  it("says so when nothing is found, and closes with Escape", async () => {
    await visit.open("index.html");
    expect(await search(visit.page, "xylophone")).toEqual([]);
    expect(await visit.page.locator(".search-state").textContent()).toBe("Nothing found.");
    await visit.page.keyboard.press("Escape");
    await expect.poll(() => visit.page.locator("dialog[open]").count()).toBe(0);
  });
});

describe("the navigation", () => {
  it("works by keyboard", async () => {
    const { page } = visit;
    await visit.open("index.html");
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await page.locator("main:focus").count()).toBe(1);
    await page.getByRole("link", { name: "Poll for results" }).first().focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/waiting\.html$/);
    const current = page.locator('nav [aria-current="page"]');
    expect(await current.textContent()).toBe("Poll for results");
  });

  it("opens and closes as a menu on a phone", async () => {
    const viewport = { width: 375, height: 700 };
    await using visit = await startVisit(browser, folderAddress, { viewport });
    await visit.open("index.html");
    const navigation = visit.page.locator("#navigation");
    expect(await navigation.isVisible()).toBe(false);
    await visit.page.getByRole("button", { name: "Menu", exact: true }).click();
    // Nothing lies over it.
    await navigation.getByRole("link").nth(2).click({ trial: true });
    await visit.page.keyboard.press("Escape");
    expect(await navigation.isVisible()).toBe(false);
  });
});

describe("a page of an operation", () => {
  it.each(operationsOf(contract))(
    "$operationId has its first field on the first screen",
    async (operation) => {
      const { operationId, path, node } = operation;
      await visit.open(`operation-${operationId}.html`);
      const text = await visit.page.locator("main").textContent();
      for (const word of [node["summary"], path]) expect(text).toContain(word);
      if (!node["requestBody"]) return;
      const box = await visit.page.locator(".field").first().boundingBox();
      expect(box?.y).toBeLessThan(800);
    },
  );

  it.runIf(hasNotes).each([true, false])(
    "says how many notes there are, and how many may cost, and opens them; with scripts: %s",
    async (javaScriptEnabled) => {
      await using visit = await startVisit(browser, folderAddress, { javaScriptEnabled });
      await visit.open("operation-createHpJob.html");
      const notes = visit.page.locator(".lead > details.gap-note").first();
      const summary = notes.locator("summary");
      expect(await summary.textContent()).toMatch(/\d+ notes, \d+ may cost money or data/);
      expect(await notes.locator("p").first().isVisible()).toBe(false);
      await summary.click();
      expect(await notes.locator("p").first().isVisible()).toBe(true);
    },
  );

  it("changes request and response with the example, in every language", async () => {
    await visit.open("operation-createLipsyncVideo.html");
    const picker = visit.page.locator("select[name=example]");
    await picker.selectOption({ index: 1 });
    const wanted = await picker.inputValue();
    const { actor } = secondLipsyncRequest();
    for (const language of ["Shell", "TypeScript", "Python"]) {
      await visit.page.locator(".languages:visible").getByText(language).click();
      const shown = visit.page.locator(".example:visible");
      const names = await shown.evaluateAll((all) =>
        all.map((one) => one.getAttribute("data-example")),
      );
      expect(names).toEqual([wanted, wanted]);
      const code = await shown.first().locator("code:visible").textContent();
      for (const value of Object.values(actor!)) expect(code).toContain(value);
    }
  });
});

describe("the open questions", () => {
  it("stand in the order of their impact, each with its reading and its question", async () => {
    await visit.open("gaps.html");
    const cards = visit.page.locator("details.gap");
    const shown = await cards.locator("p[id]").evaluateAll((all) => all.map(({ id }) => id));
    expect(shown).toEqual(rankGaps(gaps).map(({ id }) => id));
    for (const { id, reading, question } of gaps) {
      const text = await cards.filter({ has: visit.page.locator(`#${id}`) }).textContent();
      expect(text).toContain(reading.replaceAll("`", ""));
      expect(text).toContain(question.replaceAll("`", ""));
    }
  });

  it.runIf(gaps.length > 0)("are closed, but for the one that a link names", async () => {
    const { id } = gaps.at(-1)!;
    await visit.open(`gaps.html#${id}`);
    const open = visit.page.locator("details.gap[open] p[id]");
    await open.first().waitFor();
    expect(await open.evaluateAll((all) => all.map(({ id }) => id))).toEqual([id]);
  });
});

it("on paper a page is light, opens every note, and has nothing that only a screen needs", async () => {
  await using visit = await startVisit(browser, folderAddress, { colorScheme: "dark" });
  const { page } = visit;
  await visit.open("operation-createHpJob.html");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(color).toBe("rgb(253, 253, 251)");
  const notes = page.locator(".gap-note p");
  expect(await notes.count()).toBeGreaterThan(0);
  for (const note of await notes.all()) expect(await note.isVisible()).toBe(true);
  for (const button of await page.locator(".skip, button").all())
    expect(await button.isVisible()).toBe(false);
});

it("the page of Redocly draws an operation that its own address names, below our bar, and nothing in it is blocked", async () => {
  await using redoc = await startVisit(browser, folderAddress);
  await redoc.open("reference.html#/hp-jobs/gethpjob");
  const section = redoc.page.locator('[data-section-id="/hp-jobs/gethpjob"]');
  await expect.poll(() => section.textContent()).toContain("Get the status of an HP job");
  const badge = redoc.page.locator('#redoc a[href="https://redocly.com/redoc/"]');
  await badge.locator("img").waitFor({ state: "attached" });
  expect(await badge.isVisible()).toBe(false);
  expect(await redoc.page.locator("#redoc").innerText()).not.toMatch(/`|\*\*|[.>] > /);
  expect(redoc.complaints).toEqual([]);
  const font = await section.evaluate((one) => getComputedStyle(one).fontFamily);
  expect(font).toMatch(/^Inter,/);
  await redoc.page.locator(".site-bar").getByText("Operations").click();
  await redoc.page.waitForURL(/operations\.html$/);
});

describe("what a reader chooses is kept for the next page", () => {
  it("light or dark", async () => {
    await using site = await startSite();
    await using visit = await startVisit(browser, site.address, { colorScheme: "light" });
    const mode = () => visit.page.evaluate(() => document.documentElement.className);
    await visit.open("index.html");
    expect(await mode()).toContain("light");
    await visit.page.locator("button.color-mode").click();
    await visit.open("waiting.html");
    await expect.poll(mode).toContain("dark");
  });

  it("the language of code", async () => {
    await using site = await startSite();
    await using visit = await startVisit(browser, site.address);
    await visit.open("quickstart.html");
    await visit.page.getByRole("button", { name: "Python" }).first().click();
    await visit.open("operation-createHpJob.html");
    const shown = visit.page.locator(".tab:visible");
    expect(await shown.getAttribute("data-language")).toBe("python");
    const pressed = visit.page.locator(".languages:visible [aria-pressed=true]");
    expect(await pressed.textContent()).toBe("Python");
  });
});

it("code is copied as it is shown", async () => {
  await using site = await startSite();
  const permissions = ["clipboard-read", "clipboard-write"];
  await using visit = await startVisit(browser, site.address, { permissions });
  for (const address of ["quickstart.html", "operation-createHpJob.html"]) {
    await visit.open(address);
    const blocks = await visit.page.locator(".code:visible").all();
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) {
      await block.hover();
      await block.locator("button.copy").click();
      const copied = await visit.page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await block.locator("code").textContent());
    }
  }
});
