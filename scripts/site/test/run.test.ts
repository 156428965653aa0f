import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { otherHpRequest } from "../../../test/support/example-requests.ts";
import { launchBrowser } from "../../support/browser.ts";
import { announceBuild, serveSite } from "../serve-site.ts";
import { listen } from "../../support/listen.ts";
import { startBoth } from "./support/both.ts";
import { startVisit, type Visit } from "./support/visit.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

/** Opens the form of a page. */
async function openRun({ page, open }: Visit, name: string) {
  await open(name);
  await page.locator(".run summary").click();
  return {
    address: page.getByLabel("Address"),
    token: page.getByLabel("Token"),
    send: page.getByRole("button", { name: "Send" }),
  };
}

describe("Run", () => {
  it("makes a video on the front page, with nothing to fill in", async () => {
    await using both = await startBoth();
    await using visit = await startVisit(browser, both.address);
    const { send } = await openRun(visit, "");
    await send.click();
    await visit.page.getByText("The job renders").waitFor();
    await both.emulator.clock.advance("1m");
    await visit.page.locator(".run video").first().waitFor();
    expect(await visit.page.locator(".run video").count()).toBe(3);
    const [job] = both.emulator.jobs.list();
    expect(await visit.page.locator(".run-answer pre").textContent()).toContain(job?.id);
    expect(visit.complaints).toEqual([]);
  });

  it("sends the chosen example, and shows a refusal", async () => {
    await using both = await startBoth();
    await using visit = await startVisit(browser, both.address);
    await visit.open("operation-createHpJob.html");
    await visit.page.locator("select[name=example]").selectOption({ index: 1 });
    await visit.page.locator(".run summary").click();
    const body = visit.page.locator(".run textarea");
    expect(JSON.parse(await body.inputValue())).toEqual(otherHpRequest());
    await body.fill("{}");
    await visit.page.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => visit.page.locator(".run-state").textContent()).toMatch(/^4\d\d /);
  });

  it("makes one job, however often it is clicked", async () => {
    await using both = await startBoth();
    await using visit = await startVisit(browser, both.address);
    await openRun(visit, "");
    await visit.page.locator(".run button").evaluate((button: HTMLButtonElement) => {
      for (let click = 0; click < 3; click++) button.click();
    });
    await visit.page.getByText("The job renders").waitFor();
    expect(both.emulator.jobs.list()).toHaveLength(1);
  });

  it("follows the job that was made last", async () => {
    await using both = await startBoth();
    await using visit = await startVisit(browser, both.address);
    const read: string[] = [];
    visit.page.on("request", (request) => {
      if (request.method() === "GET") read.push(request.url());
    });
    const form = await openRun(visit, "");
    const send = async (jobs: number) => {
      await form.send.click();
      await expect.poll(() => both.emulator.jobs.list().length).toBe(jobs);
    };
    await send(1);
    await send(2);
    const [latest, earlier] = both.emulator.jobs.list().map(({ id }) => id);
    const reads = (id = "") => read.filter((url) => url.endsWith(id)).length;
    const before = reads(earlier);
    await expect.poll(() => reads(latest)).toBeGreaterThan(2);
    expect(reads(earlier)).toBeLessThanOrEqual(before + 1);
    expect(await visit.page.locator(".run-answer pre").textContent()).toContain(latest);
  });

  it("keeps the focus on its button, and sends what is typed where a browser keeps nothing", async () => {
    await using both = await startBoth();
    await using visit = await startVisit(browser, both.address);
    await visit.page.addInitScript(() => {
      for (const area of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, area, {
          get() {
            throw new DOMException("denied", "SecurityError");
          },
        });
    });
    const { token, send } = await openRun(visit, "operation-listPublicVoices.html");
    await token.fill("token-of-mine ");
    const asked = visit.page.waitForRequest(/\/api\/voices\/public$/);
    await send.focus();
    await visit.page.keyboard.press("Enter");
    expect((await asked).headers()["authorization"]).toBe("Bearer token-of-mine");
    await visit.page.locator(".run button:focus").waitFor();
  });

  it("is free again when the address of a create that nobody answers is corrected", async () => {
    await using silent = await listen(createServer(() => {}));
    await using both = await startBoth();
    await using visit = await startVisit(browser, both.address);
    const { address, send } = await openRun(visit, "");
    await address.fill(silent.origin);
    await send.click();
    await visit.page.getByText("Waiting for the answer").waitFor();
    await address.fill("");
    await send.click();
    await visit.page.getByText("The job renders").waitFor();
  });

  it("says so when nobody answers", async () => {
    await using both = await startBoth();
    await using visit = await startVisit(browser, both.address);
    const { address, send } = await openRun(visit, "operation-listPublicVoices.html");
    await address.fill("http://127.0.0.1:1");
    await send.click();
    await visit.page.getByText("No answer came from http://127.0.0.1:1.").waitFor();
  });
});

