/** `lint`: the rules, and nothing else to install or configure. */
import { contractOption, defineCommand, notesOption } from "../command.ts";
import { parseFile } from "../document/sources.ts";
import { readQuietly } from "../notes/read-contract.ts";
import { formatAnnotation, formatProblem, type Problem, UserError } from "../problem.ts";
import { presets } from "../ruleset.ts";
import { lintDocument, toSarif } from "./lint.ts";

const formats: Record<string, (problems: Problem[]) => string> = {
  text: (problems) => problems.map((problem) => formatProblem(problem)).join("\n"),
  github: (problems) => problems.map((problem) => formatAnnotation(problem)).join("\n"),
  sarif: (problems) => JSON.stringify(toSarif(problems), null, 2),
};

export const lint = defineCommand({
  name: "lint",
  summary: "Find notes that are incomplete, and open places that have no note.",
  operands: "<document>",
  details: `Presets: gaps (the default), and sources, which also asks where each constraint comes from.`,
  options: {
    ...contractOption,
    ...notesOption,
    preset: { type: "string", value: "<name>", help: "gaps or sources (default: gaps)" },
    format: {
      type: "string",
      value: "<name>",
      help: `${Object.keys(formats).join(", ")} (default: text)`,
    },
    headings: {
      type: "string",
      value: "<file>",
      help: "with the preset sources: a YAML list of the headings that the document may name",
    },
  },
  run({ values, operands }) {
    const preset = choice("--preset", values.preset ?? "gaps", presets);
    const format = choice("--format", values.format ?? "text", formats);
    if (values.headings !== undefined && preset !== "sources")
      throw new UserError("--headings is for the preset sources. Add --preset sources.");
    const read = readQuietly(values, operands);
    const options =
      values.headings === undefined ? {} : { headings: readHeadings(values.headings) };
    const problems = lintDocument(read, preset, options);
    const report = formats[format]!(problems);
    if (report) console.log(report);
    // A program that reads the report reads nothing else.
    if (format === "text") console.error(summaryOf(problems));
    return Promise.resolve(problems.length > 0 ? 1 : 0);
  },
});

function choice<Names extends object>(option: string, name: string, names: Names): keyof Names {
  if (Object.hasOwn(names, name)) return name as keyof Names;
  const list = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(Object.keys(names));
  throw new UserError(`${option} is ${list}, and not ${name}.`);
}

function readHeadings(file: string): string[] {
  const content = parseFile(file);
  if (Array.isArray(content) && content.every((each) => typeof each === "string"))
    return content as string[];
  throw new UserError(`${file} is no list of headings. Write one heading per line, as "- Loans".`);
}

function summaryOf(problems: Problem[]): string {
  if (problems.length === 0) return "✓ No problem found.";
  const rules = new Map<string, number>();
  for (const { rule } of problems) rules.set(rule, (rules.get(rule) ?? 0) + 1);
  const counts = [...rules].sort(([, a], [, b]) => b - a).map(([rule, n]) => `${rule} ${n}`);
  return `✗ ${problems.length} ${problems.length === 1 ? "problem" : "problems"}: ${counts.join(", ")}.`;
}
