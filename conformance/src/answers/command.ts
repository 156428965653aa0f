/** `answers`: from what the owner of the service says to an overlay for a person to review. */
import { stringify } from "yaml";
import type { OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { collectGaps } from "../../../gaps/src/notes/gaps.ts";
import { readBundle } from "../../../scripts/contract/read-bundle.ts";
import { readOptions } from "../command-line.ts";
import { InputError } from "../input-error.ts";
import { writeWhole } from "../write-whole.ts";
import { withGuides } from "../overlay/overlay.ts";
import { readAnswers } from "./read-answers.ts";
import { toOverlay } from "./to-overlay.ts";

export const answersHelp = `Usage: video-generation-conformance answers <answers.yaml> [options]

Writes an OpenAPI Overlay with the changes of the contract that the answers of the owner of the service ask for, each with
what it expects of today's contract and with who has said it, and when. What OpenAPI has no word for closes its gap in words,
and so does a whole operation, which a person adds by hand: CONTRIBUTING.md says how.
Nothing is changed: a person reviews the overlay, and \`apply\` puts it into the contract.

  --output <file>  where to write the overlay (default: answers.overlay.yaml)`;

export async function answersCommand(args: string[]): Promise<void> {
  const { positionals, values } = readOptions(args, answersHelp, "one", {
    output: { type: "string", default: "answers.overlay.yaml" },
  });
  const document = await readBundle();
  const { overlay, answered } = await overlayFrom(document, positionals[0]!);
  for (const { gap, effect, isOpen } of answered)
    console.log(`${isOpen ? "·" : "✓"} ${gap}: ${effect}`);
  await writeWhole(
    values["output"],
    stringify(await withGuides(overlay), { lineWidth: 120, aliasDuplicateObjects: false }),
  );
  const closed = answered.filter(({ isOpen }) => !isOpen).length;
  console.log(
    `\n${closed} of ${collectGaps(document).length} gaps would be closed.\nWritten: ${values["output"]}. Review it, write under x-guides what the guides say from then on, then: npx video-generation-conformance apply ${values["output"]}`,
  );
}

/**
 * The overlay that a file of answers asks for.
 *
 * @throws {InputError} for a file that cannot be read or answers nothing, and an answer that does not
 *   fit its gap
 */
export async function overlayFrom(
  document: OpenApiDocument,
  file: string,
): Promise<ReturnType<typeof toOverlay>> {
  const { answers, at } = await readAnswers(
    file,
    collectGaps(document).map(({ id }) => id),
  );
  const made = toOverlay(document, answers, (path, why) => {
    throw new InputError(
      `${at(["answers", ...path])}: ${path.join(".")} does not fit: ${why}. Answer with what fits, or in words.`,
    );
  });
  if (made.answered.length > 0) return made;
  throw new InputError(`${file} answers nothing yet. Write an answer behind the name of a gap.`);
}
