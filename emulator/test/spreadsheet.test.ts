import { once } from "node:events";
import { createServer, type IncomingMessage, request, type RequestListener } from "node:http";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Listening, listen } from "../../scripts/support/listen.ts";
import { createEmulator, type Emulator } from "../src/index.ts";
import { AddressPolicy } from "../src/download/addresses.ts";
import { fetchFile } from "../src/download/download.ts";
import { parseWorkbook } from "../src/service/read-sheet.ts";
import { readRows } from "../src/service/sheet.ts";
import { Archive } from "../src/service/workbook.ts";
import { fillSegments } from "../src/service/rows.ts";
import { call } from "./support/client.ts";
import { hpRequest, hpSegments } from "../../test/support/example-requests.ts";
import { workbook, workbookOf } from "../../test/support/workbook.ts";

const sheet = workbook([
  ["Name", "City"],
  ["Ada", "London"],
  ["Grace", ""],
  ["Zoë & Ørsted", "Køge"],
]);

let server: Listening;
const answers: Record<string, RequestListener> = {
  "/data.xlsx": (_request, response) => response.end(sheet),
  "/hop": (_request, response) => response.writeHead(302, { location: "/data.xlsx" }).end(),
  "/loop": (_request, response) => response.writeHead(302, { location: "/loop" }).end(),
  "/slow": (_request, response) => void response.write("PK"),
  "/large": (_request, response) => response.end(Buffer.alloc(2048)),
  "/page": (_request, response) => response.end("<html>Log in first</html>"),
};

beforeAll(async () => {
  const files = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const target = url.searchParams.get("to");
    if (target !== null) return void response.writeHead(307, { location: target }).end();
    const answer = answers[url.pathname];
    if (answer) return answer(request, response);
    response.writeHead(404).end();
  });
  server = await listen(files);
});
afterAll(() => server[Symbol.asyncDispose]());

/** A busy machine may take its time: only what never ends is to meet the limit. */
const limits = { timeoutMs: 120_000, maxBytes: 1024, maxRedirects: 3 };
const allowing = new AddressPolicy(["127.0.0.1"]);

describe("an address that leads to a private host", () => {
  const forms = [
    "127.0.0.1",
    "localhost",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "2130706433",
    "0x7f.1",
    "0.0.0.0",
  ];

  test.each(forms)("%s is refused in a request", async (host) => {
    const emulator = await createEmulator();
    const body = { ...hpRequest(), data_xlsx_url: `http://${host}:8080/data.xlsx` };
    const { status, body: problem } = await call(emulator, "createHpJob", { body });
    await emulator.close();
    expect(status).toBe(422);
    expect(problem.errors[0].pointer).toBe("/data_xlsx_url");
  });

  test.each(forms)("%s is refused at the end of a redirect", async (host) => {
    const target = `http://${host}:${server.port}/data.xlsx`;
    // The redirecting host is allowed under a name that the target does not have, so that only the redirect is on trial.
    const policy = new AddressPolicy(["127.0.0.2"]);
    const redirect = createServer((_request, response) =>
      response.writeHead(302, { location: target }).end(),
    );
    await using relay = await listen(redirect, "127.0.0.2");
    await expect(fetchFile(`${relay.origin}/`, policy, limits)).rejects.toThrow(/private host/);
  });

  test.each([
    "10.1.2.3",
    "172.20.0.1",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "[fe80::1]",
    "[fd00::1]",
    "[::]",
    "db.internal",
  ])("%s is private", (host) => {
    expect(new AddressPolicy().findObjection(`http://${host}/`)).toContain("private host");
  });

  test.each(["https://example.com/a", "http://93.184.216.34/", "https://[2606:4700::1111]/"])(
    "%s is public",
    (address) => {
      expect(new AddressPolicy().findObjection(address)).toBeUndefined();
    },
  );

  test("is refused when only the look-up of its name shows it", async () => {
    // A name that is no private one by its looks; this machine's resolver answers it with a loopback address.
    const { hostname } = await import("node:os");
    const name = hostname();
    await expect(fetchFile(`http://${name}:1/`, new AddressPolicy(), limits)).rejects.toThrow(
      /not allowed|private/i,
    );
  });

  test("is taken when it was allowed", async () => {
    expect(
      await fetchFile(`${server.origin}/hop`, allowing, { ...limits, maxBytes: 100_000 }),
    ).toEqual(sheet);
  });
});

