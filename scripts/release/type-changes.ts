/** Which exported types are narrower than they were, and which are wider. */
import { join } from "node:path";
import ts from "typescript";
import { root } from "../support/locations.ts";
import { compileVirtually } from "./compiler.ts";

export interface TypeChange {
  /** Name of the exported type. */
  name: string;
  /**
   * `narrowed`: accepts less than before. `widened`: accepts more. `changed`: neither of the two
   * contains the other.
   */
  kind: "narrowed" | "widened" | "changed" | "added" | "removed";
}

/** The index types of the generator hold all others, and say nothing by themselves. */
const indexes = new Set(["paths", "webhooks", "components", "operations", "$defs"]);

/**
 * Compares the exported types of two generations, by what can be assigned to what.
 *
 * @param before text of the older `schema.d.ts`
 * @param after text of the newer one
 */
export function compareTypes(before: string, after: string): TypeChange[] {
  const files = { before: "generated/before/schema.d.ts", after: "generated/after/schema.d.ts" };
  const program = compileVirtually({ [files.before]: before, [files.after]: after });
  const checker = program.getTypeChecker();
  const older = exportedTypes(program, checker, files.before);
  const newer = exportedTypes(program, checker, files.after);
  const names = [...new Set([...older.keys(), ...newer.keys()])];
  return names.flatMap((name): TypeChange[] => {
    const [from, to] = [older.get(name), newer.get(name)];
    if (!from) return [{ name, kind: "added" }];
    if (!to) return [{ name, kind: "removed" }];
    const isWithin = (type: ts.Type, other: ts.Type) =>
      checker.isTypeAssignableTo(type, other) &&
      !hasIndexBeside(type, other, checker) &&
      !hasFieldBeyond(type, other, checker);
    const [fits, fitsBack] = [isWithin(to, from), isWithin(from, to)];
    if (fits && fitsBack) return [];
    return [{ name, kind: fits ? "narrowed" : fitsBack ? "widened" : "changed" }];
  });
}

/**
 * Whether any field can be read from one type only. The compiler lets both be assigned to the other
 * all the same.
 */
function hasIndexBeside(type: ts.Type, other: ts.Type, checker: ts.TypeChecker): boolean {
  return hasIndex(type, checker) && !hasIndex(other, checker);
}

/** Records of an interface are not nested deeper; recursive types are. */
const maxDepth = 6;

/**
 * Whether a value of the type may have a field that the other does not name. Where the field is
 * optional, the compiler lets both be assigned to the other, and refuses only whoever writes it.
 */
function hasFieldBeyond(
  type: ts.Type,
  other: ts.Type,
  checker: ts.TypeChecker,
  depth = 0,
): boolean {
  const others = objectsIn(other, checker);
  if (depth > maxDepth || others.length === 0) return false;
  if (others.some((object) => hasIndex(object, checker))) return false;
  const fields = objectsIn(type, checker).flatMap((object) => checker.getPropertiesOfType(object));
  return fields.some((field) => {
    const found = others
      .map((object) => checker.getPropertyOfType(object, field.name))
      .find((property) => property !== undefined);
    if (!found) return true;
    const [own, its] = [checker.getTypeOfSymbol(field), checker.getTypeOfSymbol(found)];
    return hasFieldBeyond(own, its, checker, depth + 1);
  });
}

/** The objects that a type is, or is a list or a choice of. */
function objectsIn(type: ts.Type, checker: ts.TypeChecker): ts.Type[] {
  if (type.isUnion()) return type.types.flatMap((member) => objectsIn(member, checker));
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return item ? objectsIn(item, checker) : [];
  }
  return (type.flags & ts.TypeFlags.Object) === 0 ? [] : [type];
}

function hasIndex(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.isUnion()) return type.types.some((member) => hasIndex(member, checker));
  return (type.flags & ts.TypeFlags.Object) !== 0 && checker.getIndexInfosOfType(type).length > 0;
}

function exportedTypes(
  program: ts.Program,
  checker: ts.TypeChecker,
  file: string,
): Map<string, ts.Type> {
  const source = program.getSourceFile(join(root, file));
  const symbol = source && checker.getSymbolAtLocation(source);
  if (!symbol) throw new Error(`${file} exports nothing`);
  const exported = checker.getExportsOfModule(symbol).filter(({ name }) => !indexes.has(name));
  return new Map(exported.map((type) => [type.name, checker.getDeclaredTypeOfSymbol(type)]));
}
