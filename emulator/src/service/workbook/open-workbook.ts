/**
 * From an archive as some program wrote it to one that the reader knows: a single sheet, with parts under their usual names, in UTF-8.
 * hucre reads cells out of order, streamed archives and texts in runs; of names, encodings and hidden sheets it knows the usual alone.
 */
import { strToU8, unzipSync, zipSync } from "fflate";
import { codeOf, isOfCountry, languageOfCharset, languageOfWord } from "./formats.ts";

export interface OpenedWorkbook {
  /** A workbook of one sheet. The style of a cell names its place in {@link formats}. */
  archive: Uint8Array;
  /** Codes of formats, by the styles of cells. */
  formats: string[];
  /** Where words of the program tell it. */
  language: string | undefined;
  from1904: boolean;
}

/** Of all parts that are read, unpacked: the assumption `xlsx-only`. */
const maxBytes = 64 * 1024 * 1024;

type Parts = Map<string, Uint8Array>;

/** @throws {Error} for what is no such workbook, or shows no sheet; the message says what it is */
export function openWorkbook(bytes: Uint8Array): OpenedWorkbook {
  const parts = unpack(bytes);
  const root = relationsOf(parts, "").find(({ type }) => type === "officedocument");
  const bookName = root?.target ?? "xl/workbook.xml";
  const book = textOf(parts, bookName);
  if (book === undefined) throw new Error(describeOther(parts));
  const relations = relationsOf(parts, bookName);
  const part = (type: string) => textOf(parts, relations.find((one) => one.type === type)?.target);
  const sheet = textOf(parts, findSheet(book, relations)) ?? "";
  const styles = part("styles") ?? "";
  const properties = textOf(parts, "docprops/app.xml") + (textOf(parts, "docprops/core.xml") ?? "");
  const language = languageOf(styles, properties);
  const formats = formatsOf(styles, language);
  const from1904 = /date1904=["'](?:1|true)["']/.test(book);
  const archive = pack({
    "xl/worksheets/sheet1.xml": withSerials(sheet, from1904),
    "xl/sharedStrings.xml": part("sharedstrings") ?? "<sst/>",
    "xl/styles.xml": `<styleSheet>${numberedStyles(formats.length)}</styleSheet>`,
  });
  return { archive, formats, language, from1904 };
}

/**
 * The XML files of an archive, by their names in small letters and with slashes: programs write them in other letters than they name
 * them in. An archive may state any size; fflate unpacks no more than that. Pictures are left out.
 */
function unpack(bytes: Uint8Array): Parts {
  let size = 0;
  const nameOf = (name: string) => name.replaceAll("\\", "/").toLowerCase();
  const unpacked = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!isRead(nameOf(name))) return false;
      size += originalSize;
      if (size > maxBytes)
        throw new Error(
          `it unpacks to more than ${maxBytes} bytes; leave only the rows and the columns that are needed`,
        );
      return true;
    },
  });
  return new Map(Object.entries(unpacked).map(([name, part]) => [nameOf(name), part]));
}

/** Also what tells another kind of document. */
function isRead(name: string): boolean {
  const isOther = /(?:pivot|drawing|chart|theme|worksheets\/_rels|customxml|externallink)/.test(
    name,
  );
  return name === "mimetype" || (/\.(?:xml|rels|bin|iwa)$/.test(name) && !isOther);
}

/** What an archive is that holds no workbook in XML, and what to do with it. */
function describeOther(parts: Parts): string {
  const has = (start: string) => [...parts.keys()].some((name) => name.startsWith(start));
  const kinds: [start: string, kind: string][] = [
    ["mimetype", "an OpenDocument file, such as .ods"],
    ["xl/workbook.bin", "a binary workbook (.xlsb)"],
    ["index/", "a document of Apple, such as .numbers"],
    ["word/", "a text document (.docx)"],
    ["ppt/", "a presentation (.pptx)"],
  ];
  const [, kind] = kinds.find(([start]) => has(start)) ?? ["", "another archive"];
  return `it is no .xlsx workbook, but ${kind}; save the sheet as .xlsx`;
}

/** Attributes of all tags of a name, whatever stands before a name and between the attributes. */
function tagsIn(xml: string, name: string): Record<string, string>[] {
  const tags = new RegExp(`<(?:[\\w-]+:)?${name}(?=[\\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)>`, "g");
  return [...xml.matchAll(tags)].map(([, written = ""]) => {
    const attributes: Record<string, string> = {};
    for (const [, key = "", double, single] of written.matchAll(attribute))
      attributes[key.split(":").at(-1) ?? ""] = plain(double ?? single ?? "");
    return attributes;
  });
}

