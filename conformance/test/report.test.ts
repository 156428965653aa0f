import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BaseAddress, Observer, toBody } from "openapi-gaps/evidence";
import { expect, it } from "vitest";
import { launchBrowser } from "../../test/support/browser.ts";
import { frozenContract } from "../../test/support/frozen.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { undecided } from "../src/judge.ts";
import { escapeMarkup, renderHtml } from "../src/render-html.ts";
import { measureCoverage } from "../src/run.ts";
import { exitCodeOf, openReport, writeReport } from "../src/report.ts";
import type { Disagreement, Exchange, Outcome, RunResult, WorkflowResult } from "../src/result.ts";
import { toCurl } from "../src/send.ts";
import { toHar } from "../src/to-har.ts";
import { renderTable, verdict } from "../src/table.ts";

const long = "with-a-name-that-nothing-breaks-".repeat(4);

const exchange: Exchange = {
  ...{ time: "2026-01-31T10:00:00Z", method: "POST", origin: "https://a.example", path: "/api" },
  ...{ status: 200, headers: {}, purpose: "slides", expects: "success", credential: "token" },
  request: { mediaType: undefined, json: undefined },
  response: { mediaType: undefined, json: undefined },
};

const result: RunResult = {
  service: `https://${long}.example`,
  contract: "0.1.0",
  startedAt: "2026-01-31T10:00:00Z",
  durationMs: 1500,
  workflows: [
    {
      name: "slides",
      title: "Create a dynamic slide video",
      outcome: "differs",
      held: [],
      calls: 1,
      durationMs: 12,
      disagreements: ["/job_id", "/status"].map((place) => ({
        purpose: "slides",
        operation: "createDynamicSlideVideo",
        place,
        problem: "must be string",
        curl: `curl -i -H "Authorization: Bearer $VIDEO_TOKEN" 'https://${long}.example/'`,
      })),
    },
  ],
  news: [{ gap: "avatar-fields", operation: "listPublicAvatars", what: `field ${long} <b>` }],
  coverage: [{ what: "operations", reached: 1, total: 7, missing: Array(6).fill(long) }],
  jobs: [{ id: long, operation: "createHpJob" }],
};

it("a service cannot write to the terminal", () => {
  const jobs = [{ id: "\u001b[2J\u009b\u202e", operation: "createHpJob" }];
  expect(renderTable({ ...result, jobs })).toContain("createHpJob=\\u{1b}[2J\\u{9b}\\u{202e}\n");
});

it("a row of a workflow that differs says why, and the list says how to see it again", () => {
  for (const text of [renderTable(result), renderHtml(result)]) {
    expect(text).toContain("createDynamicSlideVideo /job_id: must be string (and 1 more)");
    expect(text).toContain("curl -i");
  }
  expect(renderHtml(result)).toContain(">1 call<");
});

it("a quote in a request stays one word of the shell, and signs of XML stay text", async () => {
  const sent = { name: "it's <&\"" };
  const curl = toCurl({ ...exchange, request: toBody("application/json", JSON.stringify(sent)) });
  const script = `curl() { printf %s "$9"; }; ${curl}`;
  expect(JSON.parse(execFileSync("sh", ["-c", script]).toString())).toEqual(sent);
  await using folder = await temporaryFolder();
  const workflows = result.workflows.map((workflow) => ({
    ...workflow,
    title: `${sent.name}\u0007`,
    disagreements: workflow.disagreements.map((each) => ({ ...each, curl })),
  }));
  await writeReport(folder.path, { ...result, workflows });
  const junit = await readFile(join(folder.path, "junit.xml"), "utf8");
  expect(junit).toContain('name="it\'s &lt;&amp;&quot;"');
  expect(junit.replace(/<\/?[a-z]+( [a-z]+="[^"<]*")*\/?>|<\?.*\?>/g, "")).not.toMatch(
    /[<>]|&(?!\w+;)/,
  );
});

it("two runs at once make one folder for their reports", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "nightly/report");
  await Promise.all([openReport(path), openReport(path)]);
  await writeReport(path, result);
});

