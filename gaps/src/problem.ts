/** The severities of Spectral, the worst first. */
export const severities = ["error", "warn", "info", "hint"] as const;

export type Severity = (typeof severities)[number];

/** One thing that is wrong, and where: what every check of a document reports. */
export interface Problem {
  /** Path relative to the working folder. */
  file: string;
  /** 1-based. */
  line: number;
  /** 1-based. */
  column: number;
  severity: Severity;
  /** JSON pointer into the document, where the problem is one of a document. */
  pointer?: string;
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

/** Control characters, and what changes the direction or the lines of the text around it. What joins the parts of an emoji stays. */
const unsafe = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** What GitHub Actions would take for a command in a log. */
const commandMark = /^\s*::|##\[/g;

/** A line that holds names of a document, as it may be shown: what a terminal or a log would obey is escaped. */
export const printable = (line: string): string =>
  line.replaceAll(unsafe, escapeCharacter).replaceAll(commandMark, (mark) => `\\${mark.trim()}`);

const escapeCharacter = (character: string): string =>
  `\\u{${character.codePointAt(0)!.toString(16)}}`;

/** The same for a text of several lines. */
export const printableText = (text: string): string => text.split("\n").map(printable).join("\n");

/** A problem for the terminal: `file:line:column  severity  rule  pointer`, and the message. */
export function formatProblem(problem: Problem): string {
  const { file, line, column, severity, rule, message, pointer = "" } = problem;
  const head = `${file}:${line}:${column}  ${severity}  ${rule}  ${pointer}`.trimEnd();
  return [printable(head), ...message.split("\n").map((each) => `  ${printable(each)}`)].join("\n");
}

/** A problem as a workflow command, which GitHub Actions shows as an annotation at the line. */
export function formatAnnotation(problem: Problem): string {
  const { file, line, column, severity, rule, message, pointer } = problem;
  const escapeData = (text: string) =>
    printableText(text).replaceAll("%", "%25").replaceAll("\n", "%0A");
  const escapeProperty = (text: string) =>
    escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
  const place = `file=${escapeProperty(file)},line=${line},col=${column},title=${escapeProperty(rule)}`;
  const level = { error: "error", warn: "warning", info: "notice", hint: "notice" }[severity];
  return `::${level} ${place}::${escapeData(pointer ? `${pointer}: ${message}` : message)}`;
}
