/**
 * Brings what the emulator makes into the form that the owner of the service has said it has: names, values and types are those of the
 * contract. As long as nobody has answered, everything stays as it is.
 */
import {
  asList,
  asObject,
  asObjectMap,
  isObject,
  type OpenApiDocument,
  resolved,
  valueAt,
  walk,
} from "openapi-gaps/document";
import type { Json, JsonObject } from "./json.ts";

const statusReference = "#/components/schemas/JobStatus";

/** The emulator's own statuses of a job. */
type Status = "rendering" | "completed" | "failed";

export class AnsweredForm {
  readonly #document: OpenApiDocument;
  /** By gap, as `x-verified` holds them for programs. */
  readonly #answers: Map<string, Json>;
  readonly #statuses: Record<Status, string>;

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#answers = answersIn(document);
    this.#statuses = statusesOf(asObject(document.components.schemas["JobStatus"]));
  }

  /** A yes or no of the owner; undefined as long as there is none. */
  verdictOn(gap: string): "yes" | "no" | undefined {
    const answer = this.#answers.get(gap);
    const verdict = isObject(answer) ? answer["answer"] : answer;
    return verdict === "yes" || verdict === "no" ? verdict : undefined;
  }

  /** What the owner has said, as far as programs can read it. */
  answerTo(gap: string): JsonObject {
    return asObject(this.#answers.get(gap));
  }

  /** The status that the contract has for one of the emulator's own, and any other as it is. */
  statusFor(status: string): string {
    return this.#statuses[status as Status] ?? status;
  }

  /** The emulator's own status for one of the contract. */
  ownStatus(status: string): string {
    const own = Object.entries(this.#statuses).find(([, word]) => word === status);
    return own?.[0] ?? status;
  }

  /** @param pointer to the schema of a response, which describes what was made, or has said otherwise */
  present(pointer: string, made: Json): Json {
    if (this.#answers.size === 0) return made;
    const schema = asObject(valueAt(this.#document, pointer));
    return this.#fit(schema, made) ?? sampleOf(resolved(this.#document, schema));
  }

  /** Lists with something to choose from, where the contract shows none. */
  fillLists(pointer: string, made: JsonObject): JsonObject {
    const schema = resolved(this.#document, asObject(valueAt(this.#document, pointer)));
    const { properties, required } = schema;
    const missing = asList(required).filter((name) => !(String(name) in made));
    const lists = { ...Object.fromEntries(missing.map((name) => [String(name), []])), ...made };
    const filled = Object.entries(lists).map(([name, list]) => {
      const { items } = resolved(this.#document, asObject(asObject(properties)[name]));
      const node = resolved(this.#document, asObject(items));
      const isEmpty = Array.isArray(list) && list.length === 0 && isObject(node["properties"]);
      const item = isEmpty ? this.#fitFields(node) : undefined;
      return [name, item === undefined ? list : [item]];
    });
    return Object.fromEntries(filled) as JsonObject;
  }

  /** Whether a branch of a choice is the one for a value: by its type, and by the constants that choose. */
  #isMeant(branch: JsonObject, made: Json): boolean {
    const node = resolved(this.#document, branch);
    const fields = Object.entries(asObjectMap(node["properties"]));
    return (
      isOfType(node, made) &&
      fields.every(([name, of]) => !("const" in of) || asObject(made)[name] === of["const"])
    );
  }

  /** Undefined for what has a part that nothing was made for. */
  #fit(schema: JsonObject, made: Json): Json | undefined {
    if (schema["$ref"] === statusReference && typeof made === "string") return this.statusFor(made);
    const node = resolved(this.#document, schema);
    const branches = [node["oneOf"] ?? [], node["anyOf"] ?? []].flat() as JsonObject[];
    if (branches.length > 0)
      return this.#fit(branches.find((each) => this.#isMeant(each, made)) ?? branches[0]!, made);
    if ("const" in node) return node["const"]!;
    const values = asList(node["enum"] ?? node["x-extensible-enum"]);
    if (values.length > 0) return values.includes(made as Json) ? made : values[0]!;
    if (node["items"] !== undefined && !isObject(made)) return this.#fitItems(node, made);
    if (node["properties"] !== undefined) return this.#fitFields(node, made);
    if (isOfType(node, made)) return made;
    // What is one value in the contract may be a part of what was made.
    return find(made, (part) => typeof part !== "object" && isOfType(node, part));
  }

  #fitItems({ items }: JsonObject, made: Json): Json {
    return ([made].flat() as Json[]).flatMap((item) => this.#fit(asObject(items), item) ?? []);
  }

  #fitFields(node: JsonObject, made: Json = {}): Json | undefined {
    const isEmpty = isObject(made) && Object.keys(made).length === 0;
    const required = [...asList(node["required"]), ...(isEmpty ? [] : alwaysIn(node))];
    const fitted: JsonObject = {};
    for (const [name, property] of Object.entries(asObjectMap(node["properties"]))) {
      const of = resolved(this.#document, property);
      const own = isObject(made) && name in made ? made[name] : findAlike(name, of, made);
      const value = own === undefined ? undefined : this.#fit(property, own);
      if (value !== undefined) fitted[name] = value;
      else if (required.includes(name)) {
        // An address leads somewhere, or is not there.
        if (isAddress(name, of)) return undefined;
        fitted[name] = sampleOf(of);
      }
    }
    return fitted;
  }
}

function answersIn(document: OpenApiDocument): Map<string, Json> {
  const entries = walk(document).flatMap(({ value }) => [value["x-verified"] ?? []].flat());
  return new Map(
    entries.flatMap((entry) => {
      const { gap, kind, answer = null } = asObject(entry);
      return typeof gap === "string" && kind === "stated by the owner" ? [[gap, answer]] : [];
    }),
  );
}

/** The words of the contract: of a job that renders, one whose videos are there, and one that failed. */
function statusesOf(schema: JsonObject): Record<Status, string> {
  const textsAt = (key: string) => asList(schema[key]).map(String);
  const [all, final, failure] = [
    textsAt("enum"),
    textsAt("x-final-values"),
    textsAt("x-failure-values"),
  ];
  const known = (word: string) => (all.length === 0 || all.includes(word) ? word : undefined);
  const [rendering = "rendering"] = [
    known("rendering") ?? all.find((each) => !final.includes(each)),
  ];
  const ended = final.length > 0 ? final : all.filter((each) => each !== rendering);
  const [completed = "completed"] = ended.includes("completed")
    ? ["completed"]
    : ended.filter((each) => !failure.includes(each));
  const [failed = "failed"] = [...failure, ...ended.filter((each) => each !== completed)];
  return {
    rendering,
    completed,
    failed: failure.length > 0 ? failed : (known("failed") ?? failed),
  };
}

const words = (name: string) => name.toLowerCase().split(/[^a-z0-9]+/);
const isAddress = (name: string, { description = "" }: JsonObject = {}) =>
  [...words(name), words(String(description))[0]!].some((word) =>
    ["url", "uri", "address"].includes(word),
  );

/** The fields that are always there once a job has ended. The contract cannot require them: they are not there while it renders. */
function alwaysIn(node: JsonObject): string[] {
  return asList(node["x-verified"]).flatMap((entry) =>
    Object.entries(asObjectMap(asObject(asObject(entry)["answer"])["fields"])).flatMap(
      ([name, { always }]) => (always === true ? [name] : []),
    ),
  );
}

/** What was made under a name that shares a word, or as the address that is asked for, the nearest first. */
function findAlike(name: string, schema: JsonObject, made: Json): Json | undefined {
  const wanted = words(name);
  return find(
    made,
    (part, key) =>
      key !== undefined &&
      (words(key).some((word) => wanted.includes(word)) ||
        (isAddress(name, schema) && isAddress(key))) &&
      isOfType(schema, part),
  );
}

/** The first part of a value that is meant, breadth first. */
function find(value: Json, isMeant: (part: Json, key?: string) => boolean): Json | undefined {
  const waiting: Json[] = [value];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (typeof next !== "object" || next === null) continue;
    for (const [key, part] of Object.entries(next)) {
      if (isMeant(part, Array.isArray(next) ? undefined : key)) return part;
      waiting.push(part);
    }
  }
  return undefined;
}

function isOfType(node: JsonObject, value: Json): boolean {
  if ("const" in node) return node["const"] === value;
  const types = [node["type"] ?? []].flat();
  if (types.length === 0) return true;
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return types.includes(type) || (types.includes("integer") && Number.isInteger(value));
}

/** A value that a schema takes, where the emulator has none. */
function sampleOf(node: JsonObject): Json {
  const [example] = asList(node["examples"]);
  if (example !== undefined) return example;
  const [type] = [node["type"] ?? "object"].flat();
  const samples: Record<string, Json> = {
    ...{ string: "sample", integer: node["minimum"] ?? 1, number: node["minimum"] ?? 1 },
    ...{ boolean: true, array: [], null: null },
  };
  const sample = samples[String(type)];
  return sample === undefined ? {} : sample;
}