it.each<[outcomes: Outcome[], says: string, exitCode: number]>([
  [["held"], "✓ 1 workflow held", 0],
  [["differs"], "✗ 1 workflow differs, 0 held", 1],
  [["differs", "differs", "held"], "✗ 2 workflows differ, 1 held", 1],
  [["undecided", "differs"], "✗ 1 workflow differs, 0 held, 1 undecided", 1],
  [["held", "undecided"], "✓ 1 workflow held, 1 undecided", 0],
  [["held", "unfinished"], "… 1 workflow held, 1 unfinished", 3],
])("workflows that %j are: %s, and the exit code is %i", (outcomes, says, exitCode) => {
  const workflows = outcomes.map((outcome) => ({ ...result.workflows[0]!, outcome }));
  expect([verdict(workflows), exitCodeOf({ ...result, workflows })]).toEqual([says, exitCode]);
});

it("the page begins with what disagrees, then lists what is undecided, then shows what held", () => {
  const [differing] = result.workflows as [RunResult["workflows"][0]];
  const because = "the service refuses the workflow's placeholders";
  const open = { ...differing, outcome: "undecided" as const, disagreements: [], because };
  const doubt = { gap: undecided, operation: "createHpJob", what: "takes more", doubt: "more" };
  const page = renderHtml({ ...result, workflows: [differing, open], news: [doubt] });
  const parts = [
    "<h2>Disagreements</h2>",
    "createDynamicSlideVideo /status",
    "<h2>Could not be looked at</h2>",
    `<li>Create a dynamic slide video: ${because}`,
    "<li>createHpJob: takes more",
    "<h2>What held</h2>",
    "<td class=",
  ];
  const places = parts.map((part) => page.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});

it("a gap with news is one that the run has met", () => {
  const observer = new Observer(frozenContract, new BaseAddress("https://a.example"));
  const [, gaps] = measureCoverage(observer, result.news);
  expect(gaps).toMatchObject({ what: "gaps", reached: 1 });
  expect(gaps!.missing).not.toContain("avatar-fields");
});

it("a report fits a phone, whatever the names in it", async () => {
  await using folder = await temporaryFolder();
  const file = await folder.write("report.html", renderHtml(result));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
    await page.goto(pathToFileURL(file).href);
    await page.locator("details").evaluateAll((all) => {
      for (const details of all) details.setAttribute("open", "");
    });
    const widths = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]");
    expect(widths).toEqual([360, 360]);
  } finally {
    await browser.close();
  }
});

it("a table fits a screen: what is undecided is counted by kind, and listed when asked for", () => {
  const news = Array.from({ length: 40 }, (_, index) => ({
    gap: undecided,
    operation: "createHpJob",
    what: `${index < 30 ? "refuses" : "takes"} createHpJob with another type at /field-${index}`,
    doubt: index % 2 ? "another type" : "an unknown field",
  }));
  const short = renderTable({ ...result, news });
  expect(short).toContain(
    "--verbose lists them): an unknown field: 15 refused, 5 taken; another type: 15 refused, 5 taken",
  );
  expect(short).not.toContain("/field-1");
  expect(short.split("\n").length).toBeLessThan(30);
  expect(short).toMatch(/^ {2}operations: ([^ ]+, ){3}[^ ]+ and 2 more$/m);
  expect(renderTable({ ...result, news }, true)).toContain("at /field-39");
});

const differing = result.workflows[0]!;
const [first, second] = differing.disagreements as [Disagreement, Disagreement];
const seen = (gap: string | undefined, what: string, operation = "getHpJob") => ({
  gap,
  what,
  operation,
});

