import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../support/browser.ts";
import { collectGaps, rankGaps } from "openapi-gaps";
import { root, siteFolder } from "../../support/locations.ts";
import { contract, operationsOf, readGenerated } from "../../../test/support/contract.ts";
import { chapterNames, folderAddress, startVisit, type Visit } from "./support/visit.ts";

const gaps = collectGaps(contract);
const operations = operationsOf(contract);

let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  visit = await startVisit(browser, folderAddress);
});

afterAll(() => browser.close());

/** What a reader of a page sees. */
async function textOf(address: string): Promise<string> {
  await visit.page.goto(`${folderAddress}${address}`);
  return (await visit.page.locator("main").textContent()) ?? "";
}

describe("the reference", () => {
  it.each(operations)(
    "has a page for $operationId with its fields, and its notes first",
    async (operation) => {
      const { operationId, path, node } = operation;
      const text = await textOf(`operation-${operationId}.html`);
      const own = gaps.filter(
        (gap) => gap.node === operation.pointer || gap.also?.includes(operationId),
      );
      for (const word of [node["summary"], path, ...own.map(({ id }) => id)])
        expect(text).toContain(word);
      const body = node["requestBody"] as object | undefined;
      if (!body) return;
      const field = visit.page.locator(".field").first();
      expect((await field.boundingBox())?.y, "the first field is on the first screen").toBeLessThan(
        800,
      );
    },
  );

  it("shows every gap, and links it to the register", () => {
    const pages = ["operations", ...chapterNames].map((name) =>
      readFileSync(join(siteFolder, `${name}.html`), "utf8"),
    );
    const shown = pages.join("");
    for (const { id } of gaps) expect(shown).toContain(`href="gaps.html#${id}"`);
  });

  it("says how many notes there are, and how many may cost, and opens them", async () => {
    await visit.open("operation-createHpJob.html");
    const notes = visit.page.locator(".told > details.gap-note").first();
    expect(await notes.locator("summary").textContent()).toMatch(
      /\d+ notes, \d+ may cost money or data/,
    );
    expect(await notes.locator("p").first().isVisible()).toBe(false);
    await notes.locator("summary").click();
    expect(await notes.locator("p").first().isVisible()).toBe(true);
  });

  it("shows closed notes without scripts and on paper", async () => {
    for (const options of [{ javaScriptEnabled: false }, {}]) {
      await using quiet = await startVisit(browser, folderAddress, options);
      await quiet.open("operation-createHpJob.html");
      const note = quiet.page.locator("details.gap-note:not([open]) p").first();
      if (options.javaScriptEnabled !== false) {
        expect(await note.isVisible()).toBe(false);
        await quiet.page.emulateMedia({ media: "print" });
      }
      expect(await note.isVisible()).toBe(true);
    }
  });

  it("changes request and answer with the example, in every language", async () => {
    await visit.open("operation-createHpJob.html");
    const [, second] = await visit.page.locator("select[name=example] option").all();
    await visit.page.locator("select[name=example]").selectOption({ index: 1 });
    const wanted = (await second?.getAttribute("value")) ?? "";
    for (const language of ["Shell", "TypeScript", "Python"]) {
      await visit.page.locator(".languages:visible").getByText(language).click();
      const shown = visit.page.locator(".example:visible");
      expect(
        await shown.evaluateAll((all) => all.map((one) => one.getAttribute("data-example"))),
      ).toEqual([wanted, wanted]);
      expect(await shown.first().locator("code:visible").textContent()).toContain("customizations");
    }
  });
});

describe("the page of Redocly", () => {
  it("holds Redoc byte for byte, and one link back", () => {
    const page = readFileSync(join(siteFolder, "reference.html"), "utf8");
    const renderer = join(root, "node_modules/@redocly/cli/lib/chunks/redoc.standalone.js");
    expect(page).toContain(readFileSync(renderer, "utf8").trim());
    expect(page).toContain("Back to the documentation");
  });

  it("draws an operation that its own address names", async () => {
    await using redoc = await startVisit(browser, folderAddress);
    await redoc.open("reference.html#/hp-jobs/gethpjob");
    const section = redoc.page.locator('[data-section-id="/hp-jobs/gethpjob"]');
    await expect.poll(() => section.textContent()).toContain("Get the status of an HP job");
  });
});

describe("the register", () => {
  it("has every gap at its anchor, with its reading and its question", async () => {
    await visit.open("gaps.html");
    for (const { id, reading, question } of gaps) {
      const text = await visit.page.locator(`details#${id}`).textContent();
      expect(text).toContain(reading.replaceAll("`", ""));
      expect(text).toContain(question.replaceAll("`", ""));
    }
  });

  it("shows the claims of a contradiction side by side", async () => {
    await visit.open("gaps.html#variables-or-customizations");
    const claims = await visit.page.locator("#variables-or-customizations .claims li").all();
    const boxes = await Promise.all(claims.map((claim) => claim.boundingBox()));
    expect(boxes).toHaveLength(2);
    expect(boxes[0]?.y).toBe(boxes[1]?.y);
    expect(boxes[0]?.x).not.toBe(boxes[1]?.x);
  });

  const named = gaps.find(({ operations }) => operations.length > 0);
  it.runIf(named)("filters by kind and by operation", async () => {
    await visit.open("gaps.html");
    const shown = () => visit.page.locator("details.gap:visible").count();
    const { kind, operations } = named!;
    const operation = operations[0]!;
    await visit.page.locator("select[name=kind]").selectOption(kind);
    expect(await shown()).toBe(gaps.filter((gap) => gap.kind === kind).length);
    await visit.page.locator("select[name=operation]").selectOption(operation);
    const both = gaps.filter((gap) => gap.kind === kind && gap.operations.includes(operation));
    expect(await shown()).toBe(both.length);
    expect(await visit.page.locator("#gap-count").textContent()).toContain(String(both.length));
    await visit.page.locator("button[type=reset]").click();
    await expect.poll(shown).toBe(gaps.length);
  });

  it("shows the largest impact first, and opens the gap that a link names", async () => {
    await visit.open("gaps.html#segment-time-units");
    const shown = await visit.page
      .locator("details.gap")
      .evaluateAll((all) => all.map(({ id }) => id));
    expect(shown).toEqual(rankGaps(gaps).map(({ id }) => id));
    const open = await visit.page
      .locator("details.gap[open]")
      .evaluateAll((all) => all.map(({ id }) => id));
    expect(open).toEqual(["segment-time-units"]);
  });

  it("leads to the letter with all questions, which is a page and a file", () => {
    const page = readFileSync(join(siteFolder, "owner.html"), "utf8");
    expect(readFileSync(join(siteFolder, "questions.md"), "utf8")).toBe(
      readGenerated("questions.md"),
    );
    for (const { id } of gaps) expect(page).toContain(`<strong>${id}</strong>`);
  });
});
