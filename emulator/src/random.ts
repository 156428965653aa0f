/** Chance that can be repeated: the same seed gives the same ids, faults and behaviours. */
import { hash } from "node:crypto";

type Name = string | number;

/** A number in [0, 1) for a seed and the names of what it is for. */
export function chance(seed: number, ...names: Name[]): number {
  return parseInt(identifier(seed, ...names).slice(0, 8), 16) / 2 ** 32;
}

/** 16 hexadecimal digits that look drawn by chance. */
export function identifier(seed: number, ...names: Name[]): string {
  return hash("sha256", JSON.stringify([seed, ...names])).slice(0, 16);
}
