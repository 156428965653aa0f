import { collectClosedGaps, collectGaps, rankGaps } from "openapi-gaps";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../../test/support/contract.ts";
import { launchBrowser } from "../../../test/support/browser.ts";
import { startSite } from "./support/serve.ts";
import { chapterNames, pageNames, startVisit } from "./support/visit.ts";

/** A phone, a tablet, a desktop, and a wide one. */
const widths = [375, 768, 1440, 1920];
const names = [...pageNames, ...chapterNames];

let browser: Browser;
let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startSite()]);
});

afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

describe.each(widths)("at %i px", (width) => {
  it("no page scrolls sideways, shifts while it loads, or cuts a line of code", async () => {
    const viewport = { width, height: 900 };
    await using visit = await startVisit(browser, site.address, { viewport });
    await visit.page.addInitScript(recordShifts);
    for (const name of names) {
      await visit.open(`${name}.html`);
      const found = await visit.page.evaluate(measure);
      expect(found, name).toEqual({ width, shifts: [], cut: 0 });
    }
  });

  it("what an address names stands below the bar", async () => {
    const viewport = { width, height: 900 };
    await using visit = await startVisit(browser, site.address, { viewport });
    const [gap] = [...rankGaps(collectGaps(contract)), ...collectClosedGaps(contract)];
    const targets = {
      "operation-createHpJob.html": "request-music",
      "gaps.html": gap!.id,
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
  const blocks = [...document.querySelectorAll(".code pre")];
  return {
    width: document.documentElement.scrollWidth,
    shifts: (window as any).shifts,
    cut: blocks.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
  };
}
