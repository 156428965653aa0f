/**
 * Reads an OpenAPI document from YAML or JSON, and joins the files that it is made of: one document whose
 * references are local and lead somewhere. What cannot be read is named, and the rest is read all the same.
 */
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";
import { type Problem, UserError } from "../problem.ts";
import { childAt } from "./grammar.ts";
import { isObject, type Json, type JsonObject, type OpenApiDocument } from "./document.ts";
import { parsePointer, type Path, toPointer, valueAtPath } from "./pointer.ts";
import { displayPath, type SourcePlace, SourceMap } from "./source-map.ts";
import { parseSource } from "./source-text.ts";

export interface ReadDocument {
  document: OpenApiDocument;
  /** Where in the files each part of the document stands. */
  sources: SourceMap;
  /** What could not be read, such as a reference that leads nowhere. An empty object stands in its place. */
  problems: ReadProblem[];
}

export interface ReadProblem extends Problem {
  /** Where it stands in the joined document. */
  at?: Path;
}

/** Larger ones do not fit into the memory of a common machine once they are checked. */
const maxMegabytes = 64;

/** More than any honest document has; YAML's aliases can make billions of a few lines. */
const maxObjects = 10_000_000;

/** The section of `components` that a part of a kind belongs to. A part of another kind is put where it is used. */
const sections: Record<string, string> = {
  schema: "schemas",
  response: "responses",
  parameter: "parameters",
  example: "examples",
  requestBody: "requestBodies",
  header: "headers",
  securityScheme: "securitySchemes",
  link: "links",
  callback: "callbacks",
};

/**
 * @param file path of the document that names all others
 * @throws {UserError} when the file cannot be read, or is no OpenAPI 3 document
 */
export function readDocument(file: string): ReadDocument {
  const entry = resolve(file);
  const content = parseFile(entry, file);
  requireOpenApi(content, file);
  return new Joiner(entry, content).join();
}

/**
 * The content of a file in YAML or JSON.
 *
 * @param name how errors call it
 * @throws {UserError} when it cannot be read
 */
export function parseFile(path: string, name = path): Json {
  let text: string;
  try {
    const megabytes = statSync(path).size / 1e6;
    if (megabytes > maxMegabytes)
      throw new UserError(
        `${name} is ${Math.round(megabytes)} MB, and a document of at most ${maxMegabytes} MB is read. Split it by tags or paths, and use the parts one by one.`,
      );
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new UserError(`There is no file ${name}. Correct the path.`);
    if (code === "EISDIR") throw new UserError(`${name} is a folder. Name the file in it.`);
    throw new UserError(`${name} cannot be read: ${message}.`);
  }
  return parseSource(text, name);
}

function requireOpenApi(content: Json, file: string): asserts content is JsonObject {
  const { openapi, swagger, overlay } = isObject(content) ? content : {};
  if (typeof openapi === "string" && /^3\.[012](\.|$)/.test(openapi)) return;
  const reason =
    swagger !== undefined
      ? `it is Swagger ${String(swagger)}. Convert it to OpenAPI 3.0 first`
      : overlay !== undefined
        ? "it is an overlay. Name the document that the overlay is for"
        : openapi !== undefined
          ? `its version is ${JSON.stringify(openapi)}, and 3.0, 3.1 and 3.2 are read`
          : 'it has no "openapi" at its top. Name the file that begins with openapi: 3.…';
  throw new UserError(`${displayPath(resolve(file))}:1 is no OpenAPI document: ${reason}.`);
}

/** A place in a file. */
interface Place {
  file: string;
  keys: Path;
}

class Joiner {
  readonly #entry: string;
  readonly #files = new Map<string, Json>();
  readonly #sources: SourceMap;
  readonly #problems: ReadProblem[] = [];
  /** Pointers into the joined document, by the file and pointer that their content comes from. */
  readonly #names = new Map<string, string>();
  /** Components that come from other files, by section and name: each behind those that it refers to. */
  readonly #components: Record<string, Record<string, Json>> = {};
  /** Pointers of these components, also of those whose content is still being read. */
  readonly #taken = new Set<string>();
  /** The parts that are being put where they are used: one that holds itself would never end. */
  readonly #open = new Set<string>();
  #objects = 0;

