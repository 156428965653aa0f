/** Lines of a text, none wider than asked for, unless a single word is. */
export function wrap(text: string, width: number, indent = ""): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(lines.length === 0 ? word : indent + word);
    }
  }
  return lines;
}
