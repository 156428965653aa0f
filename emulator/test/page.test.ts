import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchBrowser } from "../../test/support/browser.ts";
import { openGapsOf } from "../src/contract/document.ts";
import type { Emulator, Renderer } from "../src/index.ts";
import { requires, tools } from "../../test/support/requires.ts";
import { createHpJob, readHpJob, send, start } from "./support/client.ts";
import { service } from "./support/contracts.ts";
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
  await button("Finish all jobs").waitFor();
});
afterEach(() => page.close());

const row = (key: string) => page.locator(`[data-key="${key}"]`);
const rows = () => page.locator(".list tbody tr");
const detail = () => page.locator(".detail");
const button = (name: string) => page.getByRole("button", { name });
const section = (name: string) =>
  page.getByRole("navigation").getByRole("link", { name, exact: false });
const open = (name: string) => section(name).click();
const refuse = () =>
  send(emulator, {
    ...{ method: "POST", path: "/api/hp_job" },
    body: { ...hpRequest(), music: "yes", data_slice_end_index: undefined },
  });

describe("a tester, from the first view in at most three clicks,", () => {
  let clicks: number;
  beforeEach(() => void (clicks = 0));
  afterEach(() => expect(clicks).toBeLessThanOrEqual(3));
  const click = (locator: Locator) => locator.click().then(() => clicks++);

  test("sees why a request was refused, at each field of what was sent", async () => {
    await refuse();
    await click(section("Requests"));
    await click(rows().filter({ hasText: "422" }));
    const marks = page.getByLabel("Request", { exact: true }).locator("mark");
    await marks.first().waitFor();
    expect(await marks.allInnerTexts()).toEqual([
      expect.stringMatching(/^ +"data_slice_end_index": +This field is required\.$/),
      expect.stringMatching(/^ +"music": "yes", Expected boolean\.$/),
    ]);
    await page.getByLabel("Response").getByText("invalid_field").waitFor();
  });

  test("finds the job of a project name, and plays its video", async () => {
    const jobId = await createHpJob(emulator, { project_name: "Needle" });
    for (let count = 0; count < 100; count++) await createHpJob(emulator);
    await emulator.clock.advance("1m");
    await expect.poll(() => rows().count()).toBe(100);
    await page.keyboard.press("/");
    await page.keyboard.type("needle");
    await expect.poll(() => rows().count()).toBe(1);
    await click(row(jobId));
    await click(button("Row 1"));
    const played = () => page.locator("video").evaluate((element: any) => element.currentTime);
    await expect.poll(played).toBeGreaterThan(0);
  });

  test("lets the next create fail with 503", async () => {
    await click(section("Faults"));
    await page.locator("[name=operation]").selectOption("createHpJob");
    await click(button("Add fault"));
    await page.getByRole("link", { name: "Faults on: 1" }).waitFor();
    const create = { method: "POST", path: "/api/hp_job", body: hpRequest() };
    expect((await send(emulator, create)).status).toBe(503);
    await page.getByText("No fault is on").waitFor();
    await open("Requests");
    await rows().filter({ hasText: "Fault: status" }).waitFor();
  });

  test("makes all jobs finish now", async () => {
    const slow = await createHpJob(emulator, { project_name: "emulator:slow" });
    const stalled = await createHpJob(emulator, { project_name: "emulator:stall" });
    await createHpJob(emulator);
    await click(button("Finish all jobs"));
    await row(slow).getByText("completed").waitFor();
    await row(stalled).getByText("Stalls: it renders until you end it.").waitFor();
  });

  test("copies a request as curl, and runs it", requires(tools.curl), async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const [token, status] of Object.entries({ [emulator.token]: "422", another: "401" })) {
      const headers = { authorization: `Bearer ${token}` };
      const body = { music: "it's" };
      await send(emulator, { method: "POST", path: "/api/hp_job", body, headers });
      await click(section("Requests"));
      await click(rows().filter({ hasText: status }).first());
      await click(button("Copy as curl"));
      await button("Copied").waitFor();
      const command = await page.evaluate("navigator.clipboard.readText()");
      await promisify(execFile)("sh", ["-c", String(command)]);
      const [again, first] = emulator.requests();
      const changed = { id: 1, at: "", headers: {} };
      expect({ ...again, ...changed }).toEqual({ ...first, ...changed });
      await page.reload();
      expect(clicks).toBeLessThanOrEqual(3);
      clicks = 0;
    }
  });
});

