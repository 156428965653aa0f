/** Finds a Chromium for the browser tests and the measurements: an installed one, or the one that npm brought. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { root } from "./locations.ts";
import { UserError } from "../../gaps/src/problem.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/** Where the installers of macOS and Windows put Chrome, which is not on the path there. */
const usualPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  join(process.env["PROGRAMFILES"] ?? "C:\\Program Files", "Google/Chrome/Application/chrome.exe"),
];

/**
 * Nothing but the pages under test may use the network, and containers have neither sandbox nor
 * graphics card.
 */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const fontConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** A Chromium, and what its process needs in its environment beside what is there. */
export interface FoundBrowser {
  executablePath: string;
  environment: Record<string, string>;
}

/**
 * The Chromium of `CHROME_PATH`, of the system, of the npm package `@sparticuz/chromium` (Linux on
 * x64), or of Playwright, in this order.
 *
 * @throws {UserError} when there is none
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const installed = findInstalled();
  if (installed) return { executablePath: installed, environment: {} };
  if (process.platform === "linux" && process.arch === "x64") return unpackedBrowser();
  const ofPlaywright = chromium.executablePath();
  if (existsSync(ofPlaywright)) return { executablePath: ofPlaywright, environment: {} };
  throw new UserError(
    "There is no Chromium. Install Chrome or Chromium, set CHROME_PATH to one, or run npx playwright-core install chromium.",
  );
}

/** Starts the browser that {@link findBrowser} finds, without a window. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, environment } = await findBrowser();
  return chromium.launch({
    executablePath,
    args: browserFlags,
    env: { ...process.env, ...environment },
  });
}

function findInstalled(): string | undefined {
  const chosen = process.env["CHROME_PATH"];
  if (chosen && !existsSync(chosen)) {
    throw new UserError(`CHROME_PATH names ${chosen}, which does not exist. Correct or unset it.`);
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [chosen, ...onPath, ...usualPlaces].find((path) => path && existsSync(path));
}

/** The Chromium that came with `npm ci` on Linux on x64, unpacked once for each of its versions. */
export async function unpackedBrowser(): Promise<FoundBrowser> {
  const manifest = join(root, "node_modules/@sparticuz/chromium/package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const folder = join(root, `node_modules/.cache/chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder);
  return {
    executablePath: join(folder, "chromium"),
    environment: {
      // A bare Debian has neither libnss3 nor a font.
      LD_LIBRARY_PATH: join(folder, "al2023/lib"),
      ...(existsSync("/etc/fonts/fonts.conf") ? {} : await ownFonts(folder)),
    },
  };
}

/** Environment in which an unpacked Chromium takes the fonts beside it, and no others. */
export async function ownFonts(folder: string): Promise<Record<string, string>> {
  // The configuration that comes with the fonts names folders of a Lambda only.
  const file = join(folder, "own-fonts.conf");
  if (!existsSync(file)) await writeFile(file, fontConfig);
  return { FONTCONFIG_FILE: file };
}

/** Several test processes may unpack at once: each does so aside, and the first one to end is used. */
async function unpackInto(folder: string): Promise<void> {
  let aside: string | undefined;
  try {
    await mkdir(join(folder, ".."), { recursive: true });
    aside = await mkdtemp(`${folder}-`);
    const unpack = `import { default as c } from "@sparticuz/chromium"; await c.executablePath();`;
    execFileSync(process.execPath, ["--input-type=module", "--eval", unpack], {
      cwd: root,
      // The package unpacks into the temporary folder, and its libraries only on what looks like a Lambda.
      env: { ...process.env, TMPDIR: aside, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" },
      stdio: "pipe",
    });
    await rename(aside, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } catch (error) {
    throw new UserError(
      `The Chromium of @sparticuz/chromium cannot be unpacked: ${reasonOf(error)}\n  Make room for 220 MB in node_modules/.cache and let it be written to, or set CHROME_PATH to a Chrome.`,
    );
  } finally {
    if (aside) await rm(aside, { recursive: true, force: true });
  }
}

/** Of what a process says when it ends with an error, the line that names the error. */
function reasonOf(error: unknown): string {
  const said = String((error as { stderr?: Buffer }).stderr ?? "");
  return /^\[?(\w*Error: [^\]\n]*)/m.exec(said)?.[1] ?? String(error);
}
