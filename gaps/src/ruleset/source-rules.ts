/** The rules that the preset `sources` adds: everything names the section, or the evidence, that it rests on. */
import { asList, asObject, type Node, type Path, valueAt } from "../document/document.ts";
import { acceptsAnything, structural } from "../document/schemas.ts";
import { collectClosedGaps } from "../notes/gaps.ts";
import { gapEntries, type Rule } from "./gap-rules.ts";

/** That there is such a parameter, or such a header, is a claim. */
const isStatedByItself = ({ kind }: Node): boolean => kind === "parameter" || kind === "header";

/**
 * What the node claims beyond its type and its fields, and what `x-stated-by` calls it: nothing where the object is a claim as a
 * whole. What a reference leads to is checked there.
 */
function claimsOf(node: Node): { key: string; what: string; path: Path }[] {
  const { kind, value, role } = node;
  const name = () => String(node.path.at(-1));
  const whole = (what: string, key = name()) => [{ key, what, path: node.path }];
  if (kind === "response" && role !== "responses" && /^\d{3}$/.test(name()))
    return whole(`The status code ${name()}`);
  if (isStatedByItself(node) && !("$ref" in value))
    return whole(`This ${kind} (${String(value["name"] ?? name())})`, "");
  if (kind === "mediaType" && !name().startsWith("*/*")) return whole(`The media type ${name()}`);
  if (kind !== "schema") return [];
  return Object.keys(value)
    .filter((key) => narrows(key, value[key]))
    .map((key) => ({ key, what: key, path: [...node.path, key] }));
}

/** They take whatever else there is, so that an open schema here is as good as none. */
const remainders = ["additionalProperties", "unevaluatedItems", "unevaluatedProperties"];

const narrows = (keyword: string, value: unknown): boolean =>
  !structural.has(keyword) &&
  !/^(\$|x-)/.test(keyword) &&
  !(remainders.includes(keyword) && acceptsAnything(value));

function isStated(document: unknown, node: Node, key: string): boolean {
  const { value, parent, kind } = node;
  // Evidence on codes names them where their gap stood, which may be far from each response.
  if (kind === "response") {
    const { $ref = "#" } = value;
    const places = [valueAt(document, String($ref)), valueAt(document, ["info"])];
    for (let at = parent; at; at = at.parent) places.push(at.value);
    const naming = places.map((place) => JSON.stringify(asObject(place)["x-verified"] ?? ""));
    if (naming.some((text) => new RegExp(`\\b${key}\\b`).test(text))) return true;
  }
  // Evidence about a response speaks of what was counted, and a header that nobody has seen was not.
  const verified = kind === "header" ? "x-verified" in value : isVerified(node);
  return (
    verified ||
    key in asObject(value["x-stated-by"]) ||
    (key === node.path.at(-1) && key in asObject(parent?.value["x-stated-by"])) ||
    (isStatedByItself(node) && "x-source" in value)
  );
}

/** What is confirmed about these is one fact about the interface or a call, and not all that they hold. */
const ofOneFact = ["document", "info", "pathItem", "operation"];

/** Whether evidence covers an object: evidence about a message is evidence about its parts. */
const isVerified = ({ kind, value, parent }: Node): boolean =>
  (!ofOneFact.includes(kind) && "x-verified" in value) ||
  (parent !== undefined && isVerified(parent));

const statement = (key: string): string =>
  key
    ? `x-stated-by: {${JSON.stringify(key)}: <the heading that states it>}`
    : "x-source: [<the headings that name it>]";

const alternative = (key: string): string =>
  ["enum", "const"].includes(key) ? "keep the string open with x-extensible-enum" : "remove it";

export const sourceRules: Rule[] = [
  {
    code: "claim-stated",
    description:
      "Whatever narrows a message, or adds to it, names the section or the evidence that says so.",
    find(nodes) {
      const document = asObject(nodes[0]?.value);
      const everywhere = asObject(asObject(document["info"])["x-stated-by"]);
      return nodes.flatMap((node) =>
        claimsOf(node)
          .filter(({ key }) => !isStated(document, node, key) && !(key in everywhere))
          .map(({ key, what, path }) => ({
            message: `${what} rests on no section. Add ${statement(key)}, or x-verified with the evidence; if there is neither, ${alternative(key)}.`,
            path,
          })),
      );
    },
  },
  {
    code: "source-known",
    description:
      "Every section that the contract names is a heading of the specification; a claim may also name the gap it is inferred in.",
    find(nodes, { headings }) {
      const gaps = gapEntries(nodes);
      const closing = [
        ...gaps.filter(({ entry }) => entry["kind"] === "inferred").map(({ entry }) => entry["id"]),
        ...collectClosedGaps(nodes[0]?.value).map(({ id }) => id),
      ];
      const named: { name: unknown; path: Path }[] = [
        ...gaps.map(({ entry, path }) => ({ name: entry["source"], path: [...path, "source"] })),
        ...nodes.flatMap((node) => [
          ...asList(node.value["x-source"]).map((name, index) => ({
            name,
            path: [...node.path, "x-source", index],
          })),
          ...Object.entries(asObject(node.value["x-stated-by"]))
            .filter(([, name]) => !closing.includes(name))
            .map(([claim, name]) => ({ name, path: [...node.path, "x-stated-by", claim] })),
        ]),
      ];
      return named
        .filter(({ name }) => name !== undefined)
        .filter(({ name }) => typeof name !== "string" || headings?.includes(name) === false)
        .map(({ name, path }) => ({
          message: `${JSON.stringify(name)} is not a heading of the specification. Name one of the headings that the ruleset is given, word for word.`,
          path,
        }));
    },
  },
  {
    code: "source-required",
    description: "Operations and component schemas name the sections they come from.",
    find: (nodes) =>
      nodes
        .filter(
          ({ kind, role }) => kind === "operation" || (kind === "schema" && role === "schemas"),
        )
        .filter(({ value }) => !("$ref" in value) && asList(value["x-source"]).length === 0)
        .map(({ path }) => ({
          message:
            'Add x-source: a list of the headings this comes from, for instance ["Loans"]. What no section supports does not belong in the contract.',
          path,
        })),
  },
];
