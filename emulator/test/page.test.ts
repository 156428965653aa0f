import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchBrowser } from "../../test/support/browser.ts";
import type { Emulator } from "../src/index.ts";
import { createHpJob, readHpJob, send, start } from "./support/client.ts";
import { hpRequest } from "../../test/support/example-requests.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());

let emulator: Emulator;
let page: Page;
let complaints: string[];
beforeEach(async () => {
  emulator = await start();
  page = await browser.newPage();
  complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${emulator.url}/emulator`);
  await page.getByText("token emulator-token").waitFor();
});
afterEach(() => page.close());

const jobRow = (jobId: string) => page.locator(`[data-key="${jobId}"]`);
const jobDetail = () => page.locator("#job-detail");
const open = (section: string) =>
  page.getByRole("navigation").getByRole("link", { name: section }).click();

describe("the page of the emulator", () => {
  test("shows a job as it goes on, and plays its videos", async () => {
    await page.getByText("No job yet").waitFor();
    const jobId = await createHpJob(emulator);
    await jobRow(jobId).locator(".chip", { hasText: "rendering" }).waitFor();
    await jobRow(jobId).getByRole("link").click();
    await jobDetail().getByRole("heading", { name: "Welcome videos" }).waitFor();
    await page.getByRole("button", { name: "Advance 10 seconds" }).click();
    await jobRow(jobId).locator(".chip", { hasText: "completed" }).waitFor();
    const history = jobDetail().getByRole("list", { name: "History" }).locator("li");
    await expect.poll(() => history.count()).toBe(2);
    await expect.poll(() => jobDetail().locator("video").count()).toBe(3);
    const video = jobDetail().locator("video").first();
    await video.evaluate((element: any) => element.play());
    const played = () => video.evaluate((element: any) => element.currentTime);
    await expect.poll(played).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  test("counts the failed rows of a job, retries them, and moves the job by hand", async () => {
    const jobId = await createHpJob(emulator, { project_name: "emulator:fail-row-3" });
    await emulator.clock.advance("1m");
    await jobRow(jobId).getByText("failed rows: 1").waitFor();
    await jobRow(jobId).getByRole("link").click();
    await jobDetail().getByRole("button", { name: "Retry the failed rows" }).click();
    await jobRow(jobId).locator(".chip", { hasText: "rendering" }).waitFor();
    await jobDetail().getByRole("button", { name: "Set failed" }).click();
    await jobRow(jobId).locator(".chip", { hasText: "failed" }).waitFor();
    expect((await readHpJob(emulator, jobId)).status).toBe("failed");
  });

  test("is enough to find out what is wrong with a refused request", async () => {
    const body = { ...hpRequest(), music: "yes", data_slice_end_index: undefined };
    await send(emulator, { method: "POST", path: "/api/hp_job", body });
    await open("Requests");
    await page.locator("#request-list a", { hasText: "422" }).click();
    const fields = page.getByRole("list", { name: "Refused fields" });
    await fields.waitFor();
    expect(await fields.locator("li").allInnerTexts()).toEqual([
      "/data_slice_end_index This field is required.",
      "/music Expected boolean.",
    ]);
    await page.getByText("invalid_field").waitFor();
  });

  test("sends an example of every operation, and shows its answer and its job", async () => {
    await open("Send");
    const chip = page.locator("#answer .chip");
    for (const operation of ["createLipsyncVideo", "createDynamicSlideVideo", "createHpJob"]) {
      await page.locator("#send [name=operation]").selectOption(operation);
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByRole("heading", { name: operation }).waitFor();
      await expect.poll(() => chip.innerText()).toBe("201");
    }
    await page.locator("#send [name=operation]").selectOption("getHpJob");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("heading", { name: "getHpJob" }).waitFor();
    await expect.poll(() => chip.innerText()).toBe("200");
    await page.getByRole("link", { name: "The job" }).click();
    await jobDetail().getByText("createHpJob").waitFor();
    expect(emulator.jobs.list()).toHaveLength(3);
  });

  test("sends a body that was changed, and says when there is no answer", async () => {
    await open("Send");
    await page.locator("#send [name=operation]").selectOption("createHpJob");
    await page.locator("#send textarea").fill('{"project_name":"Mine"}');
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("list", { name: "Refused fields" }).waitFor();
    expect(emulator.requests()[0]?.body).toEqual({ project_name: "Mine" });
    // A browser repeats it by itself, where the connection was used before.
    emulator.faults.add({ effect: "reset", when: "after-work", times: 9 });
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator("#answer").getByText("no answer").waitFor();
  });

  test("adds a fault, shows the request that it hit, and is rid of it then", async () => {
    await open("Faults");
    await page.getByRole("spinbutton", { name: "Status code" }).fill("429");
    await page.getByRole("spinbutton", { name: "Retry-After" }).fill("3");
    await page.locator("#add-fault [name=operation]").selectOption("listPublicAvatars");
    await page.getByRole("button", { name: "Add fault" }).click();
    await page.locator("#fault-list > li").waitFor();
    const hit = await send(emulator, { path: "/api/avatars/public" });
    expect(hit.status).toBe(429);
    expect(hit.headers.get("retry-after")).toBe("3");
    await expect.poll(() => page.locator("#fault-list > li").count()).toBe(0);
    await open("Requests");
    await page.locator("#request-list li", { hasText: "Fault: status" }).waitFor();
  });

  test("plays a gap, and says what is wrong with a move of the clock", async () => {
    await open("Clock");
    await page.getByRole("textbox", { name: "Advance by" }).fill("soon");
    await page.getByRole("button", { name: "Move the clock" }).click();
    await page.getByText("250ms, 10s, 2m or 1h").waitFor();
    await open("Gaps");
    await page.getByLabel("error-body").selectOption("html");
    const refused = async () => (await send(emulator, { path: "/api/hp_job/x" })).mediaType;
    await expect.poll(refused).toBe("text/html");
  });

  test("shows the newest hundred, and finds others by a text", async () => {
    const needle = await createHpJob(emulator, { project_name: "Needle" });
    for (let count = 0; count < 100; count++) await createHpJob(emulator);
    await expect.poll(() => page.locator("#job-list > li").count()).toBe(100);
    await page.locator("#jobs [type=search]").fill("Needle");
    await expect.poll(() => page.locator("#job-list > li").count()).toBe(1);
    await jobRow(needle).waitFor();
    await send(emulator, { path: "/api/nothing" });
    await open("Requests");
    await page.locator("#requests [type=search]").fill("404");
    await expect.poll(() => page.locator("#request-list > li").count()).toBe(1);
  });

  test("has fields and buttons in line, and says what is wrong with a fault", async () => {
    await open("Faults");
    const fields = page.locator("#add-fault :is(input, select, button)");
    const bottoms = await fields.evaluateAll((nodes) =>
      nodes.map((node) => Math.round(node.getBoundingClientRect().bottom * 2) / 2),
    );
    expect(new Set(bottoms).size).toBe(1);
    await page.getByRole("spinbutton", { name: "Status code" }).fill("");
    await page.getByRole("button", { name: "Add fault" }).click();
    await page.getByText("At /status: This field is required.").waitFor();
  });

  test("says without scripts where to read instead", async () => {
    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(`${emulator.url}/emulator`);
    expect(await plain.locator("body").innerText()).toMatch(/needs JavaScript.*the state/s);
    expect(await plain.getByText("Loading").count()).toBe(0);
    await plain.close();
  });

  test("leads to what the emulator assumes, on the site where there is one", async () => {
    const link = () => page.getByRole("link", { name: "Assumptions" }).getAttribute("href");
    expect(await link()).toBe("/emulator/assumptions");
    const own = await start({ siteUrl: "http://127.0.0.1:1/" });
    await page.goto(`${own.url}/emulator`);
    await expect.poll(link).toBe("http://127.0.0.1:1/assumptions.html");
  });

  test("goes on after the emulator was started again", async () => {
    const { port } = new URL(emulator.url);
    await emulator.close();
    await page.getByText("does not answer").waitFor();
    emulator = await start({ port: Number(port) });
    await expect.poll(() => page.getByText("does not answer").count()).toBe(0);
    await jobRow(await createHpJob(emulator)).waitFor();
  });

  test("keeps WCAG 2.2 AA in light and dark, and fits a phone", async () => {
    const jobId = await createHpJob(emulator);
    await send(emulator, { method: "POST", path: "/api/hp_job", body: {} });
    emulator.faults.add({ effect: "hang" });
    await emulator.clock.advance("10s");
    await jobRow(jobId).getByRole("link").click();
    await jobDetail().locator("video").first().waitFor();
    await open("Requests");
    await page.locator("#request-list a", { hasText: "422" }).click();
    await page.getByRole("list", { name: "Refused fields" }).waitFor();
    const sections = ["Jobs", "Requests", "Send", "Faults", "Gaps", "Clock"];
    // The policy of the page forbids what a tool injects as a script, but not what a debugger evaluates.
    await page.evaluate(readFileSync(axe, "utf8"));
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const section of sections) {
        await open(section);
        const { violations } = (await page.evaluate("axe.run()")) as { violations: object[] };
        expect(violations, `${section}, ${colorScheme}`).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 320, height: 700 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    for (const section of sections) {
      await open(section);
      await expect.poll(width, { message: section }).toBeLessThanOrEqual(320);
    }
  });
});