const attribute = /(?<![\w:-])([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const named: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** A text without what XML writes for a sign, such as `&lt;` or `&#xe4;`. */
function plain(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (...[, ten, sixteen, name]) => {
    if (name !== undefined) return named[String(name)] ?? "";
    const code = ten === undefined ? Number.parseInt(String(sixteen), 16) : Number(ten);
    return code > 0x10ffff ? "" : String.fromCodePoint(code);
  });
}

interface Relation {
  id: string;
  /** The last word of the type, in small letters. */
  type: string;
  /** The name of the part. */
  target: string;
}

/** What a part leads to. */
function relationsOf(parts: Parts, name: string): Relation[] {
  const [, folder = "", file = ""] = /^(.*\/)?([^/]*)$/.exec(name) ?? [];
  const written = textOf(parts, `${folder}_rels/${file}.rels`) ?? "";
  return tagsIn(written, "Relationship").map(({ Id = "", Type = "", Target = "" }) => {
    const url = new URL(Target.replaceAll("\\", "/"), `file:///${folder}`);
    const target = decodeURIComponent(url.pathname).slice(1).toLowerCase();
    return { id: Id, type: Type.split("/").at(-1)?.toLowerCase() ?? "", target };
  });
}

/** The first sheet of cells that people see. */
function findSheet(book: string, relations: Relation[]): string {
  const sheets = tagsIn(book, "sheet").flatMap(({ name = "", id, state = "visible" }) => {
    const part = relations.find((one) => one.id === id && one.type === "worksheet");
    return part ? [{ name, state, part: part.target }] : [];
  });
  const seen = sheets.find(({ state }) => state === "visible");
  if (seen) return seen.part;
  const [hidden] = sheets;
  throw new Error(
    hidden
      ? `all its sheets are hidden; show the sheet "${hidden.name}" and save it`
      : "it holds no sheet of cells",
  );
}

/** A part as text, in the encoding that it begins with or states. */
function textOf(parts: Parts, name?: string): string | undefined {
  const bytes = parts.get(name?.toLowerCase() ?? "");
  if (!bytes) return undefined;
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const stated = /^[^>]*?encoding\s*=\s*["']([\w-]+)["']/.exec(start)?.[1] ?? "utf-8";
  const encoding = /^(?:\xff\xfe|<\0)/.test(start)
    ? "utf-16le"
    : /^(?:\xfe\xff|\0<)/.test(start)
      ? "utf-16be"
      : /^utf-16/i.test(stated)
        ? "utf-8"
        : stated;
  return new TextDecoder(encoding).decode(bytes);
}

/** The language of the program, by its words; of East Asia also by the fonts. */
function languageOf(styles: string, properties: string): string | undefined {
  const [tag] = /(?<=<dc:language>)[a-z]{2}(?:-[A-Z]{2})?(?=<)/.exec(properties) ?? [];
  const usual = tagsIn(styles, "cellStyle").find(({ builtinId }) => builtinId === "0")?.["name"];
  const heading = /<vt:lpstr>([^<]*)</.exec(properties)?.[1] ?? "";
  const charset = tagsIn(styles, "charset").find(({ val = "" }) => val in languageOfCharset)?.[
    "val"
  ];
  const found =
    languageOfWord[usual ?? ""] ??
    languageOfWord[plain(heading)] ??
    languageOfCharset[charset ?? ""] ??
    (/^(?:pt-BR|zh-)/.test(tag ?? "") ? tag : tag?.slice(0, 2));
  return found === "en" ? undefined : found;
}

/** The code of each style of cells. */
function formatsOf(styles: string, language?: string): string[] {
  const own = tagsIn(styles, "numFmt").map(({ numFmtId, formatCode = "" }) => [
    numFmtId,
    formatCode,
  ]);
  const codes = Object.fromEntries(own) as Record<string, string>;
  const [cells = ""] = /<(?:\w+:)?cellXfs[\s>].*?<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? [];
  return tagsIn(cells, "xf").map(({ numFmtId = "0" }) => {
    const id = Number(numFmtId);
    return (!isOfCountry(id) && codes[numFmtId]) || codeOf(id, language);
  });
}

/** Numbers in place of codes: hucre would turn into a date what it takes for one. */
function numberedStyles(count: number): string {
  const ids = Array.from({ length: count }, (_, index) => index);
  const formats = ids.map((id) => `<numFmt numFmtId="${1000 + id}" formatCode="#${id}"/>`);
  const cells = ids.map((id) => `<xf numFmtId="${1000 + id}"/>`);
  return `<numFmts>${formats.join("")}</numFmts><cellXfs>${cells.join("")}</cellXfs>`;
}

/** A date in words of ISO 8601 becomes the number of a day, as all others are. */
function withSerials(sheet: string, from1904: boolean): string {
  const cell = /(<(?:\w+:)?c\s[^>]*?)\st=["']d["']([^>]*>\s*<(?:\w+:)?v>)([^<]+)/g;
  return sheet.replaceAll(cell, (whole, start: string, between: string, written: string) => {
    const [, day = "1899-12-30", time = "00:00"] =
      /^(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d[\d:.]*)?Z?$/.exec(written.trim()) ?? [undefined, ""];
    const serial = Date.parse(`${day}T${time}Z`) / 86_400_000 + (from1904 ? 24_107 : 25_569);
    return Number.isNaN(serial) ? whole : `${start}${between}${serial}`;
  });
}

const types = "http://schemas.openxmlformats.org/package/2006/content-types";
const relationTypes = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function pack(parts: Record<string, string>): Uint8Array {
  const relations = (targets: Record<string, string>) => {
    const written = Object.entries(targets).map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${relationTypes}/${type}" Target="${target}"/>`,
    );
    return `<Relationships>${written.join("")}</Relationships>`;
  };
  const files = {
    "[Content_Types].xml": `<Types xmlns="${types}"/>`,
    "_rels/.rels": relations({ officeDocument: "xl/workbook.xml" }),
    "xl/workbook.xml": `<workbook><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations({
      ...{ worksheet: "worksheets/sheet1.xml", sharedStrings: "sharedStrings.xml" },
      styles: "styles.xml",
    }),
    ...parts,
  };
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>, { level: 0 });
}
