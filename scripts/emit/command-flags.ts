/** The fields of a body as flags of a command. */
import {
  type JsonObject,
  type OpenApiDocument,
  resolved,
} from "../../gaps/src/document/document.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { referencedName } from "./operation.ts";
import {
  type Branch,
  type Field,
  readWireTypes,
  type Shape,
  unalias,
  type WireType,
} from "./wire-types.ts";
import { kebabCase } from "./words.ts";

type Kind = "text" | "integer" | "number" | "boolean" | "json" | "any";

interface Flag {
  name: string;
  path: string[];
  kind: Kind;
  values?: string[];
  isRequired?: true;
  notes: string[];
}

type Types = Map<string, WireType>;

/**
 * A flag for each field: those of objects inside under a name of both, lists as JSON.
 *
 * @throws {UserError} for two fields that would be one flag
 */
export function bodyFlags(document: OpenApiDocument, body: JsonObject): Flag[] {
  const types: Types = new Map(readWireTypes(document).inputs.map((type) => [type.name, type]));
  const name = referencedName(body) ?? "";
  const flags = flagsOf({ kind: "named", name }, [], true, types, []);
  const byName = new Map<string, Flag>();
  for (const flag of flags) {
    const other = byName.get(flag.name);
    if (other && other.path.join() !== flag.path.join()) {
      throw new UserError(`${name}: ${other.path} and ${flag.path} are both --${flag.name}`);
    }
    // The same field of two branches.
    byName.set(flag.name, other ? merge(other, flag) : flag);
  }
  const { description } = resolved(document, body);
  if (byName.size === 0) throw new UserError(`${name}: a body without fields: ${description}`);
  return [...byName.values()];
}

function merge(first: Flag, second: Flag): Flag {
  const kind = first.kind === second.kind ? first.kind : "any";
  const notes = [...new Set([...first.notes, ...second.notes])];
  const { values: _, ...flag } = first;
  const values = first.values && second.values && [...new Set([...first.values, ...second.values])];
  return { ...flag, kind, notes, ...(values && { values }) };
}

function flagsOf(
  shape: Shape,
  path: string[],
  isRequired: boolean,
  types: Types,
  notes: string[],
  entered: string[] = [],
): Flag[] {
  const type = shape.kind === "named" ? types.get(shape.name) : undefined;
  if (type && !entered.includes(type.name)) {
    const within = [...entered, type.name];
    const fieldFlags = ({ name, ...field }: Field, when: string[], isSure: boolean) =>
      flagsOf(
        field.shape,
        [...path, name],
        isRequired && isSure && field.isRequired,
        types,
        [...when, ...field.notes],
        within,
      );
    if (type.kind === "record") return type.fields.flatMap((field) => fieldFlags(field, [], true));
    if (type.kind === "union") {
      return type.branches.flatMap((branch) =>
        branchFields(type.discriminator, branch, types).flatMap((field) => {
          const isChoice = field.name === type.discriminator;
          const choice = `With --${flagName([...path, type.discriminator])} ${branch.value}.`;
          return fieldFlags(field, isChoice ? [] : [choice], isChoice);
        }),
      );
    }
  }
  const plain = unalias(shape, types);
  return [
    {
      name: flagName(path),
      path,
      kind: kindOf(plain),
      ...(plain.kind === "scalar" && plain.values && { values: plain.values }),
      ...(isRequired && { isRequired }),
      notes,
    },
  ];
}

function branchFields(discriminator: string, { name }: Branch, types: Types): Field[] {
  const type = types.get(name);
  const fields = type?.kind === "record" ? type.fields : [];
  // What chooses comes first.
  return fields.toSorted((a, b) => rank(a) - rank(b));
  function rank(field: Field): number {
    return field.name === discriminator ? 0 : 1;
  }
}

function kindOf(shape: Shape): Kind {
  if (shape.kind !== "scalar") return "json";
  if (shape.types.length !== 1) return "any";
  switch (shape.types[0]) {
    case "string":
      return "text";
    case "integer":
    case "number":
    case "boolean":
      return shape.types[0];
    default:
      return "json";
  }
}

function flagName(path: string[]): string {
  return path.map(kebabCase).join(".");
}
