/** Remembers what a function finds for the same words, texts or lists of such: every call asks for it again. */
export function remember<Words extends unknown[], Found>(
  find: (...words: Words) => Found,
): (...words: Words) => Found {
  const known = new Map<string, Found>();
  return (...words) => {
    const key = words.join(" ");
    if (!known.has(key)) known.set(key, find(...words));
    return known.get(key) as Found;
  };
}
