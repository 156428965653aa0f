/** A page of the site in a browser, with everything that went wrong on it. */
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { contract, operationsOf } from "../../../../test/support/contract.ts";
import { siteFolder } from "../../../support/locations.ts";
import { operationPage } from "../../links.ts";
import { navigation } from "../../pages.ts";

/** The site as a folder on disk. */
export const folderAddress = `${pathToFileURL(siteFolder).href}/`;

/** The pages of operations. */
export const chapterNames = operationsOf(contract).map(({ operationId }) =>
  operationPage(operationId),
);

/** All other pages of ours; Redocly's page is as Redocly makes it. */
export const pageNames = navigation.flatMap(({ pages }) => pages);

/** A page, and its complaints. Use with `await using`. */
export interface Visit extends AsyncDisposable {
  page: Page;
  /** Errors of the console and of scripts, requests that failed, and requests to another origin. */
  complaints: string[];
  /** Loads a page of the site. */
  open(address: string): Promise<void>;
}

/** Opens an empty tab that listens for complaints. */
export async function startVisit(
  browser: Browser,
  siteAddress: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`script: ${error.message}`));
  page.on("requestfailed", (request) => {
    // A request that the next page made superfluous has not failed.
    const reason = request.failure()?.errorText;
    if (reason !== "net::ERR_ABORTED") complaints.push(`failed: ${request.url()} (${reason})`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on("request", (request) => {
    const isOwn =
      request.url().startsWith(siteAddress) || /^(data|blob|about):/.test(request.url());
    if (!isOwn) complaints.push(`foreign: ${request.url()}`);
  });
  return {
    page,
    complaints,
    async open(address) {
      await page.goto(`${siteAddress}${address}`);
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** Opens the search where it is not open, types, and returns the titles of what is found. */
export async function search(page: Page, words: string): Promise<string[]> {
  if ((await page.locator("dialog[open]").count()) === 0)
    await page.locator("button.search-open").click();
  await page.locator("#search-words").fill(words);
  // The index arrives after the dialog, and looks at the words that stand there by then.
  await page.locator(".search-state", { hasText: /found/ }).waitFor();
  return page.locator("#search-results .found-title").allTextContents();
}
