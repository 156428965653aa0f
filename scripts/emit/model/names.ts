/** Names of the contract, as code can have them, and the head of a generated file. */
import * as changeCase from "change-case";
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
export const wordsOf = changeCase.split;

// The same on every machine, whatever language it speaks.
const options = { locale: false } as const;
/** `avatar-id` */
export const kebabCase = (name: string) => changeCase.kebabCase(name, options);
/** `create_hp_job` */
export const snakeCase = (name: string) => changeCase.snakeCase(name, options);
/** `HpJob` */
export const pascalCase = (name: string) => changeCase.pascalCase(name, options);
/** `jobId` */
export const camelCase = (name: string) => changeCase.camelCase(name, options);

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
