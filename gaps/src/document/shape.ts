/** What a file has to hold. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { UserError } from "../problem.ts";
import { type Json, parsePointer } from "./json.ts";
import { Positions } from "./source-tree.ts";
import { formats } from "./validators.ts";

/**
 * Reads the content of a file by its JSON Schema. The descriptions in it say what to write instead.
 *
 * @returns a function that throws a {@link UserError} with file and line of all that is wrong
 */
export function readerOf<Content>(schema: object): (content: Json, file: string) => Content {
  const options = { strict: false, strictNumbers: true, verbose: true, allErrors: true, formats };
  const ajv = new Ajv2020(options);
  const isValid = ajv.compile<Content>(schema);
  return (content, file) => {
    if (isValid(content)) return content;
    const positions = new Positions(file);
    const messages = new Map<string, string>();
    for (const {
      instancePath,
      propertyName,
      keyword,
      params,
      message,
      parentSchema,
    } of isValid.errors!) {
      // Another error says what is wrong with the name.
      if (keyword === "propertyNames") continue;
      const key = propertyName ?? (params["additionalProperty"] as string | undefined);
      const path = parsePointer(`#${instancePath}`).concat(key ?? []);
      const name = path.join(".") || "the file";
      const { line } = positions.of(path);
      const types = [params["type"] ?? []].flat().join(" or ");
      const must = keyword === "type" ? `must be ${types}` : message;
      const wrong = ["not", "pattern"].includes(keyword) ? "does not fit" : must;
      const { description: remedy } = parentSchema as { description?: string };
      // What is said first of a place is the nearest; the others follow from it.
      if (!messages.has(name))
        messages.set(name, `${file}:${line}: ${name} ${wrong}.${remedy ? ` ${remedy}.` : ""}`);
    }
    throw new UserError([...messages.values()].join("\n"));
  };
}

/** The JSON Schema of an object that has no other properties. */
export const objectOf = (properties: object, required: string[] = []): object => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
  description: `It can have ${Object.keys(properties).join(", ")}`,
});