describe("the page of the emulator", () => {
  test("says what to do where there is no job, and does it", async () => {
    await page.getByText("No jobs yet").waitFor();
    await button("Send an example").click();
    await rows().getByText("rendering").waitFor();
    expect(emulator.jobs.list()).toHaveLength(1);
  });

  test("shows a job as it goes on", async () => {
    const jobId = await createHpJob(emulator);
    await emulator.clock.advance("4s");
    const done = () =>
      row(jobId)
        .getByRole("progressbar")
        .evaluate((bar: any) => bar.position);
    await expect.poll(done).toBeCloseTo(0.4, 1);
    await row(jobId).getByRole("link").click();
    await detail().getByRole("heading", { name: "Welcome videos" }).waitFor();
    await button("+ 10 s").click();
    await row(jobId).getByText("completed").waitFor();
    const history = detail().getByRole("list", { name: "History" }).locator("li");
    await expect.poll(() => history.count()).toBe(2);
    await detail().getByRole("button", { name: "Row 2" }).click();
    await page.getByLabel("Row 2 of").waitFor();
    await detail().getByText("Hello Grace welcome").waitFor();
    const logo = page.locator(".brand img");
    expect(await logo.evaluate((image: any) => image.naturalWidth)).toBeGreaterThan(0);
    const created = detail().locator("time").first();
    expect(await created.innerText()).toMatch(/^\d\ds ago$/);
    expect(await created.getAttribute("title")).toMatch(/^20.*Z$/);
    expect(complaints).toEqual([]);
  });

  test("shows what the renderer says of a video, and its controls below a picture that stands upright", async () => {
    const blank = await browser.newPage({ viewport: { width: 90, height: 160 } });
    const picture = await blank.screenshot({ type: "jpeg" });
    const renderer: Renderer = async (_task, { folder }) => {
      const poster = `${await folder()}/1.jpg`;
      await writeFile(poster, picture);
      return { path: poster, poster, fidelity: "composition", warning: "Segment 1 is cut." };
    };
    const own = await start({ renderer });
    const jobId = await createHpJob(own);
    await own.clock.advance("10s");
    await page.goto(`${own.url}/emulator#jobs/${jobId}`);
    const cell = detail().getByRole("cell", { name: "composition" }).first();
    expect(await cell.innerText()).toMatch(/^composition expires in \w+\s+Segment 1 is cut\.$/);
    // The picture is white, and dark is what stands below it.
    const brightness = async () => {
      const shot = (await page.locator("video").screenshot()).toString("base64");
      return blank.evaluate(async (png) => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const canvas = new OffscreenCanvas(1, 100).getContext("2d")!;
        canvas.drawImage(image, -image.width / 2, 0, image.width, 100);
        return [60, 80].map((place) => canvas.getImageData(0, place, 1, 1).data[0]);
      }, shot);
    };
    await expect.poll(brightness).toEqual([255, expect.toSatisfy((value) => value < 50)]);
    await blank.close();
  });

  test("counts the failed rows of a job, retries them, and moves the job by hand", async () => {
    const jobId = await createHpJob(emulator, { project_name: "emulator:fail-row-3" });
    await emulator.clock.advance("1m");
    await row(jobId).getByText("Failed rows: 1.").waitFor();
    await row(jobId).getByRole("link").click();
    await detail().getByRole("button", { name: "Retry the failed rows" }).click();
    await row(jobId).getByText("rendering").waitFor();
    await detail().getByRole("button", { name: "Fail" }).click();
    await row(jobId).getByText("failed", { exact: true }).waitFor();
    expect((await readHpJob(emulator, jobId)).status).toBe("failed");
  });

  test("keeps its place while newer ones come, and turns to older ones", async () => {
    const first = await createHpJob(emulator);
    for (let count = 0; count < 100; count++) await createHpJob(emulator);
    await expect.poll(() => rows().count()).toBe(100);
    await rows().first().click();
    await detail().waitFor();
    await expect.poll(() => button("Newest").count()).toBe(0);
    const top = await rows().first().getAttribute("data-key");
    for (let count = 0; count < 3; count++) await createHpJob(emulator);
    await button("3 new").waitFor();
    expect(await rows().first().getAttribute("data-key")).toBe(top);
    await page.keyboard.press("Escape");
    await expect.poll(() => rows().first().getAttribute("data-key")).not.toBe(top);
    await button("Older").click();
    await row(first).waitFor();
    await button("Newest").click();
    await expect.poll(() => rows().count()).toBe(100);
  });

  test("can be used with the keyboard alone", async () => {
    await refuse();
    await send(emulator, { path: "/api/nothing" });
    await open("Requests");
    await row("2").waitFor();
    // Two in one moment, as a key that is held down sends them.
    await page.locator("body").evaluate((body: any) => {
      const event = () =>
        new (globalThis as any).KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true });
      body.dispatchEvent(event());
      body.dispatchEvent(event());
    });
    await detail().getByRole("heading", { name: "Create HP job" }).waitFor();
    await page.keyboard.press("ArrowUp");
    await detail().getByRole("heading", { name: "/api/nothing" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => detail().evaluate((node: any) => node.matches(":focus"))).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => detail().count()).toBe(0);
    await page.locator(`[data-key="2"] a:focus`).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("422");
    await expect.poll(() => rows().count()).toBe(1);
    await page.keyboard.press("Enter");
    await detail().getByRole("heading", { name: "Create HP job" }).waitFor();
  });

  test("sends an example of every operation, and shows its response and its job", async () => {
    await open("Send");
    const chip = page.locator("#response .chip");
    for (const [operation = "", title = ""] of [
      ["createLipsyncVideo", "Create lipsync video"],
      ["createDynamicSlideVideo", "Create dynamic slide video"],
      ["createHpJob", "Create HP job"],
    ]) {
      await page.locator("[name=operation]").selectOption(operation);
      await button("Send").click();
      await page.getByRole("heading", { name: title }).waitFor();
      await expect.poll(() => chip.innerText()).toBe("201");
    }
    await page.locator("[name=operation]").selectOption("getHpJob");
    await button("Send").click();
    await page.getByRole("heading", { name: "Get HP job" }).waitFor();
    await expect.poll(() => chip.innerText()).toBe("200");
    await page.getByRole("link", { name: "The job" }).click();
    await detail().getByText("Create HP job").waitFor();
    expect(emulator.jobs.list()).toHaveLength(3);
    // One without a name of its own is called by its operation, in words.
    await open("Jobs");
    await rows().getByRole("link", { name: "Create dynamic slide video" }).waitFor();
    expect(await page.locator("main").innerText()).not.toContain("createDynamicSlideVideo");
  });

  test("has one row of bars on a phone, which scrolls sideways", async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    const bars = page.locator(".bars");
    expect((await bars.boundingBox())?.height).toBeLessThan(60);
    await button("Finish all jobs").click();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(375);
  });

  test("tells what it has sent from what another program sends in the same moment", async () => {
    await open("Send");
    await page.locator("[name=operation]").selectOption("createLipsyncVideo");
    await page.route("**/api/*", async (route) => {
      const response = await route.fetch();
      await createHpJob(emulator);
      await route.fulfill({ response });
    });
    await button("Send").click();
    await page.locator("#response").getByText("Create lipsync video").waitFor();
    await page.getByRole("link", { name: "The job" }).click();
    const heading = { name: "Create lipsync video" };
    await page.locator("#jobs").getByRole("heading", heading).waitFor();
  });

  test("sends a body that was changed, and says when there is no response", async () => {
    await open("Send");
    await page.locator("[name=operation]").selectOption("createHpJob");
    await page.locator("textarea").fill('{"project_name":"Mine"}');
    await button("Send").click();
    await page.locator("mark").first().waitFor();
    expect(emulator.requests()[0]?.body).toEqual({ project_name: "Mine" });
    // A browser repeats it by itself, where the connection was used before.
    emulator.faults.add({ effect: "reset", when: "after-work", times: 9 });
    await button("Send").click();
    await page.locator("#response").getByText("no response").waitFor();
  });

  test("plays a gap, and says what is wrong with a move of the clock", async () => {
    await open("Clock");
    await page.getByRole("textbox", { name: "Advance by" }).fill("soon");
    await button("Move the clock").click();
    await page.getByText("250ms, 10s, 2m or 1h").waitFor();
    const before = emulator.clock.now();
    await button("+ 2 min").click();
    await expect.poll(() => emulator.clock.now() - before).toBe(120_000);
    await open("Gaps");
    await page
      .getByRole("group", { name: "error-body" })
      .getByRole("button", { name: "html", exact: true })
      .click();
    await page.getByRole("link", { name: "Gaps played: 1" }).waitFor();
    const refused = async () => (await send(emulator, { path: "/api/hp_job/x" })).mediaType;
    await expect.poll(refused).toBe("text/html");
  });

  test.each(["Jobs", "Requests", "Send", "Faults", "Gaps", "Assumptions"])(
    "%s names operations and gaps by their titles",
    async (name) => {
      await createHpJob(emulator);
      emulator.faults.add({ effect: "hang", operation: "createLipsyncVideo" });
      await open(name);
      const named = page.locator("main :is(td, th, option)");
      await named.first().waitFor({ state: "attached" });
      const texts = (await named.allTextContents()).map((text) => text.trim());
      expect(texts).not.toEqual([]);
      const ids = [...service.byId.keys(), ...openGapsOf(service.document)];
      expect(ids.filter((id) => texts.includes(id))).toEqual([]);
    },
  );

  test("shows each cell of each list", async () => {
    const jobId = await createHpJob(emulator, { project_name: "emulator:fail-row-3" });
    await emulator.clock.advance("1m");
    await send(emulator, { path: "/api/nothing" });
    emulator.faults.add({ effect: "hang", operation: "createHpJob", probability: 1, times: 2 });
    emulator.faults.add({ effect: "status", status: 503, probability: 0.25 });
    const cells = async (name: string) => {
      await open(name);
      // The list before it stands until the page has followed.
      await page.getByRole("heading", { name, level: 1 }).waitFor();
      const shown = page.locator("main table tbody tr");
      await shown.first().waitFor();
      return shown.evaluateAll((all) =>
        all.map((row: any) => [...row.cells].map((cell: any) => cell.innerText.trim())),
      );
    };
    const failed = expect.stringMatching(/^emulator:fail-row-3\s+Failed rows: 1\.$/);
    expect(await cells("Jobs")).toEqual([
      ["completed", failed, "2", "Create HP job", jobId, "1m ago"],
    ]);
    const refused = expect.stringMatching(/^GET \/api\/nothing\s+There is nothing at/);
    expect(await cells("Requests")).toEqual([
      ["404", refused, "", "now"],
      ["201", "POST /api/hp_job", "Create HP job", "1m ago"],
    ]);
    const status = expect.stringMatching(/^Respond with a status code\s+status 503$/);
    expect(await cells("Faults")).toEqual([
      ["hang", "Never respond", "Create HP job", "100 % of the next 2", "Remove"],
      ["status", status, "Every operation", "25 % of requests until it is removed", "Remove"],
    ]);
  });

  test("has fields and buttons in line, and says what is wrong with a fault", async () => {
    await open("Faults");
    const fields = page.locator("#add-fault :is(input, select, button)");
    const bottoms = await fields.evaluateAll((nodes) =>
      nodes.map((node) => Math.round(node.getBoundingClientRect().bottom * 2) / 2),
    );
    expect(new Set(bottoms).size).toBe(1);
    await page.getByRole("spinbutton", { name: "Status code" }).fill("");
    await button("Add fault").click();
    await page.getByText("At /status: This field is required.").waitFor();
  });

  test.each(["/", "/emulator/", "/emulator#constructor"])("is there at %s too", async (path) => {
    await page.goto(emulator.url + path);
    await button("Finish all jobs").waitFor();
    await open("Faults");
    await page.getByText("No fault is on").waitFor();
    expect(complaints).toEqual([]);
  });

  test("says without scripts where to read instead", async () => {
    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(`${emulator.url}/emulator`);
    expect(await plain.locator("body").innerText()).toMatch(/needs JavaScript.*the state/s);
    await plain.close();
  });

  test("leads to the reference where there is a site", async () => {
    const own = await start({ siteUrl: "http://127.0.0.1:1/" });
    await page.goto(`${own.url}/emulator`);
    const reference = await section("Reference").getAttribute("href");
    expect(reference).toBe("http://127.0.0.1:1/");
  });

  test("at the address of a session shows and moves the session alone", async () => {
    const session = emulator.session("refunds");
    await createHpJob(emulator, { project_name: "outside" });
    const inside = await createHpJob(session, { project_name: "inside" });
    await page.goto(`${session.url}/emulator`);
    await row(inside).getByText("rendering").waitFor();
    expect(await rows().allInnerTexts()).toEqual([expect.stringContaining("inside")]);
    await button("Finish all jobs").click();
    await row(inside).getByText("completed").waitFor();
    await open("Send");
    await page.locator("[name=operation]").selectOption("createHpJob");
    await button("Send").click();
    await expect.poll(() => session.jobs.list().length).toBe(2);
    expect(emulator.jobs.list().map(({ status }) => status)).toEqual(["rendering"]);
    expect(await page.locator(".brand img").evaluate((logo: any) => logo.naturalWidth)).not.toBe(0);
  });

  test("goes on after the emulator was started again", async () => {
    const { port } = new URL(emulator.url);
    await emulator.close();
    await page.getByText("does not respond").waitFor();
    emulator = await start({ port: Number(port) });
    await expect.poll(() => page.getByText("does not respond").count()).toBe(0);
    await row(await createHpJob(emulator)).waitFor();
  });

  test("keeps WCAG 2.2 AA in light and dark, and fits a phone", async () => {
    await createHpJob(emulator, { project_name: "W".repeat(600) });
    const kind = page.getByRole("cell", { name: "Create HP job" });
    const { width: ofKind = 0, height: ofRow = 0 } = (await kind.boundingBox()) ?? {};
    expect([ofKind > 60, ofRow < 100]).toEqual([true, true]);
    const jobId = await createHpJob(emulator);
    await send(emulator, { path: `/api/${"y".repeat(900)}` });
    await send(emulator, { method: "POST", path: "/api/hp_job", body: {} });
    emulator.faults.add({ effect: "hang" });
    await emulator.clock.advance("10s");
    await row(jobId).getByRole("link").click();
    await detail().getByRole("button", { name: "Row 1" }).click();
    await detail().locator("video").waitFor();
    await open("Requests");
    const { height: ofRequest = 0 } =
      (await page.locator('#requests [data-key="3"]').boundingBox()) ?? {};
    expect(ofRequest).toBeLessThan(150);
    await rows().filter({ hasText: "422" }).click();
    await page.locator("mark").first().waitFor();
    const sections = ["Jobs", "Requests", "Send", "Faults", "Gaps", "Clock", "Assumptions"];
    // The policy of the page forbids what a tool injects as a script, but not what a debugger evaluates.
    await page.evaluate(readFileSync(axe, "utf8"));
    const colours = { runOnly: ["color-contrast", "link-in-text-block"] };
    // What differs in the dark are the colours.
    for (const [colorScheme, rules] of [
      ["light", {}],
      ["dark", colours],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      for (const name of sections) {
        await open(name);
        const options = JSON.stringify({ ...rules, resultTypes: ["violations"] });
        const found: unknown = await page.evaluate(`axe.run(${options})`);
        expect(found, `${name}, ${colorScheme}`).toMatchObject({ violations: [] });
      }
    }
    await page.setViewportSize({ width: 320, height: 700 });
    // Navigation and clock take one row each, and leave the rest to what is shown.
    expect((await page.locator("main").boundingBox())?.y).toBeLessThan(110);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    for (const name of sections) {
      await open(name);
      await expect.poll(width, { message: name }).toBeLessThanOrEqual(320);
    }
  });
});
