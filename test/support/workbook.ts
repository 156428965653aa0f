/** A workbook with one sheet, in the smallest form that spreadsheet programs write. */
import { strToU8, zipSync } from "fflate";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";
const contentTypes = "http://schemas.openxmlformats.org/package/2006/content-types";
const spreadsheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The bytes of a workbook whose first sheet has these rows. */
export function workbook(rows: string[][]): Buffer {
  return workbookOf(`<sheetData>${rows.map(row).join("")}</sheetData>`);
}

/** The bytes of a workbook whose first sheet holds this XML, with further files by name. */
export function workbookOf(sheet: string, further: Record<string, string> = {}): Buffer {
  const files: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheetType}.worksheet+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"/>`,
    "xl/sharedStrings.xml": `<sst xmlns="${main}"/>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}">${sheet}</worksheet>`,
    ...further,
  };
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return Buffer.from(zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>));
}

function row(cells: string[], index: number): string {
  const written = cells.map((text, column) => {
    const reference = `${String.fromCharCode(65 + column)}${index + 1}`;
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return text && `<c r="${reference}" t="inlineStr"><is><t>${escaped}</t></is></c>`;
  });
  return `<row r="${index + 1}">${written.join("")}</row>`;
}
