/** A path that the contract does not have, without what may be private in it. */

/** Turns paths into templates: only words that the contract uses in its own paths are kept. */
export function pathTemplates(paths: string[]): (method: string, path: string) => string {
  const words = new Set(
    paths.flatMap((path) => path.split("/")).filter((word) => !word.includes("{")),
  );
  return (method, path) => {
    const segments = path.split("/").map((segment) => (words.has(segment) ? segment : "{…}"));
    const shown = segments.length > 8 ? [...segments.slice(0, 8), "…"] : segments;
    return `${/^[A-Z]{3,7}$/.test(method) ? method : "other"} ${shown.join("/")}`;
  };
}
