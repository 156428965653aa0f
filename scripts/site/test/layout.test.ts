import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../support/browser.ts";
import { listen } from "../../support/listen.ts";
import { siteFolder } from "../../support/locations.ts";
import { serveSite } from "../serve-site.ts";
import { chapterNames, folderAddress, pageNames, startVisit } from "./support/visit.ts";

/** A phone, a tablet, a desktop, and a wide one. */
const widths = [375, 768, 1440, 1920];
const names = [...pageNames, ...chapterNames];

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

describe.each(widths)("at %i px", (width) => {
  it("no page scrolls sideways, shifts while it loads, or cuts a line of code", async () => {
    const viewport = { width, height: 900 };
    await using visit = await startVisit(browser, folderAddress, { viewport });
    await visit.page.addInitScript(recordShifts);
    for (const name of names) {
      await visit.open(`${name}.html`);
      const found = await visit.page.evaluate(measure);
      expect(found, name).toEqual({ width, shifts: [], cut: 0 });
    }
  });

  it("what an address names stands below the bar", async () => {
    const viewport = { width, height: 900 };
    await using visit = await startVisit(browser, folderAddress, { viewport });
    const targets = {
      "operation-createHpJob.html": "request-music",
      "gaps.html": "segment-time-type",
      "waiting.html": "how-to-poll",
    };
    for (const [page, anchor] of Object.entries(targets)) {
      await visit.open(`${page}#${anchor}`);
      const box = await visit.page.locator(`[id="${anchor}"]`).boundingBox();
      const bar = await visit.page.locator(".bar").boundingBox();
      expect(box?.y, page).toBeGreaterThanOrEqual(bar?.height ?? Infinity);
      expect(box?.y, page).toBeLessThan(viewport.height / 2);
    }
  });
});

it.each([
  ["text", "the list of its chapters", 1920, "waiting.html", '<nav class="contents"'],
  ["text", "a wide table", 1920, "errors-and-retries.html", "<table"],
  ["the bar", "its last button", 375, "waiting.html", '<button type="button" class="menu"'],
])("%s stands still when %s arrives", async (_, _late, width, name, late) => {
  const html = await readFile(join(siteFolder, name), "utf8");
  const begin = html.slice(0, html.indexOf(late));
  let release = () => {};
  const site = serveSite();
  const server = createServer((request, response) => {
    if (request.url !== `/${name}`) return site(request, response);
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).write(begin);
    release = () => response.end(html.slice(begin.length));
  });
  const { origin } = await listen(server);
  await using visit = await startVisit(browser, `${origin}/`);
  await visit.page.setViewportSize({ width, height: 900 });
  await visit.page.addInitScript(recordShifts);
  await visit.page.goto(`${origin}/${name}`, { waitUntil: "commit" });
  await visit.page.locator(".search-open").waitFor({ state: "attached" });
  // What was painted may not move any more.
  await visit.page.evaluate(nextFrame);
  release();
  await visit.page.waitForLoadState("load");
  expect((await visit.page.evaluate(measure)).shifts).toEqual([]);
  server.close();
});

interface Recorded extends Window {
  shifts: string[];
}

/**
 * Runs in the page, before anything else. Within a line of code, text moves when an address is filled in; the columns of a
 * table widen while its rows arrive, which a busy machine paints in between.
 */
function recordShifts(): void {
  const recorded = window as unknown as Recorded;
  recorded.shifts = [];
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as LayoutShift[])
      for (const { node } of sources)
        if (!node?.parentElement?.closest("pre, table"))
          recorded.shifts.push((node?.textContent ?? "").slice(0, 80));
  }).observe({ type: "layout-shift", buffered: true });
}

interface LayoutShift extends PerformanceEntry {
  sources: { node?: Node }[];
}

/** Runs in the page. */
const nextFrame = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Runs in the page, after the next frame: a shift is known by then. */
async function measure() {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const blocks = [...document.querySelectorAll(".code pre:not(:has([data-fill=site]))")];
  return {
    width: document.documentElement.scrollWidth,
    shifts: (window as unknown as Recorded).shifts,
    cut: blocks.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
  };
}
