/**
 * Reads an OpenAPI document from YAML or JSON, and joins the files that it is made of: one document whose
 * references are local and lead somewhere. What cannot be read is named, and the rest is read all the same.
 */
import { basename, dirname, extname, relative, resolve } from "node:path";
import { type Problem, UserError } from "../problem.ts";
import {
  asObject,
  asObjectMap,
  copyOf,
  decode,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  parsePointer,
  type Path,
  toPointer,
  toReference,
  valueAt,
} from "./document.ts";
import { displayPath, parseFile } from "./files.ts";
import { Positions } from "./source-tree.ts";
import { forEachPart, sectionOf } from "./walk.ts";

export interface ReadDocument {
  document: OpenApiDocument;
  /** Where in the files each part of the document stands. */
  sources: SourceMap;
  /** What could not be read, such as a reference that leads nowhere. An empty object stands in its place. */
  problems: Problem[];
}

/** Parts for which OpenAPI 3.0 has no components: they are put where they are used. */
const isPutInPlace = (kind: string): boolean =>
  !(kind in sectionOf) || kind === "pathItem" || kind === "mediaType";

/**
 * @param file path of the document that names all others
 * @throws {UserError} when the file cannot be read, or is no OpenAPI 3 document
 */
export function readDocument(file: string): ReadDocument {
  const entry = resolve(file);
  const content = asObject(parseFile(entry, file));
  const { openapi, swagger } = content;
  if (typeof openapi === "string" && /^3\.[012](\.|$)/.test(openapi))
    return new Joiner(entry, content).join();
  const reason = swagger
    ? `it is Swagger ${String(swagger)}. Convert it to OpenAPI 3.0 first`
    : `its openapi is ${JSON.stringify(openapi) ?? "missing"}. Write one of 3.0, 3.1 or 3.2 in full and in quotes, such as "3.1.0"`;
  throw new UserError(`${displayPath(file)}:1 is no OpenAPI document: ${reason}.`);
}

/** Where something stands: a file, and the keys that lead to it from the root of the file. */
export interface Origin {
  /** Absolute. */
  file: string;
  keys: Path;
}

/** Finds the file and the line that a part of a joined document comes from. */
export class SourceMap {
  /** The file that names all others. Absolute. */
  readonly entry: string;
  /** Parts that come from elsewhere than their parent, by their pointer in the joined document. */
  readonly #origins = new Map<string, Origin>();
  readonly #positions = new Map<string, Positions>();

  constructor(entry: string) {
    this.entry = entry;
  }

  /** Notes that the part at a path of the joined document comes from a place of its own. */
  add(path: Path, origin: Origin): void {
    this.#origins.set(toPointer(path), origin);
  }

  /** Where a path through the joined document leads in the files; keys that do not exist yet are kept. */
  trace(path: Path): Origin {
    for (let length = path.length; length > 0; length--) {
      const origin = this.#origins.get(toPointer(path.slice(0, length)));
      if (origin) return { file: origin.file, keys: [...origin.keys, ...path.slice(length)] };
    }
    return { file: this.entry, keys: [...path] };
  }

  /** The line of a part of the joined document, or of its nearest parent where it does not exist. */
  locate(path: Path): Pick<Problem, "file" | "line" | "column"> {
    const { file, keys } = this.trace(path);
    const positions = this.#positions.get(file) ?? new Positions(file);
    this.#positions.set(file, positions);
    return { file: displayPath(file), ...positions.of(keys) };
  }

  /** A place of the joined document in a message: `file:line`. */
  name = (pointer: string): string => {
    const { file, line } = this.locate(parsePointer(pointer));
    return `${file}:${line}`;
  };

  /** What is wrong with a part of the joined document. @param inside keys of what the line is of, from the part */
  problem(rule: string, message: string, path: Path, ...inside: string[]): Problem {
    const place = this.locate([...path, ...inside]);
    return { ...place, severity: "error", rule, message, pointer: toPointer(path) };
  }

