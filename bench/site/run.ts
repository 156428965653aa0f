/** `npm run bench -- site`: Lighthouse on every page. With names such as `gaps.html`, those pages alone. */
import { readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { browserFlags, findBrowser } from "../../test/support/browser.ts";
import { listen } from "../../test/support/listen.ts";
import { siteFolder } from "../../scripts/support/locations.ts";
import { median } from "../measure.ts";
import { mediaTypeOf } from "../../scripts/site/serve-site.ts";

// They need not be installed, and have no types then: what is used of them is said here.
interface Result {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items: LoadedFile[] } }>;
}
interface LoadedFile {
  url: string;
  transferSize: number;
}
const { launch } = (await import("chrome-launcher")) as {
  launch: (options: object) => Promise<{ port: number; kill: () => void }>;
};
const { default: lighthouse, desktopConfig } = (await import("lighthouse")) as {
  default: (url: string, flags: object, config?: object) => Promise<{ lhr: Result } | undefined>;
  desktopConfig: object;
};

/** Other work on the machine disturbs single runs. */
const rounds = 3;

const named = process.argv.slice(3);
const built = (await readdir(siteFolder)).filter((name) => name.endsWith(".html")).toSorted();
// Redoc's page is as Redocly makes it.
const pages = named.length > 0 ? named : built.filter((name) => name !== "reference.html");
const compress = promisify(brotliCompress);

await measurePages("desktop", desktopConfig);
await measurePages("phone");

/** Goal: 100 in every category. */
async function measurePages(device: string, config?: object): Promise<void> {
  await using server = await listen(
    createServer((request, response) => void send(request, response)),
  );
  const { executablePath, env } = await findBrowser();
  const browser = await launch({
    ...(executablePath !== undefined && { chromePath: executablePath }),
    envVars: { ...process.env, ...env },
    chromeFlags: [...browserFlags, "--headless=new"],
  });
  for (const page of pages) {
    const runs: Result[] = [];
    // One that is perfect at once needs no median.
    const isPerfect = () =>
      runs.some(({ categories }) => Object.values(categories).every(({ score }) => score === 1));
    for (let round = 0; round < rounds && !isPerfect(); round++) {
      const flags = { port: browser.port, logLevel: "error" as const };
      const result = await lighthouse(`${server.origin}/${page}`, flags, config);
      if (!result) throw new Error(`Lighthouse did not respond for ${page}`);
      runs.push(result.lhr);
    }
    const scores = Object.keys(runs[0]!.categories).map((category) => {
      const values = runs.map(({ categories }) => (categories[category]?.score ?? 0) * 100);
      return `${category} ${median(values).toFixed(0)}`;
    });
    console.log(`${device} ${page}: ${scores.join(", ")}; ${describeLoad(runs)}`);
  }
  browser.kill();
}

/** When the largest part of the first screen was there, how far anything moved, and how much was loaded. */
function describeLoad(runs: Result[]): string {
  const medianOf = (name: string) =>
    median(runs.map(({ audits }) => audits[name]?.numericValue ?? 0));
  const files = runs[0]?.audits["network-requests"]?.details?.items ?? [];
  const kilobytes = (loaded: LoadedFile[]) =>
    Math.round(loaded.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000);
  const clips = files.filter(({ url }) => url.endsWith(".mp4"));
  const seconds = (medianOf("largest-contentful-paint") / 1000).toFixed(2);
  const size = `${kilobytes(files) - kilobytes(clips)} KB and ${kilobytes(clips)} KB of clips`;
  return `largest at ${seconds} s, shift ${medianOf("cumulative-layout-shift").toFixed(3)}, ${size}`;
}

/** As a host would serve the site: compressed, with types. */
async function send({ url = "/" }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, "http://localhost");
  const content = await readFile(join(siteFolder, pathname)).catch(() => undefined);
  if (!content) return void response.writeHead(404).end();
  const isText = !/\.(?:mp4|jpg|png|xlsx|woff2)$/.test(pathname);
  response.writeHead(200, {
    "content-type": mediaTypeOf(pathname),
    ...(isText && { "content-encoding": "br" }),
    "cache-control": "max-age=600",
  });
  response.end(isText ? await compress(content) : content);
}
