/** Names of the contract, as code can have them, and the head of a generated file. */
import { UserError } from "openapi-gaps";

export const bannerFor = (source: string): string =>
  `Generated from ${source}. Do not edit: run npm run generate.`;

export const banner = bannerFor("the contract");

/** What no emitter can write, and where it stands in the contract. */
export class UnwritableError extends UserError {
  /** JSON pointer into the bundle. */
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(`${pointer}: ${message}`);
    this.pointer = pointer;
  }
}

/** The words of a name, however it joins them: `create`, `Hp`, `Job`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean);
}

/** `avatar-id` */
export function kebabCase(name: string): string {
  return wordsOf(name).join("-").toLowerCase();
}

/** `create_hp_job` */
export function snakeCase(name: string): string {
  return wordsOf(name).join("_").toLowerCase();
}

/** `HpJob` */
export function pascalCase(name: string): string {
  return wordsOf(name).map(capitalize).join("");
}

/** `jobId` */
export function camelCase(name: string): string {
  const [first = "", ...others] = wordsOf(name);
  return first.toLowerCase() + others.map(capitalize).join("");
}

export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A thing of the contract that code needs a name for. */
export interface Nameable {
  name: string;
  /** JSON pointer into the bundle. */
  pointer: string;
}

/**
 * Names things as a language can.
 *
 * @param toName gives `undefined` where the language has no such name
 * @returns the names in code, by the names in the contract
 * @throws {UnwritableError} for a thing without a legal name, and for two that would share one
 */
export function nameInCode(
  language: string,
  things: Nameable[],
  toName: (name: string) => string | undefined,
): Map<string, string> {
  const names = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const { name, pointer } of things) {
    const inCode = toName(name);
    if (inCode === undefined)
      throw new UnwritableError(pointer, `${language} has no legal name for it. Rename it.`);
    const owner = owners.get(inCode);
    if (owner !== undefined && owner !== name)
      throw new UnwritableError(
        pointer,
        `${language} would call it ${inCode}, as it calls ${owner}. Rename one of them.`,
      );
    owners.set(inCode, name);
    names.set(name, inCode);
  }
  return names;
}
