/** The fields of a body as flags of a command. */
import { kebabCase, UnwritableError } from "../model/names.ts";
import type { Argument } from "../model/operations.ts";
import {
  type Branch,
  type Field,
  type ScalarType,
  type Shape,
  type Types,
  unalias,
} from "../model/types.ts";

type Kind = "text" | "integer" | "number" | "boolean" | "json" | "any";

/** As `generated/command/commands.ts` describes it. */
interface Flag {
  name: string;
  path: string[];
  kind: Kind;
  values?: string[];
  isRequired?: true;
  notes: string[];
}

/**
 * A flag for each field: those of objects inside under a name of both, lists as JSON.
 *
 * @throws {UnwritableError} for two fields that would be one flag, and a body without fields
 */
export function flagsOf({ type, pointer }: Argument, types: Types): Flag[] {
  const byName = new Map<string, Flag>();
  for (const flag of flagsWithin({ kind: "named", name: type }, [], true, types, [])) {
    const other = byName.get(flag.name);
    if (other && other.path.join() !== flag.path.join())
      throw new UnwritableError(
        pointer,
        `${other.path.join(".")} and ${flag.path.join(".")} are both --${flag.name}. Rename one of them.`,
      );
    // The same field of two branches.
    byName.set(flag.name, other ? merge(other, flag) : flag);
  }
  if (byName.size === 0 || byName.has(""))
    throw new UnwritableError(pointer, "a body without fields has no flags. Describe its fields.");
  return [...byName.values()];
}

function merge(first: Flag, second: Flag): Flag {
  const kind = first.kind === second.kind ? first.kind : "any";
  const notes = [...new Set([...first.notes, ...second.notes])];
  const { values: _, ...flag } = first;
  const values = first.values && second.values && [...new Set([...first.values, ...second.values])];
  return { ...flag, kind, notes, ...(values && { values }) };
}

function flagsWithin(
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
      flagsWithin(
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
        branchFields(branch, types).flatMap((field) => {
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
      ...(plain.kind === "scalar" && plain.values && { values: plain.values.map(String) }),
      ...(isRequired && { isRequired }),
      notes,
    },
  ];
}

function branchFields({ name }: Branch, types: Types): Field[] {
  const type = types.get(name);
  return type?.kind === "record" ? type.fields : [];
}

const kinds: Partial<Record<ScalarType, Kind>> = {
  string: "text",
  integer: "integer",
  number: "number",
  boolean: "boolean",
};

function kindOf(shape: Shape): Kind {
  if (shape.kind !== "scalar") return "json";
  return shape.types.length === 1 ? (kinds[shape.types[0]!] ?? "json") : "any";
}

function flagName(path: string[]): string {
  return path.map(kebabCase).join(".");
}
