/** `npm run release -- diff <older bundle>`: what Redocly says of the change of the contract, and which gaps it closes. */
import { join, relative, resolve } from "node:path";
import { gte, inc } from "semver";
import { collectClosedGaps, collectGaps, readDocument, UserError } from "openapi-gaps";
import type { OpenApiDocument } from "openapi-gaps/document";
import { generatedFolder, root } from "../support/locations.ts";
import { redocly, runTool } from "../support/tool.ts";

interface GapChanges {
  /** Whether an `x-verified` of the newer contract names the gap. */
  closed: { id: string; hasEvidence: boolean }[];
  /** Ids of gaps that the older contract did not have. */
  opened: string[];
}

export interface Rating {
  /** `info.version` of the older bundle, of today's, and the lowest that the change may have. */
  versions: { before: string; after: string; required: string };
  gaps: GapChanges;
}

/**
 * Rates the change from an older bundle to today's.
 *
 * Redocly says which version the changes ask for. It calls a list of values that is closed a patch; closing a gap asks for a minor
 * version at least, because code that had to guess may stop compiling.
 *
 * @param base path of an older `generated/openapi.yaml`
 * @throws {UserError} when that is no OpenAPI document
 */
export async function rateChange(base: string): Promise<Rating> {
  const older = readDocument(base).document;
  const newer = readDocument(bundle).document;
  const gaps = compareGaps(older, newer);
  const next = (await redoclyDiff(base, "--format=next-version", "--fail-on=none")).trim();
  const [before, after] = [older, newer].map(({ info }) => String(info["version"])) as [
    string,
    string,
  ];
  const minor = inc(before, "minor");
  const required = gaps.closed.length > 0 && minor && !gte(next, minor) ? minor : next;
  return { versions: { before, after, required }, gaps };
}

/** The fourth class of change: something unknown became known. */
function compareGaps(before: OpenApiDocument, after: OpenApiDocument): GapChanges {
  const older = collectGaps(before).map(({ id }) => id);
  const newer = collectGaps(after).map(({ id }) => id);
  const verified = new Set(collectClosedGaps(after).map(({ id }) => id));
  return {
    closed: older
      .filter((id) => !newer.includes(id))
      .map((id) => ({ id, hasEvidence: verified.has(id) })),
    opened: newer.filter((id) => !older.includes(id)),
  };
}

/** The change as Markdown, for a terminal or the summary of a pull request. */
export async function describeChange(base: string, { versions, gaps }: Rating): Promise<string> {
  const { before, after, required } = versions;
  const closed = gaps.closed.map(
    ({ id, hasEvidence }) => `\`${id}\`${hasEvidence ? "" : " **without evidence**"}`,
  );
  const opened = gaps.opened.map((id) => `\`${id}\``);
  const changes = await redoclyDiff(base, "--format=markdown", "--fail-on=none");
  return [
    `# Version ${before} → ${after}; this change asks for at least ${required}`,
    ...(closed.length > 0 ? [`Gaps closed: ${closed.join(", ")}`] : []),
    ...(opened.length > 0 ? [`Gaps opened: ${opened.join(", ")}`] : []),
    changes.trim(),
  ].join("\n\n");
}

/** @throws {UserError} when the version promises less than the change, or a gap was closed without evidence */
export function checkChange({ versions, gaps }: Rating): void {
  const guessed = gaps.closed.filter(({ hasEvidence }) => !hasEvidence).map(({ id }) => id);
  if (guessed.length > 0) {
    throw new UserError(
      `Closed without evidence: ${guessed.join(", ")}. Give the node an x-verified that names the gap, or leave the gap open.`,
    );
  }
  if (gte(versions.after, versions.required)) return;
  throw new UserError(
    `The change asks for version ${versions.required}, and info.version is ${versions.after}. Raise it in openapi/openapi.yaml.`,
  );
}

const bundle = join(generatedFolder, "openapi.yaml");

async function redoclyDiff(base: string, ...options: string[]): Promise<string> {
  const files = [resolve(base), bundle].map((file) => relative(root, file));
  const { exitCode, stdout, stderr } = await runTool(redocly, "diff", ...files, ...options);
  if (exitCode !== 0) throw new UserError(`${base} cannot be compared:\n${stderr}`);
  return stdout;
}
