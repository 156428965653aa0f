/** What a release says of itself. */
import { UserError } from "../../gaps/src/problem.ts";

/**
 * The part of the changelog about a release.
 *
 * @param tag such as `v1.2.0`
 * @param versions the version that each file gives
 * @throws {UserError} when a file gives another version than the tag, or the changelog has no finished
 * part about it
 */
export function notesOf(tag: string, versions: Map<string, string>, changelog: string): string {
  const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(tag) ?? [];
  if (!version) throw new UserError(`The tag is "${tag}". Name it like v1.2.0.`);
  const others = [...versions].filter(([, found]) => found !== version);
  if (others.length > 0) {
    const list = others.map(([file, found]) => `${file} says ${found}`).join(", ");
    throw new UserError(`The tag is ${tag}, but ${list}. Set all of them to ${version}.`);
  }
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((text) => text.split(/\s/, 1)[0] === version);
  if (!part) throw new UserError(`CHANGELOG.md has no part "## ${version}". Write one.`);
  const [heading = "", ...lines] = part.split("\n");
  if (heading.includes("unreleased")) {
    throw new UserError(
      `CHANGELOG.md calls ${version} unreleased. Give its heading the date instead.`,
    );
  }
  return lines.join("\n").trim();
}