describe("an address and a token of one's own", () => {
  it.each([
    ["Address", "javascript:alert(document.title)"],
    ["Address", "data:text/html,<script>alert(1)</script>"],
    ["Address", "videos.example"],
    ["Token", "schlüssel"],
  ])("is not taken for the %s when it is %s", async (field, text) => {
    await using both = await startBoth();
    await using visit = await startVisit(browser, both.address);
    await visit.open("operation-listPublicVoices.html");
    const code = visit.page.locator("code:visible");
    const before = await code.allTextContents();
    await visit.page.locator(".run summary").click();
    await visit.page.getByLabel(field).fill(text);
    await visit.page.getByRole("button", { name: "Send" }).click();
    expect(await visit.page.getByLabel(field).evaluate((one) => one.matches(":invalid"))).toBe(
      true,
    );
    expect(await code.allTextContents()).toEqual(before);
    expect(await visit.page.locator(".run-state").textContent()).toBe("");
    expect(visit.complaints).toEqual([]);
  });

  it("is the emulator's again when it is deleted", async () => {
    await using both = await startBoth();
    await using visit = await startVisit(browser, both.address);
    const { address, send } = await openRun(visit, "operation-listPublicVoices.html");
    await address.fill("http://127.0.0.1:1");
    await address.fill("");
    await send.click();
    await visit.page.getByText("200 OK").waitFor();
  });

  it("stays one text of a shell, whatever signs it has", async () => {
    await using both = await startBoth();
    await using visit = await startVisit(browser, both.address);
    const { token } = await openRun(visit, "operation-listPublicVoices.html");
    await token.fill('pa$HOME"x`\\y');
    const code = await visit.page.locator("code.language-bash:visible").first().textContent();
    const printed = execFileSync("sh", ["-c", `${code}\nprintf %s "$API_TOKEN"`]);
    expect(printed.toString()).toBe('pa$HOME"x`\\y');
    await visit.open("quickstart.html");
    const program = visit.page.locator("code.language-typescript", { hasText: "token:" }).first();
    const [, written = ""] = /token: (".*") \}/.exec((await program.textContent()) ?? "") ?? [];
    expect(JSON.parse(written)).toBe('pa$HOME"x`\\y');
  });

  it.each(["http://name:secret-of-mine@127.0.0.1:1", "http://127.0.0.1:1/?a=<b>#c"])(
    "may be %s: it runs nothing, and the token is in no address",
    async (address) => {
      await using both = await startBoth();
      await using visit = await startVisit(browser, both.address);
      const asked: string[] = [];
      const dialogs: string[] = [];
      visit.page.on("request", (request) => asked.push(request.url()));
      visit.page.on("dialog", (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      const form = await openRun(visit, "operation-listPublicVoices.html");
      await form.address.fill(address);
      await form.token.fill("token-of-mine");
      await form.send.click();
      await visit.page.getByText("No answer came from").waitFor();
      expect((await visit.page.locator("code:visible").allTextContents()).join()).toContain(
        address,
      );
      expect([...asked, visit.page.url()].join("\n")).not.toContain("token-of-mine");
      expect(dialogs).toEqual([]);
    },
  );

  it("go into the code of this page and the next, and into no address", async () => {
    await using both = await startBoth();
    await using visit = await startVisit(browser, both.address);
    const { address, token } = await openRun(visit, "");
    await address.fill("https://videos.example/");
    await token.fill("secret-of-mine");
    const code = () => visit.page.locator("code:visible").allTextContents();
    expect((await code()).join()).toContain('API_TOKEN="secret-of-mine"');
    await visit.open("operation-getHpJob.html");
    expect((await code()).join()).toContain(
      'export BASE_URL="https://videos.example"\nexport API_TOKEN="secret-of-mine"',
    );
    expect(visit.page.url()).not.toContain("secret");
    await using other = await startVisit(browser, both.address);
    await other.open("operation-getHpJob.html");
    const fresh = (await other.page.locator("code:visible").allTextContents()).join();
    expect(fresh).toContain(`BASE_URL="${both.address.slice(0, -1)}"`);
  });
});

describe("the server of npm start", () => {
  it.each(["index.html", "index.md", "llms.txt", "openapi.yaml", "openapi.json", "sitemap.xml"])(
    "names the character set of %s",
    async (file) => {
      await using both = await startBoth();
      const response = await fetch(both.address + file);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toMatch(/; charset=utf-8$/);
    },
  );

  it("has a page for what is not there, at any depth", async () => {
    await using both = await startBoth();
    await using visit = await startVisit(browser, both.address);
    const response = await visit.page.goto(`${both.address}no/such/page.html`);
    expect(response?.status()).toBe(404);
    await visit.page.getByRole("link", { name: "Overview" }).last().click();
    await visit.page.waitForURL(`${both.address}index.html`);
  });

  it("can be searched from a page that is not there", async () => {
    await using both = await startBoth();
    await using visit = await startVisit(browser, both.address);
    await visit.page.goto(`${both.address}no/such/page.html`);
    await visit.page.locator("button.search-open").click();
    await visit.page.locator("#search-words").fill("createHpJob");
    await visit.page.locator("#search-results a").first().click();
    await visit.page.waitForURL(`${both.address}operation-createHpJob.html`);
  });

  it.each([
    ["GET", "waiting", 200, "text/html; charset=utf-8"],
    ["GET", "waiting?from=elsewhere/", 200, "text/html; charset=utf-8"],
    ["HEAD", "", 200, "text/html; charset=utf-8"],
    ["GET", "waiting/", 404, "text/html; charset=utf-8"],
    ["GET", "index.html/", 404, "text/html; charset=utf-8"],
    ["GET", "/elsewhere.example/", 404, "text/html; charset=utf-8"],
    ["POST", "waiting.html", 405, null],
    ["DELETE", "", 405, null],
  ])("answers %s /%s with %i", async (method, path, status, type) => {
    await using both = await startBoth();
    const response = await fetch(both.address + path, { method, redirect: "manual" });
    expect([response.status, response.headers.get("content-type")]).toEqual([status, type]);
  });

  it("says that it builds, and the page then comes by itself", async () => {
    const site = serveSite();
    let isBuilt = false;
    await using server = await listen(
      createServer((request, response) => (isBuilt ? site : announceBuild)(request, response)),
    );
    const { status, headers } = await fetch(server.origin);
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
    await using visit = await startVisit(browser, `${server.origin}/`);
    await visit.open("quickstart.html");
    await visit.page.getByText("The site is being built").first().waitFor();
    isBuilt = true;
    await visit.page.getByRole("heading", { name: "A video in a minute" }).waitFor();
  });
});
