/**
 * Finds a Chromium for the browser tests and the measurements, and installs one where there is
 * none.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { ContractError } from "./problem.ts";

const require = createRequire(import.meta.url);

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

/**
 * Path of a Chromium: that of `CHROME_PATH`, of the system, or of Playwright, which is installed if
 * there is no other.
 *
 * @throws {ContractError} when none is found and none can be installed
 */
export function findBrowser(): string {
  const found = findInstalledBrowser();
  if (found) return found;
  console.log("No Chromium was found. Installing Playwright's.");
  try {
    const command = require.resolve("playwright-core/cli.js");
    execFileSync(process.execPath, [command, "install", "chromium"], { stdio: "inherit" });
  } catch {
    throw new ContractError(
      "There is no Chromium, and it cannot be installed. Install Chrome or Chromium, or set CHROME_PATH to one.",
    );
  }
  return chromium.executablePath();
}

function findInstalledBrowser(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env["CHROME_PATH"], ...onPath, ...usualPlaces, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );
}

/** Starts the browser that {@link findBrowser} finds, without a window. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: browserFlags });
}
