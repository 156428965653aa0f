/** Remembers what a function finds for the same words, texts or lists of such: every call asks for it again. */
export function remember<Words extends unknown[], Found>(
  find: (...words: Words) => Found,
): (...words: Words) => Found {
  const known = new Map<string, Found>();
  return (...words) => {
    const key = words.join(" ");
    let found = known.get(key);
    if (found === undefined && !known.has(key)) known.set(key, (found = find(...words)));
    return found as Found;
  };
}