describe("an address of this machine", () => {
  const fetched = async (headers: Record<string, string>, host = "127.0.0.1") => {
    const emulator = await createEmulator({ allowThisMachine: true, host: "0.0.0.0" });
    const data_xlsx_url = `http://${host}:${server.port}/data.xlsx`;
    const sent = request(`${emulator.url}/api/hp_job`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${emulator.token}`,
        "content-type": "application/json",
        ...headers,
      },
    });
    sent.end(JSON.stringify({ ...hpRequest(), data_xlsx_url, data_slice_end_index: 1 }));
    const [{ statusCode }] = (await once(sent, "response")) as [IncomingMessage];
    await emulator.clock.advance("1m");
    const [job] = emulator.jobs.list();
    await emulator.close();
    return [statusCode, job?.videos[0]?.clip];
  };

  test.each(["127.0.0.1", "localhost"])(
    "%s is fetched for a request of this machine",
    async (host) => {
      expect(await fetched({}, host)).toEqual([201, "still"]);
    },
  );

  test.each([
    ["another host", { host: "attacker.example" }],
    ["a page of another origin", { origin: "https://attacker.example" }],
    ["a page of another port", { origin: "http://127.0.0.1:1" }],
  ])("is refused to a request of %s", async (_name, headers) => {
    expect(await fetched(headers)).toEqual([422, undefined]);
  });

  test("stays the only private one", async () => {
    expect(await fetched({}, "192.168.7.7")).toEqual([422, undefined]);
  });

  test("is not where a public address may redirect to, and may redirect to no other private one", async () => {
    const policy = new AddressPolicy(["127.0.0.2"], true);
    const target = `http://127.0.0.1:${server.port}/data.xlsx`;
    const redirect = createServer((_request, response) =>
      response.writeHead(302, { location: target }).end(),
    );
    await using relay = await listen(redirect, "127.0.0.2");
    const outside = policy.forRedirectsOf("https://files.example.org/a");
    expect(outside.findObjection(target)).toContain("private host");
    expect(policy.forRedirectsOf(`${relay.origin}/`).findObjection(target)).toBeUndefined();
    const inside = fetchFile(`${server.origin}/?to=http://10.0.0.1/`, policy, limits);
    await expect(inside).rejects.toThrow(/10\.0\.0\.1 is a private host/);
  });
});

describe("a fetch", () => {
  test.each([
    ["/loop", /redirects more than 3 times/],
    ["/large", /larger than 1024 bytes/],
    ["/none", /status code 404/],
    ["/?to=file:///etc/hostname", /absolute http or https URL/],
  ])("of %s is given up", async (path, reason) => {
    await expect(fetchFile(server.origin + path, allowing, limits)).rejects.toThrow(reason);
  });

  test("that never ends is given up at its limit", async () => {
    const fetched = fetchFile(`${server.origin}/slow`, allowing, { ...limits, timeoutMs: 500 });
    await expect(fetched).rejects.toThrow(/more than 500 ms/);
  });
});

/** A slice of three rows and two columns. */
const slice = { start: 1, end: 3, columns: 2 };