/** A run in which there is one of everything. */
const full: RunResult = {
  ...result,
  service: "https://a.example",
  durationMs: 61_234,
  workflows: [
    { ...differing, title: "Slides", calls: 2, disagreements: [first] },
    { ...differing, title: "Avatars", outcome: "held", held: ["a", "b"], disagreements: [] },
    {
      ...differing,
      title: "Voices",
      outcome: "undecided",
      because: "it is empty",
      disagreements: [],
    },
    {
      ...differing,
      title: "HP job",
      outcome: "unfinished",
      because: "it waits",
      disagreements: [],
    },
    {
      ...differing,
      title: "Lipsync",
      outcome: "not tried",
      because: "--create",
      disagreements: [],
    },
  ],
  news: [
    seen("avatar-fields", "field age"),
    seen("avatar-fields", "field age", "listPublicAvatars"),
    seen("avatar-fields", "field age", "listPublicAvatars"),
    seen("avatar-fields", "field size"),
    seen(undefined, "status code 203"),
    { ...seen(undecided, "refuses a number"), doubt: "another type" },
  ],
  coverage: [
    { what: "operations", reached: 6, total: 7, missing: ["createHpJob"] },
    { what: "gaps", reached: 1, total: 3, missing: ["a", "b"] },
    { what: "statuses", reached: 2, total: 2, missing: [] },
  ],
  jobs: [{ id: "job-1", operation: "createHpJob" }],
};

it("a table says of everything what it is, what came of it, and where to look on", () => {
  expect(renderTable(full)).toBe(
    `
https://a.example against contract 0.1.0, 61.2 s

✗ Slides   differs     createDynamicSlideVideo /job_id: must be string
✓ Avatars  held        2 held, 1 call, 12 ms
? Voices   undecided   it is empty
… HP job   unfinished  it waits
· Lipsync  not tried   --create

Disagreements
  createDynamicSlideVideo /job_id: must be string (slides)
      ${first.curl}

Could not be looked at
  Voices: it is empty
  HP job: it waits
  undecided by the specification (--verbose lists them): another type: 1 refused

Seen where the contract is silent
  avatar-fields: field age (getHpJob, listPublicAvatars); field size (getHpJob)
  not documented, and no gap says so: status code 203 (getHpJob)

Jobs created, to be read again with --job
  createHpJob=job-1

Reached: operations: 6 of 7, gaps: 1 of 3, statuses: 2 of 2

Not tried
  operations: createHpJob

✗ 1 workflow differs, 1 held, 1 undecided, 1 unfinished, 1 not tried`.trimStart(),
  );
});

