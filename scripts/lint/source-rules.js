// @ts-check
/** The rules on where everything in this contract comes from: each claim names a heading of the specification, or its evidence. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  calloutOf,
  calloutOfStatement,
  collectClosedGaps,
  gapsAt,
  parseFile,
  statementsAt,
} from "openapi-gaps";
import { acceptsAnything, asList, asObject, valueAt } from "openapi-gaps/document";
import { gapEntries } from "openapi-gaps/ruleset";

/** @typedef {import("openapi-gaps/document").Node} Node */
/** @typedef {import("openapi-gaps/ruleset").Rule} Rule */

/** The headings of the specification, and the vendor extensions: each has a heading in EXTENSIONS.md. @param {string} folder */
export function registered(folder) {
  const registry = readFileSync(join(folder, "EXTENSIONS.md"), "utf8");
  return {
    headings: asList(parseFile(join(folder, "outline.yaml"))).map(String),
    extensions: [...registry.matchAll(/^## `(x-[^`]+)`\s*$/gm)].map(([, name = ""]) => name),
  };
}

/** Keywords that a schema is built of, beside those with a dollar. Every other one narrows what they describe, or promises something about it. */
const structural = [
  ...["$comment", "description", "example", "examples", "externalDocs", "title"],
  ...["allOf", "anyOf", "discriminator", "items", "oneOf", "properties", "required", "type"],
];

/** They take whatever else there is, so that an open schema here is as good as none. */
const remainders = ["additionalProperties", "unevaluatedItems", "unevaluatedProperties"];

/** @param {string} keyword @param {unknown} value */
const narrows = (keyword, value) =>
  !structural.includes(keyword) &&
  !/^(\$|x-)/.test(keyword) &&
  !(remainders.includes(keyword) && acceptsAnything(value));

/** That there is such a parameter, or such a header, is a claim. @param {Node} node */
const isStatedByItself = ({ kind }) => kind === "parameter" || kind === "header";

/**
 * What a node claims beyond its type and its fields, and what `x-stated-by` calls it: nothing where the object is a claim as a
 * whole. What a reference leads to is checked there.
 *
 * @param {Node} node
 * @returns {{ key: string, what: string, path: string[] }[]}
 */
function claimsOf(node) {
  const { kind, value, role, path } = node;
  const name = String(path.at(-1));
  if (kind === "response" && role !== "responses" && /^\d{3}$/.test(name))
    return [{ key: name, what: `The status code ${name}`, path }];
  if (isStatedByItself(node) && !("$ref" in value))
    return [{ key: "", what: `This ${kind} (${String(value["name"] ?? name)})`, path }];
  if (kind === "mediaType" && !name.startsWith("*/*"))
    return [{ key: name, what: `The media type ${name}`, path }];
  if (kind !== "schema") return [];
  return Object.keys(value)
    .filter((key) => narrows(key, value[key]))
    .map((key) => ({ key, what: key, path: [...path, key] }));
}

/** @param {unknown} document @param {Node} node @param {string} key */
function isStated(document, node, key) {
  const { value, parent, kind } = node;
  // Evidence on codes names them where their gap stood, which may be far from each response.
  if (kind === "response") {
    const places = [valueAt(document, ["info"])];
    // A shared response may refer to another one.
    for (let at = value; places.length < 10 && "$ref" in at; places.push(at))
      at = asObject(valueAt(document, String(at["$ref"])));
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

/** Whether evidence covers an object: evidence about a message is evidence about its parts. @param {Node} node @returns {boolean} */
const isVerified = ({ kind, value, parent }) =>
  (!ofOneFact.includes(kind) && "x-verified" in value) ||
  (parent !== undefined && isVerified(parent));

/** What is open, in words. A description stays when its question is answered, and would go on to say so. */
const doubt =
  /\b(undocumented|unclear|no documented|(not|isn't|aren't|never) (yet )?(documented|shown|said|stated|described|known|named)|does(n't| not) say|ask the service owner|service owner (gave|has told)|other name|second name|two names)\b/i;

/** How `openapi-gaps` describes what an owner has named, and not explained. */
const unexplained = "What it means is not documented.";

/**
 * The words of a text that belong into a note: "no documented" in "Store it: no documented operation finds it".
 *
 * @param {unknown} text
 */
export const doubtIn = (text) => doubt.exec(String(text ?? "").replaceAll(unexplained, ""))?.[0];

/**
 * What generation adds to descriptions: each note and each statement of a document, as its callout. They go with their answer.
 *
 * @param {Node[]} nodes
 */
const calloutsOf = (nodes) =>
  nodes.flatMap(({ value }) => [
    ...gapsAt(value).map((note) => calloutOf(note)),
    ...statementsAt(value).map(calloutOfStatement),
  ]);

/** @param {string} key */
const statement = (key) =>
  key
    ? `x-stated-by: {${JSON.stringify(key)}: <the heading that states it>}`
    : "x-source: [<the headings that name it>]";

/** @param {string} key */
const alternative = (key) =>
  ["enum", "const"].includes(key) ? "keep the string open with x-extensible-enum" : "remove it";

/**
 * @param {{ headings: string[], extensions: string[] }} known the headings of the specification, and the vendor extensions
 * @returns {Rule[]}
 */
export const sourceRules = ({ headings, extensions }) => [
  {
    code: "extension-registered",
    description: "Every x-* key of the contract is registered.",
    find: (nodes) =>
      nodes.flatMap((node) =>
        Object.keys(node.value)
          .filter((key) => key.startsWith("x-") && !extensions.includes(key))
          .map((key) => ({
            message: `${key} is not registered. Add it to the extensions, or remove it.`,
            path: [...node.path, key],
          })),
      ),
  },
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
    code: "doubt-in-notes",
    description:
      "A description says what is known. What is open is a note, which goes with its answer.",
    find(nodes) {
      const callouts = calloutsOf(nodes);
      return nodes.flatMap(({ value, path }) =>
        ["description", "summary"].flatMap((key) => {
          const text = value[key] ?? "";
          if (text === "") return [];
          const said = callouts.reduce((rest, each) => rest.replaceAll(each, ""), String(text));
          const words = doubtIn(said);
          const message = `“${words}” stays here when its question is answered. Say it in an x-gap: in \`states\` or \`reading\`.`;
          return words === undefined ? [] : [{ message, path: [...path, key] }];
        }),
      );
    },
  },
  {
    code: "source-known",
    description:
      "Every section that the contract names is a heading of the specification; a claim may also name the gap it is inferred in.",
    find(nodes) {
      const gaps = gapEntries(nodes);
      const inferred = gaps.filter(({ entry }) => entry["kind"] === "inferred");
      const closing = [
        ...inferred.map(({ entry }) => entry["id"]),
        ...collectClosedGaps(nodes[0]?.value).map(({ id }) => id),
      ];
      /** @type {{ name: unknown, path: (string | number)[] }[]} */
      const named = gaps.map(({ entry, path }) => ({
        name: entry["source"],
        path: [...path, "source"],
      }));
      for (const { value, path } of nodes) {
        for (const [index, name] of asList(value["x-source"]).entries())
          named.push({ name, path: [...path, "x-source", index] });
        for (const [claim, name] of Object.entries(asObject(value["x-stated-by"])))
          if (!closing.includes(name)) named.push({ name, path: [...path, "x-stated-by", claim] });
      }
      return named
        .filter(({ name }) => name !== undefined)
        .filter(({ name }) => typeof name !== "string" || !headings.includes(name))
        .map(({ name, path }) => ({
          message: `${JSON.stringify(name)} is not a heading of the specification. Name one of its headings, word for word.`,
          path,
        }));
    },
  },
  {
    code: "source-required",
    description:
      "Operations and component schemas name the sections they come from, unless the owner has named them.",
    find: (nodes) =>
      nodes
        .filter(
          ({ kind, role }) => kind === "operation" || (kind === "schema" && role === "schemas"),
        )
        .filter(({ value }) => !("$ref" in value) && asList(value["x-source"]).length === 0)
        // The owner has named it.
        .filter(({ value }) => asList(value["x-verified"]).length === 0)
        .map(({ path }) => ({
          message:
            'Add x-source: a list of the headings this comes from, for instance ["Loans"]. What no section supports does not belong in the contract.',
          path,
        })),
  },
];
