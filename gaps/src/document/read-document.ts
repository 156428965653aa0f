/**
 * Reads an OpenAPI document from YAML or JSON, and joins the files that it is made of: one document whose
 * references are local and lead somewhere. What cannot be read is named, and the rest is read all the same.
 */
import { statSync } from "node:fs";
import { basename, dirname, extname, relative, resolve } from "node:path";
import { type Problem, UserError } from "../problem.ts";
import {
  asObject,
  asObjectMap,
  decode,
  follow,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  parsePointer,
  type Path,
  toPointer,
  valueAt,
} from "./document.ts";
import { BrokenFileError, displayPath, parseFile } from "./files.ts";
import { findSharedNotes, keyOf, type Origin, SourceMap } from "./source-map.ts";
import { forEachPart, sectionOf } from "./walk.ts";

export interface ReadDocument {
  document: OpenApiDocument;
  /** Where in the files each part of the document stands. */
  sources: SourceMap;
  /** What could not be read, such as a reference that leads nowhere, or a file that is broken. */
  problems: Problem[];
}

/** Kinds of parts that OpenAPI 3.0 has no components for, such as path items: the part of another file is put where it is used. */
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
  if (typeof openapi === "string" && /^3\.[012](\.|$)/.test(openapi)) {
    const joiner = new Joiner(entry, content);
    const read = joiner.join();
    if (!joiner.parts.needSecondReading) return read;
    // Read once more, with all parts known: now it is certain which names two files want, and which part stands within another.
    // Joining has changed the content of the first file alone, so that the others are taken as they are.
    const others = new Map(joiner.files);
    return new Joiner(entry, asObject(parseFile(entry, file)), others, joiner.parts).join();
  }
  const reason = swagger
    ? `it is Swagger ${String(swagger)}. Convert it to OpenAPI 3.0 first`
    : `its openapi is ${JSON.stringify(openapi) ?? "missing"}. Write one of 3.0, 3.1 or 3.2 in full and in quotes, such as "3.1.0"`;
  throw new UserError(`${displayPath(file)}:1 is no OpenAPI document: ${reason}.`);
}

/** The parts of other files that become components. */
class Parts {
  /** The place of each in its file, and its kind. */
  readonly #all = new Map<string, { target: Origin; kind: string }>();
  /** The places of those that want a name, by the kind and the name: `schema Loan`. */
  readonly #named = new Map<string, Set<string>>();

  add(target: Origin, kind: string, name: string): void {
    this.#all.set(keyOf(target), { target, kind });
    const named = this.#named.get(`${kind} ${name}`) ?? new Set();
    this.#named.set(`${kind} ${name}`, named.add(keyOf(target)));
  }

