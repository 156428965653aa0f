/** The form that sends requests from a page, and the server of `npm start`. */
import { execFileSync } from "node:child_process";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { secondLipsyncRequest } from "../../../test/support/example-requests.ts";
import { videosOf } from "../../../test/support/gaps.ts";
import { launchBrowser } from "../../../test/support/browser.ts";
import { startBoth } from "./support/serve.ts";
import { startVisit } from "./support/visit.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

/** A page beside the emulator, with its form open. Use with `await using`. */
async function openRun(name: string) {
  const both = await startBoth();
  const visit = await startVisit(browser, both.address);
  const { page } = visit;
  await visit.open(name);
  await page.locator(".run .edit > summary").click();
  return {
    ...{ visit, page, site: both.address, emulator: both.emulator },
    code: page.locator("code:visible"),
    address: page.getByLabel("Address"),
    token: page.getByLabel("Token"),
    send: page.locator(".run button[type=submit]"),
    async [Symbol.asyncDispose]() {
      await visit[Symbol.asyncDispose]();
      await both[Symbol.asyncDispose]();
    },
  };
}

describe("Run", () => {
  it("makes a video in the quickstart, with nothing to fill in", async () => {
    await using run = await openRun("quickstart.html");
    await run.page.getByRole("button", { name: "Make a test video" }).click();
    await run.page.getByText("The job renders").waitFor();
    await run.emulator.clock.advance("1m");
    const videos = run.page.locator(".run video");
    await videos.first().waitFor();
    expect(await videos.count()).toBe(await videosOf(3, run.emulator));
    // In a row, where the name is shown, and the response is folded below them.
    const tops = await videos.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().top),
    );
    expect(new Set(tops).size).toBe(1);
    for (const video of await videos.all())
      expect(await video.getAttribute("src")).toMatch(/#t=2$/);
    const [job] = run.emulator.jobs.list();
    const response = run.page.locator(".run-response pre");
    expect(await response.isVisible()).toBe(false);
    await run.page.getByText("Response", { exact: true }).click();
    expect(await response.textContent()).toContain(job?.id);
    expect(run.visit.complaints).toEqual([]);
  });

  it("sends the chosen example, and shows what comes of it", async () => {
    await using run = await openRun("operation-createLipsyncVideo.html");
    await run.page.locator("select[name=example]").selectOption({ index: 1 });
    const body = run.page.locator(".run textarea");
    expect(JSON.parse(await body.inputValue())).toEqual(secondLipsyncRequest());
    run.emulator.faults.add({ effect: "truncate" });
    await run.send.click();
    await run.page.getByText("A job may have started").waitFor();
    run.emulator.faults.add({ effect: "status", status: 500, body: '<p class="a">\n' });
    await run.send.click();
    await run.page.getByText('<p class="a">', { exact: true }).waitFor();
    await body.fill("{}");
    await run.send.click();
    await expect.poll(() => run.page.locator(".run-state").textContent()).toMatch(/^4\d\d /);
  });

  it("makes one job, however often it is clicked, and follows the one that was made last", async () => {
    await using run = await openRun("quickstart.html");
    await run.send.evaluate((button: HTMLButtonElement) => {
      for (let click = 0; click < 3; click++) button.click();
    });
    await run.page.getByText("The job renders").waitFor();
    expect(run.emulator.jobs.list()).toHaveLength(1);
    await run.send.click();
    await expect.poll(() => run.emulator.jobs.list().length).toBe(2);
    const [latest] = run.emulator.jobs.list();
    await run.page.waitForRequest((request) => request.url().endsWith(latest!.id));
    expect(await run.page.locator(".run-response pre").textContent()).toContain(latest!.id);
  });

  it("follows no redirect, which would take the token along", async () => {
    await using run = await openRun("operation-listPublicVoices.html");
    const headers = { location: `${run.site}openapi.json` };
    await run.page.route("**/api/voices/public", (route) =>
      route.fulfill({ status: 307, headers }),
    );
    await run.send.click();
    await run.page.getByText("No whole response came from").waitFor();
  });

  it("says so when nobody responds", async () => {
    await using run = await openRun("operation-listPublicVoices.html");
    await run.address.fill("http://127.0.0.1:1");
    await run.token.fill("my-token");
    // Where it goes, and as whom, is in view before it is sent: a job of the real service may cost money.
    expect(await run.page.locator(".run-target").textContent()).toBe(
      "to http://127.0.0.1:1 with token my-token",
    );
    await run.send.click();
    await run.page.getByText("No whole response came from http://127.0.0.1:1.").waitFor();
    // Without one, it is the emulator's again.
    await run.address.fill("");
    await run.token.fill("");
    await run.send.click();
    await run.page.getByText("200 OK").waitFor();
  });
});

