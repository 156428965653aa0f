// @ts-check
import { defineRule } from "./support/define-rule.js";
import { isVerified } from "./support/evidence.js";
import { asObject, isObject } from "./support/json.js";
import { acceptsAnything, structural } from "./support/schemas.js";
import { walk } from "./support/walk.js";

/**
 * @typedef {import("./support/define-rule.js").Problem} Problem
 * @typedef {import("./support/walk.js").Node} Node
 * @typedef {{ key: string, what: string, path: string[] }} Claim
 */

/** Kinds of objects that are a claim as a whole: that there is such a parameter, such a header. */
const wholes = ["parameter", "header", "link", "callback", "encoding"];

/** @param {Node} node */
const isStatedByItself = ({ kind, role }) =>
  wholes.includes(kind) || (kind === "pathItem" && role === "webhooks");

export default defineRule("claim-stated", {
  description:
    "Whatever narrows a message, or adds to it, names the section or the evidence that says so.",
  then: { function: findUnstatedClaims },
});

/** @param {unknown} document */
function findUnstatedClaims(document) {
  const everywhere = asObject(asObject(asObject(document).info)["x-stated-by"]);
  return [...walk(document)].flatMap((node) => [
    ...claimsOf(node)
      .filter(({ key }) => !isStated(node, key) && !(key in everywhere))
      .map(toProblem),
    ...findUnusedStatements(node),
  ]);
}

/**
 * What the node claims beyond its type and its fields.
 *
 * @param {Node} node
 * @returns {Claim[]}
 */
function claimsOf(node) {
  const { kind, value, path, role } = node;
  if (!isObject(value)) return [];
  const name = path.at(-1) ?? "";
  if (kind === "response" && role !== "responses" && /^\d{3}$/.test(name)) {
    return [{ key: name, what: `The status code ${name}`, path }];
  }
  if ("$ref" in value && kind !== "schema") return []; // judged where it stands
  if (isStatedByItself(node)) {
    const what = kind === "pathItem" ? "webhook" : kind;
    return [{ key: "", what: `This ${what} (${value.name ?? name})`, path }];
  }
  if (kind === "mediaType" && name !== "*/*") {
    return [{ key: name, what: `The media type ${name}`, path }];
  }
  const keywords =
    kind === "schema" ? Object.keys(value).filter((key) => narrows(key, value[key])) : [];
  const flags = kind === "operation" && value.deprecated === true ? ["deprecated"] : [];
  return [...keywords, ...flags].map((key) => ({ key, what: key, path: [...path, key] }));
}

/** They take whatever else there is, so that an open schema here is as good as none. */
const remainders = ["additionalProperties", "unevaluatedItems", "unevaluatedProperties"];

/**
 * @param {string} keyword of a schema
 * @param {unknown} value
 */
const narrows = (keyword, value) =>
  !structural.has(keyword) &&
  !keyword.startsWith("x-") &&
  !(remainders.includes(keyword) && acceptsAnything(value));

/**
 * @param {Node} node
 * @param {string} key
 * @returns {boolean}
 */
function isStated(node, key) {
  const { value, path, parent } = node;
  const holder = asObject(value);
  return (
    isVerified(node) ||
    key in asObject(holder["x-stated-by"]) ||
    (key === path.at(-1) && key in asObject(asObject(parent?.value)["x-stated-by"])) ||
    (isStatedByItself(node) && "x-source" in holder)
  );
}

/** @param {Claim} claim @returns {Problem} */
const toProblem = ({ key, what, path }) => ({
  message: `${what} rests on no section. Add ${statement(key)}, or x-verified with the evidence; if there is neither, ${alternative(key)}.`,
  path,
});

/** @param {string} key */
const statement = (key) =>
  key
    ? `x-stated-by: {${/^\d/.test(key) ? `"${key}"` : key}: <the heading that states it>}`
    : "x-source: [<the headings that name it>]";

/** @param {string} key */
const alternative = (key) =>
  ["enum", "const"].includes(key) ? "keep the string open with x-extensible-enum" : "remove it";

/**
 * @param {Node} node
 * @returns {Problem[]}
 */
function findUnusedStatements({ kind, value, path }) {
  if (kind === "info" || !isObject(value) || !("x-stated-by" in value)) return [];
  return Object.keys(asObject(value["x-stated-by"]))
    .filter((key) => !(key in value) && key !== path.at(-1))
    .map((key) => ({
      message: `x-stated-by names a section for ${key}, which does not stand here. Add ${key}, or remove the entry.`,
      path: [...path, "x-stated-by", key],
    }));
}
