/** The reference as Markdown, for machines and for the page that is printed. */
import { type Json } from "../contract/document.ts";
import { writeGapNote } from "./gap-notes.ts";
import { type Chapter, type Field, type Note } from "./reference-model.ts";

/** A chapter below its title, as a page of `docs/` is written: with links and samples in their short forms. */
export function writeChapter({ operation, subtitle, parts, examples, ...note }: Chapter): string {
  return join(
    operation ? `\`${operation.method.toUpperCase()} ${operation.path}\`` : subtitle,
    ...writeNote(note),
    operation ? `\`\`\`sample\n${operation.operationId}\n\`\`\`` : "",
    ...parts.flatMap((part) => [
      `## ${part.title}`,
      ...writeNote(part),
      part.fields.flatMap(writeField).join("\n"),
    ]),
    ...examples
      .slice(0, 1)
      .flatMap(({ response }) =>
        response === undefined ? [] : ["## Example", fenceJson(response)],
      ),
  );
}

function writeNote({ description, gaps }: Note): string[] {
  return [description, ...gaps.map(writeGapNote)];
}

/** Indents what belongs to an item, as Markdown wants it. */
function writeField({ name, role, type, fields, ...note }: Field): string[] {
  const title = type ? `**\`${name}\`** ${role}, ${type}` : `${role} [${name}](schema:${name})`;
  const lines = [...writeNote(note), fields.flatMap(writeField).join("\n")]
    .filter(Boolean)
    .flatMap((paragraph) => ["", ...paragraph.split("\n")]);
  return [`- ${title}`, ...lines.map((line) => (line ? `  ${line}` : "")), ""];
}

function fenceJson(value: Json): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

function join(...parts: string[]): string {
  return parts
    .map((part) => part.trimEnd())
    .filter(Boolean)
    .join("\n\n");
}
