/** One thing that is wrong, and where: what every check of the pipeline reports. */
export interface Problem {
  /** Path relative to the repository. */
  file: string;
  /** 1-based. */
  line: number;
  /** 1-based. */
  column: number;
  severity: "error" | "warning";
  /** Name of the rule, for instance `gap-ids-unique`. */
  rule: string;
  /** What is wrong and what to do instead. */
  message: string;
}

/**
 * Stops a command because of something that its user can correct: the contract, a port that is taken,
 * a browser that is missing. Printed without a stack trace.
 */
export class UserError extends Error {
  override name = "UserError";
  readonly problems: Problem[];

  constructor(message: string, problems: Problem[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** A problem as a line for the terminal: `file:line:column  severity  rule  message`. */
export function formatProblem({ file, line, column, severity, rule, message }: Problem): string {
  return `${file}:${line}:${column}  ${severity}  ${rule}\n  ${message.replaceAll("\n", "\n  ")}`;
}

/** A problem as a workflow command, which GitHub Actions shows as an annotation at the line. */
export function formatAnnotation({ file, line, column, severity, rule, message }: Problem): string {
  const escapeData = (text: string) =>
    text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const escapeProperty = (text: string) =>
    escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
  const place = `file=${escapeProperty(file)},line=${line},col=${column},title=${escapeProperty(rule)}`;
  return `::${severity} ${place}::${escapeData(message)}`;
}
