/**
 * What has to be true of the contract before anything is made of it. Redocly looks at structure, references and examples,
 * `openapi-gaps` at the notes, and the facts at what the interface specification says.
 */
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { lintDocument, parseFile, type Problem, type RuleOptions, UserError } from "openapi-gaps";
import { asList } from "openapi-gaps/document";
import type { Bundle } from "../support/contract.ts";
import { contractFolder, emulatorOverlay, root } from "../support/locations.ts";
import { refuse } from "../support/step.ts";
import { redocly, runTool } from "../support/tool.ts";
import { findDisagreements, readFacts } from "./facts/check.ts";

/**
 * Lints the contract, and the overlay that the emulator's is made with.
 *
 * @throws {UserError} with every problem found, warnings included: a warning that nobody has to fix
 *   is one nobody reads
 */
export async function lintContract(bundle: Bundle): Promise<void> {
  // Redocly says where YAML is broken, but not in the first of its files.
  parseFile(emulatorOverlay, relative(root, emulatorOverlay));
  const structure = lintFiles(["contract", emulatorOverlay]);
  const notes = lintDocument({ ...bundle, problems: [] }, "sources", await registered());
  const problems = [...(await structure), ...notes.map((note) => withRemedy(note))];
  refuse("The contract", [...problems, ...compareWithFacts(bundle)]);
}

/** The headings of the specification, and the vendor extensions: each has a heading in EXTENSIONS.md. */
async function registered(): Promise<Required<RuleOptions>> {
  const registry = await readFile(join(contractFolder, "EXTENSIONS.md"), "utf8");
  return {
    headings: asList(parseFile(join(contractFolder, "outline.yaml"))).map(String),
    extensions: [...registry.matchAll(/^## `(x-[^`]+)`\s*$/gm)].map(([, name = ""]) => name),
  };
}

/** What to do, where a rule does not say it itself. */
const remedies: Record<string, string> = {
  "extension-registered": "The extensions are the headings of openapi/EXTENSIONS.md.",
  "source-known": "The headings are those of openapi/outline.yaml.",
  "no-invalid-media-type-examples": "Correct the example, or the schema that it breaks.",
  "no-invalid-schema-examples": "Correct the example, or the schema that it stands in.",
  "no-unused-components": "Refer to the component, or remove it.",
};

function withRemedy(problem: Problem, remedy = remedies[problem.rule]): Problem {
  return remedy ? { ...problem, message: `${problem.message}\n${remedy}` } : problem;
}

function compareWithFacts({ document, sources }: Bundle): Problem[] {
  return findDisagreements(document, readFacts()).map(({ message, path }) => ({
    ...sources.locate([...path]),
    severity: "error",
    rule: "facts",
    message,
  }));
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
  const { ruleId: rule, severity, reference, suggest } = problem;
  const [place] = problem.location;
  const told = {
    file: place?.source.ref ?? "openapi/openapi.yaml",
    line: place?.start?.line ?? 1,
    column: place?.start?.col ?? 1,
    ...{ severity, rule, message: withoutRoot(problem.message) },
  };
  if (suggest.length > 0) return withRemedy(told, `Did you mean ${suggest.join(" or ")}?`);
  return withRemedy(told, remedies[rule] ?? (reference && `What the rule asks for: ${reference}`));
}

function withoutRoot(message: string): string {
  return message.replaceAll(`${root}/`, "");
}