  constructor(entry: string, content: JsonObject) {
    this.#entry = entry;
    this.#files.set(entry, content);
    this.#sources = new SourceMap(entry);
  }

  join(): ReadDocument {
    const place = { file: this.#entry, keys: [] };
    this.#nameComponents();
    let document: JsonObject;
    try {
      document = this.#copy(this.#files.get(this.#entry)!, "document", place, []) as JsonObject;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new UserError(`${displayPath(this.#entry)} is nested too deeply to be read.`);
    }
    const own = isObject(document["components"]) ? document["components"] : {};
    const components: JsonObject = { ...own };
    for (const [section, members] of Object.entries(this.#components)) {
      const present = components[section];
      components[section] = { ...(isObject(present) ? present : {}), ...members };
    }
    components["schemas"] ??= {};
    document["info"] = isObject(document["info"]) ? document["info"] : {};
    document["paths"] = isObject(document["paths"]) ? document["paths"] : {};
    const joined = { ...document, components } as OpenApiDocument;
    return { document: joined, sources: this.#sources, problems: this.#problems };
  }

  /** A component that is another file as a whole gives that file its name. */
  #nameComponents(): void {
    const components = valueAtPath(this.#files.get(this.#entry), ["components"]);
    for (const section of Object.values(sections)) {
      const members = valueAtPath(components, [section]);
      if (!isObject(members)) continue;
      for (const [name, member] of Object.entries(members)) {
        const reference = isObject(member) ? member["$ref"] : undefined;
        if (typeof reference !== "string" || reference.startsWith("#")) continue;
        const target = this.#targetOf(reference, this.#entry);
        if (typeof target === "string") continue;
        const key = keyOf(target);
        if (!this.#names.has(key)) this.#names.set(key, toPointer(["components", section, name]));
      }
    }
  }

  /** A copy of a part, in which every reference leads to a place in the joined document. */
  #copy(value: Json, kind: string | undefined, place: Place, at: Path): Json {
    if (kind === undefined || !isObject(value)) return value;
    if (++this.#objects > maxObjects)
      throw new UserError(
        `${displayPath(place.file)} stands for more than ${maxObjects} objects. Remove the YAML aliases that repeat each other.`,
      );
    if (typeof value["$ref"] === "string") return this.#copyReference(value, kind, place, at);
    return Object.fromEntries(
      Object.entries(value).map(([field, content]): [string, Json] => {
        const child = childAt(kind, field);
        const inside = (key: string | number, item: Json): Json =>
          this.#copy(item, child!.kind, { file: place.file, keys: [...place.keys, field, key] }, [
            ...at,
            field,
            key,
          ]);
        if (kind === "discriminator" && field === "mapping" && isObject(content))
          return [field, this.#copyMapping(content, place)];
        if (!child || typeof content !== "object") return [field, content];
        if (child.holds === "list" && Array.isArray(content))
          return [field, content.map((item, index) => inside(index, item))];
        if (child.holds === "map" && isObject(content) && typeof content["$ref"] !== "string") {
          const members = Object.entries(content).map(([name, item]): [string, Json] => [
            name,
            inside(name, item),
          ]);
          return [field, Object.fromEntries(members)];
        }
        if (child.holds !== "one") return [field, content];
        const below = { file: place.file, keys: [...place.keys, field] };
        return [field, this.#copy(content, child.kind, below, [...at, field])];
      }),
    );
  }

  #copyReference(value: JsonObject, kind: string, place: Place, at: Path): Json {
    const { $ref, ...siblings } = value;
    const target = this.#targetOf(String($ref), place.file);
    const trouble = typeof target === "string" ? target : this.#troubleOf(target);
    if (trouble !== undefined || typeof target === "string") {
      this.#report(String(trouble), { file: place.file, keys: [...place.keys, "$ref"] }, at);
      return siblings;
    }
    if (target.file === this.#entry) return { ...value, $ref: toPointer(target.keys) };
    const key = keyOf(target);
    const own = toPointer(at);
    const section = sections[kind];
    const known = this.#names.get(key);
    if (section !== undefined && known !== undefined && known !== own)
      return { ...value, $ref: known };
    if (section !== undefined && known === undefined)
      return { ...value, $ref: this.#addComponent(target, section, kind) };
    return this.#inline(target, kind, siblings, place, at);
  }

  #addComponent(target: Place, section: string, kind: string): string {
    const name = this.#freeName(section, target);
    const at = ["components", section, name];
    const pointer = toPointer(at);
    this.#names.set(keyOf(target), pointer);
    this.#taken.add(pointer);
    this.#sources.add(at, target);
    const content = this.#copy(this.#valueOf(target)!, kind, target, at);
    (this.#components[section] ??= {})[name] = content;
    return pointer;
  }

  #inline(target: Place, kind: string, siblings: JsonObject, place: Place, at: Path): Json {
    const key = keyOf(target);
    if (this.#open.has(key)) {
      const where = { file: place.file, keys: [...place.keys, "$ref"] };
      this.#report("This reference leads in a circle", where, at);
      return siblings;
    }
    this.#open.add(key);
    this.#sources.add(at, target);
    const content = this.#copy(this.#valueOf(target)!, kind, target, at);
    this.#open.delete(key);
    return isObject(content) ? { ...content, ...siblings } : content;
  }

  #freeName(section: string, { file, keys }: Place): string {
    const wanted = String(keys.at(-1) ?? basename(file, extname(file))).replaceAll(/[^\w.-]/g, "_");
    const own = valueAtPath(this.#files.get(this.#entry), ["components", section]);
    const isTaken = (name: string) =>
      (isObject(own) && Object.hasOwn(own, name)) ||
      this.#taken.has(toPointer(["components", section, name]));
    let name = wanted;
    for (let number = 2; isTaken(name); number++) name = `${wanted}-${number}`;
    return name;
  }

  #copyMapping(mapping: JsonObject, place: Place): JsonObject {
    return Object.fromEntries(
      Object.entries(mapping).map(([value, reference]): [string, Json] => {
        const isFile = typeof reference === "string" && /[#/.]/.test(reference);
        const target = isFile ? this.#targetOf(reference, place.file) : "";
        if (typeof target === "string") return [value, reference];
        return [value, this.#names.get(keyOf(target)) ?? toPointer(target.keys)];
      }),
    );
  }

  /** Where a reference leads, or why it leads nowhere. */
  #targetOf(reference: string, from: string): Place | string {
    const [name = "", fragment] = reference.split("#", 2);
    if (/^[a-z][a-z\d+.-]+:/i.test(name))
      return `${reference} is on another server, and nothing is fetched. Save it beside this file, and refer to the copy`;
    const keys = parsePointer(`#${fragment ?? ""}`);
    if (fragment && !fragment.startsWith("/"))
      return `${reference} is no path into a file. Write file.yaml#/path/to/it`;
    const file = name === "" ? from : resolve(dirname(from), decode(name));
    if (this.#files.has(file)) return { file, keys };
    try {
      this.#files.set(file, parseFile(file, displayPath(file)));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return error.message.replace(/\.$/, "");
    }
    return { file, keys };
  }

  /** Why the target of a reference cannot be used. References to references are followed. */
  #troubleOf(target: Place): string | undefined {
    const seen = new Set<string>();
    for (let place = target; ;) {
      const value = this.#valueOf(place);
      const name = `${displayPath(place.file)}#/${place.keys.join("/")}`;
      if (value === undefined) return `Nothing stands at ${name}. Correct the reference`;
      if (!isObject(value) || typeof value["$ref"] !== "string") return undefined;
      if (seen.has(keyOf(place))) return `This reference leads in a circle, by way of ${name}`;
      seen.add(keyOf(place));
      const next = this.#targetOf(value["$ref"], place.file);
      if (typeof next === "string") return undefined; // Reported where it stands.
      place = next;
    }
  }

  #valueOf({ file, keys }: Place): Json | undefined {
    return valueAtPath(this.#files.get(file), keys);
  }

  #report(reason: string, { file, keys }: Place, at: Path): void {
    const place: SourcePlace = this.#sources.locateInFile(file, keys);
    const message = `${reason}.`;
    if (this.#problems.some((p) => p.message === message && p.line === place.line)) return;
    this.#problems.push({ ...place, severity: "error", rule: "reference-resolves", message, at });
  }
}

const keyOf = ({ file, keys }: Place): string => `${file}${toPointer(keys)}`;

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
