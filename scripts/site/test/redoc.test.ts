/** What Redoc shows, which draws its page in the browser. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../../support/browser.ts";
import { folderAddress, startVisit } from "./support/visit.ts";
import { areOpen } from "../../../test/support/gaps.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

it("Redoc offers a sample of an operation in each language", async () => {
  await using visit = await startVisit(browser, folderAddress);
  await visit.open("reference.html#operation/createHpJob");
  for (const [shown, next, code] of [
    ["curl", "TypeScript", "client.createHpJob("],
    ["TypeScript", "Python", "urlopen("],
  ] as const) {
    await visit.page.getByRole("button", { name: shown, exact: true }).first().click();
    await visit.page.getByTitle(next, { exact: true }).first().click();
    await visit.page.getByText(code).first().waitFor();
  }
  expect(visit.complaints).toEqual([]);
});

it("without scripts, the page of Redoc leads to those that need none", async () => {
  await using visit = await startVisit(browser, folderAddress, { javaScriptEnabled: false });
  await visit.page.goto(`${folderAddress}reference.html`);
  await visit.page.getByRole("link", { name: "on one page" }).first().click();
  await visit.page.waitForURL(/reference-print\.html$/);
});

it.runIf(areOpen("interface-versioning"))(
  "Redoc shows the gaps of the whole interface before the chapters of its introduction",
  async () => {
    await using visit = await startVisit(browser, folderAddress);
    await visit.open("reference.html");
    const gap = visit.page.getByRole("link", { name: "interface-versioning" }).first();
    const heading = visit.page.getByRole("heading", { name: "Paths without an operation" }).first();
    const [above, below] = await Promise.all([gap.boundingBox(), heading.boundingBox()]);
    expect(above?.y).toBeLessThan(below?.y ?? 0);
  },
);

it.runIf(areOpen("base-address"))(
  "Redoc does not show a placeholder as the address of a service",
  async () => {
    await using visit = await startVisit(browser, folderAddress);
    await visit.open("reference.html");
    await visit.page.getByText("The one shown is a placeholder.").first().waitFor();
  },
);