/** What stands on the page, a line for each block: cells are told apart by bars, and of a meter its values are told. */
const readable = (html: string) =>
  html
    .replace(/<style>[^]*<\/style>/, "")
    .replace(/<meter max="(\d+)" value="(\d+)" aria-label="([^"]*)">/g, "{$3: $2 of $1} ")
    .replace(
      /<(td|th|p)\b[^>]* class="(\w+)">|<td class="(\w+)">|<p class="(\w+)">/g,
      "| {$2$3$4} ",
    )
    .replace(/<(td|th)>/g, "| ")
    .replace(/<(li|details|pre|small)>/g, "\n- ")
    .replace(/<[^>]+>/g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

it("a page says of everything what it is, what came of it, and where to look on", () => {
  const workflows = full.workflows.map((each, index) => ({ ...each, durationMs: 20 + index }));
  const [differs] = workflows as [WorkflowResult];
  differs.disagreements = [first, { ...second, purpose: "wrong token", problem: "must be number" }];
  const many = ["m1", "m2", "m3", "m4", "m5"];
  const coverage = [...full.coverage, { what: "fields", reached: 3, total: 8, missing: many }];
  expect(readable(renderHtml({ ...full, workflows, coverage }))).toEqual([
    "Conformance of https://a.example",
    "Conformance of https://a.example",
    "| {differs} ✗ 1 workflow differs, 1 held, 1 undecided, 1 unfinished, 1 not tried",
    "Contract 0.1.0, 2026-01-31T10:00:00Z, 61.2 s. No value of a response is in this file.",
    "Disagreements",
    "- createDynamicSlideVideo /job_id: must be string",
    "- (slides)",
    "- Repeat it",
    `- ${first.curl.replaceAll('"', "&quot;")}`,
    "- createDynamicSlideVideo /status: must be number",
    "- (wrong token)",
    "- Repeat it",
    `- ${first.curl.replaceAll('"', "&quot;")}`,
    "Could not be looked at",
    "- Voices: it is empty",
    "- HP job: it waits",
    "- getHpJob: refuses a number",
    "What held",
    "| Workflow| Outcome| What held, or why not| Calls| Time",
    "| Slides| {differs} differs| createDynamicSlideVideo /job_id: must be string (and 1 more)| {number} 2 calls| {number} 20 ms",
    "| Avatars| {held} held| a; b| {number} 1 call| {number} 21 ms",
    "| Voices| {untried} undecided| it is empty| {number} 1 call| {number} 22 ms",
    "| HP job| {untried} unfinished| it waits| {number} 1 call| {number} 23 ms",
    "| Lipsync| {untried} not tried| --create| {number} 1 call| {number} 24 ms",
    "Seen where the contract is silent",
    "- avatar-fields: field age (getHpJob, listPublicAvatars); field size (getHpJob)",
    "- not documented, and no gap says so: status code 203 (getHpJob)",
    "Jobs created, to be read again with --job",
    "- createHpJob=job-1",
    "How much of the contract was reached",
    "| What| Reached| | Not reached",
    "| operations| {number} 6 of 7| {operations: 6 of 7} | createHpJob",
    "| gaps| {number} 1 of 3| {gaps: 1 of 3} | a, b",
    "| statuses| {number} 2 of 2| {statuses: 2 of 2} |",
    "| fields| {number} 3 of 8| {fields: 3 of 8} |",
    "- 5m1, m2, m3, m4, m5",
  ]);
});

/** Texts of a result that are not of the service: words and forms that a run makes itself. */
const ownTexts = ["outcome", "startedAt"];

it("whatever text a report has from a service is text in each of its files", async () => {
  const odd = (text: string) => `${text}<i>"&`;
  const mark = (name: string, value: unknown) =>
    typeof value === "string" && !ownTexts.includes(name) ? odd(value) : value;
  // What is undecided is told apart by its gap.
  const marked = JSON.parse(
    JSON.stringify({ ...full, news: full.news.filter(({ gap }) => gap !== undecided) }, mark),
  ) as RunResult;
  marked.coverage[0]!.missing = ["1", "2", "3", "4", "5"].map(odd);
  await using folder = await temporaryFolder();
  await writeReport(folder.path, marked);
  for (const name of ["report.html", "junit.xml"]) {
    const text = await readFile(join(folder.path, name), "utf8");
    expect(
      text
        .split("<i>")
        .map((each) => each.slice(-40))
        .slice(0, -1),
      name,
    ).toEqual([]);
    const written = text.split("&lt;i&gt;").slice(1);
    expect(written.length, name).toBeGreaterThan(9);
    expect(written.filter((each) => !each.startsWith("&quot;&amp;"))).toEqual([]);
  }
});

it("a recording is a whole HAR file, and tells no more than was kept", () => {
  const sent = { ...exchange, method: "GET", path: "/api/x", status: 204 };
  const { log } = JSON.parse(toHar([sent], "token"));
  const unknown = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1, bodySize: -1 };
  expect(log).toEqual({
    ...{ version: "1.2", creator: { name: "video-generation-conformance", version: "1" } },
    entries: [
      {
        ...{ startedDateTime: sent.time, time: 0, cache: {} },
        request: {
          ...{ ...unknown, method: "GET", url: "https://a.example/api/x", queryString: [] },
          headers: [],
        },
        response: {
          ...{ ...unknown, status: 204, statusText: "", redirectURL: "", headers: [] },
          content: { size: 0, mimeType: "" },
        },
        timings: { send: -1, wait: -1, receive: -1 },
        ...{ _credential: "token", _purpose: "slides" },
      },
    ],
  });
});