describe("your own address and token", () => {
  it.each([
    ["Address", "javascript:alert(document.title)"],
    ["Address", "videos.example"],
    ["Token", "schlüssel"],
  ])("is not taken for the %s when it is %s", async (field, text) => {
    await using run = await openRun("operation-listPublicVoices.html");
    const before = await run.code.allTextContents();
    const input = run.page.getByLabel(field);
    await input.fill(text);
    await run.send.click();
    expect(await input.evaluate((one) => one.matches(":invalid"))).toBe(true);
    expect(await run.code.allTextContents()).toEqual(before);
    expect(await run.page.locator(".run-state").textContent()).toBe("");
  });

  it("stays one text of a shell, whatever signs it has", async () => {
    await using run = await openRun("operation-listPublicVoices.html");
    await run.token.fill('pa$HOME"x`\\y');
    const code = await run.page.locator("code.language-bash:visible").first().textContent();
    const printed = execFileSync("sh", ["-c", `${code}\nprintf %s "$VIDEO_GENERATION_TOKEN"`]);
    expect(printed.toString()).toBe('pa$HOME"x`\\y');
  });

  it.each(["http://name:secret-of-mine@127.0.0.1:1", "http://127.0.0.1:1/?a=<b>#c"])(
    "may be %s: the token is in no address",
    async (text) => {
      await using run = await openRun("operation-listPublicVoices.html");
      const asked: string[] = [];
      run.page.on("request", (request) => asked.push(request.url()));
      await run.address.fill(text);
      await run.token.fill("token-of-mine");
      await run.send.click();
      await run.page.getByText("No whole response came from").waitFor();
      expect((await run.code.allTextContents()).join()).toContain(text);
      expect([...asked, run.page.url()].join("\n")).not.toContain("token-of-mine");
    },
  );

  it("go into the code of this page and the next, and not into another tab", async () => {
    await using run = await openRun("quickstart.html");
    await run.address.fill("https://videos.example/");
    await run.token.fill("secret-of-mine");
    const shown = async () => (await run.code.allTextContents()).join();
    expect(await shown()).toContain('token: "secret-of-mine"');
    await run.visit.open("operation-getHpJob.html");
    expect(await shown()).toContain(
      'export VIDEO_GENERATION_BASE_URL="https://videos.example"\nexport VIDEO_GENERATION_TOKEN="secret-of-mine"',
    );
    await using other = await startVisit(browser, run.site);
    await other.open("operation-getHpJob.html");
    expect((await other.page.locator("code:visible").allTextContents()).join()).toContain(
      `VIDEO_GENERATION_BASE_URL="${run.site.slice(0, -1)}"`,
    );
  });
});

describe("the server of npm start", () => {
  it("has a page for what is not there, at any depth, that can be searched", async () => {
    await using both = await startBoth();
    await using visit = await startVisit(browser, both.address);
    const response = await visit.page.goto(`${both.address}no/such/page.html`);
    expect(response?.status()).toBe(404);
    await visit.page.locator("button.search-open").click();
    await visit.page.locator("#search-words").fill("createHpJob");
    await visit.page.locator("#search-results a").first().click();
    await visit.page.waitForURL(`${both.address}operation-createHpJob.html`);
  });

  const noStore = { "cache-control": "no-store" };
  const page = { ...noStore, "content-type": "text/html; charset=utf-8" };
  const style = { ...noStore, "content-type": "text/css; charset=utf-8", "content-length": "*" };
  const part = { "accept-ranges": "bytes", "content-range": "bytes 2-4/*" };
  const notAllowed = { allow: "GET, HEAD" };
  it.each<[request: string, status: number, headers: object, asked?: Record<string, string>]>([
    ["GET /", 200, page],
    ["GET /waiting", 200, page],
    ["HEAD /waiting.html", 200, page],
    ["GET /waiting.md", 200, { ...page, "content-type": "text/markdown; charset=utf-8" }],
    ["GET /openapi.yaml", 200, { ...style, "content-type": "text/yaml; charset=utf-8" }],
    ["GET /assets/site.css", 200, style],
    ["HEAD /assets/site.css", 200, style],
    ["GET /assets/site.js", 200, { ...style, "content-type": "text/javascript; charset=utf-8" }],
    ["GET /assets/logo.svg", 200, { ...style, "content-type": "image/svg+xml" }],
    // What a page needs for its first text is not asked for again by the next one.
    [
      "GET /assets/inter.woff2",
      200,
      { "cache-control": "max-age=3600", "content-type": "font/woff2", "content-length": "*" },
    ],
    [
      "GET /assets/site.css",
      206,
      { ...style, ...part, "content-length": "3" },
      { range: "bytes=2-4" },
    ],
    ["GET /waiting/", 404, page],
    ["HEAD /no-such-page", 404, page],
    ["GET /assets/no-such.css", 404, page],
    ["GET //elsewhere.example/", 404, page],
    ["POST /waiting.html", 405, notAllowed],
    ["OPTIONS /", 405, notAllowed],
  ])("responds to %s with %i and %j", async (request, status, headers, asked = {}) => {
    await using both = await startBoth();
    const [method = "", path = ""] = request.split(" ");
    const url = both.address.slice(0, -1) + path;
    const response = await fetch(url, { method, redirect: "manual", headers: asked });
    await response.arrayBuffer();
    const ofConnection = /^(date|connection|keep-alive|transfer-encoding|last-modified)$/;
    const sent = [...response.headers].filter(([name]) => !ofConnection.test(name));
    // How long a file of the site is, is its own.
    const shown = sent.map(([name, value]) => [
      name,
      value.replace(/(?<=^bytes 2-4\/)\d+$/, "*").replace(/^\d{2,}$/, "*"),
    ]);
    expect([response.status, Object.fromEntries(shown)]).toEqual([status, headers]);
  });
});
