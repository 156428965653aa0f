import { dirname } from "node:path";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { browserFlags, ownFonts, unpackedBrowser } from "../browser.ts";

const isSupported = process.platform === "linux" && process.arch === "x64";

test.runIf(isSupported)("the Chromium of npm shows text where no font is installed", async () => {
  const { executablePath, environment } = await unpackedBrowser();
  const fonts = await ownFonts(dirname(executablePath));
  const browser = await chromium.launch({
    executablePath,
    args: browserFlags,
    env: { ...process.env, ...environment, ...fonts },
  });
  try {
    const page = await browser.newPage();
    await page.setContent("<b>Some text</b>");
    const width = await page.evaluate("document.querySelector('b').offsetWidth");
    expect(width).toBeGreaterThan(0);
  } finally {
    await browser.close();
  }
});