describe("a spreadsheet", () => {
  test("is read below its header, every cell as text", async () => {
    expect(await parseWorkbook(sheet, slice)).toEqual({
      rows: [
        ["Ada", "London"],
        ["Grace", ""],
        ["Zoë & Ørsted", "Køge"],
      ],
      rowCount: 3,
    });
  });

  test("is read only where the slice is, and says how many rows it has", async () => {
    const part = { start: 2, end: 9, columns: 1 };
    expect(await parseWorkbook(sheet, part)).toEqual({
      rows: [["Grace"], ["Zoë & Ørsted"]],
      rowCount: 3,
    });
    expect(await parseWorkbook(sheet, { start: 7, end: 9, columns: 1 })).toEqual({
      rows: [],
      rowCount: 3,
    });
  });

  test("may share texts, and hold numbers, dates, truth values, formulas and rich text", async () => {
    const cells = `<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2">
      <c r="A2" t="s"><v>1</v></c><c r="B2"><v>0.10</v></c><c r="C2" s="1"><v>45322.5</v></c>
      <c r="D2" t="b"><v>1</v></c><c r="E2" t="str"><f>A2&amp;"!"</f><v>Ada!</v></c>
      <c r="F2" t="inlineStr"><is><r><t>A</t></r><r><t xml:space="preserve"> b_x000D_</t></r><rPh><t>x</t></rPh></is></c>
      <c r="G2" s="2"><v>7</v></c></row></sheetData>`;
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.00&quot;days&quot;"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/></cellXfs></styleSheet>`;
    const texts = `<sst><si><t>Name</t></si><si><r><t>A</t></r><r><t>da</t></r><rPh><t>no</t></rPh></si></sst>`;
    const bytes = workbookOf(cells, { "xl/styles.xml": styles, "xl/sharedStrings.xml": texts });
    const { rows } = await parseWorkbook(bytes, { start: 1, end: 1, columns: 7 });
    expect(rows).toEqual([
      ["Ada", "0.10", "2024-01-31 12:00", "TRUE", "Ada!", "A b\r", "7.00days"],
    ]);
  });

  test.each([
    ["yyyy-mm-dd", "46159", "2026-05-17"],
    ["dd.mm.yyyy", "46159", "17.05.2026"],
    ["dddd\\, mmmm d", "46159.75", "Sunday, May 17"],
    ["#,##0.00 [$€-407]", "1234.5", "1.234,50 €"],
    ["0%", "0.05", "5%"],
    ["General", "0.30000000000000004", "0.3"],
    ["General", "4930123456789", "4930123456789"],
    ["yyyy-mm-dd", "1e300", "1E+300"],
    ["mmm dd [", "7", "7"],
  ])("shows a cell in its own format %s: %s as %s", async (code, written, shown) => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`;
    const cell = `<sheetData><row r="2"><c r="A2" s="0"><v>${written}</v></c></row></sheetData>`;
    const bytes = workbookOf(cell, { "xl/styles.xml": styles });
    expect((await parseWorkbook(bytes, { ...slice, columns: 1 })).rows).toEqual([[shown]]);
  });

  test("counts its dates from 1904 where it says so", async () => {
    const book = `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="1"/><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`;
    const styles = `<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>`;
    const cell = `<sheetData><row r="2"><c r="A2" s="0"><v>44697</v></c></row></sheetData>`;
    const bytes = workbookOf(cell, { "xl/workbook.xml": book, "xl/styles.xml": styles });
    expect((await parseWorkbook(bytes, { ...slice, columns: 1 })).rows).toEqual([["2026-05-17"]]);
  });

  test("has a row fail whose formula ended in an error, and says which cell", async () => {
    const cells = `<sheetData><row r="2"><c r="A2"><v>7</v></c><c r="B2" t="e"><v>#DIV/0!</v></c></row></sheetData>`;
    const data = await parseWorkbook(workbookOf(cells), slice);
    const input = { ...hpRequest(), variable_count: 2, data_slice_end_index: 1 };
    expect(fillSegments({ ...input, variables: undefined } as never, data)).toEqual([
      { index: 1, error: "Column 2 holds the error #DIV/0!." },
    ]);
  });

  test.each(["XFD1048576", "Z1048576", "XFD2"])(
    "with one cell at %s is read without memory for what lies before it",
    async (cell) => {
      const row = Number(/\d+$/.exec(cell)?.[0]);
      const far = workbookOf(
        `<sheetData><row r="${row}"><c r="${cell}"><v>1</v></c></row></sheetData>`,
      );
      expect(far.length).toBeLessThan(2000);
      const before = process.memoryUsage.rss();
      const { rows, rowCount } = await parseWorkbook(far, slice);
      expect(rowCount).toBe(row - 1);
      expect(rows.flat().every((text) => text === "")).toBe(true);
      expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 1024 * 1024);
    },
  );

  test("of many wide rows is read no further than the slice", async () => {
    const row = (index: number) => `<row r="${index}"><c r="XFD${index}"><v>1</v></c></row>`;
    const rows = Array.from({ length: 200_000 }, (_, index) => row(index + 1)).join("");
    const wide = workbookOf(`<sheetData>${rows}</sheetData>`);
    expect((await parseWorkbook(wide, slice)).rowCount).toBe(4);
  });

  test("whose cells share one long text is refused when they hold too much together", async () => {
    const row = (index: number) => `<row r="${index}"><c r="A${index}" t="s"><v>0</v></c></row>`;
    const rows = Array.from({ length: 1001 }, (_, index) => row(index + 1)).join("");
    const texts = `<sst><si><t>${"x".repeat(32_767)}</t></si></sst>`;
    const shared = workbookOf(`<sheetData>${rows}</sheetData>`, { "xl/sharedStrings.xml": texts });
    await expect(parseWorkbook(shared, { start: 1, end: 1000, columns: 1 })).rejects.toThrow(
      /4194304 characters/,
    );
  });

  test.each([["["], ['"'], ['["']])(
    "whose format of a number is %s 300,000 times is read",
    async (part) => {
      const code = part.repeat(300_000).replaceAll('"', "&quot;");
      const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`;
      const cell = `<sheetData><row r="2"><c r="A2" s="0"><v>7</v></c></row></sheetData>`;
      const bytes = workbookOf(cell, { "xl/styles.xml": styles });
      expect((await parseWorkbook(bytes, { start: 1, end: 1, columns: 1 })).rows).toEqual([["7"]]);
    },
  );

  test.each(["9e99", "-5", "one", "1.0e7"])(
    "with a row %s counts on from the one before",
    async (number) => {
      const rows = `<sheetData><row r="1"/><row r="${number}"><c r="A2"><v>7</v></c></row></sheetData>`;
      const { rows: read, rowCount } = await parseWorkbook(workbookOf(rows), slice);
      expect([read[0]?.[0], rowCount]).toEqual(["7", 1]);
    },
  );

  test("that is none is refused", async () => {
    await expect(readRows(`${server.origin}/page`, slice, allowing)).rejects.toThrow(
      /cannot be read/,
    );
    const foreign = [
      Buffer.from(zipSync({ "a.txt": strToU8("x") })),
      Buffer.from(zipSync({ "xl/workbook.xml": strToU8("<workbook/>") })),
      Buffer.from("PK\u0003\u0004"),
      workbookOf("<sheetData><row></sheetData>"),
    ];
    const reasons = [/no workbook/, /no sheet/, /cannot be read/, /cannot be read/];
    for (const [index, bytes] of foreign.entries())
      await expect(parseWorkbook(bytes, slice)).rejects.toThrow(reasons[index]);
  });

  test("that unpacks to too much is refused before it does", async () => {
    const bomb = Buffer.from(zipSync({ "xl/workbook.xml": new Uint8Array(64 * 1024 * 1024) }));
    expect(bomb.length).toBeLessThan(100_000);
    await expect(parseWorkbook(bomb, slice)).rejects.toThrow(/unpacks to more than/);
  });

  test("that lies about its size is refused when the lie comes out", async () => {
    const honest = zipSync({ "xl/workbook.xml": new Uint8Array(1024 * 1024) });
    const archive = Archive.open(understate(honest, 1024 * 1024), { maxBytes: 4096, maxFiles: 10 });
    const drain = async () => {
      for await (const _ of (await archive).read("xl/workbook.xml"));
    };
    await expect(drain()).rejects.toThrow(/too many bytes|size/i);
  });

  test("with too many files is refused", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 11 }, (_, index) => [`${index}.xml`, strToU8("x")]),
    );
    const archive = Archive.open(Buffer.from(zipSync(many)), { maxBytes: 4096, maxFiles: 10 });
    await expect(archive).rejects.toThrow(/10 files/);
  });

  test("fills an HP job, row by row", async () => {
    const emulator: Emulator = await createEmulator({ allowHosts: ["127.0.0.1"] });
    const body = {
      ...hpRequest(),
      data_xlsx_url: `${server.origin}/data.xlsx`,
      variable_count: 2,
      ...hpSegments([0, 1], [2, 3]),
    };
    const { job_id } = (await call(emulator, "createHpJob", { body })).body;
    await emulator.clock.advance("1m");
    const job = (await call(emulator, "getHpJob", { jobId: job_id })).body;
    await emulator.close();
    expect(job.output.videos).toMatchObject([
      { row: 1, status: "completed" },
      { row: 2, status: "failed", error: "Column 2 is empty." },
      { row: 3, status: "completed" },
    ]);
  });
});

/** Makes an archive state that its files unpack to one byte. */
function understate(archive: Uint8Array, size: number): Buffer {
  const bytes = Buffer.from(archive);
  const stated = Buffer.alloc(4);
  stated.writeUInt32LE(size);
  for (let at = bytes.indexOf(stated); at >= 0; at = bytes.indexOf(stated, at + 4))
    bytes.writeUInt32LE(1, at);
  return bytes;
}
