/** Holds the content of a file against a JSON Schema, and says in words what is wrong, with its line. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { UserError } from "../problem.ts";
import { type Json, parsePointer } from "./json.ts";
import { Positions } from "./source-tree.ts";
import { formats } from "./validators.ts";

/**
 * @param schema in which each `description` says what to write instead: "Write it as 2026-01-31"
 * @returns a function that gives the content back, or throws a {@link UserError} with file and line of all that is wrong
 */
export function readerOf<Content>(
  schema: object,
): (content: Json, file: string, positions?: Positions) => Content {
  const options = { strict: false, strictNumbers: true, verbose: true, allErrors: true, formats };
  const ajv = new Ajv2020(options);
  const isValid = ajv.compile<Content>(schema);
  return (content, file, known) => {
    if (isValid(content)) return content;
    const positions = known ?? new Positions(file);
    // By the name of the place: what Ajv says first of one is the cause, and the rest follows from it.
    const messages = new Map<string, string>();
    for (const error of isValid.errors!) {
      const { keyword, params } = error;
      // The `pattern` that refuses the name is an error too, and says more.
      if (keyword === "propertyNames") continue;
      const key = error.propertyName ?? (params["additionalProperty"] as string | undefined);
      const path = parsePointer(`#${error.instancePath}`).concat(key ?? []);
      const name = path.join(".") || "the file";
      if (messages.has(name)) continue;
      const { line } = positions.of(path);
      let wrong = error.message;
      // Ajv writes `must be string,number`.
      if (keyword === "type") wrong = `must be ${[params["type"]].flat().join(" or ")}`;
      // A person who writes the file needs the remedy, not the expression.
      if (keyword === "not" || keyword === "pattern") wrong = "does not fit";
      const { description: remedy } = error.parentSchema as { description?: string };
      messages.set(name, `${file}:${line}: ${name} ${wrong}.${remedy ? ` ${remedy}.` : ""}`);
    }
    throw new UserError([...messages.values()].join("\n"));
  };
}

/** The JSON Schema of an object that has these properties and no others. */
export const objectOf = (properties: object, required: string[] = []): object => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
  description: `It can have ${Object.keys(properties).join(", ")}`,
});
