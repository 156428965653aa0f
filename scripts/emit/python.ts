/** The Python client's share of the contract: types of inputs and answers, and a method for each operation. */
import type { OpenApiDocument } from "../../gaps/src/document/document.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { exampleArguments, schemaOf } from "./example-arguments.ts";
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
import { snakeCase } from "./words.ts";

/** Where the Python package has what is generated. */
export const pythonFolder = "clients/python/src/video_generation/_generated";

const width = 88;
const banner = "Generated from the contract. Do not edit: run npm run generate.";

/** Words that Python keeps to itself, and the field that every answer has. */
const taken = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in " +
    "is lambda nonlocal not or pass raise return try while with yield raw self"
  ).split(" "),
);

/**
 * Files of the Python package, by their paths in the repository.
 *
 * @throws {UserError} for what has no form in Python
 */
export function generatePython(document: OpenApiDocument): Map<string, string> {
  return new Map([
    [`${pythonFolder}/__init__.py`, `"""What the contract yields. ${banner}"""\n`],
    [`${pythonFolder}/types.py`, renderTypes(document)],
    [`${pythonFolder}/operations.py`, renderOperations(document)],
  ]);
}

function renderTypes(document: OpenApiDocument): string {
  const { inputs, answers } = readWireTypes(document);
  const records = inputs.filter(({ kind }) => kind === "record").map(({ name }) => name);
  const both = answers.filter(({ kind, name }) => kind === "record" && records.includes(name));
  if (both.length > 0) {
    throw new UserError(
      `${both[0]?.name}: give what is sent and what comes back schemas of their own`,
    );
  }
  const checked = new Set(
    readOperations(document).flatMap(({ id, result, required }) =>
      Object.keys(required).map((field) => `${requireName(result, id)}.${field}`),
    ),
  );
  const byName = new Map(answers.map((type) => [type.name, type]));
  const declarations = [
    ...inputs.map(renderInput),
    ...answers.flatMap((type) =>
      type.kind === "record" ? [renderAnswer(type.name, type, checked, byName)] : [],
    ),
  ].join("\n\n");
  const typing = ["Literal", "Mapping", "Optional", "Sequence", "Tuple", "TypedDict", "Union"];
  const names = [...inputs, ...answers.filter(({ kind }) => kind === "record")];
  return `"""Types of requests and answers.

${banner}

What is sent is closed: a checker refuses what the contract does not list. What comes
back is open: a field is \`\`None\`\` where the answer lacks it, or has something else in
its place, and \`\`raw\`\` holds the whole answer as it was sent. Only what the client
has checked is never \`\`None\`\`.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import ${typing.filter((name) => new RegExp(`\\b${name}\\b`).test(declarations)).join(", ")}

from ..reading import as_items, as_known, as_mapping

__all__ = [
${names.map(({ name }) => `    "${name}",`).join("\n")}
]


${declarations}`;
}

function renderInput(type: WireType): string {
  switch (type.kind) {
    case "alias":
      return `${type.name} = ${inputType(type.shape)}\n${docstring(type.notes, "")}\n`;
    case "union":
      return `${type.name} = Union[${type.branches.map(({ name }) => name).join(", ")}]\n${docstring(type.notes, "")}\n`;
    case "record": {
      const required = type.fields.filter(({ isRequired }) => isRequired);
      const optional = type.fields.filter(({ isRequired }) => !isRequired);
      if (optional.length === 0)
        return renderTypedDict(type.name, "TypedDict", type.notes, required);
      const base = `_${type.name}`;
      return [
        ...(required.length > 0
          ? [renderTypedDict(base, "TypedDict", [`What ${type.name} must have.`], required)]
          : []),
        renderTypedDict(
          type.name,
          `${required.length > 0 ? base : "TypedDict"}, total=False`,
          type.notes,
          optional,
        ),
      ].join("\n\n");
    }
  }
}

