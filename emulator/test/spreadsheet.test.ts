import { once } from "node:events";
import { createServer, type IncomingMessage, request, type RequestListener } from "node:http";
import { hostname } from "node:os";
import { buffer } from "node:stream/consumers";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Listening, listen } from "../../test/support/listen.ts";
import { readAddresses } from "../../test/support/shared-cases.ts";
import { AddressPolicy } from "../src/download/addresses.ts";
import { fetchFile as fetchWith, reasonOf } from "../src/download/download.ts";
import { readSlice, readWorkbook } from "../src/service/workbook/read-workbook.ts";
import { call, createHpJob, readHpJob, start, timeoutMs } from "./support/client.ts";
import { hpRequest, hpSegments } from "../../test/support/example-requests.ts";
import { workbook, workbookOf } from "../../test/support/workbook.ts";

const people = [
  ["Ada", "London"],
  ["Grace", " \u200b\u00a0"],
  ["Zoë & Ørsted", "Køge"],
];
const sheet = workbook([["Name", "City"], ...people]);

const errorCell = `<sheetData><row r="2"><c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row></sheetData>`;

let server: Listening;
const replies: Record<string, RequestListener> = {
  "/data.xlsx": (_request, response) => response.end(sheet),
  "/error.xlsx": (_request, response) => response.end(workbookOf(errorCell)),
  "/hop": (_request, response) => response.writeHead(302, { location: "/data.xlsx" }).end(),
  "/loop": (_request, response) => response.writeHead(302, { location: "/loop" }).end(),
  "/slow": (_request, response) => void response.write("PK"),
  "/large": (_request, response) => response.end(Buffer.alloc(2048)),
};

beforeAll(async () => {
  const files = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const target = url.searchParams.get("to");
    if (target !== null) return void response.writeHead(307, { location: target }).end();
    const reply = replies[url.pathname];
    if (reply) return reply(request, response);
    response.writeHead(404).end();
  });
  server = await listen(files);
});
afterAll(() => server[Symbol.asyncDispose]());

/** A busy machine may take its time: only what never ends is to meet the limit. */
const limits = { timeoutMs: 120_000, maxBytes: 1024 };
const allowing = new AddressPolicy(["127.0.0.1"]);
const fetchFile = (address: string, policy: AddressPolicy, timeoutMs = limits.timeoutMs) =>
  fetchWith(address, policy, { ...limits, timeoutMs }, buffer);

const hosts = await readAddresses();
const ofThisMachine = [...hosts.thisMachine, ...hosts.thisMachineInOtherWords];
const ofOthers = [...hosts.private, ...hosts.metadata];

describe("an address that leads to a private host", () => {
  test.each([...ofThisMachine, ...ofOthers])("%s is refused in a request", async (host) => {
    const body = { ...hpRequest(), data_xlsx_url: `http://${host}:8080/data.xlsx` };
    const { status, body: problem } = await call(await start(), "createHpJob", { body });
    expect([status, problem.errors[0].pointer]).toEqual([422, "/data_xlsx_url"]);
    expect(problem.detail).toContain("private host");
  });

  test.each(["localhost", "127.0.0.2", "[::1]", "10.0.0.1"])(
    "%s is refused at the end of a redirect",
    async (host) => {
      const hop = `${server.origin}/?to=http://${host}:${server.port}/data.xlsx`;
      await expect(fetchFile(hop, allowing)).rejects.toThrow(/private host/);
    },
  );

  test("is refused when only the look-up of its name shows it", async () => {
    // A name that is no private one by its looks; this machine's resolver resolves to a loopback address.
    const fetched = fetchFile(`http://${hostname()}:1/`, new AddressPolicy());
    await expect(fetched).rejects.toThrow(/not allowed|private/i);
  });

  test.each(ofOthers)("%s is refused where this machine is allowed", (host) => {
    const policy = new AddressPolicy([], true);
    expect(policy.findObjection(`http://${host}/`)).toContain("private host");
  });

  test.each(hosts.public)("%s is no such host", (host) =>
    expect(new AddressPolicy().findObjection(`http://${host}/`)).toBeUndefined(),
  );
});

