/** The Python client: TypedDicts for what is sent, dataclasses that read what comes back, and a method and a coroutine for each operation. */
import { banner, nameInCode, snakeCase, wordsOf } from "./model/names.ts";
import type { Model } from "./model/model.ts";
import {
  type Field,
  type NamedType,
  type RecordType,
  type ScalarType,
  type Shape,
  type Types,
  unalias,
} from "./model/types.ts";
import { argumentsOf, type Operation } from "./model/operations.ts";
import { isRemark, wrap } from "./model/notes.ts";

/** @throws {UnwritableError} for what has no form in Python */
export function renderPythonTypes({ operations, inputs, responses }: Model): string {
  const records = [...responses.values()].filter((type) => type.kind === "record");
  const checked = new Set(
    operations.flatMap(({ result, required }) =>
      Object.keys(required).map((field) => `${result}.${field}`),
    ),
  );
  const declarations = [
    ...[...inputs.values()].map(renderInput),
    ...records.map((type) => renderResponse(type, checked, responses)),
  ].join("\n\n");
  const typing = ["Literal", "Mapping", "Optional", "Sequence", "Tuple", "TypedDict", "Union"];
  return `"""Types of requests and responses.

${banner}

What is sent is closed: a checker refuses what the contract does not list. What comes
back is open: a field is \`\`None\`\` where the response lacks it, or has something else in
its place, and \`\`raw\`\` holds the whole response as it was sent. Only what the client
has checked is never \`\`None\`\`.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import ${typing.filter((name) => new RegExp(`\\b${name}\\b`).test(declarations)).join(", ")}

from ..values import as_known, as_mapping

__all__ = [
${[...inputs.values(), ...records].map(({ name }) => `    "${name}",`).join("\n")}
]


${declarations}`;
}

function renderInput(type: NamedType): string {
  switch (type.kind) {
    case "alias":
      return `${type.name} = ${inputType(type.shape)}\n${docstring(type.notes, "")}\n`;
    case "union":
      return `${type.name} = Union[${type.branches.map(({ name }) => name).join(", ")}]\n${docstring(type.notes, "")}\n`;
    case "record":
      return renderInputRecord(type);
  }
}

/** A TypedDict has either required or optional keys, so that one with both is two. */
function renderInputRecord({ name, notes, fields }: RecordType): string {
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  const base = `_${name}`;
  const about = [`What ${name} must have.`];
  if (fields.every((field) => isKey(field.name))) {
    if (optional.length === 0) return renderClass(name, "TypedDict", notes, required);
    if (required.length === 0) return renderClass(name, "TypedDict, total=False", notes, optional);
    return [
      renderClass(base, "TypedDict", about, required),
      renderClass(name, `${base}, total=False`, notes, optional),
    ].join("\n\n");
  }
  return [
    renderCall(base, "", required),
    renderCall(`${base}Optional`, ", total=False", optional),
    `class ${name}(${base}, ${base}Optional):\n${docstring(notes, "    ")}\n`,
  ].join("\n\n");
}

function renderClass(name: string, base: string, notes: string[], fields: Field[]): string {
  const members = fields.map((each) =>
    [`    ${each.name}: ${inputType(each.shape)}`, docstring(each.notes, "    ")].join("\n"),
  );
  return `class ${name}(${base}):\n${docstring(notes, "    ")}\n\n${members.join("\n\n")}\n`;
}

/** The form for keys that no class can have, such as \`from\`. Its types are text, since they are evaluated at once. */
function renderCall(name: string, options: string, fields: Field[]): string {
  const members = fields.map(
    (field) => `    ${JSON.stringify(field.name)}: ${JSON.stringify(inputType(field.shape))},\n`,
  );
  return `${name} = TypedDict("${name}", {\n${members.join("")}}${options})\n`;
}

/** The type of what is sent. */
function inputType(shape: Shape): string {
  switch (shape.kind) {
    case "unknown":
      return "object";
    case "named":
      return shape.name;
    case "list":
      return `Sequence[${inputType(shape.items)}]`;
    case "scalar":
      // A Literal cannot hold a number with decimals.
      return shape.values && !shape.types.includes("number")
        ? `Literal[${shape.values.map((value) => pythonLiteral(value)).join(", ")}]`
        : union(shape.types.map(scalarType));
  }
}

