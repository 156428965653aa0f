/** Long lines of shell, broken where a reader would: before an option, and before what comes after it and its value. */
import { fillText } from "./html.ts";

/** Characters that a line of code has room for on a page. */
export const maxLine = 72;

/** A comment, or a line with its quoted texts, which may go on over lines. */
const lines = /^[ \t]*#.*$|(?:'[^']*'|"(?:\\[^]|[^"\\])*"|[^'"\n])+/gm;
/** What stands between blanks: an option, its value, a quoted text. */
const words = /(?:'[^']*'|"(?:\\[^]|[^"\\])*"|[^\s'"])+/g;

/** The same commands. A line that is too long and has options goes on below, as in `npx --yes \` and `  --package …`. */
export function breakShell(code: string): string {
  // What is given to a program as a text has lines of its own.
  if (code.includes("<<")) return code;
  return code.replace(lines, (line, at: number) => {
    const isComment = /(^|\s)#/.test(line);
    const isLong = fillText(line).length > maxLine;
    if (isComment || !isLong || line.includes("\n") || !/\s--\w/.test(line)) return line;
    const isContinued = code.slice(0, at).endsWith("\\\n");
    const [indent = ""] = /^\s*/.exec(line) ?? [];
    return fill(partsOf(line)).join(` \\\n${isContinued ? indent : `${indent}  `}`);
  });

  /** As many parts to a line as there is room for. */
  function fill(parts: string[]): string[] {
    const filled: string[] = [];
    for (const part of parts) {
      const longer = [filled.pop(), part].filter((text) => text !== undefined);
      const joined = longer.join(" ");
      filled.push(...(fillText(joined).length > maxLine - 2 ? longer : [joined]));
    }
    return filled;
  }
}

/** An option with its value is one part; any other word is one too. A `\` at the end belongs to what is before it. */
function partsOf(line: string): string[] {
  const parts: string[] = [];
  let isOption = false;
  for (const [word] of line.matchAll(words)) {
    const takesWord: boolean = word === "\\" || (isOption && !/^-|^&&$|^\|/.test(word));
    if (takesWord) parts.push(`${parts.pop()} ${word}`);
    else parts.push(word);
    isOption = !takesWord && /^--?\w/.test(word);
  }
  const [indent = ""] = /^\s*/.exec(line) ?? [];
  return parts.map((part, index) => (index === 0 ? indent + part : part));
}
