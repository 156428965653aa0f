import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchBrowser } from "../../scripts/support/browser.ts";
import { createEmulator, type Emulator } from "../src/index.ts";
import { call, send } from "./support/client.ts";
import { hpRequest } from "./support/requests.ts";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()), 60_000);
afterAll(() => browser.close());

let emulator: Emulator;
let page: Page;
let complaints: string[];
beforeEach(async () => {
  emulator = await createEmulator({ seed: 1, clock: { mode: "manual" } });
  page = await browser.newPage();
  complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${emulator.url}/emulator`);
  await page.getByText("token emulator-token").waitFor();
});
afterEach(async () => {
  await page.close();
  await emulator.close();
});

const createJob = async () =>
  (await call(emulator, "createHpJob", { body: hpRequest() })).body.job_id as string;
const jobItem = (jobId: string) => page.locator(`[data-job="${jobId}"]`);

/** Moves the focus forward until it is on the element that a name is on, as a person with a keyboard does. */
async function tabTo(name: string): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim());
    if (focused === name) return;
  }
  throw new Error(`The keyboard does not get to "${name}"`);
}

describe("the page of the emulator", () => {
  test("shows a job as it comes and goes on, moves the clock by keyboard, and plays the video", async () => {
    const jobId = await createJob();
    const item = jobItem(jobId);
    await item.locator(".status", { hasText: "rendering" }).waitFor();
    await tabTo("Advance 10 seconds");
    await page.keyboard.press("Enter");
    await item.locator(".status", { hasText: "completed" }).waitFor();
    await item.getByText("Videos", { exact: true }).click();
    const video = item.locator("video").first();
    await video.evaluate((element) => (element as unknown as { play(): Promise<void> }).play());
    const played = () =>
      video.evaluate((element) => (element as unknown as { currentTime: number }).currentTime);
    await expect.poll(played, { timeout: 10_000 }).toBeGreaterThan(0);
    await item.getByText("History", { exact: true }).click();
    expect(await item.locator("ol li").count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  test("moves a job by hand", async () => {
    const jobId = await createJob();
    await jobItem(jobId).getByRole("button", { name: "Set failed" }).click();
    await jobItem(jobId).locator(".status", { hasText: "failed" }).waitFor();
    expect((await call(emulator, "getHpJob", { jobId })).body.status).toBe("failed");
  });

  test("adds a fault, shows the request that it hit, and is rid of it then", async () => {
    await page.getByRole("spinbutton", { name: "Status code" }).fill("429");
    await page.getByRole("spinbutton", { name: "Retry-After" }).fill("3");
    await page.getByRole("combobox", { name: "Operation" }).selectOption("listPublicAvatars");
    await page.getByRole("button", { name: "Add fault" }).click();
    await page.locator("#faults > li").waitFor();
    const hit = await send(emulator, { path: "/api/avatars/public" });
    expect(hit.status).toBe(429);
    expect(hit.headers.get("retry-after")).toBe("3");
    await page.locator("#requests li", { hasText: "fault: status" }).waitFor();
    await expect.poll(() => page.locator("#faults li").count()).toBe(0);
  });

  test("plays a gap", async () => {
    await page.locator('[data-gap="error-body"] select').selectOption("html");
    await expect
      .poll(async () => (await send(emulator, { path: "/api/hp_job/x" })).mediaType)
      .toBe("text/html");
  });

  test("shows a job that came while the page was loading", async () => {
    const listed = page.waitForResponse("**/emulator/jobs");
    let jobId = "";
    await page.route("**/emulator/requests", async (route) => {
      await listed;
      jobId = await createJob();
      await route.continue();
    });
    await page.reload();
    await page.getByText("token emulator-token").waitFor();
    await jobItem(jobId).waitFor();
    expect(complaints).toEqual([]);
  });

  test("goes on after the emulator was started again", async () => {
    const { port } = new URL(emulator.url);
    await emulator.close();
    await page.getByText("does not answer").waitFor();
    emulator = await createEmulator({ port: Number(port), clock: { mode: "manual" } });
    await expect.poll(() => page.getByText("does not answer").count(), { timeout: 15_000 }).toBe(0);
    await jobItem(await createJob()).waitFor();
  });

  test("keeps WCAG 2.2 AA in light and dark, and fits a phone", async () => {
    await jobItem(await createJob()).waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // The policy of the page forbids what a tool injects as a script, but not what a debugger evaluates.
      await page.evaluate(axeSource);
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string }[] }> };
        };
        return (await axe.run()).violations.map(({ id }) => id);
      });
      expect(violations, colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 375, height: 700 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width).toBeLessThanOrEqual(375);
  });
});
