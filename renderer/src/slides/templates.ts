/** Templates of slides: JSON files that say how slides look and move. `templates/README.md` shows how to write one. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import forest from "../../templates/forest.json" with { type: "json" };
import midnight from "../../templates/midnight.json" with { type: "json" };
import paper from "../../templates/paper.json" with { type: "json" };
import schema from "../../templates/template.schema.json" with { type: "json" };

export interface Template {
  id: string;
  background: string[];
  accent: string;
  layouts: { when: ("text" | "image")[]; layers: TemplateLayer[] }[];
  transition: { kind: "cut" | "fade" | "push" | "wipe"; seconds: number };
}

export interface TemplateLayer {
  layer: "title" | "text" | "image" | "accent" | "shape" | "number";
  /** Left, top, width, height. */
  box: [number, number, number, number];
  below?: "title";
  gap?: number;
  color?: string;
  size?: number;
  minSize?: number;
  weight?: number;
  align?: "start" | "center";
  middle?: boolean;
  radius?: number;
  enter?: { kind: "fade" | "rise" | "slide" | "zoom"; delay: number; seconds: number };
}

/** The assumption `slide-templates`. */
const ownTemplates: unknown[] = [midnight, paper, forest];

/**
 * @param folder whose JSON files are templates beside our own, or instead of those with the same identifier
 * @throws {Error} for one that cannot be used; the message says where it is wrong
 */
export function loadTemplates(folder?: string): Template[] {
  const ajv = new Ajv({ allErrors: true });
  const isTemplate = ajv.compile<Template>(schema);
  const ours = ownTemplates.filter((template) => isTemplate(template));
  if (folder === undefined) return ours;
  const theirs = namesIn(folder).map((name) => {
    const path = join(folder, name);
    try {
      const read: unknown = JSON.parse(readFileSync(path, "utf8"));
      if (isTemplate(read)) return read;
      throw new Error(ajv.errorsText(isTemplate.errors, { dataVar: "it" }));
    } catch (error) {
      throw new Error(`The template ${path} cannot be used: ${(error as Error).message}.`);
    }
  });
  return [...ours.filter(({ id }) => theirs.every((template) => template.id !== id)), ...theirs];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /(?<!\.schema)\.json$/.test(name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The folder of templates ${folder} cannot be read: ${code}. Name a folder.`);
  }
}
