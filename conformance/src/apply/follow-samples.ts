/** Lets the code samples of the guides, and the workflows, send what the contract asks for by now, as its examples do. */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  asObjectMap,
  type JsonObject,
  type OpenApiDocument,
  resolved,
} from "../../../gaps/src/document/document.ts";

const sampleFiles = ["docs/samples/**/*.{py,ts}", "openapi/workflows/*.yaml"];

/** Each workflow sends something else; a program is one part. */
const partsOf = (code: string) => code.split(/^(?= {2}- workflowId:)/m);

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
  for await (const file of glob(sampleFiles, { cwd: folder })) {
    const code = await readFile(join(folder, file), "utf8");
    const followed = partsOf(code)
      .map((part) => edits.reduce((text, edit) => edit(text), part))
      .join("");
    if (followed !== code) changes.set(file, followed);
  }
  return changes;
}

function fieldEdits(before: OpenApiDocument, after: OpenApiDocument): Edit[] {
  return Object.entries(before.components.schemas).flatMap(([name, { properties, required }]) => {
    const fields = Object.entries(asObjectMap(properties));
    const left = asObjectMap(after.components.schemas[name]?.["properties"]);
    return fields.flatMap(([field, schema]): Edit[] => {
      if (field in left)
        return retype(field, resolved(before, schema), resolved(after, left[field]!));
      const twin = fields.find(
        ([other, { items }]) => other in left && isSame(items, schema["items"]),
      );
      return twin ? [rename(field, twin[0], (required ?? []) as string[])] : [];
    });
  });
}

/** @param required fields of the schema: code that does not send them sends another one, with a field of the same name */
function rename(field: string, name: string, required: string[]): Edit {
  return (code) =>
    required.every((other) => keyOf(other).test(code))
      ? code.replaceAll(keyOf(field), `$1${name}$2`)
      : code;
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