  /** Whether several parts want a name. */
  isShared(kind: string, name: string): boolean {
    return Number(this.#named.get(`${kind} ${name}`)?.size) > 1;
  }

  /** The largest part that holds a place of a file. */
  wholeOf({ file, keys }: Origin): { target: Origin; kind: string } | undefined {
    for (let length = 0; length <= keys.length; length++) {
      const whole = this.#all.get(keyOf({ file, keys: keys.slice(0, length) }));
      if (whole) return whole;
    }
    return undefined;
  }

  /** Whether a part has a name that another one wants too, or stands within a part that was found later. */
  get needSecondReading(): boolean {
    for (const { size } of this.#named.values()) if (size > 1) return true;
    for (const { target } of this.#all.values())
      if (this.wholeOf(target)!.target !== target) return true;
    return false;
  }
}

/** Joins the files in place: the content of the first one becomes the document. */
class Joiner {
  readonly #entry: string;
  readonly #document: OpenApiDocument;
  /** The content of each that could be read, by its absolute path. */
  readonly files: Map<string, Json>;
  readonly #sources: SourceMap;
  readonly #problems: Problem[] = [];
  /** Pointers of components in the joined document, by the place in another file that their content comes from. */
  readonly #names = new Map<string, string>();
  /** References that stay in the joined document, and where they stand. */
  readonly #references: { value: JsonObject; at: Path }[] = [];
  /** Components that come from other files, by section. */
  readonly #added: Record<string, JsonObject> = {};
  /** Parts whose content is being joined at the moment, each within the one before: one of them once more would be a circle. */
  readonly #placing: string[] = [];
  readonly parts: Parts = new Parts();
  /** All parts, as the first reading has found them; undefined in the first. */
  readonly #known: Parts | undefined;

  /** @param files those that have been read before */
  constructor(entry: string, content: JsonObject, files = new Map<string, Json>(), known?: Parts) {
    this.#entry = entry;
    this.#known = known;
    this.files = files.set(entry, content);
    this.#sources = new SourceMap(entry);
    this.#sources.files.add(entry);
    for (const key of ["info", "paths", "components"]) content[key] = asObject(content[key]);
    this.#document = content as OpenApiDocument;
  }

  join(): ReadDocument {
    const { components } = this.#document;
    this.#nameComponents();
    this.#join(this.#document, "document", this.#entry, []);
    for (const [section, members] of Object.entries(this.#added))
      components[section] = { ...asObject(components[section]), ...members };
    components.schemas ??= {};
    this.#refuseBroken();
    if (this.files.size > 1) findSharedNotes(this.#document, this.#sources);
    return { document: this.#document, sources: this.#sources, problems: this.#problems };
  }

  /** A component that is a reference to another file and nothing else, `Loan: {$ref: loan.yaml}`, gives its name to what is there. */
  #nameComponents(): void {
    for (const section of Object.values(sectionOf)) {
      const members = asObjectMap(this.#document.components[section]);
      for (const [name, { $ref, ...siblings }] of Object.entries(members)) {
        const isWhole = typeof $ref === "string" && Object.keys(siblings).length === 0;
        const target = isWhole && this.#targetOf($ref, this.#entry);
        if (typeof target === "object" && target.file !== this.#entry)
          this.#names.set(keyOf(target), toPointer(["components", section, name]));
      }
    }
  }

  /** A part of a file, in which every reference leads to a place in the joined document from then on. */
  #join(value: Json, kind: string, file: string, at: Path): Json {
    if (!isObject(value)) return value;
    if (typeof value["$ref"] === "string") return this.#joinReference(value, kind, file, at);
    forEachPart(kind, value, (part, kind, field, key) => {
      // `responses: {$ref: responses.yaml}`, a map in another file: no version of OpenAPI has it, and bundlers take it.
      if (key === "$ref" && typeof part === "string")
        value[field] = this.#joinMap(part, kind, file, [...at, field]);
      else if (key === undefined) value[field] = this.#join(part, kind, file, [...at, field]);
      else (value[field] as JsonObject)[key] = this.#join(part, kind, file, [...at, field, key]);
    });
    if (kind === "discriminator") this.#joinMapping(asObject(value["mapping"]), file);
    return value;
  }

  #joinReference(value: JsonObject, kind: string, file: string, at: Path): Json {
    const { $ref, ...siblings } = value;
    const target = this.#targetOf(String($ref), file);
    if (typeof target === "string") {
      this.#refuse(target, at);
      return siblings;
    }
    // The component `Loan: {$ref: loan.yaml}` has the content of the file.
    const isNamed = () => this.#names.get(keyOf(target)) === toPointer(at);
    if (target.file !== this.#entry && (isPutInPlace(kind) || isNamed())) {
      if (this.#isCircle(target, at)) return siblings;
      const content = this.#joinTarget(target, kind, at);
      return isObject(content) ? Object.assign(content, siblings) : content;
    }
    value["$ref"] = this.#pointerTo(target, kind);
    this.#references.push({ value, at });
    return value;
  }

  /** The entries of a map that stands elsewhere. */
  #joinMap(reference: string, kind: string, from: string, at: Path): JsonObject {
    const target = this.#targetOf(reference, from);
    if (typeof target === "string") this.#refuse(target, at);
    if (typeof target === "string" || this.#isCircle(target, at)) return {};
    const map = asObject(structuredClone(valueAt(this.files.get(target.file), target.keys)));
    this.#sources.add(at, target);
    this.#placing.push(keyOf(target));
    for (const [key, part] of Object.entries(map))
      map[key] = this.#join(part, kind, target.file, [...at, key]);
    this.#placing.pop();
    return map;
  }

  /** Whether a part would be put into itself, without an end. */
  #isCircle(target: Origin, at: Path): boolean {
    const isCircle = this.#placing.includes(keyOf(target));
    if (isCircle) this.#refuse("This reference leads in a circle. Correct it", at);
    return isCircle;
  }

  /** @param reason empty where it was told already */
  #refuse(reason: string, at: Path): void {
    this.#sources.unread.add(toPointer(at));
    if (reason)
      this.#problems.push(this.#sources.problem("reference-resolves", `${reason}.`, at, "$ref"));
  }

  /** An empty object takes the place of a reference that leads nowhere. */
  #refuseBroken(): void {
    const broken = this.#references.filter(({ value }) => {
      const end = follow(this.#document, value, [])?.value;
      return !isObject(end) && typeof end !== "boolean";
    });
    for (const { value, at } of broken) {
      this.#refuse("This reference leads to no object, or in a circle. Correct it", at);
      delete value["$ref"];
    }
  }

  /** Where a part of a file stands in the joined document; a part that stands nowhere yet becomes a component. */
  #pointerTo(target: Origin, kind: string): string {
    const { file, keys } = target;
    if (file === this.#entry) return toPointer(keys);
    // The first reading has found a larger part around it.
    const whole = this.#known?.wholeOf(target);
    if (whole && whole.target.keys.length < keys.length) {
      const place = parsePointer(this.#pointerTo(whole.target, whole.kind));
      return toPointer([...place, ...keys.slice(whole.target.keys.length)]);
    }
    // It, or something around it, has a place already.
    for (let length = keys.length; length >= 0; length--) {
      const whole = this.#names.get(keyOf({ file, keys: keys.slice(0, length) }));
      if (whole) return toPointer([...parsePointer(whole), ...keys.slice(length)]);
    }
    return this.#addComponent(target, kind);
  }

  /** Adds a component; those that it refers to are added on the way, and stand before it. */
  #addComponent(target: Origin, kind: string): string {
    const section = sectionOf[kind]!;
    const members = (this.#added[section] ??= {});
    const { file, keys } = target;
    const own = asObject(this.#document.components[section]);
    const wanted = nameOf(String(keys.at(-1) ?? basename(file, extname(file))));
    this.parts.add(target, kind, wanted);
    // A name that another part wants too is that of neither. Of `loans/book.yaml#/Item`, the other name is `loans_book_Item`.
    const isTaken = wanted in own || this.#known?.isShared(kind, wanted);
    const path = relative(dirname(this.#entry), file).slice(0, -extname(file).length || undefined);
    const base = isTaken ? nameOf([path, ...keys].join("/").replace(/^[./]+/, "")) : wanted;
    let name = base;
    for (let number = 2; name in own || name in members; number++) name = `${base}-${number}`;
    const at = ["components", section, name];
    this.#names.set(keyOf(target), toPointer(at));
    members[name] = {}; // Keeps the name from parts that are added on the way.
    const content = this.#joinTarget(target, kind, at);
    delete members[name]; // It would keep its place before them.
    members[name] = content;
    return toPointer(at);
  }

  /** A copy of a part of another file, as several places may have it. */
  #joinTarget(target: Origin, kind: string, at: Path): Json {
    const { file, keys } = target;
    this.#sources.add(at, target);
    this.#placing.push(keyOf(target));
    const part = structuredClone(valueAt(this.files.get(file), keys)!);
    const joined = this.#join(part, kind, file, at);
    this.#placing.pop();
    return joined;
  }

  #joinMapping(mapping: JsonObject, from: string): void {
    for (const [value, reference] of Object.entries(mapping)) {
      // A name has none of these signs, or leads nowhere.
      const isFile = typeof reference === "string" && /[#/.]/.test(reference);
      const target = isFile ? this.#targetOf(reference, from) : "";
      if (typeof target !== "string") mapping[value] = this.#pointerTo(target, "schema");
    }
  }

  /** Where a reference leads; or, as a text, why it leads nowhere: an empty one where the file is broken, which was told already. */
  #targetOf(reference: string, from: string): Origin | string {
    if (/^#[^/]/.test(reference))
      return `${reference} is no path. Write the way to what has this $anchor, such as #/components/schemas/Loan`;
    if (/^[a-z][a-z\d+.-]+:|#[^/]/i.test(reference))
      return `${reference} is no path into a file here, and nothing is fetched. Save it beside this one, and write file.yaml#/path/to/it. For a part of this document that has it as $id or $self, write #/path/to/it`;
    const [path = "", fragment = ""] = reference.split("#", 2);
    const file = path === "" ? from : resolve(dirname(from), decode(path));
    // What a pipe gives may never end, and is not there a second time.
    if (statSync(file, { throwIfNoEntry: false })?.isFIFO())
      return `${displayPath(file)} is a pipe, and no file. Correct the reference`;
    try {
      if (!this.files.has(file)) this.files.set(file, parseFile(file, displayPath(file)));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      if (!(error instanceof BrokenFileError)) return error.message.replace(/\.$/, "");
      // What refers to it is right: the mistake is there, and is one.
      if (!this.#sources.files.has(file)) this.#problems.push(error.problem);
      return "";
    } finally {
      this.#sources.files.add(file);
    }
    const keys = parsePointer(`#${fragment}`);
    // What is in the first file may be added later: `#refuseBroken` looks at it in the end.
    const value = file === this.#entry || valueAt(this.files.get(file), keys);
    if (isObject(value) || typeof value === "boolean") return { file, keys };
    return `No object stands at ${displayPath(file)}${toPointer(keys)}. Correct the reference`;
  }
}

/** A text as the name of a component has to be. */
const nameOf = (text: string): string => text.replaceAll(/[^\w.-]/g, "_");
