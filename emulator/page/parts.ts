/** The small parts that the sections are made of. */
import { html } from "htm/preact/standalone";
import type { ComponentChildren } from "preact";
import { copy, type JobSummary, model } from "./model.ts";

const tones: Record<string, string> = { completed: "good", failed: "bad", rendering: "live" };
const toneOfClass = ["", "", "good", "good", "gap", "bad"];

/** A state in a word. A colour repeats how something has ended. */
export const chip = (
  status: string | number | null,
  tone = tones[String(status)] ?? toneOfClass[Math.floor(Number(status ?? 500) / 100)],
) => html`<span class="chip ${tone}">${status ?? "no response"}</span>`;

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
  if (status !== "rendering" || !(progress || to)) return "";
  const { done, total } = progress ?? { done: now - from, total: to - from };
  const label = progress ? `${Math.floor(done)} of ${total} videos` : "Time that has passed";
  return html`<progress max=${total} value=${done} aria-label=${label} title=${label} />`;
}

export const copyButton = (text: string, label = "Copy") =>
  html`<button type="button" onClick=${() => copy(text)}>
    ${model.copied === text ? "Copied" : label}
  </button>`;

/** @param rows what stands in the cells of each; its key is also the row that can be chosen */
export function table(
  rows: { key: string; isCurrent?: boolean; cells: ComponentChildren[] }[],
  head?: ComponentChildren,
) {
  return html`<table>
    ${head}
    <tbody>
      ${rows.map(
        ({ key, isCurrent, cells }) =>
          html`<tr key=${key} data-key=${key} aria-current=${isCurrent ? "true" : null}>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param errors by JSON pointer, marked where they are */
export function body(title: string, value: unknown, errors = new Map<string, string>()) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return html`<section>
    <h3>${title} ${copyButton(text)}</h3>
    <pre tabindex="0" aria-label=${title}>
${text === value ? text : [...linesOf(value, errors)]}</pre>
  </section>`;
}

/** JSON, a line for each field; a field that is missing has one too. */
function* linesOf(
  value: unknown,
  errors: Map<string, string>,
  pointer = "",
  name = "",
  end = "",
): Generator<ComponentChildren, void> {
  const indent = "  ".repeat(pointer.split("/").length - 1);
  const key = (text: string) => text && html`<b>${JSON.stringify(text)}: </b>`;
  const line = (text: string, at: string, before: ComponentChildren = key(name)) => {
    const error = errors.get(at);
    const content = html`${indent}${before}<i>${text}</i>`;
    return error ? html`<mark>${content} <em>${error}</em></mark>` : [content, "\n"];
  };
  if (typeof value !== "object" || value === null) {
    yield line(JSON.stringify(value) + end, pointer);
    return;
  }
  const isList = Array.isArray(value);
  yield line(isList ? "[" : "{", pointer);
  for (const at of errors.keys()) {
    const missing = at.slice(pointer.length + 1);
    if (at === `${pointer}/${missing}` && !missing.includes("/") && !Object.hasOwn(value, missing))
      yield line("", at, ["  ", key(missing)]);
  }
  const fields = Object.entries(value);
  for (const [index, [field, item]] of fields.entries()) {
    const at = `${pointer}/${field.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    yield* linesOf(item, errors, at, isList ? "" : field, index < fields.length - 1 ? "," : "");
  }
  yield line((isList ? "]" : "}") + end, "end", "");
}

export const valueOf = (event: Event) => (event.currentTarget as HTMLInputElement).value;

/** A value, perhaps with the text that is shown for it. */
export type Choice = string | [value: string, text: string];

export const select = (
  name: string,
  choices: Choice[],
  chosen?: string,
  act?: (value: string) => unknown,
) =>
  html`<select name=${name} onChange=${act && ((event: Event) => act(valueOf(event)))}>
    ${choices.map((choice) => {
      const [value, text = value] = [choice].flat();
      return html`<option value=${value} selected=${value === chosen}>${text}</option>`;
    })}
  </select>`;

/** @param act takes the fields that are filled, numbers as numbers */
export const onSubmit = (act: (fields: object) => Promise<void>) => (event: SubmitEvent) => {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const filled: Record<string, string | number> = {};
  for (const { name, type, value } of form.querySelectorAll<HTMLInputElement>("[name]"))
    if (value) filled[name] = type === "number" ? Number(value) : value;
  void act(filled);
};
