/** `npm run release -- diff <older bundle>`: what Redocly says of the change of the contract, and which gaps it closes. */
import { join, relative, resolve } from "node:path";
import { gte } from "semver";
import { collectClosedGaps, collectGaps, readDocument, UserError } from "openapi-gaps";
import { generatedFolder, root } from "../support/locations.ts";
import { redocly, runTool } from "../support/tool.ts";

const bundle = join(generatedFolder, "openapi.yaml");

export interface Rating {
  /** `info.version` of the older bundle, of today's, and the lowest that the change may have. */
  versions: { before: string; after: string; required: string };
  /** Ids of the gaps that the newer contract does not have, of those without an `x-verified`, and of new ones. */
  gaps: { closed: string[]; guessed: string[]; opened: string[] };
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
export async function rateChange(base: string, head = bundle): Promise<Rating> {
  const [older, newer] = [base, head].map((file) => readDocument(file).document);
  const [before, after] = [older!, newer!].map(({ info }) => String(info["version"]));
  const [oldGaps, newGaps] = [older!, newer!].map((document) =>
    collectGaps(document).map(({ id }) => id),
  );
  const verified = collectClosedGaps(newer!).map(({ id }) => id);
  const closed = oldGaps!.filter((id) => !newGaps!.includes(id));
  const guessed = closed.filter((id) => !verified.includes(id));
  const opened = newGaps!.filter((id) => !oldGaps!.includes(id));
  const required = (await redoclyDiff(base, "--format=next-version", head)).trim();
  return {
    versions: { before: before!, after: after!, required },
    gaps: { closed, guessed, opened },
  };
}

/** The change as Markdown, for a terminal or the summary of a pull request. */
export async function describeChange(base: string, { versions, gaps }: Rating): Promise<string> {
  const { before, after, required } = versions;
  const list = (what: string, ids: string[]) =>
    ids.length > 0 ? [`Gaps ${what}: ${ids.map((id) => `\`${id}\``).join(", ")}`] : [];
  return [
    `# Version ${before} → ${after}; this change asks for at least ${required}`,
    ...list("closed", gaps.closed),
    ...list("closed **without evidence**", gaps.guessed),
    ...list("opened", gaps.opened),
    (await redoclyDiff(base, "--format=markdown")).trim(),
  ].join("\n\n");
}

/** @throws {UserError} when the version promises less than the change, or a gap was closed without evidence */
export function checkChange({ versions, gaps }: Rating): void {
  if (gaps.guessed.length > 0) {
    throw new UserError(
      `Closed without evidence: ${gaps.guessed.join(", ")}. Give the node an x-verified that names the gap, or leave the gap open.`,
    );
  }
  if (gte(versions.after, versions.required)) return;
  throw new UserError(
    `The change asks for version ${versions.required}, and info.version is ${versions.after}. Raise it in openapi/openapi.yaml.`,
  );
}

async function redoclyDiff(base: string, format: string, head = bundle): Promise<string> {
  const files = [resolve(base), resolve(head)].map((file) => relative(root, file));
  const words = ["diff", ...files, format, "--fail-on=none"];
  const { exitCode, stdout, stderr } = await runTool(redocly, ...words);
  if (exitCode !== 0) throw new UserError(`${base} cannot be compared:\n${stderr}`);
  return stdout;
}
