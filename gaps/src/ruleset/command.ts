/** `lint`: the rules, and nothing else to install or configure. */
import { contractOption, defineCommand, notesOption } from "../command.ts";
import { readQuietly } from "../notes/read-contract.ts";
import { formatAnnotation, formatProblem, type Problem, UserError } from "../problem.ts";
import { presets } from "../ruleset.ts";
import { lintDocument, toSarif } from "./lint.ts";

const formats = {
  text: (problems: Problem[]) => problems.map(formatProblem).join("\n"),
  github: (problems: Problem[]) => problems.map(formatAnnotation).join("\n"),
  sarif: (problems: Problem[]) => JSON.stringify(toSarif(problems), null, 2),
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
  },
  run({ values, operands }) {
    const preset = choice("--preset", values.preset ?? "gaps", presets);
    const format = choice("--format", values.format ?? "text", formats);
    const problems = lintDocument(readQuietly(values, operands), preset);
    const report = formats[format](problems);
    if (report) console.log(report);
    // A program that reads the report reads nothing else.
    if (format === "text") console.error(summaryOf(problems));
    return Promise.resolve(problems.length > 0 ? 1 : 0);
  },
});

function choice<Names extends object>(option: string, name: string, names: Names): keyof Names {
  if (Object.hasOwn(names, name)) return name as keyof Names;
  throw new UserError(`${option} is ${Object.keys(names).join(" or ")}, and not ${name}.`);
}

function summaryOf(problems: Problem[]): string {
  if (problems.length === 0) return "✓ No problem found.";
  return `✗ ${problems.length === 1 ? "One problem" : `${problems.length} problems`}.`;
}