function union(types: string[]): string {
  return types.length === 1 ? types[0]! : `Union[${types.join(", ")}]`;
}

/** As a checker names them, and as they are at run time. */
const scalars: Record<ScalarType, [type: string, runtime: string]> = {
  string: ["str", "str"],
  integer: ["int", "int"],
  number: ["float", "float, int"],
  boolean: ["bool", "bool"],
  object: ["Mapping[str, object]", "dict"],
  null: ["None", "type(None)"],
};

const scalarType = (type: ScalarType) => scalars[type][0];

function renderResponse(type: RecordType, checked: Set<string>, types: Types): string {
  const names = nameInCode("Python", type.fields, pythonName);
  const members = type.fields.map((field) => {
    const read = responseField(field, checked.has(`${type.name}.${field.name}`), types);
    const name = names.get(field.name);
    return {
      declared: [`    ${name}: ${read.type}`, docstring(field.notes, "    ")].join("\n"),
      read: `            ${name}=${read.expression},`,
    };
  });
  const raw =
    '    raw: object = field(repr=False, compare=False)\n    """The value as it was sent."""\n\n' +
    '    raw_text: str = field(default="", repr=False, compare=False)\n' +
    '    """The text of the whole response as it came; empty for a part of one."""';
  const fields = members.length > 0 ? "        fields = as_mapping(raw)\n" : "";
  return `@dataclass(frozen=True)
class ${type.name}:
${docstring(type.notes, "    ")}

${[...members.map(({ declared }) => declared), raw].join("\n\n")}

    @classmethod
    def read(cls, raw: object, raw_text: str = "") -> ${type.name}:
        """Takes from a value what is there, and never fails."""
${fields}        return cls(
${[...members.map(({ read }) => read), "            raw=raw,", "            raw_text=raw_text,"].join("\n")}
        )
`;
}

interface Read {
  type: string;
  /** What reads it. */
  expression: string;
}

/** @param isChecked whether the client has seen that it is there */
function responseField({ name, shape }: Field, isChecked: boolean, types: Types): Read {
  const value = `fields.get(${JSON.stringify(name)})`;
  const found = unalias(shape, types);
  switch (found.kind) {
    case "unknown":
      return { type: "object", expression: value };
    case "named":
      return {
        type: `Optional[${found.name}]`,
        expression: `${found.name}.read(${value}) if ${JSON.stringify(name)} in fields else None`,
      };
    case "list": {
      const item = responseItem(unalias(found.items, types));
      const type = `Tuple[${item.type}, ...]`;
      const expression = `tuple(${item.expression} for item in as_known(${value}, list) or ())`;
      if (isChecked) return { type, expression };
      return {
        type: `Optional[${type}]`,
        expression: `${expression} if isinstance(${value}, list) else None`,
      };
    }
    case "scalar": {
      const expression = `as_known(${value}, ${found.types.map((type) => scalars[type][1]).join(", ")})`;
      const type = union(found.types.map(scalarType));
      if (isChecked) return { type, expression: `${expression} or ""` };
      return { type: `Optional[${type}]`, expression };
    }
  }
}

/** Items of a list are all read, because a missing one would shift the others. */
function responseItem(shape: Shape): Read {
  if (shape.kind === "named") return { type: shape.name, expression: `${shape.name}.read(item)` };
  const isObject = shape.kind === "scalar" && shape.types.join() === "object";
  return isObject
    ? { type: scalarType("object"), expression: "as_mapping(item)" }
    : { type: "object", expression: "item" };
}

/** @throws {UnwritableError} for what has no form in Python */
export function renderPythonOperations({ operations }: Model): string {
  const names = operations.flatMap((operation) => [
    ...argumentsOf(operation).map(({ type }) => type),
    operation.result,
  ]);
  return `"""Operations of the service.

${banner}
"""
from __future__ import annotations

from typing import Mapping, Optional

from ..options import CallOptions, Route
from ..run import AsyncRunner, Runner
from ..send import call
from .types import (
${[...new Set(names)]
  .sort()
  .map((name) => `    ${name},`)
  .join("\n")}
)

${operations.map(renderRoute).join("\n")}


class Operations(Runner):
    """A method for each operation: path parameters, then the body, then options."""

${operations.map((operation) => renderMethod(operation, "")).join("\n")}

class AsyncOperations(AsyncRunner):
    """A coroutine for each operation: path parameters, then the body, then options."""

${operations.map((operation) => renderMethod(operation, "await ")).join("\n")}`;
}

