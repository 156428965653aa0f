import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../support/browser.ts";
import { collectGaps, rankGaps } from "../../../gaps/src/notes/gaps.ts";
import { root, siteFolder } from "../../support/locations.ts";
import { contract, operationsOf, readGenerated, resolved } from "../../../test/support/contract.ts";
import { SiteServer } from "./support/serve.ts";
import { chapterNames, folderAddress, startVisit, type Visit } from "./support/visit.ts";
import { areOpen } from "../../../test/support/gaps.ts";

const gaps = collectGaps(contract);
const operations = operationsOf(contract);
const schemas = Object.entries(contract.components.schemas);

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
  it.each(operations)("has a page for $operationId with its gaps", async (operation) => {
    const { operationId, path, node, pointer } = operation;
    const text = await textOf(`operation-${operationId}.html`);
    const own = gaps.filter((gap) => gap.node === pointer).map(({ id }) => id);
    const bodies = [node["requestBody"], ...Object.values(node["responses"] as object)];
    for (const word of [node["summary"], path, ...own, ...bodies.flatMap(gapsOfBody)])
      expect(text).toContain(word);
  });

  it.each(schemas)("has a page for %s with its fields and gaps", async (name, schema) => {
    const text = await textOf(`schema-${name}.html`);
    const words = [
      String(schema["title"]),
      ...Object.keys((schema["properties"] ?? {}) as object),
      ...((schema["x-gap"] ?? []) as { id: string }[]).map(({ id }) => id),
    ];
    for (const word of words) expect(text).toContain(word);
  });

  it.runIf(areOpen("segment-time-units"))(
    "shows a gap of a field that has words of its own beside its reference",
    async () => {
      await visit.open("schema-HpVariable.html");
      const link = visit.page.locator('a[href="gaps.html#segment-time-units"]');
      expect(await link.count()).toBe(2);
    },
  );

  it("shows every gap, and links it to the register", () => {
    const pages = ["operations", ...chapterNames].map((name) =>
      readFileSync(join(siteFolder, `${name}.html`), "utf8"),
    );
    const shown = pages.join("");
    for (const { id } of gaps) expect(shown).toContain(`href="gaps.html#${id}"`);
  });

  it.runIf(areOpen("segment-time-type"))(
    "opens a contradiction once on a page, and all notes with a switch that is remembered",
    async () => {
      await using server = await SiteServer.start();
      await using fresh = await startVisit(browser, server.address);
      await fresh.open("schema-HpVariable.html");
      const open = fresh.page.locator("details.gap-note[open]");
      const all = await fresh.page.locator("details.gap-note").count();
      expect(await open.count()).toBe(1);
      await fresh.page.getByRole("button", { name: "Open all notes" }).click();
      expect(await open.count()).toBe(all);
      await fresh.open("schema-HpVariable.html");
      expect(await open.count()).toBe(all);
    },
  );

  it.runIf(areOpen("segment-time-units"))(
    "shows closed notes without scripts and on paper",
    async () => {
      for (const options of [{ javaScriptEnabled: false }, {}]) {
        await using quiet = await startVisit(browser, folderAddress, options);
        await quiet.open("schema-HpVariable.html");
        const note = quiet.page.locator("details.gap-note:not([open]) p").first();
        if (options.javaScriptEnabled !== false) {
          expect(await note.isVisible()).toBe(false);
          await quiet.page.emulateMedia({ media: "print" });
        }
        expect(await note.isVisible()).toBe(true);
      }
    },
  );

  it("changes request and answer with the example, in every language", async () => {
    await visit.open("operation-createHpJob.html");
    const [, second] = await visit.page.locator("select[name=example] option").all();
    await visit.page.locator("select[name=example]").selectOption({ index: 1 });
    const wanted = (await second?.getAttribute("value")) ?? "";
    for (const language of ["curl", "TypeScript", "Python"]) {
      await visit.page.locator(".languages:visible").getByText(language).click();
      const shown = visit.page.locator(".example:visible");
      expect(
        await shown.evaluateAll((all) => all.map((one) => one.getAttribute("data-example"))),
      ).toEqual([wanted, wanted]);
      if (areOpen("variables-or-customizations"))
        expect(await shown.first().locator("code:visible").textContent()).toContain(
          "customizations",
        );
    }
  });
});

describe("the page of Redoc", () => {
  it("holds Redoc byte for byte", () => {
    const page = readFileSync(join(siteFolder, "reference.html"), "utf8");
    const renderer = join(root, "node_modules/@redocly/cli/lib/chunks/redoc.standalone.js");
    expect(page).toContain(readFileSync(renderer, "utf8").trim());
  });

  it("draws an operation that its own address names", async () => {
    await visit.open("reference.html#/hp-jobs/gethpjob");
    const section = visit.page.locator('[data-section-id="/hp-jobs/gethpjob"]');
    await expect.poll(() => section.textContent()).toContain("Get the status of an HP job");
  });
});

describe("the register", () => {
  it("has every gap at its anchor, with its reading and its question", async () => {
    await visit.open("gaps.html");
    for (const { id, reading, question } of gaps) {
      const text = await visit.page.locator(`article#${id}`).textContent();
      expect(text).toContain(reading.replaceAll("`", ""));
      expect(text).toContain(question.replaceAll("`", ""));
    }
  });

  it.runIf(areOpen("variables-or-customizations"))(
    "shows the claims of a contradiction side by side",
    async () => {
      await visit.open("gaps.html#variables-or-customizations");
      const claims = await visit.page.locator("#variables-or-customizations .claims li").all();
      const boxes = await Promise.all(claims.map((claim) => claim.boundingBox()));
      expect(boxes).toHaveLength(2);
      expect(boxes[0]?.y).toBe(boxes[1]?.y);
      expect(boxes[0]?.x).not.toBe(boxes[1]?.x);
    },
  );

  const named = gaps.find(({ operations }) => operations.length > 0);
  it.runIf(named)("filters by kind and by operation", async () => {
    await visit.open("gaps.html");
    const shown = () => visit.page.locator("article.gap:visible").count();
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

  it.runIf(gaps.length > 0)("shows the largest impact first, and filters by it", async () => {
    await visit.open("gaps.html");
    const shown = await visit.page
      .locator("article.gap")
      .evaluateAll((articles) => articles.map(({ id }) => id));
    expect(shown).toEqual(rankGaps(gaps).map(({ id }) => id));
    await visit.page.locator("select[name=impact]").selectOption("cosmetic");
    const left = await visit.page.locator("article.gap:visible").count();
    expect(left).toBe(gaps.filter(({ impact }) => impact === "cosmetic").length);
  });

  it("leads to the letter with all questions, which is a page and a file", () => {
    const page = readFileSync(join(siteFolder, "answers.html"), "utf8");
    expect(readFileSync(join(siteFolder, "questions.md"), "utf8")).toBe(
      readGenerated("questions.md"),
    );
    for (const { id } of gaps) expect(page).toContain(`<code>${id}</code>`);
  });
});

/** Gaps of a response, and of the schema at the top of a body. */
function gapsOfBody(body: unknown): string[] {
  if (!body) return [];
  const node = resolved(contract, body as never);
  const media = Object.values((node["content"] ?? {}) as Record<string, { schema: never }>);
  return [node, ...media.map(({ schema }) => resolved(contract, schema))].flatMap((part) =>
    ((part["x-gap"] ?? []) as { id: string }[]).map(({ id }) => id),
  );
}
