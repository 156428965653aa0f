/** Values that are near another: some still valid where it is, most not. */
import { isObject, type Json } from "openapi-gaps/document";

type Variant = [change: string, value: Json];

/** Fields of a request whose values are closed. The strict copy closes `status`, which the types rightly keep open. */
const closed = ["use", "model", "avatar_type", "voice_type"];

/** Each copy of a value in which one field, at any depth, is left out, has another type or value, or stands beside an undeclared one. */
export function variantsOf(value: Json): Variant[] {
  // Removing or adding an item of a list leaves a list, and says nothing.
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      variantsOf(item).map(([change, other]): Variant => [
        `[${index}]${change}`,
        value.with(index, other),
      ]),
    );
  // Of an object without fields nothing is known.
  if (!isObject(value) || Object.keys(value).length === 0) return [];
  const changed = Object.entries(value).flatMap(([key, field]): Variant[] => {
    const { [key]: _, ...without } = value;
    const isBroad = typeof field === "boolean" || Array.isArray(field);
    const others: Json[] = [isBroad ? "another type" : true, null];
    if (closed.includes(key)) others.push("unlisted");
    const replaced = others.map((other): Variant => [`: ${JSON.stringify(other)}`, other]);
    return [
      [`.${key} left out`, without],
      ...[...replaced, ...variantsOf(field)].map(([change, other]): Variant => [
        `.${key}${change}`,
        { ...value, [key]: other },
      ]),
    ];
  });
  return [[".undeclared: 1", { ...value, undeclared: 1 }], ...changed];
}
