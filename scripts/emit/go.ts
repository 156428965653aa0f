/** The Go client's share of the contract: types of inputs and answers, and a method for each operation. */
import type { OpenApiDocument } from "../../gaps/src/document/document.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { schemaOf } from "./example-arguments.ts";
import { type Operation, readOperations, requireName } from "./operation.ts";
import {
  type Field,
  notesOf,
  readWireTypes,
  type ScalarType,
  type Shape,
  shapeOf,
  unalias,
  type WireType,
} from "./wire-types.ts";
import { wrap } from "../support/wrap.ts";

const width = 100;
const banner =
  "// Code generated from the contract by npm run generate. DO NOT EDIT.\n\npackage videogeneration\n";

/** Words of a name that Go writes in capitals. */
const initialisms = new Set(["id", "url", "json"]);

/** Files of the Go package, by their paths in the repository. They are as gofmt would write them. */
export function generateGo(document: OpenApiDocument): Map<string, string> {
  return new Map([
    ["clients/go/types.gen.go", renderTypes(document)],
    ["clients/go/operations.gen.go", renderOperations(document)],
  ]);
}

function renderTypes(document: OpenApiDocument): string {
  const { inputs, answers } = readWireTypes(document);
  const branches = new Map(
    inputs.flatMap((type) =>
      type.kind === "union"
        ? type.branches.map(({ name, value }) => [
            name,
            { union: type.name, discriminator: type.discriminator, value },
          ])
        : [],
    ),
  );
  const unions = new Set(inputs.filter(({ kind }) => kind === "union").map(({ name }) => name));
  const names = new Map(answers.map((type) => [type.name, type]));
  const parts = [
    ...inputs.map((type) => renderInput(type, branches.get(type.name), unions)),
    ...answers.flatMap((type) => (type.kind === "record" ? [renderAnswer(type, names)] : [])),
  ];
  return `${banner}
import "encoding/json"

${parts.join("\n")}`;
}

/** The choice that a record is a branch of. */
interface BranchOf {
  union: string;
  discriminator: string;
  value: string;
}

function renderInput(type: WireType, branchOf: BranchOf | undefined, unions: Set<string>): string {
  switch (type.kind) {
    case "alias":
      return renderAlias(type.name, type.notes, type.shape);
    case "union":
      return `${comment([`${type.name} is one of ${listOf(type.branches.map(({ name }) => name))}.`, ...type.notes])}
type ${type.name} interface {
	is${type.name}()
}
`;
    case "record":
      return renderRecord(type, branchOf, unions);
  }
}

function renderAlias(name: string, notes: string[], shape: Shape): string {
  const says = [`${name}: ${notes[0] ?? "not described."}`, ...notes.slice(1)];
  if (shape.kind === "scalar" && shape.values) return renderClosed(name, says, shape.values);
  if (shape.kind === "scalar" && shape.types.length > 1)
    return renderChoice(name, says, shape.types);
  return `${comment(says)}\ntype ${name} = ${inputType(shape, name)}\n`;
}

/** A string with listed values: a constant for each, and no other is sent. */
function renderClosed(name: string, notes: string[], values: string[]): string {
  const constants = values.map(
    (value) => `// ${name}${camelCase(value)} is "${value}".
const ${name}${camelCase(value)} ${name} = ${JSON.stringify(value)}
`,
  );
  return `${comment(notes)}
type ${name} string

${constants.join("\n")}
// MarshalText refuses a value that the contract does not list.
func (v ${name}) MarshalText() ([]byte, error) {
	return listedText("${name}", string(v), ${values.map((value) => JSON.stringify(value)).join(", ")})
}
`;
}

/** A value of one of several scalar types: a constructor for each. */
function renderChoice(name: string, notes: string[], types: ScalarType[]): string {
  const makers = types.map(
    (
      type,
    ) => `// ${name}${camelCase(type)} is a ${name} that is sent as ${type === "integer" ? "an" : "a"} ${type}.
func ${name}${camelCase(type)}(value ${scalarType(type)}) ${name} {
	return ${name}{value}
}
`,
  );
  return `${comment(notes)}
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

function renderRecord(
  { name, notes, fields }: Extract<WireType, { kind: "record" }>,
  branchOf: BranchOf | undefined,
  unions: Set<string>,
): string {
  const own = fields.filter((field) => field.name !== branchOf?.discriminator);
  const members = own.map((field) => {
    const type = inputType(field.shape, name + camelCase(field.name));
    const isNilable =
      field.shape.kind === "list" || (field.shape.kind === "named" && unions.has(field.shape.name));
    const tag = field.isRequired ? field.name : `${field.name},omitempty`;
    const optional = field.isRequired || isNilable ? type : `*${type}`;
    return `${comment(field.notes, "\t")}\n\t${camelCase(field.name)} ${optional} \`json:"${tag}"\`\n`;
  });
  const closed = own.flatMap(({ name: field, shape }) =>
    shape.kind === "scalar" && shape.values
      ? [
          renderClosed(
            name + camelCase(field),
            [`${name + camelCase(field)} says what ${field} may be.`],
            shape.values,
          ),
        ]
      : [],
  );
  const struct = `${comment([`${name}: ${notes[0]}`, ...notes.slice(1)])}
type ${name} struct {
${members.join("\n")}}
`;
  return [struct, ...(branchOf ? [renderBranch(name, own, branchOf)] : []), ...closed].join("\n");
}