function renderRoute({ id, method, path, result, required }: Operation): string {
  const checks = Object.entries(required).map(
    ([name, type]) => `${JSON.stringify(name)}: ${type === "string" ? "str" : "list"}`,
  );
  return `${constantName(id)} = Route(
    "${methodName(id)}",
    "${method}",
    ${JSON.stringify(path)},
    {${checks.join(", ")}},
    ${result}.read,
)`;
}

function renderMethod(operation: Operation, wait: "" | "await "): string {
  const { id, parameters, body, result } = operation;
  const names = nameInCode("Python", parameters, pythonName);
  const given = parameters.map(({ name, type }) => `${names.get(name)}: ${type},`);
  if (body) given.push(`body: ${body.type},`);
  const inPath = [...names.values()].join(", ");
  return `    ${wait && "async "}def ${methodName(id)}(
        self,
${given.map((line) => `        ${line}\n`).join("")}        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> ${result}:
${docstring(methodNotes(operation, wait), "        ")}
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, ${constantName(id)}, (${inPath}${inPath && ","}), ${body ? "body" : "None"}, options)
        return ${wait}self._run(steps)
`;
}

/** What an editor shows of a method. */
function methodNotes(operation: Operation, wait: string): string[] {
  const { id, summary, notes } = operation;
  const given = argumentsOf(operation);
  const values = given.map(({ example }) => pythonLiteral(example)).join(", ");
  const call = `${wait}client.${methodName(id)}(${values})`;
  return [`${summary}.`, ...notes, `Example::\n\n    result = ${call.replaceAll("\n", "\n    ")}`];
}

/** Where the Python package has what is generated. */
export const pythonFolder = "clients/python/src/video_generation/_generated";

const width = 88;

/** Words that Python keeps to itself. */
const keywords =
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in " +
  "is lambda nonlocal not or pass raise return try while with yield";

/** With the arguments and the fields that every method and every response has. */
const taken = new Set([...keywords.split(" "), "self", "cls", "raw", "raw_text", "body"]);

/** A name for a field or an argument: `from_` for `from`; `undefined` for a name that Python cannot have. */
function pythonName(name: string): string | undefined {
  const legal = isIdentifier(name) ? name : wordsOf(name).join("_");
  if (!isIdentifier(legal)) return undefined;
  return taken.has(legal) ? `${legal}_` : legal;
}

/** Whether a class of Python can have a key of this name as it is. */
function isKey(name: string): boolean {
  return isIdentifier(name) && !keywords.split(" ").includes(name);
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z]\w*$/.test(name);
}

/** `create_hp_job` */
export function methodName(id: string): string {
  return pythonName(snakeCase(id)) ?? id;
}

/** `CREATE_HP_JOB` */
export function constantName(id: string): string {
  return snakeCase(id).toUpperCase();
}

/** A JSON value as Python writes it. */
export function pythonLiteral(value: unknown, indent = ""): string {
  const inner = `${indent}    `;
  if (value === undefined) return "...";
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((item) => pythonLiteral(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, inner)}`,
      );
  const [open, close] = isList ? "[]" : "{}";
  if (entries.length === 0) return `${open}${close}`;
  return [open, ...entries.map((entry) => `${inner}${entry},`), `${indent}${close}`].join("\n");
}

/** Paragraphs as a docstring: the first is what others show as a summary. */
function docstring(notes: string[], indent: string): string {
  const paragraphs = notes.map((note) => {
    const text = note.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');
    // An example keeps its lines.
    if (text.startsWith("Example::")) return text.split("\n");
    const isGap = isRemark(text);
    return wrap(isGap ? `- ${text}` : text, width - indent.length - 3, isGap ? "  " : "");
  });
  if (paragraphs.length === 0) return `${indent}"""Not described by the contract."""`;
  const lines = paragraphs.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
  // A quote at the end would be taken for one of the three that end the docstring.
  const [only = "", ...others] = lines;
  const text =
    others.length === 0 ? `"""${only.replace(/"$/, '\\"')}"""` : `"""${lines.join("\n")}\n"""`;
  return text.replace(/^(?=.)/gm, indent);
}
