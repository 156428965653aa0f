/** Workbooks as programs write them, and what their owners see in each cell. The first row is the header. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, Zip, ZipDeflate, zipSync } from "fflate";

/** A text or a number; XML is a whole cell. Numbers and texts that look like XML are written as texts. */
type Held = string | number | boolean;

/** @param format a code, or the number of a format without one */
type Cell = [holds: Held, format: string | number, shows: string | string[]];

export interface Book {
  program: string;
  name: string;
  bytes: () => Buffer;
  /** Of the first column, row by row; several where several are right. */
  shows: (string | string[])[];
}

/** What programs do otherwise. */
interface Habits {
  /** Between `cellXfs` and the end: names of styles and fonts, in the language of the program. */
  styles?: string;
  /** Sheets that stand before the one with the cells, in the words of workbook.xml and the files that they name. */
  before?: string;
  book?: string;
  relations?: string;
  /** What becomes of each part: another name, another encoding. */
  change?: (name: string, xml: string) => [name: string, xml: string | Uint8Array];
  texts?: "shared" | "inline" | "str";
  /** Before the name of each tag. */
  prefix?: string;
  /** Without the place of a cell in its attributes. */
  placeless?: boolean;
  further?: Record<string, string>;
  pack?: (parts: Record<string, Uint8Array>) => Buffer;
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const strictMain = "http://purl.oclc.org/ooxml/spreadsheetml/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const strictOffice = "http://purl.oclc.org/ooxml/officeDocument/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;

/** What each part is. */
const kinds = [
  ["workbook", "sheet.main"],
  ["worksheets/sheet1", "worksheet"],
  ["worksheets/sheet7", "worksheet"],
  ["worksheets/sheet8", "worksheet"],
  ["styles", "styles"],
  ["sharedStrings", "sharedStrings"],
] as const;

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

export function writeBook(cells: Cell[], habits: Habits = {}): Buffer {
  const {
    texts = "shared",
    placeless,
    styles = "",
    before = "",
    book = "",
    relations = "",
  } = habits;
  const shared: string[] = ["Value"];
  const codes = cells.map(([, format], index) =>
    typeof format === "string" ? 164 + index : format,
  );
  const contentOf = (held: Held) => {
    if (typeof held === "number") return `><v>${held}</v>`;
    if (typeof held === "boolean") return ` t="b"><v>${Number(held)}</v>`;
    if (texts === "inline") return ` t="inlineStr"><is><t>${escaped(held)}</t></is>`;
    if (texts === "str") return ` t="str"><v>${escaped(held)}</v>`;
    return ` t="s"><v>${shared.push(held) - 1}</v>`;
  };
  const rows = cells.map(([held], index) => {
    const at = placeless ? "" : ` r="A${index + 2}"`;
    if (typeof held === "string" && held.startsWith("<c"))
      return `<row>${held.replace("<c", `<c${at} s="${index + 1}"`)}</row>`;
    return `<row${placeless ? "" : ` r="${index + 2}"`}><c${at} s="${index + 1}"${contentOf(held)}</c></row>`;
  });
  const own = cells.flatMap(([, format], index) =>
    typeof format === "string"
      ? [`<numFmt numFmtId="${164 + index}" formatCode="${escaped(format)}"/>`]
      : [],
  );
  const header = placeless
    ? `<row><c t="s"><v>0</v></c></row>`
    : `<row r="1"><c r="A1" t="s"><v>0</v></c></row>`;
  const parts: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${kinds.map(([name, kind]) => `<Override PartName="/xl/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`).join("")}</Types>`,
    "_rels/.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}">${book}<sheets>${before}<sheet name="People" sheetId="9" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships">${relations}<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><numFmts count="${own.length}">${own.join("")}</numFmts>${styles}<cellStyleXfs><xf numFmtId="4"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${codes.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join("")}</cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${header}${rows.join("")}</sheetData></worksheet>`,
    "xl/sharedStrings.xml": `<sst xmlns="${main}">${shared.map((text) => (text.startsWith("<r>") ? `<si>${text}</si>` : `<si><t xml:space="preserve">${escaped(text)}</t></si>`)).join("")}</sst>`,
    ...habits.further,
  };
  const prefixed = (xml: string) =>
    habits.prefix && xml.includes(main)
      ? xml
          .replaceAll(/<(\/?)([a-zA-Z])/g, `<$1${habits.prefix}:$2`)
          .replace("xmlns=", `xmlns:${habits.prefix}=`)
      : xml;
  const { change = (name, xml) => [name, head + xml], pack = zipped } = habits;
  const changed = Object.entries(parts).map(([name, xml]) => change(name, prefixed(xml)));
  return pack(
    Object.fromEntries(
      changed.map(([name, xml]) => [name, typeof xml === "string" ? strToU8(xml) : xml]),
    ),
  );
}

