/** Which version a change asks for. */
import { UserError } from "../support/problem.ts";

/**
 * From none to worst. A clarification lies between an addition and a break: it can stop code that
 * had to guess.
 */
export const changeClasses = ["none", "patch", "minor", "clarification", "major"] as const;
export type ChangeClass = (typeof changeClasses)[number];

type Part = "patch" | "minor" | "major";

/**
 * Below 1.0.0 a break raises the second number, as Semantic Versioning has it for a contract that
 * is still moving.
 */
function partFor(change: ChangeClass, version: number[]): Part | undefined {
  if (change === "none") return undefined;
  if (change === "patch") return "patch";
  return change === "major" && version[0] !== 0 ? "major" : "minor";
}

/**
 * The lowest version that a change of this class may have.
 *
 * @throws {UserError} for a version that is not three numbers
 */
export function requiredVersion(before: string, change: ChangeClass): string {
  const [major = 0, minor = 0, patch = 0] = parseVersion(before);
  switch (partFor(change, [major])) {
    case "major":
      return `${major + 1}.0.0`;
    case "minor":
      return `${major}.${minor + 1}.0`;
    case "patch":
      return `${major}.${minor}.${patch + 1}`;
    default:
      return before;
  }
}

/** Whether a version is at least another. */
export function isAtLeast(version: string, minimum: string): boolean {
  const [found, wanted] = [parseVersion(version), parseVersion(minimum)];
  const index = found.findIndex((part, place) => part !== wanted[place]);
  return index === -1 || found[index]! > wanted[index]!;
}

function parseVersion(text: string): number[] {
  if (!/^\d+\.\d+\.\d+$/.test(text)) {
    throw new UserError(`info.version is "${text}". Write three numbers, for instance 1.2.0.`);
  }
  return text.split(".").map(Number);
}
