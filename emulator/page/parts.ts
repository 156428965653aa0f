/** The small parts that the sections are made of. */
import { html } from "htm/preact/standalone";
import type { ComponentChildren } from "preact";
import { copy, type JobSummary, model } from "./model.ts";

const [good, bad] = ["text-(--good)", "text-(--bad)"];
export const live = "text-(--accent) motion-safe:before:animate-pulse";
const tones: Record<string, string> = { completed: good, failed: bad, rendering: live };
const toneOfClass = ["", "", good, good, bad, bad];

/** A state in a word. A colour repeats how something has ended. */
export const chip = (
  status: string | number | null,
  tone = tones[String(status)] ?? toneOfClass[Math.floor(Number(status ?? 500) / 100)],
) => html`<span class="chip ${tone}">${status ?? "no response"}</span>`;

/** An identifier in words: `createHpJob` is "Create HP job", and `job-status-values` is "Job status values". */
export function titleOf(id: string): string {
  const words = id.split(/-|(?=[A-Z])/).map((word) => word.toLowerCase());
  const text = words
    .join(" ")
    .replace(/\b(?:id|url|json|[^aeiouy\s]+)\b/g, (name) => name.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Text in which code stands between backticks. */
export const prose = (text: string) =>
  text.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));

const relative = new Intl.RelativeTimeFormat("en", { style: "narrow", numeric: "auto" });
const units = Object.entries({ day: 86_400, hour: 3600, minute: 60, second: 1 });

/** How far it is away by the clock of the emulator; the time itself under the pointer. */
export function timeOf(timestamp: string) {
  const seconds = (Date.parse(timestamp) - Date.parse(model.state?.clock.now ?? timestamp)) / 1000;
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  const text = relative.format(Math.trunc(seconds / size) || 0, unit as "second");
  return html`<time datetime=${timestamp} title=${timestamp}>${text}</time>`;
}

/** How far a job is: as its renderer says, or by the clock. */
export function progressOf({ status, progress, changed_at, due_at }: JobSummary) {
  const [now = 0, from = 0, to = 0] = [model.state?.clock.now, changed_at, due_at].map((time) =>
    Date.parse(time ?? ""),
  );
  if (status !== "rendering") return "";
  if (!progress && !to) return html`<small>Stalls: it renders until you end it.</small>`;
  const { done, total } = progress ?? { done: now - from, total: to - from };
  if (total === 0) return html`<small>Waits for the renderer.</small>`;
  const label = progress ? `${Math.floor(done)} of ${total} videos` : "Elapsed time";
  return html`<progress max=${total} value=${done} aria-label=${label} title=${label} />`;
}

export const copyButton = (text: string, label = "Copy") =>
  html`<button class="min-h-6 px-2 text-xs" onClick=${() => copy(text)}>
    ${model.copied === text ? "Copied" : label}
  </button>`;

/** The headings of a table, and what stands below each. */
export type Columns<Item> = Record<string, (item: Item) => ComponentChildren>;

/** @param key the property that tells one row from another */
export function table<Item>(
  items: Item[],
  key: keyof Item,
  columns: Columns<Item>,
  isCurrent?: (item: Item) => boolean,
) {
  return html`<table class="w-full">
    <thead class="bg-(--paper) wide:sticky wide:top-0 wide:z-1">
      <tr>
        ${Object.keys(columns).map((name) => html`<th>${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${items.map(
        (item) =>
          html`<tr key=${item[key]} data-key=${item[key]} aria-current=${isCurrent?.(item) || null}>
            ${Object.values(columns).map((show) => html`<td>${show(item)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** What is wrong with a body, by JSON pointer. */
type Errors = Map<string, string>;

/** @param errors marked where they are */
export function body(title: string, value: unknown, errors: Errors = new Map()) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return html`<section>
    <h3 class="mb-1 flex items-center justify-between">${title} ${copyButton(text)}</h3>
    <pre tabindex="0" aria-label=${title}>${text === value ? text : linesOf(value, errors)}</pre>
  </section>`;
}

/** JSON, a line for each field. One that is missing has a line too, without a value. */
function linesOf(value: unknown, errors: Errors, pointer = "", name = "", end = ""): unknown[] {
  const indent = "  ".repeat(pointer.split("/").length - 1);
  const line = (text: string, key = name, error = errors.get(pointer)) => {
    const before = key && html`<b>${JSON.stringify(key)}: </b>`;
    const content = html`${indent}${before}<span class="v">${text}</span>`;
    // What goes on below stands further to the right.
    const hang = `${indent.length + 2}ch`;
    const style = { textIndent: `-${hang}`, paddingLeft: error ? `calc(1rem + ${hang})` : hang };
    return error
      ? html`<mark style=${style}>${content} <em>${error}</em></mark>`
      : html`<span class="block" style=${style}>${content}${"\n"}</span>`;
  };
  if (typeof value !== "object" || value === null)
    return [line((JSON.stringify(value) ?? "") + end)];
  const missing = [...errors.keys()]
    .filter((at) => at.startsWith(`${pointer}/`))
    .map((at) => at.slice(pointer.length + 1))
    .filter((step) => !step.includes("/"))
    .map((step) => [step.replaceAll("~1", "/").replaceAll("~0", "~")])
    .filter(([field = ""]) => !Object.hasOwn(value, field));
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const fields = [...missing, ...Object.entries(value)];
  const lines = fields.flatMap(([field, item], index) => {
    const at = `${pointer}/${field.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const isLast = index < missing.length || index === fields.length - 1;
    return linesOf(item, errors, at, open === "[" ? "" : field, isLast ? "" : ",");
  });
  return [line(open!), lines, line(close + end, "", "")];
}

/** The field that an event comes from. */
export const fieldOf = (event: Event) => event.target as HTMLInputElement;

/** @param choices values, perhaps with the text that is shown for each */
export const select = (label: string, name: string, choices: (string | string[])[], chosen = "") =>
  html`<label
    >${label}
    <select name=${name}>
      ${choices.map((choice) => {
        const [value, text = value] = [choice].flat();
        return html`<option value=${value} selected=${value === chosen}>${text}</option>`;
      })}
    </select></label
  >`;

/** @param act takes the fields that are filled, numbers as numbers */
export const onSubmit = (act: (fields: object) => Promise<void>) => (event: SubmitEvent) => {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const filled: Record<string, string | number> = {};
  for (const { name, type, value } of form.querySelectorAll<HTMLInputElement>("[name]"))
    if (value) filled[name] = type === "number" ? Number(value) : value;
  void act(filled);
};
