/** Every page in a browser: at each width, in light and in dark, from a host, from a path of one, and from a folder without a network. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collectClosedGaps, collectGaps, rankGaps } from "openapi-gaps";
import { launchBrowser } from "../../../test/support/browser.ts";
import { contract } from "../../../test/support/contract.ts";
import { startSite } from "./support/serve.ts";
import {
  chapterNames,
  folderAddress,
  pageNames,
  search,
  startVisit,
  type Visit,
} from "./support/visit.ts";

const names = [...pageNames, ...chapterNames];
const [gap] = [...rankGaps(collectGaps(contract)), ...collectClosedGaps(contract)];

let browser: Browser;
let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startSite()]);
});

afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

describe.each([375, 1440])("at %i px", (width) => {
  const viewport = { width, height: 900 };

  it("no page complains, scrolls sideways, shifts while it loads, lays a button over code, or hides the head of a table", async () => {
    await using visit = await startVisit(browser, site.address, { viewport });
    await visit.page.addInitScript(recordShifts);
    for (const name of names) {
      await visit.open(`${name}.html`);
      expect(await visit.page.evaluate(measure), name).toEqual({
        width,
        shifts: [],
        hidden: 0,
        covered: 0,
      });
    }
    expect(visit.complaints).toEqual([]);
  });

  it.each([
    ["operation-createHpJob.html", "request-music"],
    ["gaps.html", gap!.id],
    ["waiting.html", "how-to-poll"],
  ])("what an address names stands below the bar: %s#%s", async (page, anchor) => {
    await using visit = await startVisit(browser, site.address, { viewport });
    await visit.open(`${page}#${anchor}`);
    const box = await visit.page.locator(`[id="${anchor}"]`).boundingBox();
    const bar = await visit.page.locator(".bar").boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(bar?.height ?? Infinity);
    expect(box?.y).toBeLessThan(viewport.height / 2);
  });
});

it.each([375, 1280])("a page is as long where our fonts do not come, at %i px", async (width) => {
  const viewport = { width, height: 900 };
  await using visit = await startVisit(browser, site.address, { viewport });
  await using without = await startVisit(browser, site.address, { viewport });
  await without.page.route("**/*.woff2", (route) => route.abort());
  const fonts = ({ page }: Visit) =>
    page.evaluate(async () => {
      await document.fonts.ready;
      const loaded = [...document.fonts].filter(({ status }) => status === "loaded");
      return loaded.map(({ family }) => family);
    });
  const length = ({ page }: Visit) =>
    page.locator("main").evaluate((main) => main.getBoundingClientRect().height);
  for (const name of ["index", "quickstart", "waiting", "operation-createHpJob"]) {
    for (const each of [visit, without]) await each.open(`${name}.html`);
    expect(await fonts(visit), name).toContain("Inter");
    expect(await fonts(without), name).not.toContain("Inter");
    const ratio = (await length(without)) / (await length(visit));
    expect(Math.abs(ratio - 1), name).toBeLessThan(0.02);
  }
});

it("a path of a host will do", async () => {
  await using site = await startSite("/docs/video/");
  await using visit = await startVisit(browser, site.address);
  await visit.open("operation-createHpJob.html");
  await search(visit.page, "rendering");
  await visit.page.locator("#search-results a").first().click();
  await visit.page.waitForURL(`${site.address}**`);
  expect(visit.complaints).toEqual([]);
});

/**
 * Runs in the page, before anything else. Within a line of code, text moves when an address is filled in; the columns of a
 * table widen while its rows arrive, which a busy machine paints in between.
 */
function recordShifts(): void {
  const shifts: string[] = ((window as any).shifts = []);
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as any[])
      for (const { node } of sources)
        if (!node?.parentElement?.closest("pre, table"))
          shifts.push((node?.textContent ?? "").slice(0, 80));
  }).observe({ type: "layout-shift", buffered: true });
}

/** Runs in the page, after the next frame: a shift is known by then. */
async function measure() {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const isCovered = (code: Element) => {
    const below = code.querySelector(".copy")!.getBoundingClientRect().bottom;
    const text = code.querySelector("code")!.getClientRects()[0]; // None in a tab that is not chosen.
    return text !== undefined && text.top < below;
  };
  // Of a tab that is not chosen, nothing is shown.
  const heads = [...document.querySelectorAll("th:first-child:not(:empty)")].filter(
    (head) => head.closest(".tab")?.checkVisibility() ?? true,
  );
  return {
    hidden: heads.filter((head) => !head.checkVisibility()).length,
    width: document.documentElement.scrollWidth,
    shifts: (window as any).shifts,
    covered: [...document.querySelectorAll(".code")].filter(isCovered).length,
  };
}

describe("WCAG 2.2 AA is kept, from a folder without a network", () => {
  const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  const axeSource = readFileSync(axe, "utf8");
  const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  let visit: Visit;
  beforeAll(async () => {
    visit = await startVisit(browser, folderAddress, { offline: true, colorScheme: "light" });
  });

  /** What axe finds, in a form that says where. */
  async function violations(page: Page, type: "tag" | "rule", values: string[], within = "html") {
    // In a folder, a script may not load the styles again.
    const options = { runOnly: { type, values }, preload: false, resultTypes: ["violations"] };
    const run = (one: any) => (window as any).axe.run(one.within, one.options);
    const found = await page.evaluate(run, { within, options });
    return found.violations.flatMap(({ id, nodes }: any) =>
      nodes.map(({ html, failureSummary }: any) => `${id}: ${html}\n${failureSummary}`),
    );
  }

  it.each(names)(
    "on %s with all that a reader can open, which two more widths hold",
    async (name) => {
      const { page } = visit;
      await visit.open(`${name}.html`);
      await page.evaluate(axeSource);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("main details"))
          details.setAttribute("open", "");
      });
      expect(await violations(page, "tag", everything)).toEqual([]);
      // What differs in the dark are the colours. Around the text they are those of the open search, below.
      await page.evaluate(() => document.documentElement.classList.replace("light", "dark"));
      const ofColours = ["color-contrast", "link-in-text-block"];
      expect(await violations(page, "rule", ofColours, "main")).toEqual([]);
      for (const width of [768, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(measure)).toMatchObject({ width, covered: 0 });
      }
      expect(visit.complaints).toEqual([]);
    },
  );

  it.each(["light", "dark"] as const)("in the open search, %s", async (colorScheme) => {
    await using visit = await startVisit(browser, folderAddress, { colorScheme });
    await visit.open("index.html");
    await search(visit.page, "status");
    await visit.page.evaluate(axeSource);
    expect(await violations(visit.page, "tag", everything)).toEqual([]);
  });
});
