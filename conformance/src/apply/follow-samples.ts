/** Lets the code samples of the guides send what the contract asks for by now, as its examples do. */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  asObjectMap,
  type JsonObject,
  type OpenApiDocument,
  resolved,
} from "../../../scripts/contract/document.ts";

/** What becomes of a field in the code that sends it. */
type Edit = (code: string) => string;

/** Text of every sample that changes, by its path below the folder. */
export async function followSamples(
  folder: string,
  before: OpenApiDocument,
  after: OpenApiDocument,
): Promise<Map<string, string>> {
  const edits = fieldEdits(before, after);
  const changes = new Map<string, string>();
  for await (const file of glob("docs/samples/**/*.{py,ts}", { cwd: folder })) {
    const code = await readFile(join(folder, file), "utf8");
    const followed = edits.reduce((text, edit) => edit(text), code);
    if (followed !== code) changes.set(file, followed);
  }
  return changes;
}

function fieldEdits(before: OpenApiDocument, after: OpenApiDocument): Edit[] {
  return Object.entries(before.components.schemas).flatMap(([name, { properties }]) => {
    const fields = Object.entries(asObjectMap(properties));
    const left = asObjectMap(after.components.schemas[name]?.["properties"]);
    return fields.flatMap(([field, schema]): Edit[] => {
      if (field in left)
        return retype(field, resolved(before, schema), resolved(after, left[field]!));
      const twin = fields.find(
        ([other, { items }]) => other in left && isSame(items, schema["items"]),
      );
      return twin ? [(code) => code.replaceAll(keyOf(field), `$1${twin[0]}$2`)] : [];
    });
  });
}

const isSame = (a: unknown, b: unknown) => a !== undefined && isDeepStrictEqual(a, b);

/** A field of two types of which one was settled. */
function retype(field: string, { type: before }: JsonObject, { type }: JsonObject): Edit[] {
  if (!Array.isArray(before) || (type !== "string" && type !== "integer")) return [];
  const value = new RegExp(`(${keyOf(field).source} )"?(\\d+)"?(?=[,\\s}])`, "g");
  const written = type === "string" ? '$1"$4"' : "$1$4";
  return [(code) => code.replaceAll(value, written)];
}

/** With quotes or without. */
function keyOf(field: string): RegExp {
  return new RegExp(`(["']?)\\b${field}\\b(["']?:)`, "g");
}
