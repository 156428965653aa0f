import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../support/browser.ts";
import { collectGaps } from "../../contract/gaps.ts";
import { siteFolder } from "../../support/locations.ts";
import { contract, operationsOf, resolved } from "../../../test/support/contract.ts";
import { folderAddress, startVisit, type Visit } from "./support/visit.ts";

const gaps = collectGaps(contract);
const operations = operationsOf(contract);
const schemas = Object.entries(contract.components.schemas);

let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  visit = await startVisit(browser, folderAddress);
  await visit.open("reference.html");
});

afterAll(() => browser.close());

/** Follows a stable anchor of the reference, and returns the section that the reader then sees. */
async function follow(anchor: string) {
  await visit.page.evaluate((hash) => {
    location.hash = hash;
  }, anchor);
  await visit.page.waitForFunction((hash) => location.hash !== `#${hash}`, anchor);
  const route = decodeURIComponent(new URL(visit.page.url()).hash.slice(1));
  const section = visit.page.locator(`[data-section-id="${route}"]`);
  await section.locator("h2").first().waitFor();
  await expect.poll(() => section.evaluate(isInView)).toBe(true);
  return section;
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

describe("the reference", () => {
  it.each(operations)("shows the operation $operationId at its anchor", async (operation) => {
    const section = await follow(`operation/${operation.operationId}`);
    await expect.poll(() => section.textContent()).toContain(operation.node["summary"]);
    await expect.poll(() => section.textContent()).toContain(operation.path);
  });

  it.each(schemas)(
    "shows the schema %s, its fields and its gaps at its anchor",
    async (name, schema) => {
      const section = await follow(`schema/${name}`);
      const words = [
        String(schema["title"]),
        ...Object.keys((schema["properties"] ?? {}) as object),
        ...((schema["x-gap"] ?? []) as { id: string }[]).map(({ id }) => id),
      ];
      for (const word of words) await expect.poll(() => section.textContent()).toContain(word);
    },
  );

  it("shows a gap of a field that has words of its own beside its reference", async () => {
    const section = await follow("schema/HpVariable");
    const link = section.locator('a[href="gaps.html#segment-time-type"]');
    await expect.poll(() => link.count()).toBe(2);
  });

  it.each(operations)(
    "shows the gaps of $operationId, its body and its answers",
    async (operation) => {
      const { operationId, node, pointer } = operation;
      const section = await follow(`operation/${operationId}`);
      const own = gaps.filter((gap) => gap.node === pointer).map(({ id }) => id);
      for (const id of [...own, ...gapsOfBody(node["requestBody"])])
        await expect.poll(() => section.textContent()).toContain(id);
      for (const [status, answer] of Object.entries((node["responses"] ?? {}) as object)) {
        const header = section.locator("button", { hasText: status }).last();
        if ((await header.getAttribute("aria-expanded")) !== "true") await header.click();
        for (const id of gapsOfBody(answer))
          await expect.poll(() => section.textContent()).toContain(id);
      }
    },
  );

  it("shows every gap that stands on no operation and no schema in its introduction", async () => {
    await visit.open("reference.html#/");
    // Redoc draws the chapters of the introduction as they come into view.
    const content = visit.page.locator("#api-content");
    await visit.page.evaluate(async () => {
      for (let top = 0; top < document.documentElement.scrollHeight; top += 400) {
        window.scrollTo(0, top);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    });
    const general = gaps.filter(({ node }) =>
      /^#\/(info|servers|components\/securitySchemes|paths\/[^/]+$)/.test(node),
    );
    expect(general.length).toBeGreaterThan(10);
    for (const { id } of general) await expect.poll(() => content.textContent()).toContain(id);
  });

  it("links every gap it shows to the register", async () => {
    const links = await visit.page.locator('blockquote a[href^="gaps.html#"]').all();
    expect(links.length).toBeGreaterThan(10);
    for (const link of links)
      expect(await link.getAttribute("href")).toBe(`gaps.html#${await link.textContent()}`);
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

  it("shows the claims of a contradiction side by side", async () => {
    await visit.open("gaps.html#segment-time-type");
    const claims = await visit.page.locator("#segment-time-type .claims li").all();
    const boxes = await Promise.all(claims.map((claim) => claim.boundingBox()));
    expect(boxes).toHaveLength(2);
    expect(boxes[0]?.y).toBe(boxes[1]?.y);
    expect(boxes[0]?.x).not.toBe(boxes[1]?.x);
  });

  it("filters by kind and by operation", async () => {
    await visit.open("gaps.html");
    const shown = () => visit.page.locator("article.gap:visible").count();
    await visit.page.locator("select[name=kind]").selectOption("contradiction");
    expect(await shown()).toBe(gaps.filter(({ kind }) => kind === "contradiction").length);
    await visit.page.locator("select[name=operation]").selectOption("getHpJob");
    const both = gaps.filter(
      ({ kind, operations }) => kind === "contradiction" && operations.includes("getHpJob"),
    );
    expect(await shown()).toBe(both.length);
    expect(await visit.page.locator("#gap-count").textContent()).toContain(String(both.length));
    await visit.page.locator("button[type=reset]").click();
    await expect.poll(shown).toBe(gaps.length);
  });

  it("offers all questions as one text", () => {
    const text = readFileSync(join(siteFolder, "questions.txt"), "utf8");
    for (const { question } of gaps) expect(text).toContain(question.replaceAll("`", ""));
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
