import { asObject, isObject } from "../document/json.ts";
import { acceptsAnything, structural } from "../document/schemas.ts";
import { type Node, walkNodes } from "../document/walk.ts";
import type { Finding, Rule } from "./rule.ts";

interface Claim {
  key: string;
  what: string;
  path: string[];
}

/** Kinds of objects that are a claim as a whole: that there is such a parameter, such a header. */
const wholes = ["parameter", "header", "link", "callback", "encoding"];

export const claimStated: Rule = {
  code: "claim-stated",
  description:
    "Whatever narrows a message, or adds to it, names the section or the evidence that says so.",
  find(document) {
    const everywhere = asObject(asObject(asObject(document)["info"])["x-stated-by"]);
    return [...walkNodes(document)].flatMap((node) => [
      ...claimsOf(node)
        .filter(({ key }) => !isStated(node, key) && !(key in everywhere))
        .map(toFinding),
      ...unusedStatements(node),
    ]);
  },
};

const isStatedByItself = ({ kind, role }: Node): boolean =>
  wholes.includes(kind) || (kind === "pathItem" && role === "webhooks");

/** What the node claims beyond its type and its fields. */
function claimsOf(node: Node): Claim[] {
  const { kind, value, path, role } = node;
  if (!isObject(value)) return [];
  const name = path.at(-1) ?? "";
  if (kind === "response" && role !== "responses" && /^\d{3}$/.test(name))
    return [{ key: name, what: `The status code ${name}`, path }];
  if ("$ref" in value && kind !== "schema") return []; // judged where it stands
  if (isStatedByItself(node)) {
    const what = kind === "pathItem" ? "webhook" : kind;
    return [{ key: "", what: `This ${what} (${String(value["name"] ?? name)})`, path }];
  }
  if (kind === "mediaType" && name !== "*/*")
    return [{ key: name, what: `The media type ${name}`, path }];
  const keywords =
    kind === "schema" ? Object.keys(value).filter((key) => narrows(key, value[key])) : [];
  const flags = kind === "operation" && value["deprecated"] === true ? ["deprecated"] : [];
  return [...keywords, ...flags].map((key) => ({ key, what: key, path: [...path, key] }));
}

/** They take whatever else there is, so that an open schema here is as good as none. */
const remainders = ["additionalProperties", "unevaluatedItems", "unevaluatedProperties"];

const narrows = (keyword: string, value: unknown): boolean =>
  !structural.has(keyword) &&
  !keyword.startsWith("x-") &&
  !(remainders.includes(keyword) && acceptsAnything(value));

function isStated(node: Node, key: string): boolean {
  const { value, path, parent } = node;
  const holder = asObject(value);
  // Evidence about a response speaks of what was counted, and a header that nobody has seen was not.
  const verified = node.kind === "header" ? "x-verified" in holder : isVerified(node);
  return (
    verified ||
    key in asObject(holder["x-stated-by"]) ||
    (key === path.at(-1) && key in asObject(asObject(parent?.value)["x-stated-by"])) ||
    (isStatedByItself(node) && "x-source" in holder)
  );
}

/** What is confirmed about these is one fact about the interface or a call, and not all that they hold. */
const ofOneFact = ["document", "info", "pathItem", "operation"];

/** Whether evidence covers an object: evidence about a message is evidence about its parts. */
const isVerified = ({ kind, value, parent }: Node): boolean =>
  (!ofOneFact.includes(kind) && isObject(value) && "x-verified" in value) ||
  (parent !== undefined && isVerified(parent));

const toFinding = ({ key, what, path }: Claim): Finding => ({
  message: `${what} rests on no section. Add ${statement(key)}, or x-verified with the evidence; if there is neither, ${alternative(key)}.`,
  path,
});

const statement = (key: string): string =>
  key
    ? `x-stated-by: {${/^\d/.test(key) ? `"${key}"` : key}: <the heading that states it>}`
    : "x-source: [<the headings that name it>]";

const alternative = (key: string): string =>
  ["enum", "const"].includes(key) ? "keep the string open with x-extensible-enum" : "remove it";

function unusedStatements({ kind, value, path }: Node): Finding[] {
  if (kind === "info" || !isObject(value) || !("x-stated-by" in value)) return [];
  return Object.keys(asObject(value["x-stated-by"]))
    .filter((key) => !(key in value) && key !== path.at(-1))
    .map((key) => ({
      message: `x-stated-by names a section for ${key}, which does not stand here. Add ${key}, or remove the entry.`,
      path: [...path, "x-stated-by", key],
    }));
}
