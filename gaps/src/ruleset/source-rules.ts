/** The rules that the preset `sources` adds: everything names the section, or the evidence, that it rests on. */
import { asList, asObject, valueAt } from "../document/json.ts";
import { acceptsAnything, structural } from "../document/schemas.ts";
import type { Node } from "../document/walk.ts";
import { collectClosedGaps } from "../notes/gaps.ts";
import { gapEntries, objectsOf, type ObjectNode, type Rule } from "./rule.ts";

const sourceRequired: Rule = {
  code: "source-required",
  description: "Operations and component schemas name the sections they come from.",
  find: (document) =>
    objectsOf(document, "operation", "schema")
      .filter(({ kind, role }) => kind === "operation" || role === "schemas")
      .filter(({ value }) => !("$ref" in value) && asList(value["x-source"]).length === 0)
      .map(({ path }) => ({
        message:
          'Add x-source: a list of the headings this comes from, for instance ["Loans"]. What no section supports does not belong in the contract.',
        path,
      })),
};

const sourceKnown: Rule = {
  code: "source-known",
  description:
    "Every section that the contract names is a heading of the specification; a claim may also name the gap it is inferred in.",
  find(document, { headings }) {
    const gaps = gapEntries(document);
    const inferred = gaps.filter(({ entry }) => entry["kind"] === "inferred");
    const closing = [
      ...inferred.map(({ entry }) => entry["id"]),
      ...collectClosedGaps(document).map(({ id }) => id),
    ];
    const named = [
      ...gaps
        .filter(({ entry }) => "source" in entry)
        .map(({ entry, path }) => ({ name: entry["source"], path: [...path, "source"] })),
      ...objectsOf(document).flatMap(({ value, path }) => [
        ...asList(value["x-source"]).map((name, index) => ({
          name,
          path: [...path, "x-source", index],
        })),
        ...Object.entries(asObject(value["x-stated-by"]))
          .filter(([, name]) => !closing.includes(name))
          .map(([claim, name]) => ({ name, path: [...path, "x-stated-by", claim] })),
      ]),
    ];
    return named
      .filter(({ name }) => typeof name !== "string" || headings?.includes(name) === false)
      .map(({ name, path }) => ({
        message: `${JSON.stringify(name)} is not a heading of the specification. Name one of the headings that the ruleset is given, word for word.`,
        path,
      }));
  },
};

const claimStated: Rule = {
  code: "claim-stated",
  description:
    "Whatever narrows a message, or adds to it, names the section or the evidence that says so.",
  find(document) {
    const everywhere = asObject(asObject(asObject(document)["info"])["x-stated-by"]);
    return objectsOf(document).flatMap((node) =>
      claimsOf(node)
        .filter(({ key }) => !isStated(document, node, key) && !(key in everywhere))
        .map(({ key, what, path }) => ({
          message: `${what} rests on no section. Add ${statement(key)}, or x-verified with the evidence; if there is neither, ${alternative(key)}.`,
          path,
        })),
    );
  },
};

interface Claim {
  /** What `x-stated-by` calls it; empty for an object that is a claim as a whole. */
  key: string;
  what: string;
  path: string[];
}

/** That there is such a parameter, or such a header, is a claim. */
const isStatedByItself = ({ kind }: Node): boolean => kind === "parameter" || kind === "header";

/** What the node claims beyond its type and its fields. */
function claimsOf(node: ObjectNode): Claim[] {
  const { kind, value, path, role } = node;
  const name = path.at(-1) ?? "";
  if (kind === "response" && role !== "responses" && /^\d{3}$/.test(name))
    return [{ key: name, what: `The status code ${name}`, path }];
  if (isStatedByItself(node) && !("$ref" in value))
    // A reference is checked at its target.
    return [{ key: "", what: `This ${kind} (${String(value["name"] ?? name)})`, path }];
  if (kind === "mediaType" && name !== "*/*")
    return [{ key: name, what: `The media type ${name}`, path }];
  if (kind !== "schema") return [];
  return Object.keys(value)
    .filter((key) => narrows(key, value[key]))
    .map((key) => ({ key, what: key, path: [...path, key] }));
}

/** They take whatever else there is, so that an open schema here is as good as none. */
const remainders = ["additionalProperties", "unevaluatedItems", "unevaluatedProperties"];

const narrows = (keyword: string, value: unknown): boolean =>
  !structural.has(keyword) &&
  !keyword.startsWith("x-") &&
  !(remainders.includes(keyword) && acceptsAnything(value));

function isStated(document: unknown, node: ObjectNode, key: string): boolean {
  const { value, path, parent, kind } = node;
  // What recordings showed of a shared response stands there, and not at each of its codes.
  const { $ref } = value;
  if (kind === "response" && typeof $ref === "string")
    if ("x-verified" in asObject(valueAt(document, $ref))) return true;
  // Evidence about a response speaks of what was counted, and a header that nobody has seen was not.
  const verified = kind === "header" ? "x-verified" in value : isVerified(node);
  return (
    verified ||
    key in asObject(value["x-stated-by"]) ||
    (key === path.at(-1) && key in asObject(asObject(parent?.value)["x-stated-by"])) ||
    (isStatedByItself(node) && "x-source" in value)
  );
}

/** What is confirmed about these is one fact about the interface or a call, and not all that they hold. */
const ofOneFact = ["document", "info", "pathItem", "operation"];

/** Whether evidence covers an object: evidence about a message is evidence about its parts. */
const isVerified = ({ kind, value, parent }: Node): boolean =>
  (!ofOneFact.includes(kind) && "x-verified" in asObject(value)) ||
  (parent !== undefined && isVerified(parent));

const statement = (key: string): string =>
  key
    ? `x-stated-by: {${/^\d/.test(key) ? `"${key}"` : key}: <the heading that states it>}`
    : "x-source: [<the headings that name it>]";

const alternative = (key: string): string =>
  ["enum", "const"].includes(key) ? "keep the string open with x-extensible-enum" : "remove it";

export const sourceRules: Rule[] = [claimStated, sourceKnown, sourceRequired];
