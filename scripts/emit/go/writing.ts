/** Names and comments of Go. */
import { wrap } from "../../support/wrap.ts";
import { capitalize, type Nameable, nameInCode, wordsOf } from "../model/names.ts";

/** In the words by which tools of Go know a generated file. */
export const bannerFor = (source: string): string =>
  `// Code generated from ${source} by npm run generate. DO NOT EDIT.\n\npackage videogeneration\n`;

export const banner = bannerFor("the contract");

const width = 100;

/** Words of a name that Go writes in capitals. */
const initialisms = new Set(["id", "url", "json"]);

const keywords = new Set(
  (
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return " +
    "select struct switch type var body ctx c"
  ).split(" "),
);

/** Exported names: `DataXlsxURL` for `data_xlsx_url`. */
export function exportedNames(things: Nameable[]): Map<string, string> {
  return nameInCode("Go", things, exportedName);
}

/** Names inside a function: `jobID`. */
export function parameterNames(things: Nameable[]): Map<string, string> {
  return nameInCode("Go", things, (name) => {
    const exported = exportedName(name);
    if (exported === undefined) return undefined;
    const first = /^([A-Z]+)(?=[A-Z][a-z]|$)|^[A-Z]/.exec(exported)?.[0] ?? "";
    const written = first.toLowerCase() + exported.slice(first.length);
    return keywords.has(written) ? `${written}_` : written;
  });
}

/** The words of a name as they stand in an exported one. */
export function joinedWords(name: string): string {
  return wordsOf(name)
    .map((word) => (initialisms.has(word.toLowerCase()) ? word.toUpperCase() : capitalize(word)))
    .join("");
}

function exportedName(name: string): string | undefined {
  const joined = joinedWords(name);
  return /^[A-Z]/.test(joined) ? joined : undefined;
}

/** Paragraphs as a comment. */
export function comment(notes: string[], indent = ""): string {
  const prefix = `${indent}//`;
  const paragraphs = notes.map((note) => wrap(note, width - prefix.length - 1));
  return paragraphs
    .flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]))
    .map((line) => `${prefix} ${line}`.trimEnd())
    .join("\n");
}

/** A comment that begins with what it is about, as Go asks for. */
export function commentOn(name: string, notes: string[]): string {
  return comment([`${name} is a type of the contract.`, ...notes]);
}
