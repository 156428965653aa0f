/**
 * `npm run bench -- site`: the bytes of a first view, and Lighthouse on every page. With `weight`, `desktop` or `phone`, that part alone;
 * with names such as `gaps.html` or `seo`, those pages or categories alone.
 */
import { readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig, type Result } from "lighthouse";
import { browserFlags, findBrowser } from "../../scripts/support/browser.ts";
import { listen } from "../../scripts/support/listen.ts";
import { siteFolder } from "../../scripts/support/locations.ts";
import { median } from "../measure.ts";
import { mediaTypeOf } from "../../scripts/site/media-types.ts";

const allCategories = ["performance", "accessibility", "best-practices", "seo"] as const;
/** Other work on the machine disturbs single runs. */
const rounds = 3;

/** Median of Lighthouse; Redoc's page is heavy, and is read at a desk. */
const goalOf = (page: string, device: string) =>
  page !== "reference.html" ? 99 : device === "desktop" ? 90 : 0;

const words = process.argv.slice(3);
const named = words.filter((word) => word.endsWith(".html"));
const built = (await readdir(siteFolder)).filter((name) => name.endsWith(".html")).toSorted();
const pages = named.length > 0 ? named : built;
const chosen = allCategories.filter((category) => words.includes(category));
const categories = chosen.length > 0 ? chosen : allCategories;
const parts = words.filter((word) => ["weight", "desktop", "phone"].includes(word));
const isWanted = (part: string) => parts.length === 0 || parts.includes(part);

if (isWanted("weight")) await measureWeight();
if (isWanted("desktop")) await measurePages("desktop", desktopConfig);
if (isWanted("phone")) await measurePages("phone");

/** What a reader gets at first, as it is and as a host sends it: the page, its style, its script and its icon. */
async function measureWeight(): Promise<void> {
  const compress = promisify(brotliCompress);
  const sizesOf = async (name: string) => {
    const content = await readFile(join(siteFolder, name));
    return [content.length, (await compress(content)).length];
  };
  const shared = await Promise.all(
    ["assets/site.css", "assets/site.js", "assets/logo.svg"].map(sizesOf),
  );
  for (const page of pages) {
    const sizes = [await sizesOf(page), ...shared];
    const [raw, sent] = [0, 1].map((at) => sizes.reduce((sum, size) => sum + size[at]!, 0) / 1024);
    console.log(`weight ${page}: ${raw!.toFixed(1)} KiB, ${sent!.toFixed(1)} KiB as it is sent`);
  }
}

async function measurePages(device: string, config?: typeof desktopConfig): Promise<void> {
  await using server = await serveCompressed();
  const { executablePath, environment } = await findBrowser();
  const browser = await launch({
    chromePath: executablePath,
    envVars: { ...process.env, ...environment },
    chromeFlags: [...browserFlags, "--headless=new"],
  });
  const missed: string[] = [];
  for (const page of pages) {
    const runs: Result[] = [];
    // One that is perfect at once needs no median.
    const isPerfect = () =>
      runs.some((run) => categories.every((name) => run.categories[name]?.score === 1));
    for (let round = 0; round < rounds && !isPerfect(); round++) {
      const result = await lighthouse(
        `${server.origin}/${page}`,
        { port: browser.port, onlyCategories: [...categories], logLevel: "error" },
        config,
      );
      if (!result) throw new Error(`Lighthouse did not answer for ${page}`);
      runs.push(result.lhr);
    }
    const scores = categories.map((category) => {
      const values = runs.map(({ categories }) => (categories[category]?.score ?? 0) * 100);
      const score = `${category} ${median(values).toFixed(0)}`;
      if (median(values) < goalOf(page, device)) missed.push(`${page} ${score}`);
      return score;
    });
    const numberOf = (audit: string) =>
      median(runs.map(({ audits }) => audits[audit]?.numericValue ?? NaN));
    const size = (numberOf("total-byte-weight") / 1024).toFixed(0);
    const loaded = `; ${size} KiB, shift ${numberOf("cumulative-layout-shift").toFixed(4)}`;
    console.log(
      `${device} ${page}: ${scores.join(", ")}${categories.includes("performance") ? loaded : ""}`,
    );
  }
  browser.kill();
  const told = missed.length > 0 ? missed.join(", ") : "none";
  console.log(`${device}: ${pages.length} pages, below their goal: ${told}\n`);
}

/** As a host would serve the site: compressed, with types. */
async function serveCompressed() {
  const compress = promisify(brotliCompress);
  const cache = new Map<string, Promise<Buffer>>();
  const answer = async ({ url = "/" }: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(url, "http://localhost");
    if (!cache.has(pathname))
      cache.set(
        pathname,
        readFile(join(siteFolder, pathname)).then((content) => compress(content)),
      );
    const content = await cache.get(pathname)!.catch(() => undefined);
    if (!content) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": mediaTypeOf(pathname),
      "content-encoding": "br",
      "cache-control": "max-age=600",
    });
    response.end(content);
  };
  return listen(createServer((request, response) => void answer(request, response)));
}
