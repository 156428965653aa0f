/**
 * What has to be true of the contract before anything is made of it. Redocly looks at structure, references and examples, Spectral
 * at the same with rules of its own, and at the notes with those of `openapi-gaps`, and the facts at what the interface
 * specification says.
 */
import { globSync } from "node:fs";
import { join, matchesGlob, relative } from "node:path";
import { parseFile, type Problem, severities, UserError } from "openapi-gaps";
import { asObject, asObjectList, parsePointer } from "openapi-gaps/document";
import type { Bundle } from "../support/contract.ts";
import {
  contractEntry,
  contractFolder,
  emulatorOverlay,
  generatedFolder,
  root,
} from "../support/locations.ts";
import { refuse } from "../support/step.ts";
import { redocly, runTool, spectral } from "../support/tool.ts";
import { findDisagreements, readFacts } from "./facts/check.ts";
import { findOverclaims } from "./facts/texts.ts";

/**
 * Lints the contract, and the overlay that the emulator's is made with.
 *
 * @throws {UserError} with every problem found, warnings included: a warning that nobody has to fix
 *   is one nobody reads
 */
export async function lintContract(bundle: Bundle): Promise<void> {
  // Redocly says where YAML is broken, but not in the first of its files.
  parseFile(emulatorOverlay, relative(root, emulatorOverlay));
  const [structure, style] = await Promise.all([
    lintFiles(["contract", emulatorOverlay]),
    lintWithSpectral(contractEntry),
  ]);
  const problems = [
    ...withoutTwins(structure, style),
    ...compareWithFacts(bundle),
    ...findStrays(bundle),
  ];
  const byPlace = (a: Problem, b: Problem) =>
    a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column;
  refuse("The contract", problems.sort(byPlace));
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
  const facts = readFacts();
  const gaps = asObjectList(asObject(parseFile(join(generatedFolder, "gaps.json")))["gaps"]);
  const places = gaps.map(({ id, node }): [string, string[]] => [
    `gap ${String(id)}`,
    parsePointer(String(node)),
  ]);
  const found = [
    ...findDisagreements(document, facts, new Map(places)),
    ...findOverclaims(document, facts),
  ];
  return found.map(({ message, path }) => ({
    ...sources.locate([...path]),
    ...{ severity: "error", rule: "facts", message },
  }));
}

/** A file in the folder of the contract that nothing reads would look like a part of it. */
function findStrays({ sources }: Bundle): Problem[] {
  const read = [...sources.files].map((file) => relative(contractFolder, file));
  const message =
    "Nothing refers to this file, so that it is no part of the contract. Refer to it, or remove it.";
  return globSync("**/*", { cwd: contractFolder, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(contractFolder, join(entry.parentPath, entry.name)))
    .filter(
      (file) =>
        !read.includes(file) && !besideContract.some((pattern) => matchesGlob(file, pattern)),
    )
    .map((file) => ({
      ...{ file: relative(root, join(contractFolder, file)), line: 1, column: 1 },
      ...{ severity: "error", rule: "part-of-contract", message },
    }));
}

/** What stands in its folder and is no part of the document. */
const besideContract = [
  ...["EXTENSIONS.md", "letter.yaml", "outline.yaml"],
  ...["overlays/{emulator,redocly}.yaml", "workflows/*.arazzo.yaml"],
];

/** What Redocly finds in files that do not refer to each other. */
export async function lintFiles(files: string[]): Promise<Problem[]> {
  const { stdout, stderr } = await runTool(redocly, "lint", ...files, "--format=json");
  const reports = parseReports(stdout);
  // Redocly prints prose where the report of a file should be that it could not lint.
  if (reports.length !== files.length) throw failed(stderr || stdout);
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

/** What Spectral finds, and the last line of each place. */
export type Finding = Problem & { lastLine: number };

/** What `npx spectral lint` finds, with `.spectral.yaml`. */
async function lintWithSpectral(file: string): Promise<Finding[]> {
  const { stdout, stderr } = await runTool(spectral, "lint", file, "--format=json", "--quiet");
  try {
    return (JSON.parse(stdout) as SpectralProblem[]).map(fromSpectral);
  } catch {
    throw failed(stderr || stdout);
  }
}

interface SpectralProblem {
  code: string;
  message: string;
  severity: number;
  source: string;
  range: Record<"start" | "end", { line: number; character: number }>;
}

function fromSpectral({ code: rule, message, severity, source, range }: SpectralProblem): Finding {
  // A rule on gaps looks into every file, and Spectral has a place for it in the first one alone.
  const [place = "", file, line, column] = /^(\S+?):(\d+):(\d+) /.exec(message) ?? [];
  const { start, end } = range;
  const problem = withRemedy({
    file: file ?? relative(root, source),
    line: Number(line ?? start.line + 1),
    column: Number(column ?? start.character + 1),
    ...{ severity: severities[severity]!, rule, message: message.slice(place.length) },
  });
  return { ...problem, lastLine: file ? problem.line : end.line + 1 };
}

/** Rules of Spectral, and those of Redocly that ask the same under another name. */
export const twins: Record<string, string | string[]> = {
  "duplicated-entry-in-enum": "no-duplicated-enum-values",
  "invalid-ref": "no-unresolved-refs",
  "no-script-tags-in-markdown": "no-unsafe-markdown",
  "oas3-api-servers": "no-empty-servers",
  "oas3-examples-value-or-externalValue": "no-example-value-and-externalValue",
  "oas3-operation-security-defined": "security-defined",
  "oas3-parameter-description": "parameter-description",
  "oas3-server-not-example.com": "no-server-example.com",
  "oas3-server-trailing-slash": "no-server-trailing-slash",
  "oas3-server-variables": "no-undefined-server-variable",
  "oas3-unused-component": "no-unused-components",
  "oas3-valid-media-example": ["no-invalid-media-type-examples", "no-invalid-parameter-examples"],
  "oas3-valid-schema-example": "no-invalid-schema-examples",
  "operation-operationId-valid-in-url": "operation-operationId-url-safe",
  "operation-parameters": "operation-parameters-unique",
  "operation-success-response": "operation-2xx-response",
  "path-declarations-must-exist": "path-declaration-must-exist",
  "path-keys-no-trailing-slash": "no-path-trailing-slash",
  "path-params": "path-parameters-defined",
  "typed-enum": "no-enum-type-mismatch",
};

/** What both linters found, where they found the same only as Redocly tells it. */
export function withoutTwins(structure: Problem[], style: Finding[]): Problem[] {
  const isTold = ({ rule, file, line, lastLine }: Finding) =>
    structure.some(
      (told) =>
        [rule, twins[rule]].flat().includes(told.rule) &&
        told.file === file &&
        told.line >= line &&
        told.line <= lastLine,
    );
  return [...structure, ...style.filter((finding) => !isTold(finding))];
}

function failed(output: string): UserError {
  return new UserError(`A linter failed. It said:\n${withoutRoot(output)}`);
}

function withoutRoot(message: string): string {
  return message.replaceAll(`${root}/`, "");
}
