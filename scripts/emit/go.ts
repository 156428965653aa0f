/** The Go client: structs that write what the contract lists, structs that read whatever comes, and a method for each operation. */
import type { Model } from "./model/model.ts";
import { capitalize, type Nameable, nameInCode, wordsOf } from "./model/names.ts";
import {
  type Field,
  listedStrings,
  type NamedType,
  type RecordType,
  type ScalarType,
  type Shape,
  type Types,
  unalias,
} from "./model/types.ts";
import type { Operation } from "./model/operations.ts";
import { wrap } from "./model/notes.ts";

/** @throws {UnwritableError} for what has no form in Go */
export function renderGoTypes({ inputs, responses }: Model): string {
  const unions = [...inputs.values()].filter((type) => type.kind === "union");
  const branches = new Map(
    unions.flatMap(({ name: union, discriminator, branches: all }) =>
      all.map(({ name, value }) => [name, { union, discriminator, value }]),
    ),
  );
  const parts = [
    ...[...inputs.values()].map((type) => renderInput(type, branches.get(type.name), inputs)),
    ...[...responses.values()].flatMap((type) =>
      type.kind === "record" ? [renderResponse(type, responses)] : [],
    ),
  ];
  return `${banner}
import "encoding/json"

${parts.join("\n")}`;
}

const list = new Intl.ListFormat("en-GB");

/** The choice that a record is a branch of. */
interface BranchOf {
  union: string;
  discriminator: string;
  value: string;
}

function renderInput(type: NamedType, branchOf: BranchOf | undefined, types: Types): string {
  const { name, notes, pointer } = type;
  switch (type.kind) {
    case "record":
      return renderRecord(type, branchOf, types);
    case "union":
      return `${comment([`${name} is one of ${list.format(type.branches.map((branch) => branch.name))}.`, ...notes])}
type ${name} interface {
	is${name}()
}
`;
    case "alias": {
      const { shape } = type;
      const listed = listedStrings(shape);
      if (listed) return renderClosed(name, pointer, commentOn(name, notes), listed);
      if (shape.kind === "scalar" && shape.types.length > 1)
        return renderChoice(name, commentOn(name, notes), shape.types);
      const plain = `${commentOn(name, notes)}\ntype ${name} = ${inputType(shape, `${name}Item`)}\n`;
      return [plain, ...renderClosedWithin(`${name}Item`, pointer, name, shape)].join("\n");
    }
  }
}

/** The type of listed strings that have no schema of their own. */
function renderClosedWithin(type: string, pointer: string, of: string, shape: Shape): string[] {
  if (shape.kind === "list") return renderClosedWithin(type, pointer, of, shape.items);
  const values = listedStrings(shape);
  return values
    ? [renderClosed(type, pointer, comment([`${type} says what ${of} may be.`]), values)]
    : [];
}

/** A string with listed values: a constant for each, and no other is sent. */
function renderClosed(name: string, pointer: string, about: string, values: string[]): string {
  const things = values.map((value) => ({ name: value, pointer }));
  const names = nameInCode("Go", things, (value) =>
    value === "" ? "Empty" : joinedWords(value) || undefined,
  );
  const constants = values.map(
    (value) => `// ${name}${names.get(value)} is ${JSON.stringify(value)}.
const ${name}${names.get(value)} ${name} = ${JSON.stringify(value)}
`,
  );
  return `${about}
type ${name} string

${constants.join("\n")}
// MarshalText refuses a value that the contract does not list.
func (v ${name}) MarshalText() ([]byte, error) {
	return listedText("${name}", string(v), ${values.map((value) => JSON.stringify(value)).join(", ")})
}
`;
}

/** A value of one of several scalar types: a constructor for each. */
function renderChoice(name: string, about: string, types: ScalarType[]): string {
  const makers = types.map((type) => {
    const maker = name + capitalize(type);
    return `// ${maker} is a ${name} that is sent as ${type === "integer" ? "an" : "a"} ${type}.
func ${maker}(value ${scalarTypes[type]}) ${name} {
	return ${name}{value}
}
`;
  });
  return `${about}
type ${name} struct {
	value any
}

${makers.join("\n")}
// MarshalJSON refuses a ${name} that no constructor has made.
func (v ${name}) MarshalJSON() ([]byte, error) {
	return chosenValue("${name}", v.value)
}
`;
}

function renderRecord(type: RecordType, branchOf: BranchOf | undefined, types: Types): string {
  const { name, notes } = type;
  const fields = type.fields.filter((field) => field.name !== branchOf?.discriminator);
  const names = exportedNames(fields);
  const typeOf = (field: Field) => inputType(field.shape, name + names.get(field.name));
  const members = fields.map((field) => {
    const { shape, isRequired } = field;
    const isUnion = shape.kind === "named" && types.get(shape.name)?.kind === "union";
    const isPlain = isRequired || isUnion || shape.kind === "list";
    const tag = isRequired ? field.name : `${field.name},omitempty`;
    return `${member(field.notes)}\t${names.get(field.name)} ${isPlain ? "" : "*"}${typeOf(field)} \`json:"${tag}"\`\n`;
  });
  const struct = `${commentOn(name, notes)}
type ${name} struct {
${members.join("\n")}}
`;
  const required = fields.filter(({ isRequired }) => isRequired);
  const parameters = parameterNames(required);
  const given = required.map((field) => `${parameters.get(field.name)} ${typeOf(field)}`);
  const values = required.map((field) => `${names.get(field.name)}: ${parameters.get(field.name)}`);
  const branch = branchOf && renderBranch(name, given.join(", "), values.join(", "), branchOf);
  const closed = fields.flatMap(({ name: field, pointer, shape }) =>
    renderClosedWithin(name + names.get(field), pointer, field, shape),
  );
  return [struct, ...(branch ? [branch] : []), ...closed].join("\n");
}

