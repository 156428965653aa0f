/**
 * Both linters: Redocly on the source (structure, references, examples), Spectral with our own
 * rules on the bundle (content).
 */
import { relative } from "node:path";
import type { ISpectralDiagnostic } from "@stoplight/spectral-core";
import { type Bundle } from "../support/contract.ts";
import { emulatorOverlay, root } from "../support/locations.ts";
import { parseFile, type Problem, type SourceMap, UserError } from "openapi-gaps";
import type { LintYaml } from "./spectral.ts";
import { refuse } from "../support/step.ts";
import { redocly, runTool } from "../support/tool.ts";

/**
 * Lints the source with Redocly: the contract, and the overlay that the emulator's is made with.
 *
 * @throws {UserError} with every problem found, warnings included: a warning that nobody has to fix
 *   is one nobody reads
 */
export async function lintSource(): Promise<void> {
  // Redocly says where YAML is broken, but not in the first of its files.
  parseFile(emulatorOverlay, relative(root, emulatorOverlay));
  refuse("The contract", await lintFiles(["contract", emulatorOverlay]));
}

/**
 * Lints the bundle with Spectral. Problems name the file and line of the source they come from.
 *
 * @throws {UserError} with every problem found
 */
export async function lintBundle({ yaml, sources }: Bundle, lintYaml: LintYaml): Promise<void> {
  const found = await lintYaml(yaml);
  const problems = found.map((diagnostic) => fromSpectral(diagnostic, sources));
  refuse("The contract", problems);
}

/** What Redocly finds in files that do not refer to each other. */
export async function lintFiles(files: string[]): Promise<Problem[]> {
  const { stdout, stderr } = await runTool(redocly, "lint", ...files, "--format=json");
  const reports = parseReports(stdout);
  // Redocly prints prose where the report of a file should be that it could not lint.
  if (reports.length !== files.length) {
    throw new UserError(`A linter failed. It said:\n${withoutRoot(stderr || stdout)}`);
  }
  return reports.flatMap(({ problems }) => problems.map(fromRedocly));
}

/** A report for each file, with nothing between them. */
function parseReports(stdout: string): { problems: RedoclyProblem[] }[] {
  try {
    const reports = stdout.split(/(?<=^\})(?=\{)/m);
    return reports.map((report) => JSON.parse(report) as { problems: RedoclyProblem[] });
  } catch {
    return [];
  }
}

interface RedoclyProblem {
  ruleId: string;
  severity: "error" | "warn";
  message: string;
  reference?: string;
  suggest: string[];
  location: { source: { ref: string }; start?: { line: number; col: number } }[];
}

function fromRedocly(problem: RedoclyProblem): Problem {
  const { ruleId, severity, message, reference, suggest } = problem;
  const [place] = problem.location;
  const suggestion = suggest.length > 0 ? `Did you mean ${suggest.join(" or ")}?` : undefined;
  return {
    file: place?.source.ref ?? "openapi/openapi.yaml",
    line: place?.start?.line ?? 1,
    column: place?.start?.col ?? 1,
    severity: severity === "warn" ? "warning" : severity,
    rule: ruleId,
    message: [withoutRoot(message), suggestion ?? remedy(ruleId, reference)]
      .filter(Boolean)
      .join("\n"),
  };
}

function withoutRoot(message: string): string {
  return message.replaceAll(`${root}/`, "");
}

function remedy(ruleId: string, reference: string | undefined): string | undefined {
  const remedies: Record<string, string> = {
    "no-invalid-media-type-examples": "Correct the example, or the schema that it breaks.",
    "no-invalid-schema-examples": "Correct the example, or the schema that it stands in.",
    "no-unused-components": "Refer to the component, or remove it.",
  };
  return remedies[ruleId] ?? (reference && `What the rule asks for: ${reference}`);
}

function fromSpectral(
  { code, severity, message, path }: ISpectralDiagnostic,
  sources: SourceMap,
): Problem {
  return {
    ...sources.locate(path),
    severity: Number(severity) === 0 ? "error" : "warning",
    rule: String(code),
    message,
  };
}
