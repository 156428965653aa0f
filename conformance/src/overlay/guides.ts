/** What the guides say about a gap: true while it is open, and for a person to write anew once it is closed. */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../../gaps/src/problem.ts";
import { root } from "../../../scripts/support/locations.ts";

/** A paragraph or a row of a table, which is one line of Markdown. */
export interface GuideText {
  /** Below the repository, such as `docs/pages/waiting.md`. */
  file: string;
  /** The line today. */
  says: string;
  /** What takes its place; nothing for an empty text, and `null` until a person has written it. */
  write: string | null;
}

/** The lines that link to one of the gaps. */
export async function guideTextsAbout(gaps: string[]): Promise<GuideText[]> {
  const texts: GuideText[] = [];
  for await (const file of glob("docs/pages/*.md", { cwd: root })) {
    for (const says of (await readFile(join(root, file), "utf8")).split("\n"))
      if (gaps.some((gap) => says.includes(`(gap:${gap})`)))
        texts.push({ file, says, write: null });
  }
  return texts.sort((a, b) => a.file.localeCompare(b.file));
}

/**
 * The guides without what the closing of the gaps makes untrue, by their paths.
 *
 * @param written the texts with what a person has written
 * @throws {UserError} when one is missing: it names each, in the form that the overlay takes it
 */
export async function rewriteGuides(
  gaps: string[],
  written: GuideText[],
): Promise<Map<string, string>> {
  const changes = new Map<string, string>();
  const missing: GuideText[] = [];
  for (const text of await guideTextsAbout(gaps)) {
    const { file, says } = text;
    const own = written.find((each) => each.file === file && each.says === says);
    if (typeof own?.write !== "string") {
      missing.push(text);
      continue;
    }
    const today = changes.get(file) ?? (await readFile(join(root, file), "utf8"));
    const [gone, instead] = own.write === "" ? [`${says}\n`, ""] : [says, own.write];
    changes.set(
      file,
      today.replace(gone, () => instead),
    );
  }
  if (missing.length === 0) return changes;
  const list = missing.map(
    ({ file, says }) => `  - file: ${file}\n    says: ${JSON.stringify(says)}`,
  );
  throw new UserError(
    `The guides speak of what the overlay closes as open, so nothing was changed. Write under x-guides of the overlay, as \`write\`, what they say from then on (the same, if it stays true; "" for nothing), then apply again:\nx-guides:\n${list.join("\n    write:\n")}\n    write:`,
  );
}
