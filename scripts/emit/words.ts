/** Names as words. */

/** The words of a name in camel case, in lower case: `list`, `custom`, `avatars`. */
export function capitalizedWords(name: string): string[] {
  return name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
}

/** Enough for telling whether two names mean the same thing. */
export function withoutPlural(word: string): string {
  return word.replace(/s$/, "");
}

/** `avatar_id` as it stands in a flag. */
export function kebabCase(name: string): string {
  return capitalizedWords(name).join("-").replaceAll("_", "-");
}

/** `create_hp_job` for `createHpJob`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