const zipped = (parts: Record<string, Uint8Array>) => Buffer.from(zipSync(parts));

/** As a server writes that does not keep a file: sizes stand behind what they are of. */
function streamed(parts: Record<string, Uint8Array>): Buffer {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((_error, chunk) => void chunks.push(chunk));
  for (const [name, bytes] of Object.entries(parts)) {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

const usual = (name: string) =>
  `<cellStyles count="1"><cellStyle name="${name}" xfId="0" builtinId="0"/></cellStyles>`;
const font = (charset: number) => `<fonts><font><charset val="${charset}"/></font></fonts>`;
const app = (heading: string) => ({
  "docProps/app.xml": `<Properties xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><HeadingPairs><vt:vector size="2"><vt:variant><vt:lpstr>${heading}</vt:lpstr></vt:variant></vt:vector></HeadingPairs></Properties>`,
});

/** The 17th of May 2026, a Sunday, in the year of the emperor 8. */
const day = 46_159;
const noon = day + 0.5;
const evening = day + 0.75;
const dollars = '_($* #,##0.00_);_($* \\(#,##0.00\\);_($* "-"??_);_(@_)';

const book = (program: string, name: string, cells: Cell[], habits: Habits = {}): Book => ({
  program,
  name,
  bytes: () => writeBook(cells, habits),
  shows: cells.map(([, , shows]) => shows),
});

const kept = (program: string, name: string, file: string, shows: Book["shows"]): Book => ({
  program,
  name,
  bytes: () => readFileSync(join(import.meta.dirname, `${file}.xlsx`)),
  shows,
});

const anyOrder = ["2026-05-17", "5/17/2026"];

export const books: Book[] = [
  book("Excel", "American amounts", [
    [1234.5, 44, ["$1,234.50", "$ 1,234.50"]],
    [-1234.5, dollars, ["$(1,234.50)", "$ (1,234.50)"]],
    [0, dollars, ["$-", "$ -"]],
    [-5, 38, "(5)"],
    [1234.5, 7, "$1,234.50"],
    [1.005, "0.00", "1.01"],
    [2.675, "$0.00", "$2.68"],
    [12_345_678, '0.0,,"M"', "12.3M"],
    [0.0525, 10, "5.25%"],
    [0.5, 12, "1/2"],
    [12, '[>=10]0"+";0', "12+"],
    [true, 0, "TRUE"],
  ]),
  book("Excel", "American names and numbers", [
    [" Ada & <Grace> ", 49, " Ada & <Grace> "],
    ["Ada", '"Dr. "@', "Dr. Ada"],
    ["0171 2345678", 49, "0171 2345678"],
    [171_234_567, "0000000000", "0171234567"],
    [5_551_234_567, "(000) 000-0000", "(555) 123-4567"],
    [5_551_234_567, "[<=9999999]###-####;(###) ###-####", "(555) 123-4567"],
    [4_930_123_456_789, 0, "4930123456789"],
    [501, "00000", "00501"],
    [0.1 + 0.2, 0, "0.3"],
    [1 / 3, 0, ["0.333333333", "0.3333333333333333"]],
    ["<r><t>Zo</t></r><r><rPr><b/></rPr><t>ë 🎉</t></r>", 0, "Zoë 🎉"],
  ]),
  book("Excel", "American dates", [
    [day, 14, anyOrder],
    [evening, 22, ["2026-05-17 18:00", "5/17/2026 18:00"]],
    [day, 15, "17-May-26"],
    [evening, 18, "6:00 PM"],
    [1.5, 46, "36:00:00"],
    [day, "[$-409]dddd\\, mmmm d\\, yyyy", "Sunday, May 17, 2026"],
    [day, "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "Sunday, May 17, 2026"],
    [day, "mm/dd/yyyy", "05/17/2026"],
    [0.01234, 47, "17:46.2"],
  ]),
  book(
    "Excel, German",
    "amounts and dates",
    [
      [1234.5, "#,##0.00", "1.234,50"],
      [1234.5, '#,##0.00\\ "€"', "1.234,50 €"],
      [1234.5, '_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-', "1.234,50 €"],
      [2.5, 0, "2,5"],
      [0.055, 10, "5,50%"],
      [day, 14, "17.05.2026"],
      [evening, 22, "17.05.2026 18:00"],
      [day, "[$-407]d/\\ mmmm\\ yyyy;@", "17. Mai 2026"],
      [day, "d/\\ mmmm\\ yyyy", "17. Mai 2026"],
      [day, "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "Sonntag, 17. Mai 2026"],
      [false, 0, "FALSCH"],
      ["0171 2345678", 0, "0171 2345678"],
    ],
    { styles: usual("Standard"), further: app("Arbeitsblätter") },
  ),
  book(
    "Excel, French",
    "amounts and dates",
    [
      [1234.5, '#,##0.00\\ "€"', "1 234,50 €"],
      [day, 14, "17/05/2026"],
      [day, "[$-40C]d\\ mmmm\\ yyyy;@", "17 mai 2026"],
      [0.285, 9, "29%"],
    ],
    { further: app("Feuilles de calcul") },
  ),
  book(
    "Excel, Spanish",
    "amounts and dates",
    [
      [1234.5, "#,##0.00\\ [$€-C0A]", "1.234,50 €"],
      [day, '[$-C0A]d\\ "de"\\ mmmm\\ "de"\\ yyyy;@', "17 de mayo de 2026"],
      [day, '[$-C0A]dddd\\,\\ d\\ "de"\\ mmmm', "domingo, 17 de mayo"],
      [day, 14, "17/05/2026"],
    ],
    { further: app("Hojas de cálculo") },
  ),
  book(
    "Excel, Russian",
    "amounts and dates",
    [
      [1234.5, '#,##0.00\\ "₽"', "1 234,50 ₽"],
      [day, "[$-419]d\\ mmmm\\ yyyy;@", "17 мая 2026"],
      [day, "[$-419]mmmm\\ yyyy;@", ["май 2026", "Май 2026"]],
      [day, 14, "17.05.2026"],
    ],
    { styles: usual("Обычный") },
  ),
  book(
    "Excel, Brazilian",
    "amounts and dates",
    [
      [1234.5, '"R$"\\ #,##0.00', "R$ 1.234,50"],
      [day, '[$-416]d\\ "de"\\ mmmm\\ "de"\\ yyyy;@', "17 de maio de 2026"],
      [day, 14, "17/05/2026"],
    ],
    { further: app("Planilhas") },
  ),
  book(
    "Excel, Japanese",
    "dates without a code",
    [
      [day, 27, "R8.5.17"],
      [day, 28, "令和8年5月17日"],
      [day, 30, "5/17/26"],
      [day, 31, "2026年5月17日"],
      [noon, 32, "12時00分"],
      [day, 55, "2026年5月"],
      [day, 56, "5月17日"],
      [day, 14, "2026/5/17"],
      [day, '[$-411]ggge"年"m"月"d"日";@', "令和8年5月17日"],
      [day, '[$-30411]yyyy"年"', ["8年", "08年"]],
      [day, "[$-411]aaaa", "日曜日"],
    ],
    { styles: usual("標準") + font(128) },
  ),
  book(
    "Excel, Chinese",
    "dates without a code",
    [
      [day, 27, "2026年5月"],
      [day, 28, "5月17日"],
      [day, 31, "2026年5月17日"],
      [evening, 34, "下午6时00分"],
      [day, 57, "2026年5月"],
      [day, 58, "5月17日"],
      [1234.5, '"¥"#,##0.00', "¥1,234.50"],
    ],
    { styles: usual("常规") + font(134) },
  ),
  book(
    "Excel, Taiwanese",
    "dates without a code",
    [
      [day, 27, "115/5/17"],
      [day, 28, "115年5月17日"],
      [day, "[$-404]e/m/d", "115/5/17"],
      [evening, 55, "下午06時00分"],
    ],
    { styles: usual("一般") },
  ),
  book(
    "Excel, Korean",
    "dates without a code",
    [
      [day, 27, "2026年 05月 17日"],
      [day, 31, "2026년 05월 17일"],
      [day, 34, "2026-05-17"],
      [1234, '"₩"#,##0', "₩1,234"],
    ],
    { styles: font(129), further: app("워크시트") },
  ),
  book("Excel", "dates of many countries", [
    ...(
      [
        ["407", "17 Mai 2026"],
        ["40A", "17 mayo 2026"],
        ["80A", "17 mayo 2026"],
        ["410", "17 maggio 2026"],
        ["413", "17 mei 2026"],
        ["415", "17 maja 2026"],
        ["405", "17 května 2026"],
        ["41D", "17 maj 2026"],
        ["408", "17 Μαΐου 2026"],
        ["422", "17 травня 2026"],
        ["41F", "17 Mayıs 2026"],
        ["42D", "17 maiatza 2026"],
        ["456", "17 maio 2026"],
        ["425", "17 mai 2026"],
        ["81A", "17 maj 2026"],
        ["C1A", "17 мај 2026"],
        ["43E", "17 Mei 2026"],
        ["429", "17 مه 2026"],
        ["420", "17 مئی 2026"],
        ["41C", "17 maj 2026"],
        ["42F", ["17 мај 2026", "17 мај. 2026"]],
        ["809", "17 May 2026"],
        ["de-DE", "17 Mai 2026"],
        ["107041E", "17 พฤษภาคม 2569"],
        ["D00041E", "๑๗ พฤษภาคม ๒๐๒๖"],
      ] as [string, string | string[]][]
    ).map(([country, shows]): Cell => [day, `[$-${country}]d\\ mmmm\\ yyyy`, shows]),
  ]),
  book(
    "Excel for Mac",
    "days from 1904",
    [
      [day - 1462, 14, anyOrder],
      [1.5, "[h]:mm", "36:00"],
    ],
    {
      book: `<workbookPr date1904="1"/>`,
    },
  ),
  book(
    "Excel",
    "as Strict Open XML",
    [
      [`<c t="d"><v>2026-05-17T18:00:00</v></c>`, "dd.mm.yyyy", "17.05.2026"],
      [`<c t="d"><v>2026-05-17</v></c>`, 14, anyOrder],
      ["Zoë", 0, "Zoë"],
    ],
    {
      change: (name, xml) => [
        name,
        head +
          xml
            .replaceAll(main, strictMain)
            .replaceAll(`${office}"`, `${strictOffice}"`)
            .replaceAll(`${office}/`, `${strictOffice}/`),
      ],
    },
  ),
  book("Excel", "a hidden sheet first", [["Ada", 0, "Ada"]], {
    before: `<sheet name="Lists" sheetId="1" state="hidden" r:id="rId7"/><sheet name="Codes" sheetId="2" state="veryHidden" r:id="rId8"/>`,
    relations: [7, 8]
      .map(
        (id) =>
          `<Relationship Id="rId${id}" Type="${office}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
      )
      .join(""),
    further: Object.fromEntries(
      [7, 8].map((id) => [
        `xl/worksheets/sheet${id}.xml`,
        `<worksheet xmlns="${main}"><sheetData><row r="2"><c r="A2"><v>49</v></c></row></sheetData></worksheet>`,
      ]),
    ),
  }),
  kept("openpyxl", "a hidden sheet first", "hidden-list-first", ["Ada", "Grace"]),
  kept("XlsxWriter", "a chart sheet first", "chart-first", ["Ada", "Grace"]),
  kept("Kingsoft Office", "dates by a number alone", "dates-by-number", [
    ...Array.from({ length: 5 }, () => [...anyOrder, "5/17/26"]),
    ...[
      ["12:00", ...anyOrder, "5/17/26"],
      ["12:00:00", ...anyOrder, "5/17/26"],
    ],
    ...Array.from({ length: 12 }, () => [...anyOrder, "5/17/26"]),
  ]),
  kept("XlsxWriter", "amounts by a number alone", "amounts-by-number", [
    "1,234",
    ["$1,234", "$ 1,234"],
    "1,234.50",
    ["$1,234.50", "$ 1,234.50"],
    "$1,234.50",
    "(5)",
  ]),
  kept("LibreOffice", "German codes", "german-codes", [
    ["1,234.50 €", "1.234,50 €"],
    "17. Mai 2026",
    "17.05.2026",
  ]),
  kept("SAP", "texts in a part named in capitals", "strings-in-capitals", ["Zoë"]),
  kept("an old export", "parts in windows-1252", "parts-in-windows-1252", ["Zoë"]),
  kept("an old export", "parts in UTF-16", "parts-in-utf-16", ["Zoë"]),
  kept("Crystal Reports", "parts with backslashes", "parts-with-backslashes", ["Zoë"]),
  book(
    "Google Sheets",
    "amounts and dates",
    [
      [1234.5, '"$"#,##0.00', "$1,234.50"],
      [1234.5, "[$€]#,##0.00", "€1,234.50"],
      [day, "m/d/yyyy", "5/17/2026"],
      [day, 'd" "mmmm" "yyyy', "17 May 2026"],
      [evening, 'h":"mm" "am/pm', "6:00 PM"],
      ["+49 171 2345678", 0, "+49 171 2345678"],
      [
        '<c><f>A1&amp;"!"</f><v></v></c>'
          .replace("<c>", `<c t="str">`)
          .replace("<v></v>", "<v>Ada!</v>"),
        0,
        "Ada!",
      ],
    ],
    { change: (name, xml) => [name, head + xml] },
  ),
  book(
    "Power BI",
    "tags with a prefix, names from the root",
    [
      ["Zoë", 0, "Zoë"],
      [1234.5, "\\$#,##0.00;(\\$#,##0.00);\\$#,##0.00", "$1,234.50"],
      [day, "[$-en-US]dddd, mmmm d, yyyy", "Sunday, May 17, 2026"],
    ],
    {
      prefix: "x",
      change: (name, xml) => [
        name,
        head +
          xml
            .replace(/Target="(?=xl)/, 'Target="/')
            .replaceAll(/Target="(?=work|sty|sha)/g, 'Target="/xl/')
            .replaceAll("/xl/workbook.xml", "/xl/workbook.xml"),
      ],
    },
  ),
  book(
    "SAP",
    "sheets named in another case",
    [
      ["Müller", 0, "Müller"],
      [1234.5, "#,##0.00", "1,234.50"],
      [day, "yyyy\\-mm\\-dd", "2026-05-17"],
    ],
    {
      change: (name, xml) => [
        name.replace("sheet1.xml", "Sheet1.XML").replace("styles", "Styles"),
        head + xml,
      ],
    },
  ),
  book(
    "Crystal Reports",
    "backslashes in names and relations",
    [
      ["Zoë", 0, "Zoë"],
      [day, "d-mmm-yyyy", "17-May-2026"],
    ],
    {
      change: (name, xml) => [
        name.replaceAll("/", "\\"),
        head + xml.replaceAll(/Target="([^"]+)"/g, (target) => target.replaceAll("/", "\\")),
      ],
    },
  ),
  book(
    "Reporting Services",
    "texts in their cells",
    [
      ["Zoë", 0, "Zoë"],
      [1234.5, "[$$-409]#,##0.00;([$$-409]#,##0.00)", "$1,234.50"],
      [evening, "[$-409]m/d/yyyy\\ h:mm:ss\\ AM/PM", "5/17/2026 6:00:00 PM"],
    ],
    { texts: "inline", prefix: "x" },
  ),
  book(
    "Apache POI",
    "a streamed archive",
    [
      ["Zoë", 0, "Zoë"],
      [day, "m/d/yy", "5/17/26"],
      [day, "yyyy-mm-dd;@", "2026-05-17"],
    ],
    { pack: streamed, texts: "inline" },
  ),
  book(
    "EPPlus",
    "a stylesheet without a code for dates",
    [
      [day, 14, anyOrder],
      [evening, "yyyy-MM-dd HH:mm", "2026-05-17 18:00"],
      [1234.5, "#,##0.00 kr", "1,234.50 kr"],
    ],
    { change: (name, xml) => [name, `\ufeff${head}${xml}`] },
  ),
  book("PhpSpreadsheet", "texts beside formulas", [
    [`<c t="str"><f>"Zo"&amp;"ë"</f><v>Zoë</v></c>`, 0, "Zoë"],
    [1234.5, "[$€ ]#,##0.00_-", "€ 1,234.50"],
    [day, "dd/mm/yyyy", "17/05/2026"],
    [evening, "d/m/yy h:mm", "17/5/26 18:00"],
  ]),
  book(
    "react-xlsx",
    "texts as the result of a formula",
    [
      ["Zoë", 0, "Zoë"],
      ["007", 0, "007"],
      [`<c t="d"><v>2026-05-17T00:00:00.000Z</v></c>`, 14, anyOrder],
    ],
    { texts: "str" },
  ),
  book(
    "ClosedXML",
    "cells without their place",
    [
      ["Ada", 0, "Ada"],
      [0.5, "0.0%", "50.0%"],
    ],
    {
      placeless: true,
      prefix: "x",
    },
  ),
  book(
    "JasperReports",
    "parts in ISO 8859-1",
    [
      ["Zoë", 0, "Zoë"],
      [1234.5, "¤#,##0.00".replace("¤", "£"), "£1,234.50"],
    ],
    {
      change: (name, xml) => [
        name,
        Buffer.from(head.replace("UTF-8", "ISO-8859-1") + xml, "latin1"),
      ],
    },
  ),
  book(
    "WPS Office",
    "amounts",
    [
      [1234.5, '"￥"#,##0.00_);[Red]\\("￥"#,##0.00\\)', "￥1,234.50"],
      [-1234.5, '"￥"#,##0.00_);[Red]\\("￥"#,##0.00\\)', ["(￥1,234.50)"]],
      [day, 'yyyy"年"m"月"d"日";@', "2026年5月17日"],
    ],
    { styles: usual("常规") },
  ),
  book("Numbers", "an export", [
    ["Zoë\u2028", 0, "Zoë\u2028"],
    [1234.5, "#,##0.00%", "123,450.00%"],
    [day, "mmmm d, yyyy", "May 17, 2026"],
  ]),
];
