/** Rates the change from one bundle to another. */
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parse } from "yaml";
import type { OpenApiDocument } from "../../gaps/src/document/document.ts";
import { root } from "../support/locations.ts";
import { UserError } from "../../gaps/src/problem.ts";
import { redocly, runTool } from "../support/tool.ts";
import { generateTypes } from "../emit/types.ts";
import { compareGaps, type GapChanges } from "./clarifications.ts";
import { compileConsumer, type ConsumerError } from "./consumer-errors.ts";
import { compareTypes, type TypeChange } from "./type-changes.ts";
import { type ChangeClass, changeClasses, requiredVersion } from "./version.ts";

export interface Rating {
  changeClass: ChangeClass;
  /** What Redocly finds, by the semver part that each change asks for. */
  counts: Record<"major" | "minor" | "patch", number>;
  gaps: GapChanges;
  types: TypeChange[];
  /** Code of the fixture consumer that compiled before and does not now. */
  stopped: ConsumerError[];
  versions: { before: string; after: string; required: string };
}

/** @throws {UserError} when one of the bundles is not an OpenAPI document */
export async function rateChange(before: string, after: string): Promise<Rating> {
  const [older, newer] = [readBundle(before, "older"), readBundle(after, "newer")];
  const { summary: counts } = JSON.parse(await compareWithRedocly(before, after, "json")) as {
    summary: Rating["counts"];
  };
  const gaps = compareGaps(older, newer);
  const [oldTypes, newTypes] = await Promise.all([older, newer].map(generateTypes));
  const known = await compileConsumer(oldTypes!);
  const stopped = (await compileConsumer(newTypes!)).filter(
    ({ line, message }) => !known.some((error) => error.line === line && error.message === message),
  );
  const types = compareTypes(oldTypes!, newTypes!);
  const changeClass = classOf(counts, gaps, types, before !== after);
  const [from, to] = [older, newer].map(({ info }) => String(info["version"]));
  return {
    changeClass,
    counts,
    gaps,
    types,
    stopped,
    versions: { before: from!, after: to!, required: requiredVersion(from!, changeClass) },
  };
}

function readBundle(text: string, which: string): OpenApiDocument {
  try {
    const document = parse(text) as OpenApiDocument | null;
    if (document?.info && document.paths && document.components?.schemas) return document;
  } catch {
    // The message below says what to do about either.
  }
  throw new UserError(
    `The ${which} bundle is no OpenAPI document with info, paths and schemas. Compare with a generated/openapi.yaml.`,
  );
}

function classOf(
  counts: Rating["counts"],
  gaps: GapChanges,
  types: TypeChange[],
  isChanged: boolean,
): ChangeClass {
  const classes: ChangeClass[] = [isChanged ? "patch" : "none"];
  for (const part of ["major", "minor", "patch"] as const) if (counts[part] > 0) classes.push(part);
  if (gaps.closed.length > 0) classes.push("clarification");
  // Redocly compares documents; what a field less does to code, only the compiler says.
  else if (types.some(({ kind }) => !["widened", "added"].includes(kind))) classes.push("major");
  if (types.length > 0) classes.push("minor");
  return changeClasses.findLast((candidate) => classes.includes(candidate))!;
}

/** What Redocly's comparison of two bundles says. */
export async function compareWithRedocly(
  before: string,
  after: string,
  format: "json" | "markdown",
): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "rating-"));
  const files = [join(folder.path, "before.yaml"), join(folder.path, "after.yaml")] as const;
  await Promise.all([writeFile(files[0], before), writeFile(files[1], after)]);
  const words = [...files, `--format=${format}`, "--fail-on=none"];
  const { exitCode, stdout, stderr } = await runTool(redocly, "diff", ...words);
  if (exitCode !== 0) throw new UserError(`The bundles cannot be compared:\n${stderr}`);
  return stdout.replaceAll(`${relative(root, folder.path)}/`, "").trim();
}