it.each<[what: string, request: Exchange["request"], postData: object | undefined]>([
  ["none", { mediaType: undefined, json: undefined }, undefined],
  ["of JSON", toBody("application/json", '{"a":1}'), { text: '{"a":1}' }],
  ["null", toBody("application/json", "null"), { text: "null" }],
  ["that is no JSON", toBody("application/json", '{"a'), { text: "{" }],
])("a recording has of a body %s what was sent", (_, request, postData) => {
  const { log } = JSON.parse(toHar([{ ...exchange, request }], "token"));
  const type = { mimeType: "application/json" };
  expect(log.entries[0].request.postData).toEqual(postData && { ...type, ...postData });
});

it.each<[what: string, more: Partial<Exchange>, words: string]>([
  ["a read", { method: "GET" }, ""],
  ["a create without a body", {}, "-X POST "],
  [
    "a create",
    { request: toBody("application/json", '{"a":"it\'s"}') },
    `-X POST -H "Content-Type: application/json" --data '{"a":"it'\\''s"}' `,
  ],
  ["a removal", { method: "DELETE" }, "-X DELETE "],
])("%s is repeated by curl as it was sent", (_, more, words) => {
  const token = '-H "Authorization: Bearer $VIDEO_TOKEN" ';
  const address = "'https://a.example/it'\\''s?a=1&b'";
  const curl = toCurl({ ...exchange, path: "/it's?a=1&b", ...more });
  expect(curl).toBe(`curl -i ${token}${words}${address}`);
  // Of an exchange that has no credential, one with the token is repeated.
  expect(toCurl({ ...exchange, path: "/it's?a=1&b", ...more, credential: undefined })).toBe(curl);
});

it.each([
  [["n1", "n2", "n3", "n4"], "<td>n1, n2, n3, n4"],
  [["n1", "n2", "n3", "n4", "n5"], "<td><details><summary>5</summary>n1, n2, n3, n4, n5"],
])("of %j that were not reached, a page shows %s", (missing, cell) => {
  const coverage = [{ what: "operations", reached: 1, total: 9, missing }];
  expect(renderHtml({ ...full, coverage })).toContain(cell);
});

