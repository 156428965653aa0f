import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../../test/support/browser.ts";
import { chapterNames, folderAddress, pageNames, startVisit, type Visit } from "./support/visit.ts";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);
const everything: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
};
const colours: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };
const names = [...pageNames, ...chapterNames];

let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  visit = await startVisit(browser, folderAddress);
});

afterAll(() => browser.close());

describe("WCAG 2.2 AA is kept, in light and in dark", () => {
  it.each(names)("on %s", async (name) => {
    const { page } = visit;
    await visit.open(`${name}.html`);
    // Also what a reader has opened.
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("main details"))
        details.setAttribute("open", "");
    });
    for (const mode of ["light", "dark"]) {
      await page.evaluate((wanted) => {
        document.documentElement.classList.remove("light", "dark");
        document.documentElement.classList.add(wanted);
      }, mode);
      // What differs in the dark are the colours, and checking everything twice takes a minute.
      const rules = mode === "light" ? everything : colours;
      // Redoc's colours fade into each other.
      await expect.poll(() => violationsOf(page, rules), { message: mode }).toEqual([]);
    }
  });

  it.each(["light", "dark"] as const)("in the open search, %s", async (colorScheme) => {
    await using visit = await startVisit(browser, folderAddress, { colorScheme });
    await visit.open("index.html");
    await visit.page.locator("button.search-open").click();
    await visit.page.locator("#search-words").fill("status");
    await visit.page.locator("#search-results li").first().waitFor();
    expect(await violationsOf(visit.page, everything)).toEqual([]);
  });
});

/** What axe finds, in a form that says where. */
async function violationsOf(page: Page, runOnly: RunOnly): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations }: AxeResult = await page.evaluate(
    (options) => (window as any).axe.run(document, options),
    { runOnly },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** Which rules axe applies. */
interface RunOnly {
  type: "tag" | "rule";
  values: string[];
}

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}
