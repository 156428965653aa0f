import { execFile } from "node:child_process";
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPython } from "../../test/support/python.ts";
import { requires, tools } from "../../test/support/requires.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { strToU8, zipSync } from "fflate";
import { readSlice, readWorkbook } from "../src/service/workbook/read-workbook.ts";
import { type Book, books, writeBook } from "./workbooks/books.ts";

const run = promisify(execFile);

async function expectAsShown(bytes: Buffer, shows: Book["shows"]): Promise<void> {
  const rows = await readSlice(bytes, { start: 1, end: shows.length, columns: 1 });
  const seen = shows.map((right, row) => {
    const text = rows[row]?.[0];
    // Programs have spaces of several widths between thousands.
    const plain = typeof text === "string" ? text.replaceAll(/[\u00a0\u202f]/g, " ") : text;
    return [right].flat().includes(plain as string) ? right : text;
  });
  expect(seen).toEqual(shows);
}

describe("each cell is read as its owner sees it", () => {
  test.each(books.map((book) => [book.program, book.name, book] as const))(
    "%s, %s",
    (_program, _name, { bytes, shows }) => expectAsShown(bytes(), shows),
  );

  describe("in a file that the program has written here", requires(tools.writers), async () => {
    const folder = await temporaryFolder();
    afterAll(() => folder.remove());
    const script = join(import.meta.dirname, "workbooks/write.py");
    const python = findPython("openpyxl", "xlsxwriter") ?? "python3";
    beforeAll(async () => void (await run(python, [script, folder.path])));
    const written = (name: string) => readFile(join(folder.path, `${name}.xlsx`));

    const day = ["2026-05-17", "5/17/2026"];
    const neverRan = "a formula without its result; save it in a spreadsheet program";
    const shown = ["Zoë", "2026-05-17 18:00:00", day, "17/ May 2026", "1,234.50"];
    const rest = [["$ 1,234.50", "$1,234.50"], "0171234567", "TRUE"];

    test("openpyxl", async () => {
      const rows = await readSlice(await written("openpyxl"), { start: 9, end: 9, columns: 1 });
      expect(rows).toEqual([[{ unreadable: neverRan }]]);
      await expectAsShown(await written("openpyxl"), [...shown, ...rest]);
    });

    test.each<[string, Book["shows"]]>([
      [
        "xlsxwriter",
        [
          ...["$1,234.50", "(1,234.50)", ["2026-05-17 18:00", "5/17/2026 18:00"], day, "5.25%"],
          ...["Sonntag, 17. Mai 2026", "令和8年5月17日", "Zoë", "Ada!"],
        ],
      ],
      ["xlsxwriter-lines", ["Zoë", "17.05.2026", "FALSE"]],
      ["xlsxwriter-1904", ["Zoë", "2026-05-17 18:00", "FALSE"]],
    ])("%s", async (name, shows) => expectAsShown(await written(name), shows));

    test(
      "LibreOffice, German, and what it makes of a file of openpyxl",
      requires(tools.libreoffice),
      async () => {
        const own = join(folder.path, "libreoffice-german.fods");
        await copyFile(join(import.meta.dirname, "workbooks/german.fods"), own);
        await copyFile(join(folder.path, "openpyxl.xlsx"), join(folder.path, "libreoffice.xlsx"));
        const target = join(folder.path, "libreoffice");
        const words = [`-env:UserInstallation=file://${folder.path}/profile`, "--headless"];
        const to = ["--convert-to", "xlsx", "--outdir", target];
        await run("soffice", [...words, ...to, own, join(folder.path, "libreoffice.xlsx")]);
        await expectAsShown(await written("libreoffice/libreoffice"), [...shown, ...rest]);
        await expectAsShown(await written("libreoffice/libreoffice-german"), [
          ...["17. Mai 2026", "17.05.2026", "1.234,50 €", "5,5%", "0171234567", "Zoë", "2,5"],
        ]);
      },
    );
  });
});

describe("a workbook that shows nothing is refused with what to do", () => {
  const holding = (...names: string[]) =>
    Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, strToU8("<a/>")]))));
  const hidden = {
    change: (name: string, xml: string): [string, string] => [
      name,
      xml.replace('name="People"', 'name="People" state="hidden"'),
    ],
  };
  test.each<[string, Buffer, RegExp]>([
    [
      "whose sheets are all hidden",
      writeBook([["Ada", 0, "Ada"]], hidden),
      /all its sheets are hidden; show the sheet "People" and save it\.$/,
    ],
    [
      "without a sheet",
      writeBook([["Ada", 0, "Ada"]], {
        change: (name, xml) => [name, xml.replace(/<sheet [^>]*>/, "")],
      }),
      /^The spreadsheet cannot be read: it holds no sheet of cells\.$/,
    ],
    [
      "that is an .ods",
      holding("mimetype", "content.xml"),
      /it is no \.xlsx workbook, but an OpenDocument file, such as \.ods; save the sheet as \.xlsx\.$/,
    ],
    [
      "that is an .xlsb",
      holding("[Content_Types].xml", "xl/workbook.bin"),
      /a binary workbook \(\.xlsb\); save/,
    ],
    [
      "that is a .docx",
      holding("[Content_Types].xml", "word/document.xml"),
      /a text document \(\.docx\); save/,
    ],
    [
      "that is a .pptx",
      holding("[Content_Types].xml", "ppt/presentation.xml"),
      /a presentation \(\.pptx\); save/,
    ],
    [
      "that is of Numbers",
      holding("Index/Document.iwa"),
      /a document of Apple, such as \.numbers; save/,
    ],
    ["that is another archive", holding("a.txt"), /another archive; save the sheet as \.xlsx\.$/],
  ])("%s", async (_name, bytes, reason) => {
    await expect(
      readWorkbook(bytes, { start: 1, end: 1, columns: 1 }, undefined, 120_000),
    ).rejects.toThrow(reason);
  });
});

test("a letter that was lost is a fault of its row, and never drawn", async () => {
  const rows = await readSlice(writeBook([["Zo\ufffd", 0, ""]]), { start: 1, end: 1, columns: 1 });
  expect(rows).toEqual([
    [{ unreadable: "the sign \ufffd where a letter was lost; type the cell anew" }],
  ]);
});