/** What makes a record a branch: it writes its own discriminator, and its constructor forgets no field. */
function renderBranch(
  name: string,
  given: string,
  values: string,
  { union, discriminator, value }: BranchOf,
): string {
  return `// New${name} makes ${/^[AEIOU]/.test(name) ? "an" : "a"} ${name} with all that it needs.
func New${name}(${given}) ${name} {
	return ${name}{${values}}
}

func (${name}) is${union}() {}

// MarshalJSON adds the field that tells the branch.
func (v ${name}) MarshalJSON() ([]byte, error) {
	type fields ${name}
	return json.Marshal(struct {
		Branch string \`json:"${discriminator}"\`
		fields
	}{${JSON.stringify(value)}, fields(v)})
}
`;
}

function inputType(shape: Shape, closedName: string): string {
  switch (shape.kind) {
    case "unknown":
      return "any";
    case "named":
      return shape.name;
    case "list":
      return `[]${inputType(shape.items, closedName)}`;
    case "scalar":
      if (listedStrings(shape)) return closedName;
      return shape.types.length === 1 ? scalarTypes[shape.types[0]!] : "any";
  }
}

/** A body of a request as a program writes it, with the types of the package `videogeneration`. */
export function goLiteral(value: unknown, shape: Shape, types: Types, indent = ""): string {
  const inside = `${indent}\t`;
  if (shape.kind === "list") {
    const type = inputType(shape, "").replace(/(?<=\])(?=[A-Z])/, "videogeneration.");
    const items = (value as unknown[]).map((item) => {
      const literal = goLiteral(item, shape.items, types, inside);
      // The list has named the type.
      return `${inside}${literal.replace(`${type.slice("[]".length)}{`, "{")},\n`;
    });
    return `${type}{\n${items.join("")}${indent}}`;
  }
  const type = shape.kind === "named" ? types.get(shape.name) : undefined;
  const object = value as Record<string, unknown>;
  const named = `videogeneration.${type?.name}`;
  if (type?.kind === "union") {
    const { discriminator, branches } = type;
    const { [discriminator]: chosen, ...fields } = object;
    const { name } = branches.find((branch) => branch.value === chosen)!;
    return goLiteral(fields, { kind: "named", name }, types, indent);
  }
  if (type?.kind === "record") {
    const names = exportedNames(type.fields);
    const given = type.fields.filter(({ name }) => name in object);
    const members = given.map(({ name, shape: own, isRequired }) => {
      const literal = goLiteral(object[name], own, types, inside);
      const isPointer = !isRequired && /^["\d]|^(true|false)$/.test(literal);
      const text = isPointer ? `videogeneration.Ptr(${literal})` : literal;
      return { key: `${names.get(name)}:`, text, isLong: text.includes("\n") };
    });
    // As gofmt aligns them.
    const width = Math.max(...members.map(({ key, isLong }) => (isLong ? 0 : key.length)));
    const lines = members.map(
      ({ key, text, isLong }) => `${inside}${isLong ? key : key.padEnd(width)} ${text},\n`,
    );
    return `${named}{\n${lines.join("")}${indent}}`;
  }
  if (type?.kind === "alias") {
    const own = type.shape;
    if (own.kind !== "scalar" || own.types.length === 1)
      return goLiteral(value, own, types, indent);
    const kind = Number.isInteger(value) ? "integer" : typeof value;
    return `${named}${capitalize(kind)}(${JSON.stringify(value)})`;
  }
  return JSON.stringify(value);
}

const scalarTypes: Record<ScalarType, string> = {
  string: "string",
  integer: "int64",
  number: "float64",
  boolean: "bool",
  object: "map[string]any",
  null: "any",
};

/** What comes back is open: a field has its zero value where the response lacks it or has something else there. */
function renderResponse({ name, notes, fields }: RecordType, types: Types): string {
  const names = exportedNames(fields);
  // Every response has a field of this name.
  for (const [field, inCode] of names) if (inCode === "Raw") names.set(field, "Raw_");
  const members = fields.map(
    (field) =>
      `${member(field.notes)}\t${names.get(field.name)} ${responseType(field.shape, types)}\n`,
  );
  const reads = fields.map((field) => `\tv.${names.get(field.name)} = ${readerOf(field, types)}`);
  return `${commentOn(name, notes)}
type ${name} struct {
${members.join("\n")}
	// Raw is the value as it was sent.
	Raw json.RawMessage
}

// UnmarshalJSON takes what fits, and never fails for a value of JSON.
func (v *${name}) UnmarshalJSON(raw []byte) error {
	fields := readAs[map[string]json.RawMessage](raw)
${reads.join("\n")}
	v.Raw = append(json.RawMessage(nil), raw...)
	return nil
}
`;
}

/** The comment above a field. */
function member(notes: string[]): string {
  return notes.length > 0 ? `${comment(notes, "\t")}\n` : "";
}

function readerOf({ name, shape }: Field, types: Types): string {
  const found = unalias(shape, types);
  const value = `fields[${JSON.stringify(name)}]`;
  if (found.kind === "list") return `readList[${responseType(found.items, types)}](${value})`;
  if (found.kind === "scalar" && found.types.length > 1) {
    // In JSON an integer is a number.
    const types = found.types.map((type) => (type === "integer" ? `"number"` : `"${type}"`));
    return `readOneOf[any](${[value, ...new Set(types)].join(", ")})`;
  }
  return `readAs[${responseType(found, types)}](${value})`;
}

function responseType(shape: Shape, types: Types): string {
  const found = unalias(shape, types);
  switch (found.kind) {
    case "unknown":
      return "any";
    case "named":
      return found.name;
    case "list":
      return `[]${responseType(found.items, types)}`;
    case "scalar":
      return found.types.length === 1 ? scalarTypes[found.types[0]!] : "any";
  }
}

/** @throws {UnwritableError} for what has no form in Go */
export function renderGoOperations({ operations }: Model): string {
  const names = exportedNames(operations.map(({ id, pointer }) => ({ name: id, pointer })));
  return `${banner}
import "context"

${operations.map((operation) => renderMethod(names.get(operation.id)!, operation)).join("\n")}`;
}

function renderMethod(name: string, operation: Operation): string {
  const { method, path, parameters, body, result, required, summary, notes } = operation;
  const names = parameterNames(parameters);
  const given = parameters.map((parameter) => `${names.get(parameter.name)} ${parameter.type}`);
  if (body) given.push(`body ${body.type}`);
  const inPath = [...names.values()].join(", ");
  const fields = Object.entries(required).map(([field, type]) => `"${field}": "${type}"`);
  return `var route${name} = route{"${name}", "${method}", ${JSON.stringify(path)}, map[string]string{${fields.join(", ")}}}

${comment([`${name} sends ${method} ${path}. ${summary}.`, ...notes])}
func (c *Client) ${name}(ctx context.Context${given.map((each) => `, ${each}`).join("")}) (*${result}, error) {
	return call[${result}](ctx, c, route${name}, ${inPath === "" ? "nil" : `[]string{${inPath}}`}, ${body ? "body" : "nil"})
}
`;
}

/** In the words by which tools of Go know a generated file. */
export const bannerFor = (source: string): string =>
  `// Code generated from ${source} by npm run generate. DO NOT EDIT.\n\npackage videogeneration\n`;

const banner = bannerFor("the contract");

const width = 100;

/** Words of a name that Go writes in capitals. */
const initialisms = new Set(["id", "url", "json"]);

const keywords = new Set(
  (
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return " +
    "select struct switch type var body ctx c"
  ).split(" "),
);

/** Exported names: `DataXlsxURL` for `data_xlsx_url`. */
function exportedNames(things: Nameable[]): Map<string, string> {
  return nameInCode("Go", things, exportedName);
}

/** Names inside a function: `jobID`. */
function parameterNames(things: Nameable[]): Map<string, string> {
  return nameInCode("Go", things, (name) => {
    const exported = exportedName(name);
    if (exported === undefined) return undefined;
    const first = /^([A-Z]+)(?=[A-Z][a-z]|$)|^[A-Z]/.exec(exported)?.[0] ?? "";
    const written = first.toLowerCase() + exported.slice(first.length);
    return keywords.has(written) ? `${written}_` : written;
  });
}

/** The words of a name as they stand in an exported one. */
function joinedWords(name: string): string {
  return wordsOf(name)
    .map((word) => (initialisms.has(word.toLowerCase()) ? word.toUpperCase() : capitalize(word)))
    .join("");
}

function exportedName(name: string): string | undefined {
  const joined = joinedWords(name);
  return /^[A-Z]/.test(joined) ? joined : undefined;
}

/** Paragraphs as a comment. */
function comment(notes: string[], indent = ""): string {
  const prefix = `${indent}//`;
  const paragraphs = notes.map((note) => wrap(asProse(note), width - prefix.length - 1));
  return paragraphs
    .flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]))
    .map((line) => `${prefix} ${line}`.trimEnd())
    .join("\n");
}

/** In the form that gofmt leaves as it is: it takes a line without an end for a heading, and two backticks for a quote. */
function asProse(note: string): string {
  return note
    .replace(/[\p{L}\p{N}`"]\s*$/u, (end) => `${end.trimEnd()}.`)
    .replaceAll("``", "“")
    .replaceAll("''", "”");
}

/** A comment that begins with what it is about, as Go asks for. */
function commentOn(name: string, notes: string[]): string {
  return comment([`${name} is a type of the contract.`, ...notes]);
}
