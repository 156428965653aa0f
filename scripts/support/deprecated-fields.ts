/** The fields of a value that its schema keeps for old code alone: those that the service owner says are never there. */
import {
  asObject,
  asObjectList,
  asObjectMap,
  isObject,
  type Json,
  type JsonObject,
  valueAt,
} from "openapi-gaps/document";

/**
 * @param root the document that the references of the schema lead into
 * @returns the paths of the fields, such as `["actor", "video_url"]`
 */
export function findDeprecatedFields(
  root: JsonObject,
  schema: JsonObject,
  value: unknown,
): string[][] {
  const target = follow(root, schema);
  if (Array.isArray(value)) {
    const { items } = target;
    if (!isObject(items)) return [];
    return value.flatMap((item, index) => below(String(index), root, items, item));
  }
  if (!isObject(value)) return [];
  const found: string[][] = [];
  for (const [name, property] of Object.entries(asObjectMap(target["properties"]))) {
    if (!Object.hasOwn(value, name) || !isObject(property)) continue;
    if (follow(root, property)["deprecated"] === true) found.push([name]);
    else found.push(...below(name, root, property, value[name]));
  }
  const choices = [target["oneOf"], target["anyOf"]].flatMap(asObjectList);
  const taken = choices.filter((branch) => isMeant(root, branch, value));
  for (const part of [...asObjectList(target["allOf"]), ...taken])
    found.push(...findDeprecatedFields(root, part, value));
  return found;
}

const below = (name: string, root: JsonObject, schema: JsonObject, value: unknown): string[][] =>
  findDeprecatedFields(root, schema, value).map((path) => [name, ...path]);

/** A schema with what its reference leads to: a field can be deprecated beside it and behind it. */
function follow(root: JsonObject, { $ref, ...own }: JsonObject): JsonObject {
  return typeof $ref === "string"
    ? { ...follow(root, asObject(valueAt(root, $ref))), ...own }
    : own;
}

/** Whether a branch of a choice is that of the value: none of its constants is another one. */
function isMeant(root: JsonObject, branch: JsonObject, value: JsonObject): boolean {
  const properties = asObjectMap(follow(root, branch)["properties"]);
  const isSame = ([name, { const: only }]: [string, JsonObject]) =>
    only === undefined || only === (value[name] as Json);
  return Object.entries(properties).every(isSame);
}
