/** Chance that can be repeated: the same seed gives the same ids, faults and readings. */
import { hash } from "node:crypto";

/** A number in [0, 1) for a seed and the names of what it is for. */
export function chance(seed: number, ...names: (string | number)[]): number {
  return digest(seed, names).readUInt32BE(0) / 2 ** 32;
}

/** An identifier of 16 hexadecimal digits for a seed and the names of what it is for. */
export function identifier(seed: number, ...names: (string | number)[]): string {
  return digest(seed, names).toString("hex", 0, 8);
}

/** One of the values. */
export function choose<Value>(
  values: readonly Value[],
  seed: number,
  ...names: (string | number)[]
): Value {
  const value = values[Math.floor(chance(seed, ...names) * values.length)];
  if (value === undefined) throw new RangeError("There is nothing to choose from");
  return value;
}

function digest(seed: number, names: (string | number)[]): Buffer {
  return hash("sha256", JSON.stringify([seed, ...names]), "buffer");
}
