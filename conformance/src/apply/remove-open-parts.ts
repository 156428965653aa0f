/** Takes away what holds only while a gap is open: mostly checks that a type is open. */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";

/** What may speak of gaps, and is no source of the contract. */
export const partFiles = [
  "{bench,clients,conformance,docs,emulator,renderer,scripts,test}/**/*.{go,py,ts}",
  "openapi/workflows/*.yaml",
];

/**
 * A part stands between the lines `// while job-status-values is open` and `// end`, in Python and YAML
 * with `#`; several gaps are joined by `and`.
 */
const part =
  /^[ \t]*(?:\/\/|#) while ([\w -]+?) (?:is|are) open\n[^]*?^[ \t]*(?:\/\/|#) end\n\n?/gm;

/**
 * Text of every file that changes, by its path below the folder.
 *
 * @param changed texts that have been changed before
 */
export async function removeOpenParts(
  folder: string,
  closed: string[],
  changed: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const changes = new Map<string, string>();
  for await (const file of glob(partFiles, { cwd: folder, exclude: isForeign })) {
    const text = changed.get(file) ?? (await readFile(join(folder, file), "utf8"));
    const left = withoutOpenParts(text, closed);
    if (left !== text) changes.set(file, left);
  }
  return changes;
}

function isForeign(path: string): boolean {
  return /(^|\/)(node_modules|dist)(\/|$)/.test(path);
}

export function withoutOpenParts(text: string, closed: string[]): string {
  return text.replace(part, (whole, gaps: string) =>
    gaps.split(" and ").some((gap) => closed.includes(gap)) ? "" : whole,
  );
}
