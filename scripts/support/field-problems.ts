/** What a validator says, in words that tell a developer which field to change and to what. */
import type { ErrorObject } from "ajv";
import { escapeSegment, parsePointer } from "openapi-gaps/document";

/** A field that was refused. */
export interface FieldProblem {
  /** JSON pointer (RFC 6901) into the value. */
  pointer: string;
  /** What was expected there. */
  detail: string;
}

/** More would bury the one to start with. */
const maxReported = 20;

/** Says what was expected at each refused field, each field once. */
export function describeErrors(errors: ErrorObject[]): FieldProblem[] {
  const byPointer = new Map<string, FieldProblem>();
  for (const error of errors) {
    const problem = describeError(error);
    if (!problem) continue;
    // What has another type fails at other keywords for no other reason.
    if (error.keyword === "type" || !byPointer.has(problem.pointer))
      byPointer.set(problem.pointer, problem);
  }
  return [...byPointer.values()].slice(0, maxReported);
}

function describeError({
  keyword,
  instancePath,
  schemaPath,
  params,
  parentSchema,
  message,
}: ErrorObject): FieldProblem | undefined {
  const at = (detail: string, name?: string) => ({
    pointer: name === undefined ? instancePath : `${instancePath}/${escapeSegment(name)}`,
    detail,
  });
  switch (keyword) {
    case "required":
      return at("This field is required.", String(params["missingProperty"]));
    case "additionalProperties":
      return at(describeUnknown(parentSchema), String(params["additionalProperty"]));
    case "discriminator":
      return at(
        `Expected one of the values that choose what this object is.`,
        String(params["tag"]),
      );
    case "enum":
      return at(`Expected one of ${list(params["allowedValues"] as unknown[])}.`);
    case "const":
      return at(`Expected ${JSON.stringify(params["allowedValue"])}.`);
    case "type":
      return at(`Expected ${[params["type"]].flat().join(" or ")}.`);
    case "minimum":
    case "exclusiveMinimum":
    case "maximum":
      return at(`Expected a number ${params["comparison"]} ${params["limit"]}.`);
    case "minLength":
    case "maxLength":
      return at(
        `Expected ${keyword === "minLength" ? "at least" : "at most"} ${params["limit"]} characters.`,
      );
    case "pattern":
      return at(describePattern(String(params["pattern"])));
    case "format":
      return at(`Expected an absolute http or https URL.`);
    case "minProperties":
      return at("Expected at least one field.");
    case "false schema":
      return at(describeForbidden(schemaPath));
    case "if":
    case "oneOf":
    case "propertyNames":
      // The errors of the branch, or of the name, say more.
      return undefined;
    default:
      return at(`${message ?? keyword}.`);
  }
}

/** @param schema of the object; a validator that was compiled ahead has it no more */
function describeUnknown(schema: ErrorObject["parentSchema"]): string {
  const remedy = "This field is not known here. Remove it, or correct its name.";
  if (!schema) return remedy;
  const known = Object.keys((schema["properties"] as object | undefined) ?? {});
  return known.length > 0
    ? `${remedy} Known are ${known.join(", ")}.`
    : "No field is known here. Remove it.";
}

/** @param schemaPath `…/dependentSchemas/<other field>/properties/<this field>/false schema` where the other field forbids this one */
function describeForbidden(schemaPath: string): string {
  const segments = parsePointer(decodeURIComponent(schemaPath));
  return segments.at(-5) === "dependentSchemas"
    ? `Send this field or ${segments.at(-4)}, not both.`
    : "This field is never there. Remove it.";
}

function describePattern(pattern: string): string {
  if (pattern.startsWith("^[^\\u0000"))
    return "Expected text without the character NUL and without half of a surrogate pair.";
  if (pattern.startsWith("^https?")) return "Expected an absolute http or https URL.";
  return `Expected text that matches ${pattern}.`;
}

function list(values: unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}
