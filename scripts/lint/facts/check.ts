/**
 * Compares a contract with the facts of the specification: each side becomes a list of statements about the same subjects, such as
 * `createHpJob request.music: boolean, required`, and the two lists have to be one.
 */
import { join, relative } from "node:path";
import { collectClosedGaps, parseFile } from "openapi-gaps";
import {
  asList,
  asObject,
  asObjectList,
  asObjectMap,
  follow,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  parsePointer,
  resolved,
  valueAt,
  walk,
} from "openapi-gaps/document";
import { root } from "../../support/locations.ts";

/** `facts.yaml`, which says what each means. */
export interface Facts {
  operations: Record<string, { section: string; call: string; body?: true }>;
  silentPaths: string[];
  fields: BySection<Record<string, string>>;
  gaps: BySection<Record<string, [kind: string, impact: string, statement: string]>>;
  /** Of each other property of a note, its values, and the gaps whose notes have them. */
  notes: Record<NotePart, Record<string, string[]>>;
  /** By gap and a word of each claim, what its sample is. */
  claims: Record<string, Record<string, string>>;
  sections: Record<string, string[]>;
  /** By heading, the keywords and media types that it states, each with its place. */
  statements: Record<string, string[]>;
}

/** Properties of a note that not every note has. */
const noteParts = ["answer", "evidence", "also", "when", "no", "settled"] as const;
type NotePart = (typeof noteParts)[number];

/** By headings of the specification, and then by what is described. */
type BySection<Entries> = Record<string, Record<string, Entries>>;

const factsFile = join(import.meta.dirname, "facts.yaml");

/** What the specification says. @throws {UserError} when the file cannot be read */
export function readFacts(): Facts {
  return parseFile(factsFile, relative(root, factsFile)) as unknown as Facts;
}

/** Something that the contract says otherwise than the specification, or alone, or not at all. */
export interface Disagreement {
  message: string;
  /** In the contract; of what is missing, the nearest place that is there. */
  path: readonly string[];
}

const remedy =
  "Correct it, or scripts/lint/facts/facts.yaml if that says other than the specification.";

/**
 * Every disagreement between the contract and the facts; empty when the two agree. What is missing is told once, without its parts.
 *
 * @param places of gaps when the contract was last generated, where one that is gone stood
 */
export function findDisagreements(
  document: OpenApiDocument,
  facts: Facts,
  places: ReadonlyMap<string, readonly string[]> = new Map(),
): Disagreement[] {
  const expected = tellFacts(facts);
  const actual = tellContract(document, expected);
  const missing = [...expected].flatMap(([subject, says]) => {
    const outer = around(subject);
    if (actual.has(subject) || (expected.has(outer) && !actual.has(outer))) return [];
    const { path, isVerified } = nearest(actual, subject);
    const message = `${subject} is missing: ${says}. ${remedy}`;
    return isVerified ? [] : [{ message, path: places.get(subject) ?? path }];
  });
  const different = [...actual].flatMap(([subject, statement]) => {
    const { says, path, definition = path, isVerified } = statement;
    const fact = expected.get(subject) ?? "nothing";
    if (says === fact || isVerified || nearest(actual, subject).isVerified) return [];
    const isOfUse = presenceOf(says) !== presenceOf(fact);
    return [{ subject, says, fact, path: isOfUse ? path : definition }];
  });
  // What several places share is wrong once.
  const shared = Map.groupBy(
    different,
    ({ says, fact, path }) => `${path.join("/")} ${says} ${fact}`,
  );
  const told = [...shared.values()].map((same) => {
    const { says, fact, path } = same[0]!;
    const subjects = same.map(({ subject }) => subject).join(", ");
    const verb = same.length === 1 ? "is" : "are";
    return {
      message: `${subjects} ${verb} here: ${says}. In the specification: ${fact}. ${remedy}`,
      path,
    };
  });
  return [...missing, ...told];
}

/** Of a field, whether it is always there: its place in an object says so. The schema that it refers to says the rest. */
const presenceOf = (says: string) => /, (required|optional)\b/.exec(says)?.[1];

/** What the contract says of a subject. */
interface Statement {
  says: string;
  path: string[];
  /** Of a field, where its type and its values are said. */
  definition?: string[];
  /** Evidence has spoken about it: on the subject and its fields, its word counts, and not that of the specification. */
  isVerified?: boolean;
}

/** The statement about the last object on the way to a subject. */
function nearest(told: Map<string, Statement>, subject: string): Statement {
  const outer = around(subject);
  return told.get(outer) ?? (outer ? nearest(told, outer) : { says: "nothing", path: [] });
}