it("a CI system gets a test for each workflow: failures with what disagrees, and why others are skipped", async () => {
  await using folder = await temporaryFolder();
  const workflows = full.workflows.map((each, index) => ({
    ...each,
    name: `w${index}`,
    durationMs: 1000 + index,
  }));
  const [differs] = workflows as [WorkflowResult];
  differs.disagreements = [
    { ...first, curl: "curl 1" },
    { ...second, curl: "curl 2" },
  ];
  await writeReport(folder.path, { ...full, workflows });
  expect(await readFile(join(folder.path, "junit.xml"), "utf8")).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="conformance of https://a.example" tests="5" failures="1" skipped="3" errors="0" time="61.234" timestamp="2026-01-31T10:00:00Z">
  <testcase classname="w0" name="Slides" time="1">
    <failure message="createDynamicSlideVideo /job_id: must be string">createDynamicSlideVideo /job_id: must be string
curl 1</failure>
    <failure message="createDynamicSlideVideo /status: must be string">createDynamicSlideVideo /status: must be string
curl 2</failure>
  </testcase>
  <testcase classname="w1" name="Avatars" time="1.001"/>
  <testcase classname="w2" name="Voices" time="1.002">
    <skipped message="undecided: it is empty"/>
  </testcase>
  <testcase classname="w3" name="HP job" time="1.003">
    <skipped message="unfinished: it waits"/>
  </testcase>
  <testcase classname="w4" name="Lipsync" time="1.004">
    <skipped message="not tried: --create"/>
  </testcase>
</testsuite>
`,
  );
  const kept = JSON.parse(await readFile(join(folder.path, "result.json"), "utf8")) as RunResult;
  expect(kept).toEqual({ ...full, workflows, news: JSON.parse(JSON.stringify(full.news)) });
});

it("a recording has of each exchange what was sent, for what, and what came", () => {
  const request = { mediaType: "application/json", json: { sent: 1 } };
  const response = { mediaType: "text/csv", json: { received: 2 } };
  const headers = { location: "/there", "x-one": "2" };
  const recording = toHar([{ ...exchange, status: 207, headers, request, response }], "token");
  const { log } = JSON.parse(recording) as { log: { entries: Record<string, any>[] } };
  expect(log.entries).toMatchObject([
    {
      ...{ startedDateTime: "2026-01-31T10:00:00Z", _credential: "token", _purpose: "slides" },
      request: {
        ...{ method: "POST", url: "https://a.example/api" },
        postData: { mimeType: "application/json", text: '{"sent":1}' },
      },
      response: {
        ...{ status: 207, redirectURL: "/there" },
        headers: [
          { name: "location", value: "/there" },
          { name: "x-one", value: "2" },
        ],
        content: { size: 14, mimeType: "text/csv", text: '{"received":2}' },
      },
    },
  ]);
});

it.each<[what: string, response: Exchange["response"], content: object]>([
  ["none", { mediaType: undefined, json: undefined }, { size: 0, mimeType: "" }],
  [
    "one that was not read",
    { mediaType: "text/csv", json: undefined, unread: "too long" },
    { size: -1, mimeType: "text/csv" },
  ],
  [
    "one that is no JSON",
    { mediaType: "text/csv", json: undefined, unread: "not JSON" },
    { size: 1, mimeType: "text/csv", text: "…" },
  ],
  [
    "one that is null",
    { mediaType: "application/json", json: null },
    { size: 4, mimeType: "application/json", text: "null" },
  ],
])("a recording says of a body that is %s how long it is", (_, response, content) => {
  const { log } = JSON.parse(toHar([{ ...exchange, response }], "token"));
  expect(log.entries[0].response.content).toEqual(content);
});

it("a command that repeats a body that is no JSON names the file for it", () => {
  const curl = toCurl({ ...exchange, request: toBody("application/json", "{") });
  expect(curl).toContain(`-X POST -H "Content-Type: application/json" --data '@request.json'`);
});

it("what XML cannot hold goes from a text, and what breaks its lines stays", () => {
  const gone = [...Array(32).keys(), 0xfffe, 0xffff].map((code) => String.fromCharCode(code));
  expect(gone.map(escapeMarkup).join("")).toBe("\t\n\r");
});

it("a table of a run that found nothing has no empty lists", () => {
  const [, held] = full.workflows as [WorkflowResult, WorkflowResult];
  const nothing = {
    ...full,
    workflows: [held],
    news: [],
    jobs: [],
    coverage: full.coverage.slice(2),
  };
  expect(renderTable(nothing)).toBe(
    `
https://a.example against contract 0.1.0, 61.2 s

✓ Avatars  held        2 held, 1 call, 12 ms

Reached: statuses: 2 of 2

✓ 1 workflow held`.trimStart(),
  );
});

it.each<[names: number, isVerbose: boolean, shown: string]>([
  [4, false, "n1, n2, n3, n4"],
  [5, false, "n1, n2, n3, n4 and 1 more"],
  [5, true, "n1, n2, n3, n4, n5"],
])("of %i names, verbose: %j, a table shows %s", (count, isVerbose, shown) => {
  const missing = Array.from({ length: count }, (_, index) => `n${index + 1}`);
  const coverage = [{ what: "operations", reached: 0, total: count, missing }];
  expect(renderTable({ ...full, coverage }, isVerbose)).toContain(`  operations: ${shown}\n`);
  const news = missing.map((what) => seen("voice-fields", what));
  const things = missing.map((what) => `${what} (getHpJob)`);
  const few = things.slice(0, 4).join("; ") + (count > 4 ? " and 1 more" : "");
  expect(renderTable({ ...full, news }, isVerbose)).toContain(
    `  voice-fields: ${isVerbose ? things.join("; ") : few}\n`,
  );
});

it("the rows of a table stand below each other, and count what else disagrees", () => {
  const workflows = [
    { ...differing, title: "Slides", disagreements: [first, second, second] },
    { ...differing, title: "Dynamic slides", disagreements: [first] },
  ];
  expect(renderTable({ ...full, workflows })).toContain(
    `
✗ Slides          differs     createDynamicSlideVideo /job_id: must be string (and 2 more)
✗ Dynamic slides  differs     createDynamicSlideVideo /job_id: must be string
`,
  );
});