function renderTypedDict(name: string, base: string, notes: string[], fields: Field[]): string {
  const members = fields.map((each) =>
    [`    ${pythonName(each.name)}: ${inputType(each.shape)}`, docstring(each.notes, "    ")].join(
      "\n",
    ),
  );
  return `class ${name}(${base}):\n${docstring(notes, "    ")}\n\n${members.join("\n\n")}\n`;
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
      return shape.values ? literals(shape.values) : union(shape.types.map(scalarType));
  }
}

function literals(values: string[]): string {
  return `Literal[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
}

function union(types: string[]): string {
  return types.length === 1 ? types[0]! : `Union[${types.join(", ")}]`;
}

function scalarType(type: ScalarType): string {
  const types = {
    string: "str",
    integer: "int",
    number: "float",
    boolean: "bool",
    object: "Mapping[str, object]",
    null: "None",
  };
  return types[type];
}

function renderAnswer(
  name: string,
  { notes, fields }: Extract<WireType, { kind: "record" }>,
  checked: Set<string>,
  types: Map<string, WireType>,
): string {
  const members = fields.map((each) => {
    const { type, read } = answerField(each, checked.has(`${name}.${each.name}`), types);
    return {
      declared: [`    ${pythonName(each.name)}: ${type}`, docstring(each.notes, "    ")].join("\n"),
      read: `            ${pythonName(each.name)}=${read},`,
    };
  });
  const fieldsOf = fields.length > 0 ? "        fields = as_mapping(raw)\n" : "";
  return `@dataclass(frozen=True)
class ${name}:
${docstring(notes, "    ")}

${[...members.map(({ declared }) => declared), '    raw: object = field(repr=False, compare=False)\n    """The value as it was sent."""'].join("\n\n")}

    @classmethod
    def read(cls, raw: object) -> ${name}:
        """Takes from a value what is there, and never fails."""
${fieldsOf}        return cls(
${[...members.map(({ read }) => read), "            raw=raw,"].join("\n")}
        )
`;
}

/** The type of a field of an answer, and the expression that reads it. */
function answerField(
  { name, shape }: Field,
  isChecked: boolean,
  types: Map<string, WireType>,
): { type: string; read: string } {
  const value = `fields.get(${JSON.stringify(name)})`;
  const found = unalias(shape, types);
  switch (found.kind) {
    case "unknown":
      return { type: "object", read: value };
    case "named":
      return {
        type: `Optional[${found.name}]`,
        read: `${found.name}.read(${value}) if ${JSON.stringify(name)} in fields else None`,
      };
    case "list": {
      const { type, read } = answerItem(unalias(found.items, types));
      const items = `tuple(${read} for item in as_items(${value}))`;
      const tuple = `Tuple[${type}, ...]`;
      return isChecked
        ? { type: tuple, read: items }
        : { type: `Optional[${tuple}]`, read: `${items} if isinstance(${value}, list) else None` };
    }
    case "scalar": {
      const known = `as_known(${value}, ${found.types.map(runtimeType).join(", ")})`;
      const type = union(found.types.map(scalarType));
      if (isChecked) return { type, read: `${known} or ""` };
      return { type: `Optional[${type}]`, read: known };
    }
  }
}

/** Items of a list are all read, because a missing one would shift the others. */
function answerItem(shape: Shape): { type: string; read: string } {
  if (shape.kind === "named") return { type: shape.name, read: `${shape.name}.read(item)` };
  const isObject = shape.kind === "scalar" && shape.types.join() === "object";
  return isObject
    ? { type: scalarType("object"), read: "as_mapping(item)" }
    : { type: "object", read: "item" };
}

function runtimeType(type: ScalarType): string {
  const types = {
    string: "str",
    integer: "int",
    number: "float, int",
    boolean: "bool",
    object: "dict",
    null: "type(None)",
  };
  return types[type];
}

function renderOperations(document: OpenApiDocument): string {
  const operations = readOperations(document);
  const names = operations.flatMap(({ id, parameters, body, result }) =>
    [...parameters.map(schemaOf), ...(body ? [body] : []), result].map((schema) =>
      requireName(schema, id),
    ),
  );
  return `"""Operations of the service.

${banner}
"""
from __future__ import annotations

from typing import Mapping, Optional

from ..calling import AsyncCaller, Caller, CallOptions, Route
from .types import (
${[...new Set(names)]
  .sort()
  .map((name) => `    ${name},`)
  .join("\n")}
)

${operations.map(renderRoute).join("\n")}


class Operations(Caller):
    """A method for each operation: path parameters, then the body, then options."""

${operations.map((operation) => renderMethod(document, operation, "")).join("\n")}

class AsyncOperations(AsyncCaller):
    """A coroutine for each operation: path parameters, then the body, then options."""

${operations.map((operation) => renderMethod(document, operation, "await ")).join("\n")}`;
}

function renderRoute({ id, method, path, result, required }: Operation): string {
  const checks = Object.entries(required).map(
    ([name, type]) => `${JSON.stringify(name)}: ${type === "string" ? "str" : "list"}`,
  );
  return `${constantCase(id)} = Route(
    "${snakeCase(id)}",
    "${method}",
    ${JSON.stringify(path)},
    {${checks.join(", ")}},
    ${requireName(result, id)}.read,
)`;
}

function renderMethod(
  document: OpenApiDocument,
  operation: Operation,
  wait: "" | "await ",
): string {
  const { id, parameters, body, result } = operation;
  const path = parameters.map((parameter) => ({
    name: pythonName(String(parameter["name"])),
    type: inputType(shapeOf(schemaOf(parameter))),
  }));
  const given = [
    ...path.map(({ name, type }) => `${name}: ${type},`),
    ...(body ? [`body: ${requireName(body, id)},`] : []),
  ];
  const tuple = path.length === 0 ? "()" : `(${path.map(({ name }) => name).join(", ")},)`;
  return `    ${wait && "async "}def ${snakeCase(id)}(
        self,
${given.map((line) => `        ${line}\n`).join("")}        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> ${requireName(result, id)}:
${docstring(methodNotes(document, operation, wait), "        ")}
        return ${wait}self._call(
            ${constantCase(id)},
            ${tuple},
            ${body ? "body" : "None"},
            CallOptions(timeout, deadline, retries, headers),
        )
`;
}

/** What an editor shows of a method. */
function methodNotes(document: OpenApiDocument, operation: Operation, wait: string): string[] {
  const { id, node } = operation;
  const values = exampleArguments(document, operation).map((value) => literal(value));
  const call = `${wait}client.${snakeCase(id)}(${values.join(", ")})`;
  return [
    `${String(node["summary"])}.`,
    ...notesOf(node),
    `Example::\n\n    answer = ${call.replaceAll("\n", "\n    ")}`,
  ];
}

/** A value as Python writes it. */
function literal(value: unknown, indent = ""): string {
  const inner = `${indent}    `;
  if (value === undefined) return "...";
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${literal(item, inner)}`,
      );
  const [open, close] = isList ? "[]" : "{}";
  if (entries.length === 0) return `${open}${close}`;
  return [open, ...entries.map((entry) => `${inner}${entry},`), `${indent}${close}`].join("\n");
}

/** Paragraphs as a docstring: the first is what others show as a summary. */
function docstring(notes: string[], indent: string): string {
  const paragraphs = notes.map((note) => {
    // An example keeps its lines.
    const text = note.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');
    if (text.startsWith("Example::")) return text.split("\n");
    const isGap = text.startsWith("Gap ");
    return wrap(isGap ? `- ${text}` : text, width - indent.length - 3, isGap ? "  " : "");
  });
  if (paragraphs.length === 0) return `${indent}"""Not described by the contract."""`;
  const lines = paragraphs.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
  const text = lines.length === 1 ? `"""${lines[0]}"""` : `"""${lines.join("\n")}\n"""`;
  return text.replace(/^(?=.)/gm, indent);
}

/** @throws {UserError} for a name that cannot stand in a class of Python */
function pythonName(name: string): string {
  if (/^[a-z]\w*$/i.test(name) && !taken.has(name)) return name;
  throw new UserError(
    `${name}: Python cannot have a field of this name; say in scripts/emit/python.ts what to call it`,
  );
}

function constantCase(name: string): string {
  return snakeCase(name).toUpperCase();
}
