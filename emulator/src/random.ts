/** Chance that can be repeated: the same seed gives the same ids, faults and readings. */
import { hash } from "node:crypto";

/** A number in [0, 1) for a seed and the names of what it is for. */
export function chance(seed: number, ...names: (string | number)[]): number {
  return digest(seed, names).readUInt32BE(0) / 2 ** 32;
}

/**
 * Makes identifiers of 16 hexadecimal digits from a seed and the name of what they are for: they look drawn by chance, and no two
 * of four thousand million are the same.
 */
export function createIdentifiers(seed: number, name: string): (sequence: number) => string {
  const keys = digest(seed, [name]);
  const [high, low] = [keys.readUInt32BE(0), keys.readUInt32BE(4)];
  const bytes = Buffer.alloc(8);
  return (sequence) => {
    bytes.writeUInt32BE(scatter(sequence ^ high), 0);
    bytes.writeUInt32BE(scatter(sequence ^ low), 4);
    return bytes.toString("hex");
  };
}

/** A bijection of the 32-bit numbers that sends neighbours far apart: the last steps of MurmurHash3. */
function scatter(number: number): number {
  let mixed = number;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
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
