/** `npm run release -- diff <older bundle>`: what Redocly says of the change of the contract, and which gaps it closes. */
import { join, relative, resolve } from "node:path";
import { gte } from "semver";
import { collectClosedGaps, collectGaps, type Gap, readDocument, UserError } from "openapi-gaps";
import { valueAt } from "openapi-gaps/document";
import { generatedFolder, root } from "../support/locations.ts";
import { redocly, runTool, saidBy } from "../support/tool.ts";

export interface Rating {
  /** `info.version` of the newer bundle. */
  after: string;
  /** The lowest version that the change may have. */
  required: string;
  /** Ids of the gaps that were closed without an `x-verified`. */
  guessed: string[];
  /** The change as Markdown, for a terminal or the summary of a pull request. */
  report: string;
}

/**
 * Rates the change from an older bundle to a newer one.
 *
 * Redocly says which version the changes ask for. It calls a change of notes minor, which closing a gap is at least: code that had to
 * guess may stop compiling.
 *
 * @param base path of an older `generated/openapi.yaml`
 * @param head path of the newer one
 * @throws {UserError} when one is no OpenAPI document
 */
export async function rateChange(
  base: string,
  head = join(generatedFolder, "openapi.yaml"),
): Promise<Rating> {
  const [older, newer] = [readDocument(base).document, readDocument(head).document];
  const [wereOpen, areOpen] = [collectGaps(older), collectGaps(newer)];
  const before = String(older.info["version"]);
  const after = String(newer.info["version"]);
  const required = (await redoclyDiff(base, head, "next-version")).trim();
  const idsOf = (gaps: { id: string }[]) => gaps.map(({ id }) => id);
  const verified = idsOf(collectClosedGaps(newer));
  const gone = wereOpen.filter(({ id }) => !idsOf(areOpen).includes(id));
  // What the contract does not describe any more asks for no evidence.
  const isRemoved = ({ id, node }: Gap) =>
    !verified.includes(id) && valueAt(newer, node) === undefined;
  const closed = idsOf(gone.filter((gap) => !isRemoved(gap)));
  const guessed = closed.filter((id) => !verified.includes(id));
  const opened = idsOf(areOpen).filter((id) => !idsOf(wereOpen).includes(id));
  const list = (what: string, ids: string[]) =>
    ids.length > 0 ? [`Gaps ${what}: ${ids.map((id) => `\`${id}\``).join(", ")}`] : [];
  const report = [
    `# Version ${before} → ${after}; this change asks for at least ${required}`,
    ...list("closed", closed),
    ...list("closed **without evidence**", guessed),
    ...list("removed with their place", idsOf(gone.filter(isRemoved))),
    ...list("opened", opened),
    (await redoclyDiff(base, head, "markdown")).trim(),
  ].join("\n\n");
  return { after, required, guessed, report };
}

/** @throws {UserError} when the version promises less than the change, or a gap was closed without evidence */
export function checkChange({ after, required, guessed }: Rating): void {
  if (guessed.length > 0)
    throw new UserError(
      `Closed without evidence: ${guessed.join(", ")}. Give the node an x-verified that names the gap, or leave the gap open.`,
    );
  if (!gte(after, required))
    throw new UserError(
      `The change asks for version ${required}, and info.version is ${after}. Raise it in openapi/openapi.yaml.`,
    );
}

async function redoclyDiff(base: string, head: string, format: string): Promise<string> {
  const files = [base, head].map((file) => relative(root, resolve(file)));
  const words = ["diff", ...files, `--format=${format}`, "--fail-on=none"];
  const output = await runTool(redocly, ...words);
  if (output.exitCode !== 0) throw new UserError(`${base} cannot be compared:\n${saidBy(output)}`);
  return output.stdout;
}
