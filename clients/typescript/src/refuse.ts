/** Refuses a value that cannot be meant, by the name of its option or parameter. */
export function refuse(name: string, value: unknown): never {
  throw new TypeError(`${name} cannot be "${value}".`);
}
