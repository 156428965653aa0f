/** Text into HTML. */

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Escapes text for an element or a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** A value as an expression for a script: safe inside a `<script>` element as well. */
export function toScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