/** `createHpJob request` is around `createHpJob request.music`. */
const around = (subject: string) => subject.replace(/[ .[{]?[^ .[{]*$/, "");

/** What the specification says of each subject. */
function tellFacts(facts: Facts): Map<string, string> {
  const told = new Map([["server {base_url}", "a server"]]);
  // A person writes them: what is misspelt or left out is "undefined" or nothing, which the contract does not say.
  const entries = (map: unknown) => Object.entries(asObject(map));
  const listed = new Map<string, string[]>();
  const list = (subject: string, value: string) =>
    listed.set(subject, [...(listed.get(subject) ?? []), value]);
  for (const [id, operation] of entries(facts.operations)) {
    const { call: said, body, section } = asObject(operation);
    list(`sections of ${id}`, String(section));
    const call = String(said);
    const inPath = call.match(/\{\w+\}/g) ?? [];
    const responses = "2XX: application/json, default: */* of anything";
    told.set(id, describeCall(call, inPath, body, responses));
    told.set(`${id} security`, `[{"bearerToken":[]}] http bearer of any format`);
    told.set(`path ${call.split(" ")[1]}`, "a path");
  }
  for (const path of asList(facts.silentPaths)) told.set(`path ${String(path)}`, "a path");
  for (const [object, fields] of entries(facts.fields).flatMap(([, objects]) => entries(objects))) {
    if (!told.has(object)) told.set(object, "object");
    for (const [field, fact] of entries(fields))
      told.set(`${object}.${field}`, String(fact).replace("conditional", "required"));
  }
  for (const [section, byOrigin] of entries(facts.gaps))
    for (const [origin, gaps] of entries(byOrigin))
      for (const [id, fact] of entries(gaps))
        told.set(`gap ${id}`, `${asList(fact).slice(0, 2).join(", ")}, ${origin}, in “${section}”`);
  for (const part of noteParts)
    for (const [value, ids] of entries(asObject(facts.notes)[part]))
      for (const id of asList(ids)) list(`gap ${String(id)}.${part}`, value);
  for (const [id, claims] of entries(facts.claims))
    for (const [word, sample] of entries(claims)) told.set(`gap ${id}{${word}}`, String(sample));
  for (const [heading, names] of entries(facts.sections))
    for (const name of asList(names)) list(`sections of ${String(name)}`, heading);
  for (const [heading, claims] of entries(facts.statements))
    for (const claim of asList(claims)) told.set(`statement of ${String(claim)}`, heading);
  for (const [subject, values] of listed) told.set(subject, describeList(values));
  return told;
}

/** Whatever their order is. */
const describeList = (values: string[]) => values.toSorted().join("; ");

function describeCall(call: string, inPath: string[], body: unknown, responses: string): string {
  const input = [...inPath, ...(body === true ? ["a body"] : [])].join(" and ");
  return `${call}${input && ` with ${input}`}, responses ${responses}`;
}

/**
 * What the contract says of each subject.
 *
 * @param facts name the objects whose fields are told
 */
function tellContract(
  document: OpenApiDocument,
  facts: Map<string, string>,
): Map<string, Statement> {
  const told = new Map<string, Statement>();
  for (const { url } of asObjectList(document["servers"]))
    told.set(`server ${String(url)}`, { says: "a server", path: ["servers"] });
  // Beside the operations of the specification there are those that the owner has named.
  const operations = operationsOf(document);
  const named = operations.filter(
    ({ operationId, node }) => !facts.has(operationId) && isVerified(node),
  );
  for (const path of Object.keys(document.paths)) {
    const isNamed = !facts.has(`path ${path}`) && named.some((each) => each.path === path);
    if (!isNamed) told.set(`path ${path}`, { says: "a path", path: ["paths", path] });
  }
  for (const operation of operations) {
    if (named.includes(operation)) continue;
    const { operationId, method, path, pointer, node } = operation;
    const at = parsePointer(pointer);
    told.set(operationId, { says: tellOperation(document, `${method} ${path}`, node), path: at });
    told.set(`${operationId} security`, tellSecurity(document, node, at));
    const messages = {
      request: ["requestBody"],
      response: ["responses", successOf(document, node)],
    };
    for (const [side, keys] of Object.entries(messages)) {
      const message = follow(document, valueAt(node, keys), [...at, ...keys]);
      const schema = [...(message?.path ?? at), "content", "application/json", "schema"];
      tellObject(document, facts, told, `${operationId} ${side}`, schema);
    }
  }
  // As they are written: one that lacks a field is not missing, and a rule about notes reports it.
  for (const { value, path } of walk(document))
    for (const [index, entry] of asObjectList(value["x-gap"]).entries()) {
      const { id, kind, impact, origin, source } = entry;
      const says = `${String(kind)}, ${String(impact)}, ${String(origin)}, in “${String(source)}”`;
      told.set(`gap ${String(id)}`, { says, path: [...path, "x-gap"] });
      for (const part of noteParts) {
        const values = part in entry ? valuesOfPart(part, entry[part]) : [];
        const at = [...path, "x-gap", String(index), part];
        if (values.length > 0)
          told.set(`gap ${String(id)}.${part}`, { says: describeList(values), path: at });
      }
      tellSamples(entry, facts, told, [...path, "x-gap", String(index), "states"]);
    }
  tellSections(document, facts, told);
  tellStatements(document, facts, told);
  for (const { id, node } of collectClosedGaps(document))
    told.set(`gap ${id}`, { says: "closed", path: parsePointer(node), isVerified: true });
  return told;
}

/** The sample of each claim of a contradiction, by the word that the facts know the claim by. */
function tellSamples(
  { id, states }: JsonObject,
  facts: Map<string, string>,
  told: Map<string, Statement>,
  at: string[],
): void {
  const start = `gap ${String(id)}{`;
  const known = [...facts.keys()].filter((subject) => subject.startsWith(start));
  for (const [index, { claim, sample }] of asObjectList(states).entries()) {
    if (sample === undefined) continue;
    const words: string[] = String(claim).match(/\w+/g) ?? [];
    const subject = known.find((each) => words.includes(each.slice(start.length, -1)));
    const path = [...at, String(index), "sample"];
    told.set(subject ?? `${start}${String(claim)}}`, { says: describeSample(sample), path });
  }
}

function describeSample(sample: Json): string {
  if (isObject(sample)) {
    const fields = Object.keys(sample).toSorted().join(", ");
    return fields ? `object of ${fields}` : "object";
  }
  if (Array.isArray(sample)) return "array";
  if (typeof sample === "number") return Number.isInteger(sample) ? "integer" : "number";
  return sample === "" ? 'string ""' : typeof sample;
}

/** Why a claim is settled is the note's to say. */
const valuesOfPart = (part: NotePart, value: Json = null): string[] =>
  part === "settled"
    ? ["true"]
    : [value].flat().map((each) => (isObject(each) ? JSON.stringify(each) : String(each)));

/** What each part of the contract is a description of. A part that is not there is told by its fields. */
function tellSections(
  document: OpenApiDocument,
  facts: Map<string, string>,
  told: Map<string, Statement>,
): void {
  for (const { kind, role, value, path } of walk(document)) {
    const name = { operation: value["operationId"], parameter: value["name"] }[kind as string];
    const subject = `sections of ${String(name ?? path.at(-1))}`;
    const isPart = role === "schemas" || "x-source" in value || facts.has(subject);
    if (!isPart || "$ref" in value) continue;
    const says = describeList(asList(value["x-source"]).map(String));
    told.set(subject, { says, path: [...path, "x-source"], isVerified: isVerified(value) });
  }
  for (const [subject, says] of facts)
    if (subject.startsWith("sections of ") && !told.has(subject))
      told.set(subject, { says, path: [] });
}

/** Which heading states a keyword, or a media type. Of a claim that is not there any more, there is nothing to state. */
function tellStatements(
  document: OpenApiDocument,
  facts: Map<string, string>,
  told: Map<string, Statement>,
): void {
  const start = "statement of ";
  const missing = new Set([...facts.keys()].filter((subject) => subject.startsWith(start)));
  const outer = ["paths", "components", "schemas", "properties", "content"];
  for (const { kind, value, path } of walk(document)) {
    const stated = asObject(value["x-stated-by"]);
    const place = path.filter((step) => !outer.includes(step)).join(" ");
    // A media type is the last step on the way to it; what every message shares stands on `info`.
    const name = kind === "mediaType" ? place.slice(0, place.lastIndexOf(" ")) : place;
    const lost = [...missing].filter(
      (subject) =>
        subject === `${start}${place}` ||
        (subject.startsWith(`${start}${place} `) &&
          (kind === "info" || subject.slice(start.length + place.length + 1) in value)),
    );
    const subjects = Object.keys(stated).map((claim) => `${start}${name} ${claim}`);
    for (const subject of new Set([...lost, ...subjects])) {
      const says = String(stated[subject.slice(start.length + name.length + 1)] ?? "nothing");
      told.set(subject, { says, path: [...path, "x-stated-by"], isVerified: isVerified(value) });
      missing.delete(subject);
    }
  }
  for (const subject of missing) told.set(subject, { says: facts.get(subject)!, path: [] });
}

/** The key of an operation's success: the range, or the code that the owner has put in its place. */
function successOf(document: OpenApiDocument, operation: JsonObject): string {
  const codes = Object.keys(asObject(operation["responses"]));
  const [only, ...others] = codes.filter((code) => /^2\d\d$/.test(code));
  const stated = [document.info, operation].map((node) => JSON.stringify(node["x-verified"] ?? ""));
  const isStated = only && others.length === 0 && stated.some((text) => text.includes(only));
  return isStated && !codes.includes("2XX") ? only : "2XX";
}

function tellOperation(document: OpenApiDocument, call: string, operation: JsonObject): string {
  const inPath = asObjectList(operation["parameters"])
    .map((parameter) => resolved(document, parameter))
    .filter(({ in: place, required }) => place === "path" && required === true)
    .filter(({ schema }) => typesOf(document, schema) === "string")
    .map(({ name }) => `{${String(name)}}`);
  const body = asObject(operation["requestBody"])["required"];
  return describeCall(call, inPath, body, tellResponses(document, operation));
}

/** Without what recordings showed: further codes, and media types beside that of anything. A stated code is one of its range. */
function tellResponses(document: OpenApiDocument, operation: JsonObject): string {
  const success = successOf(document, operation);
  return Object.entries(asObjectMap(operation["responses"]))
    .map(([status, response]) => [status === success ? "2XX" : status, response] as const)
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([status, response]) => {
      const { content, ...others } = resolved(document, response);
      if (/^\d{3}$/.test(status) && ("$ref" in response || isVerified(others))) return [];
      const types = Object.entries(asObjectMap(content)).filter(
        ([type]) => type === "*/*" || !("*/*" in asObject(content) && isVerified(others)),
      );
      const describe = ([type, { schema }]: [string, JsonObject]) =>
        isObject(schema) && Object.keys(schema).length === 0 ? `${type} of anything` : type;
      return [`${status}: ${types.map(describe).join() || "no body"}`];
    })
    .join(", ");
}

function tellSecurity(document: OpenApiDocument, node: JsonObject, at: string[]): Statement {
  const schemes = asObjectMap(document.components["securitySchemes"]);
  const { type, scheme, bearerFormat = "of any format" } = schemes["bearerToken"] ?? {};
  const security = JSON.stringify(node["security"] ?? document["security"]);
  const path = "security" in node ? [...at, "security"] : ["security"];
  return { says: [security, type, scheme, bearerFormat].map(String).join(" "), path };
}

/** An object that the facts name, its fields, and the objects inside: `createHpJob request.variables[]`, `… request.actor{avatar}`. */
function tellObject(
  document: OpenApiDocument,
  facts: Map<string, string>,
  told: Map<string, Statement>,
  name: string,
  from: string[],
): void {
  const node = valueAt(document, from);
  const path = follow(document, node, from)?.path;
  if (!isObject(node) || !path || ![...facts.keys()].some((fact) => fact.startsWith(name))) return;
  const schema = resolved(document, node);
  const isNamed = facts.has(name);
  const enter = (step: string, ...keys: string[]) =>
    tellObject(document, facts, told, name + step, [...path, ...keys]);
  if (isNamed && !told.has(name))
    told.set(name, { says: typesOf(document, node), path, isVerified: isVerified(schema) });
  for (const [field, property] of Object.entries(asObjectMap(schema["properties"]))) {
    const role = asList(schema["required"]).includes(field) ? "required" : "optional";
    const target = resolved(document, property);
    const statement = {
      says: [typesOf(document, property), role, ...valuesOf(target)].join(", "),
      path: [...path, "properties", field],
      definition: follow(document, property, [...path, "properties", field])!.path,
      isVerified: isVerified(target),
    };
    if (isNamed) told.set(`${name}.${field}`, statement);
    enter(`.${field}`, "properties", field);
  }
  enter("[]", "items");
  for (const [index, branch] of asObjectList(schema["oneOf"]).entries()) {
    const { use } = asObjectMap(resolved(document, branch)["properties"]);
    enter(`{${String(use?.["const"])}}`, "oneOf", String(index));
  }
}

/** `one of` all values, or `such as` those that are shown. */
function valuesOf(node: JsonObject): string[] {
  const { enum: list, const: constant, "x-extensible-enum": known } = node;
  const closed = list ?? (constant === undefined ? undefined : [constant]);
  if (closed === undefined && known === undefined) return [];
  return [`${closed ? "one of" : "such as"} ${asList(closed ?? known).join(" ")}`];
}

function isVerified(node: JsonObject): boolean {
  return node["x-verified"] !== undefined;
}

function typesOf(document: OpenApiDocument, node: Json | undefined): string {
  if (!isObject(node)) return "nothing";
  const schema = resolved(document, node);
  const branches = schema["oneOf"] ?? schema["anyOf"];
  if (branches) {
    const types = asList(branches).map((branch) => typesOf(document, branch) + onlyValue(branch));
    return [...new Set(types)].join(" or ");
  }
  return [schema["type"] ?? "any"].flat().join(" or ");
}

/** Of a branch that is one value, that value: `string ""`. */
const onlyValue = (branch: Json) =>
  isObject(branch) && "const" in branch ? ` ${JSON.stringify(branch["const"])}` : "";