/** What makes a record a branch: it writes its own discriminator, and its constructor forgets no field. */
function renderBranch(
  name: string,
  fields: Field[],
  { union, discriminator, value }: BranchOf,
): string {
  const required = fields.filter(({ isRequired }) => isRequired);
  const parameters = required.map(
    ({ name: field, shape }) =>
      `${parameterName(field)} ${inputType(shape, name + camelCase(field))}`,
  );
  return `// New${name} makes ${/^[AEIOU]/.test(name) ? "an" : "a"} ${name} with all that it needs.
func New${name}(${parameters.join(", ")}) ${name} {
	return ${name}{${required.map(({ name: field }) => `${camelCase(field)}: ${parameterName(field)}`).join(", ")}}
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
      if (shape.values) return closedName;
      return shape.types.length === 1 ? scalarType(shape.types[0]!) : "any";
  }
}

function scalarType(type: ScalarType): string {
  const types = {
    string: "string",
    integer: "int64",
    number: "float64",
    boolean: "bool",
    object: "map[string]any",
    null: "any",
  };
  return types[type];
}

/** What comes back is open: a field has its zero value where the answer lacks it or has something else there. */
function renderAnswer(
  { name, notes, fields }: Extract<WireType, { kind: "record" }>,
  types: Map<string, WireType>,
): string {
  const members = fields.map(
    (field) =>
      `${comment(field.notes, "\t")}\n\t${camelCase(field.name)} ${answerType(field.shape, types)}\n`,
  );
  const reads = fields.map((field) => {
    const found = unalias(field.shape, types);
    const read =
      found.kind === "list"
        ? `readList[${answerType(found.items, types)}]`
        : found.kind === "scalar" && found.types.length > 1
          ? `readOneOf[${answerType(found, types)}]`
          : `readAs[${answerType(found, types)}]`;
    const kinds =
      found.kind === "scalar" && found.types.length > 1
        ? found.types.map((type) => `, "${type}"`).join("")
        : "";
    return `\tv.${camelCase(field.name)} = ${read}(fields["${field.name}"]${kinds})`;
  });
  return `${comment([`${name}: ${notes[0]}`, ...notes.slice(1)])}
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

function answerType(shape: Shape, types: Map<string, WireType>): string {
  const found = unalias(shape, types);
  switch (found.kind) {
    case "unknown":
      return "any";
    case "named":
      return found.name;
    case "list":
      return `[]${answerType(found.items, types)}`;
    case "scalar":
      return found.types.length === 1 ? scalarType(found.types[0]!) : "any";
  }
}

function renderOperations(document: OpenApiDocument): string {
  return `${banner}
import "context"

${readOperations(document).map(renderMethod).join("\n")}`;
}

function renderMethod({
  id,
  method,
  path,
  parameters,
  body,
  result,
  required,
  node,
}: Operation): string {
  const name = camelCase(id);
  const given = [
    ...parameters.map((parameter) => ({
      name: parameterName(String(parameter["name"])),
      type: inputType(shapeOf(schemaOf(parameter)), name),
    })),
    ...(body ? [{ name: "body", type: requireName(body, id) }] : []),
  ];
  const inPath = parameters.map((parameter) => parameterName(String(parameter["name"])));
  const fields = Object.entries(required).map(([field, type]) => `"${field}": "${type}"`);
  const notes = [`${name}: ${String(node["summary"])}.`, ...notesOf(node)];
  return `var route${name} = route{"${name}", "${method}", ${JSON.stringify(path)}, map[string]string{${fields.join(", ")}}}

${comment(notes)}
func (c *Client) ${name}(ctx context.Context${given.map((each) => `, ${each.name} ${each.type}`).join("")}) (*${requireName(result, id)}, error) {
	return call[${requireName(result, id)}](ctx, c, route${name}, ${inPath.length > 0 ? `[]string{${inPath.join(", ")}}` : "nil"}, ${body ? "body" : "nil"})
}
`;
}

/** Paragraphs as a comment. */
function comment(notes: string[], indent = ""): string {
  const prefix = `${indent}//`;
  const paragraphs = notes.map((note) => wrap(note, width - prefix.length - 1));
  return paragraphs
    .flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]))
    .map((line) => `${prefix} ${line}`.trimEnd())
    .join("\n");
}

function listOf(names: string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** An exported name: `DataXlsxURL` for `data_xlsx_url`. */
function camelCase(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, "$1_$2").split(/[^A-Za-z0-9]+/);
  const written = words.map((word) =>
    initialisms.has(word.toLowerCase())
      ? word.toUpperCase()
      : word.charAt(0).toUpperCase() + word.slice(1),
  );
  const joined = written.join("");
  if (/^[A-Z]\w*$/.test(joined)) return joined;
  throw new UserError(
    `${name}: Go cannot have a field of this name; say in scripts/emit/go.ts what to call it`,
  );
}

/** A name inside a function: `jobID`. */
function parameterName(name: string): string {
  const exported = camelCase(name);
  const first = /^([A-Z]+)(?=[A-Z][a-z]|$)|^[A-Z]/.exec(exported)?.[0] ?? "";
  return `${first.toLowerCase()}${exported.slice(first.length)}`;
}
