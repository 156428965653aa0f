/** The changelog of a release: its unreleased part gets a version and a date, and its text becomes the notes. */
import { UserError } from "openapi-gaps";

/** The heading of what no release has yet. */
export const unreleased = /^## (?:\S+ \(unreleased\)|Unreleased)$/m;

/**
 * The changelog with its unreleased part named after the release.
 *
 * @param date such as `2026-01-31`
 * @throws {UserError} when nothing is unreleased
 */
export function dateChangelog(changelog: string, version: string, date: string): string {
  if (!unreleased.test(changelog)) {
    throw new UserError(
      'CHANGELOG.md has no part "## Unreleased". Write one, with what changes for users.',
    );
  }
  return changelog.replace(unreleased, `## ${version} (${date})`);
}

/**
 * What the changelog says of a version.
 *
 * @throws {UserError} when it says nothing, or calls the version unreleased
 */
export function notesOf(version: string, changelog: string): string {
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((text) => text.split(/\s/, 1)[0] === version);
  if (!part) throw new UserError(`CHANGELOG.md has no part "## ${version}". Write one.`);
  const [heading = "", ...lines] = part.split("\n");
  if (heading.includes("unreleased"))
    throw new UserError(
      `CHANGELOG.md calls ${version} unreleased. Run npm run release -- ${version}.`,
    );
  return lines.join("\n").trim();
}