describe("an address of this machine", () => {
  test.each([
    ["a request of this machine", {}, "127.0.0.1", [201, "still"]],
    ["a request of this machine", {}, "localhost", [201, "still"]],
    ["a request of another host", { host: "attacker.example" }, "127.0.0.1", [422, undefined]],
    ["another page", { origin: "https://attacker.example" }, "127.0.0.1", [422, undefined]],
    ["a page of another port", { origin: "http://127.0.0.1:1" }, "127.0.0.1", [422, undefined]],
    ["a request for another one", {}, "192.168.7.7", [422, undefined]],
  ])("of %s %j for %s: %j", async (_name, headers, host, outcome) => {
    const emulator = await start({ allowThisMachine: true, host: "0.0.0.0" });
    const data_xlsx_url = `http://${host}:${server.port}/hop`;
    const authorization = `Bearer ${emulator.token}`;
    const sent = request(`${emulator.url}/api/hp_job`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", ...headers },
    });
    sent.end(JSON.stringify({ ...hpRequest(), data_xlsx_url, data_slice_end_index: 1 }));
    const [{ statusCode }] = (await once(sent, "response")) as [IncomingMessage];
    await emulator.clock.advance("1m");
    expect([statusCode, emulator.jobs.list()[0]?.videos[0]?.clip]).toEqual(outcome);
  });

  test("is not where a public address may redirect to, and may redirect to no other private one", async () => {
    const policy = new AddressPolicy([], true);
    const outside = policy.forRedirectsOf("https://files.example.org/a");
    expect(outside.findObjection(`${server.origin}/data.xlsx`)).toContain("private host");
    const inside = fetchFile(`${server.origin}/?to=http://10.0.0.1/`, policy);
    await expect(inside).rejects.toThrow(/10\.0\.0\.1 is a private host/);
  });
});

describe("a fetch", () => {
  test.each([
    ["/loop", /^The file at \S+ cannot be fetched: it redirects more than 3 times$/],
    ["/large", /larger than 1024 bytes/],
    ["/none", /^The file at \S+ cannot be fetched: it got status code 404$/],
    ["/?to=file:///etc/hostname", /absolute http or https URL/],
  ])("of %s is given up", async (path, reason) => {
    await expect(fetchFile(server.origin + path, allowing)).rejects.toThrow(reason);
  });

  test("follows three redirects, and asks for bytes as they are", async () => {
    const asked: unknown[] = [];
    for (const [step, next] of [3, 2, 1].entries())
      replies[`/step-${step}`] = ({ headers }, response) => {
        asked.push(headers["accept-encoding"]);
        response.writeHead(302, { location: next === 1 ? "/small" : `/step-${step + 1}` }).end();
      };
    replies["/small"] = (_request, response) => response.end("bytes");
    expect(String(await fetchFile(`${server.origin}/step-0`, allowing))).toBe("bytes");
    expect(asked).toEqual(["identity", "identity", "identity"]);
  });

  test.each<[status: number, location: string | undefined, end: RegExp]>([
    [200, "/small", /^bytes$/],
    [201, "/small", /status code 201/],
    [299, "/small", /status code 299/],
    [300, "/small", /^bytes$/],
    [302, undefined, /status code 302/],
    [308, "/small", /^bytes$/],
    [399, "/small", /^bytes$/],
    [400, "/small", /status code 400/],
    [404, "/small", /status code 404/],
  ])("that gets %i with the location %s ends with %s", async (status, location, end) => {
    replies["/small"] = (_request, response) => response.end("bytes");
    replies["/answer"] = (_request, response) =>
      response.writeHead(status, { ...(location && { location }) }).end("bytes");
    const fetched = fetchFile(`${server.origin}/answer`, allowing);
    expect(await fetched.then(String, ({ message }: Error) => message)).toMatch(end);
  });

  test.each<[what: string, status: number, headers: Record<string, string>, reason: RegExp]>([
    ["a redirect", 302, { location: "/none" }, /status code 404/],
    ["a refusal", 503, {}, /status code 503/],
    ["a file that is too large", 200, {}, /larger than 1024 bytes/],
  ])(
    "leaves the body of %s at once",
    async (_, status, headers, reason) => {
      const left = Promise.withResolvers<void>();
      replies["/endless"] = (_request, response) => {
        response.on("close", left.resolve).writeHead(status, headers).write(Buffer.alloc(2048));
      };
      await expect(fetchFile(`${server.origin}/endless`, allowing)).rejects.toThrow(reason);
      await left.promise;
    },
    30_000,
  );

  test.each<[string, (port: number) => string, RegExp]>([
    [
      "https of a server of http",
      (port) => `https://127.0.0.1:${port}/`,
      /does not speak https there; write http/,
    ],
    ["a name that nobody has", () => "http://nowhere.invalid/", /there is no host of its name$/],
  ])("of %s says so in words", async (_name, addressOf, reason) => {
    const policy = new AddressPolicy(["127.0.0.1", "nowhere.invalid"]);
    await expect(fetchFile(addressOf(server.port), policy)).rejects.toThrow(reason);
  });

  test.each([
    ["ERR_TLS_CERT_ALTNAME_INVALID", /certificate of its server is for another name/],
    ["CERT_HAS_EXPIRED", /certificate of its server has expired/],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", /signed by nobody who is known here/],
    ["HPE_INVALID_CONSTANT", /does not speak http there/],
    ["ECONNRESET", /^socket hang up$/],
  ])("that ends in %s says so in words", (code, reason) => {
    expect(reasonOf(Object.assign(new Error("socket hang up"), { code }))).toMatch(reason);
  });

  test("that never ends is given up at its limit", async () => {
    const fetched = fetchFile(`${server.origin}/slow`, allowing, 500);
    await expect(fetched).rejects.toThrow(
      `The file at ${server.origin}/slow cannot be fetched: it took more than 500 ms`,
    );
  });
});