  /** A reference of the joined document, as the given file has to write it. */
  referenceFrom(file: string, reference: string): string {
    if (!reference.startsWith("#")) return reference;
    const target = this.trace(parsePointer(reference));
    const fragment = toReference(toPointer(target.keys));
    if (target.file === file) return fragment;
    const name = encodeURI(relative(dirname(file), target.file)).replaceAll(
      /[#?]/g,
      encodeURIComponent,
    );
    return name + fragment.replace(/^#$/, "");
  }
}

class Joiner {
  readonly #entry: string;
  /** `components` of the file that names all others. */
  readonly #ownComponents: JsonObject;
  readonly #files = new Map<string, Json>();
  readonly #sources: SourceMap;
  readonly #problems: Problem[] = [];
  /** Pointers of the entry and of components in the joined document, by the place that their content comes from. */
  readonly #names = new Map<string, string>();
  /** Components that come from other files, by section. */
  readonly #added: Record<string, JsonObject> = {};

  constructor(entry: string, content: JsonObject) {
    this.#entry = entry;
    this.#ownComponents = asObject(content["components"]);
    this.#files.set(entry, content);
    this.#names.set(keyOf({ file: entry, keys: [] }), "#");
    this.#sources = new SourceMap(entry);
  }

  join(): ReadDocument {
    this.#nameComponents();
    const read = asObject(this.#copy(this.#files.get(this.#entry)!, "document", this.#entry, []));
    const components = { ...asObject(read["components"]) };
    for (const [section, members] of Object.entries(this.#added))
      components[section] = { ...asObject(components[section]), ...members };
    components["schemas"] ??= {};
    const parts = { info: asObject(read["info"]), paths: asObject(read["paths"]), components };
    const document = { ...read, ...parts } as OpenApiDocument;
    return { document, sources: this.#sources, problems: this.#problems };
  }

  /** A component that is another file as a whole gives that file its name. */
  #nameComponents(): void {
    for (const section of Object.values(sectionOf)) {
      for (const [name, { $ref }] of Object.entries(asObjectMap(this.#ownComponents[section]))) {
        if (typeof $ref !== "string" || $ref.startsWith("#")) continue;
        const target = this.#targetOf($ref, this.#entry);
        if (typeof target === "string" || this.#names.has(keyOf(target))) continue;
        this.#names.set(keyOf(target), toPointer(["components", section, name]));
      }
    }
  }

  /** A copy of a part of a file, in which every reference leads to a place in the joined document. */
  #copy(value: Json, kind: string, file: string, at: Path): Json {
    if (!isObject(value)) return value;
    if (typeof value["$ref"] === "string") return this.#copyReference(value, kind, file, at);
    const copied = { ...value };
    forEachPart(kind, value, (part, kind, field, key) => {
      const place = key === undefined ? [...at, field] : [...at, field, key];
      if (key === "$ref" && typeof part === "string")
        this.#refuse("A map cannot be a $ref. Refer to each of its entries", [...at, field]);
      const copy = this.#copy(part, kind, file, place);
      if (key === undefined) return void (copied[field] = copy);
      if (copied[field] === value[field])
        copied[field] = copyOf(value[field] as Json[] | JsonObject);
      (copied[field] as JsonObject)[key] = copy;
    });
    const { mapping } = value;
    if (kind === "discriminator" && isObject(mapping))
      copied["mapping"] = this.#copyMapping(mapping, file);
    return copied;
  }

  #copyReference(value: JsonObject, kind: string, file: string, at: Path): Json {
    const { $ref, ...siblings } = value;
    const target = this.#targetOf(String($ref), file);
    if (typeof target === "string") {
      this.#refuse(target, at);
      return siblings;
    }
    // A component that is another file as a whole has the content of it.
    const isNamed = this.#names.get(keyOf(target)) === toPointer(at);
    if (target.file === this.#entry || !(isNamed || isPutInPlace(kind)))
      return { ...value, $ref: this.#pointerTo(target, kind) };
    const content = this.#copyTarget(target, kind, at);
    return isObject(content) ? { ...content, ...siblings } : content;
  }

  #refuse(reason: string, at: Path): void {
    this.#problems.push(this.#sources.problem("reference-resolves", `${reason}.`, at, "$ref"));
  }

  /** The place of a part of the files in the joined document, of which it becomes a component where it has none. */
  #pointerTo(target: Origin, kind: string): string {
    const { file, keys } = target;
    // Where the whole has a place, what is in it stands there.
    for (let length = keys.length; length >= 0; length--) {
      const whole = this.#names.get(keyOf({ file, keys: keys.slice(0, length) }));
      if (whole) return toPointer([...parsePointer(whole), ...keys.slice(length)]);
    }
    return this.#addComponent(target, kind);
  }

  /** Adds a component, behind those that it refers to. */
  #addComponent(target: Origin, kind: string): string {
    const section = sectionOf[kind]!;
    const members = (this.#added[section] ??= {});
    const { file, keys } = target;
    const wanted = String(keys.at(-1) ?? basename(file, extname(file))).replaceAll(/[^\w.-]/g, "_");
    const own = asObject(this.#ownComponents[section]);
    let name = wanted;
    for (let number = 2; name in own || name in members; number++) name = `${wanted}-${number}`;
    const at = ["components", section, name];
    this.#names.set(keyOf(target), toPointer(at));
    members[name] = {}; // So that nothing else gets the name.
    const content = this.#copyTarget(target, kind, at);
    delete members[name];
    members[name] = content;
    return toPointer(at);
  }

  #copyTarget(target: Origin, kind: string, at: Path): Json {
    this.#sources.add(at, target);
    return this.#copy(this.#valueOf(target) ?? {}, kind, target.file, at);
  }

  #copyMapping(mapping: JsonObject, from: string): JsonObject {
    const copied = { ...mapping };
    for (const [value, reference] of Object.entries(mapping)) {
      // A name has none of these signs, or leads nowhere.
      const isFile = typeof reference === "string" && /[#/.]/.test(reference);
      const target = isFile ? this.#targetOf(reference, from) : "";
      if (typeof target !== "string") copied[value] = this.#pointerTo(target, "schema");
    }
    return copied;
  }

  /** Where a reference leads, or why it leads nowhere. @param way the references that led to it */
  #targetOf(reference: string, from: string, way: string[] = []): Origin | string {
    const [path = "", fragment] = reference.split("#", 2);
    if (/^[a-z][a-z\d+.-]+:/i.test(path))
      return `${reference} is on another server, and nothing is fetched. Save it beside this file, and refer to the copy`;
    if (fragment && !fragment.startsWith("/"))
      return `${reference} is no path into a file. Write file.yaml#/path/to/it`;
    const file = path === "" ? from : resolve(dirname(from), decode(path));
    try {
      if (!this.#files.has(file)) this.#files.set(file, parseFile(file, displayPath(file)));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return error.message.replace(/\.$/, "");
    }
    const target = { file, keys: parsePointer(`#${fragment ?? ""}`) };
    const name = `${displayPath(file)}${toPointer(target.keys)}`;
    const value = this.#valueOf(target);
    if (!isObject(value) && typeof value !== "boolean")
      return `${value === undefined ? "Nothing" : "No object"} stands at ${name}. Correct the reference`;
    if (way.includes(name)) return `This reference leads in a circle, by way of ${name}`;
    const { $ref } = asObject(value);
    const end = typeof $ref === "string" ? this.#targetOf($ref, file, [...way, name]) : target;
    return typeof end === "string" ? end : target;
  }

  #valueOf({ file, keys }: Origin): Json | undefined {
    return valueAt(this.#files.get(file), keys);
  }
}

const keyOf = ({ file, keys }: Origin): string => `${file}${toPointer(keys)}`;
