/** What of a workbook has to be known before its first sheet can be read. */
import type { Archive } from "./archive.ts";
import { parseXml } from "./parse-xml.ts";

export interface Workbook {
  /** Names of files in the archive. */
  firstSheet: string;
  sharedStrings: string;
  styles: string;
  /** Dates count from 1904 instead of from 1900. */
  countsFrom1904: boolean;
}

const folder = "xl/";

/** @throws {Error} when the archive is no workbook, or one without a sheet */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  if (!archive.has(`${folder}workbook.xml`)) throw new Error("it holds no workbook");
  let firstRelation: string | undefined;
  let countsFrom1904 = false;
  await parseXml(archive.read(`${folder}workbook.xml`), {
    open(name, attributes) {
      if (name === "sheet") firstRelation ??= attributes["r:id"] ?? relationIn(attributes);
      if (name === "workbookPr") countsFrom1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
    },
  });
  const targets = await readRelations(archive);
  const firstSheet = targets.get(firstRelation ?? "");
  if (firstSheet === undefined || !archive.has(firstSheet)) throw new Error("it holds no sheet");
  return {
    firstSheet,
    sharedStrings: targets.get("sharedStrings") ?? `${folder}sharedStrings.xml`,
    styles: targets.get("styles") ?? `${folder}styles.xml`,
    countsFrom1904,
  };
}

/** The prefix of the namespace is the writer's choice. */
function relationIn(attributes: Record<string, string>): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1];
}

/** Files by the identifier of their relation, and by the last part of its type. */
async function readRelations(archive: Archive): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await parseXml(archive.read(`${folder}_rels/workbook.xml.rels`), {
    open(name, { Id = "", Type = "", Target = "" }) {
      if (name !== "Relationship") return;
      const file = Target.startsWith("/") ? Target.slice(1) : folder + Target;
      targets.set(Id, file).set(Type.slice(Type.lastIndexOf("/") + 1), file);
    },
  });
  return targets;
}
