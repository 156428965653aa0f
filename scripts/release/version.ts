/** Which version a change asks for. */
import { gte, inc, major } from "semver";
import { UserError } from "../../gaps/src/problem.ts";

/**
 * From none to worst. A clarification lies between an addition and a break: it can stop code that
 * had to guess.
 */
export const changeClasses = ["none", "patch", "minor", "clarification", "major"] as const;
export type ChangeClass = (typeof changeClasses)[number];

/**
 * The lowest version that a change of this class may have. Below 1.0.0 a break raises the second
 * number, as Semantic Versioning has it for a contract that is still moving.
 *
 * @throws {UserError} for a version that is not three numbers
 */
export function requiredVersion(before: string, change: ChangeClass): string {
  requireThreeNumbers(before);
  if (change === "none") return before;
  const isBreak = change === "major" && major(before) !== 0;
  return inc(before, change === "patch" ? "patch" : isBreak ? "major" : "minor")!;
}

/** Whether a version is at least another. */
export function isAtLeast(version: string, minimum: string): boolean {
  requireThreeNumbers(version);
  return gte(version, minimum);
}

/** Editions of a contract have neither prereleases nor builds, which Semantic Versioning would allow. */
function requireThreeNumbers(version: string): void {
  if (/^\d+\.\d+\.\d+$/.test(version)) return;
  throw new UserError(`info.version is "${version}". Write three numbers, for instance 1.2.0.`);
}