/** A slice of three rows and two columns. */
const slice = { start: 1, end: 3, columns: 2 };

/** A cell as it is written; with style 1 or 2 it is a date, with "own" it has the format. */
type Written = [cell: string, format?: string | undefined];

/** The texts of cells that stand below each other in the first column. */
const textsOf = async (cells: Written[], book: Record<string, string> = {}) => {
  const formats = cells.map(
    ([, format = ""], index) => `<numFmt numFmtId="${164 + index}" formatCode="${format}"/>`,
  );
  const ids = [0, 14, 22, ...cells.map((_, index) => 164 + index)];
  const styles = `<styleSheet><numFmts>${formats.join("")}</numFmts>
    <cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`;
  const rows = cells.map(([cell], index) => {
    const placed = cell.replace("<c", `<c r="A${index + 2}"`).replace('"own"', `"${index + 3}"`);
    return `<row r="${index + 2}">${placed}</row>`;
  });
  const sheet = `<sheetData><row r="1"/>${rows.join("")}</sheetData>`;
  const bytes = workbookOf(sheet, { "xl/styles.xml": styles, ...book });
  const read = await readWorkbook(bytes, { start: 1, end: cells.length, columns: 1 });
  return read.map(([text]) => text);
};

describe("a spreadsheet", () => {
  test("is read below its header, where the slice is", async () => {
    expect(await readWorkbook(sheet, slice)).toEqual(people);
    const part = { start: 2, end: 9, columns: 1 };
    expect(await readWorkbook(sheet, part)).toEqual([["Grace"], ["Zoë & Ørsted"]]);
    expect(await readWorkbook(sheet, { ...part, start: 7 })).toEqual([]);
  });

  const styled = (style: unknown, value: unknown) => `<c s="${style}"><v>${value}</v></c>`;
  const neverRan = {
    unreadable: "a formula without its result; save it in a spreadsheet program",
  };
  const rich = `<is><r><t>A</t></r><r><t> b_x000D_</t></r></is>`;
  const cells: [name: string, cell: string, text: unknown, format?: string][] = [
    ["a shared text", `<c t="s"><v>1</v></c>`, "Ada"],
    ["a number", `<c><v>0.1</v></c>`, "0.1"],
    ["a telephone number", styled(0, 4930123456789), "4930123456789"],
    ["an imprecise number", styled(0, "0.30000000000000004"), "0.3"],
    ["a date", styled(1, 46159), "2026-05-17"],
    ["a date with a time", styled(2, 45322.5), "2024-01-31 12:00"],
    ["a date of a formula", `<c s="1"><f>TODAY()</f><v>46159</v></c>`, "2026-05-17"],
    ["a truth value", `<c t="b"><v>1</v></c>`, "TRUE"],
    ["a formula", `<c t="str"><f>A1&amp;"!"</f><v>Ada!</v></c>`, "Ada!"],
    ["rich text", `<c t="inlineStr">${rich}</c>`, "A b\r"],
    ["an error", `<c t="e"><f>1/0</f><v>#DIV/0!</v></c>`, { unreadable: "the error #DIV/0!" }],
    ["a formula that never ran", `<c><f>1/0</f></c>`, neverRan],
    ["a formula whose text is empty", `<c t="str"><f>""</f><v></v></c>`, ""],
    ["its own format", styled("own", 46159), "17.05.2026", "dd.mm.yyyy"],
    ["its own format", styled("own", 46159.75), "Sunday, May 17", "dddd\\, mmmm d"],
    ["its own format", styled("own", 1.5), "36:00", "[h]:mm"],
    ["its own format", styled("own", 1234.5), "1.234,50 €", "#,##0.00 [$€-407]"],
    ["its own format", styled("own", 7), "7.00days", "0.00&quot;days&quot;"],
    ["its own format", styled("own", 0.05), "5%", "0%"],
    ["a format that is none", styled("own", 7), "7", "mmm dd ["],
  ];

  test("may hold cells of every kind", async () => {
    const texts = `<sst><si><t>Name</t></si><si><r><t>A</t></r><r><t>da</t></r><rPh><t>no</t></rPh></si></sst>`;
    const written = cells.map(([, cell, , format]): Written => [cell, format]);
    const read = await textsOf(written, { "xl/sharedStrings.xml": texts });
    expect(cells.map(([name], index) => [name, read[index]])).toEqual(
      cells.map(([name, , text]) => [name, text]),
    );
  });

  test("counts its dates from 1904 where it says so", async () => {
    const book = `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="1"/><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`;
    expect(await textsOf([[styled(1, 44697)]], { "xl/workbook.xml": book })).toEqual([
      "2026-05-17",
    ]);
  });

  const wideRow = (_: unknown, row: number) => `<row><c r="XFD${row + 1}"><v>1</v></c></row>`;
  test.each([
    ["one cell far out", `<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`],
    ["50,000 wide rows", Array.from({ length: 50_000 }, wideRow).join("")],
  ])("of %s is read without memory for what lies outside of the slice", async (_name, rows) => {
    const bytes = workbookOf(`<sheetData>${rows}</sheetData>`);
    expect(await readWorkbook(bytes, slice, undefined, limits.timeoutMs)).toEqual([]);
  });

  test.each([
    ["is a page", () => Buffer.from("\ufeff\n<html>"), /it is no \.xlsx workbook, but a web page/],
    [
      "is a list",
      () => Buffer.from("name\nAda\n"),
      /it is no \.xlsx workbook, but text, such as CSV/,
    ],
    ["is old", () => Buffer.from("d0cf11e0a1b1", "hex"), /workbook, but an old \.xls file/],
    ["is a picture", () => Buffer.from("\x89PNG\r\n\0"), /workbook, but something else/],
    ["is empty", () => Buffer.from(""), /it is no \.xlsx workbook, but empty/],
    ["is cut", () => sheet.subarray(0, 100), /cannot be read/],
    [
      "is another archive",
      () => zip({ "a.txt": strToU8("x") }),
      /workbook, but another archive; save the sheet as/,
    ],
    ["unpacks to as much as may be", () => unpacksTo(67_108_864), /workbook, but another archive/],
    [
      "unpacks to too much",
      () => unpacksTo(67_108_865),
      /: it unpacks to more than 67108864 bytes; leave only the rows and the columns that are needed\.$/,
    ],
    [
      "has too many texts",
      () => shared("<si/>".repeat(3_200_000)),
      /^The spreadsheet cannot be read: it takes too much memory\.$/,
    ],
    ["has long shared texts in many cells", sharedTexts, /more than 4194304 characters/],
  ])("that %s is refused with a sentence", async (_name, bytes, reason) => {
    const rows = { start: 1, end: 1000, columns: 1 };
    const wanted = readWorkbook(bytes(), rows, undefined, limits.timeoutMs);
    await expect(wanted).rejects.toThrow(reason);
  });

  test.each([
    [4_194_304, /^4194304 letters$/],
    [4_194_305, /^its cells hold more than 4194304 characters$/],
  ])("whose cells hold %i characters together ends with %s", async (letters, end) => {
    const cells = [1, 2].map(
      (row) => `<row r="${row + 1}"><c r="A${row + 1}" t="s"><v>${row - 1}</v></c></row>`,
    );
    const texts = [1_000_000, letters - 1_000_000].map(
      (count) => `<si><t>${"x".repeat(count)}</t></si>`,
    );
    const read = readSlice(shared(texts.join(""), cells.join("")), { ...slice, columns: 1 });
    const told = read.then(
      (rows) => `${rows.flat().join("").length} letters`,
      ({ message }: Error) => message,
    );
    expect(await told).toMatch(end);
  });

  test("may take ten seconds to come, and ten to be read", async () => {
    const limited = vi.spyOn(AbortSignal, "timeout");
    const emulator = await start({ allowHosts: ["127.0.0.1"] });
    const jobId = await createHpJob(emulator, { data_xlsx_url: `${server.origin}/data.xlsx` });
    await emulator.clock.advance("1m");
    expect((await readHpJob(emulator, jobId)).status).toBe("completed");
    const asked = limited.mock.calls.map(([ms]) => ms).filter((ms) => ms !== timeoutMs);
    expect(asked).toEqual([10_000, 10_000]);
  });

  test("that asks for a lot of work is given up, and holds up nobody", async () => {
    const cols = '<col min="1" max="16384" width="3"/>'.repeat(300_000);
    const wide = workbookOf(`<cols>${cols}</cols><sheetData/>`);
    let turns = 0;
    const timer = setInterval(() => turns++, 10);
    await expect(readWorkbook(wide, slice, undefined, 500)).rejects.toThrow(
      /^The spreadsheet cannot be read: it takes too long\.$/,
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });

  test("of many jobs at once waits for its turn: none is fetched before, and none fails by another one", async () => {
    let [open, most] = [0, 0];
    const eight = Promise.withResolvers<void>();
    await using crowd = await listen(
      createServer((_, response) => {
        most = Math.max(most, ++open);
        if (open === 8) eight.resolve();
        response.on("close", () => open--);
        // Those that do not wait have come by then. It is no workbook: each of those takes a process.
        const reply = () => response.end("name");
        void eight.promise.then(() => setTimeout(reply, 50));
      }),
    );
    const clock = { mode: "auto" } as const;
    const emulator = await start({ allowHosts: ["127.0.0.1"], clock, renderMs: 0 });
    const sheet = { data_xlsx_url: `${crowd.origin}/a.xlsx`, data_slice_end_index: 1 };
    const one = { ...sheet, ...{ variable_count: 1, variables: undefined } };
    await Promise.all(Array.from({ length: 16 }, () => createHpJob(emulator, one)));
    const errors = emulator.jobs.list().map(({ error }) => error);
    const own = "The spreadsheet cannot be read: it is no .xlsx workbook, but text, such as CSV.";
    expect(errors).toEqual(Array(16).fill(own));
    expect(most).toBe(8);
  });

  test("that does not come leaves its job waiting, whatever the clock says", async () => {
    const emulator = await start({
      allowHosts: ["127.0.0.1"],
      renderer: () => ({ path: "a.mp4" }),
    });
    const jobId = await createHpJob(emulator, { data_xlsx_url: `${server.origin}/slow` });
    await emulator.clock.advance("5s");
    expect(emulator.jobs.get(jobId)?.progress).toEqual({ done: 0, total: 0 });
  });

  test.each([
    ["/hop", [undefined, "Column 2 is empty.", undefined, "The spreadsheet has no data row 4."]],
    ["/error.xlsx", ["Column 1 holds the error #DIV/0!."]],
  ])("from %s fills an HP job, row by row: %j", async (path, errors) => {
    const emulator = await start({ allowHosts: ["127.0.0.1"] });
    const columns = { variable_count: 2, ...hpSegments([0, 1], [2, 3]) };
    const change = { ...columns, data_slice_end_index: errors.length };
    const jobId = await createHpJob(emulator, { data_xlsx_url: server.origin + path, ...change });
    await emulator.clock.advance("1m");
    const { videos } = (await readHpJob(emulator, jobId)).output;
    expect(videos.map(({ error }: { error?: string }) => error)).toEqual(errors);
  });
});

const zip = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files, { level: 1 }));
const unpacksTo = (bytes: number) => zip({ "a.xml": new Uint8Array(bytes) });

function sharedTexts(): Buffer {
  const row = (index: number) => `<row r="${index}"><c r="A${index}" t="s"><v>0</v></c></row>`;
  const rows = Array.from({ length: 1001 }, (_, index) => row(index + 1)).join("");
  return shared(`<si><t>${"x".repeat(32_767)}</t></si>`, rows);
}

const shared = (texts: string, rows = "") =>
  workbookOf(`<sheetData>${rows}</sheetData>`, { "xl/sharedStrings.xml": `<sst>${texts}</sst>` });
