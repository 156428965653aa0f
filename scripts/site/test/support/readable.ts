/** HTML as a reader meets it, line by line, with what a glance does not show: where links lead, anchors, and what a picture says. */
const marks: [RegExp, string][] = [
  [/<svg[^]*?<\/svg>\s*/g, ""],
  [/<meta (?:name|property)="([^"]*)" content="([^"]*)">/g, "\n{$1} $2\n"],
  [/<link rel="(canonical|alternate)"[^>]*? href="([^"]*)"[^>]*>/g, "\n{$1} $2\n"],
  // Samples have tests of their own.
  [
    /<section class="tab" data-language="(\w+)">[^]*?(Emma|Alien)[^]*?<\/section>/g,
    "\n{tab} $1: $2\n",
  ],
  [/<script[^>]*>([^]*?)<\/script>/g, "\n{data} $1\n"],
  [/ <a class="anchor" href="#([^"]*)" aria-label="Link to ([^"]*)">#<\/a>/g, " {link to $2: $1}"],
  [/<a\b[^>]*?href="([^"]*)"([^>]*)>([^]*?)<\/a>/g, "[$3]($1$2)"],
  [/<span class="impact ([^"]*)"[^>]*aria-label="([^"]*)" title="([^"]*)"[^>]*>/g, "{$1: $2 $3} "],
  [/<b class="method (\w+)">/g, "{$1} "],
  [/<td data-label="([^"]*)">/g, " | $1: "],
  [/<(option|button|input|form|section)\b([^>]*)>/g, "\n{$1$2} "],
  [/<div class="example( other)?" data-example="([^"]*)">/g, "\n{example$1: $2}\n"],
  [/<details class="([^"]*)">/g, "\n{$1} "],
  [/<(?:p|li|h\d|tr|div|ol|ul|article|pre|summary)\b[^>]*? id="([^"]*)"[^>]*>/g, "\n{#$1} "],
  [/<(?:p|li|h\d|tr|div|ol|ul|article|pre|summary)\b[^>]*>/g, "\n"],
  [/<[^>]+>/g, ""],
];

const entities = { nbsp: " ", lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

export function readable(html: string): string {
  let text = html;
  for (const [mark, shown] of marks) text = text.replace(mark, shown);
  for (const [name, sign] of Object.entries(entities)) text = text.replaceAll(`&${name};`, sign);
  return text
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter(Boolean)
    .join("\n");
}
