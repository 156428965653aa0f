/** What the emulator can be told to do, and what it assumes. */
import { html } from "htm/preact/standalone";
import type { ComponentChildren } from "preact";
import { requestDetail } from "./lists.ts";
import { act, type Assumption, attempt, draftedOperation, edit, type Fault } from "./model.ts";
import { model, type PlayableGap, sendDraft, show, type State } from "./model.ts";
import { chip, type Columns, fieldOf, onSubmit, prose, select, table, titleOf } from "./parts.ts";

export function send() {
  const { operations, draft, sent } = model;
  const { path = "", examples = {} } = draftedOperation() ?? {};
  const onInput = (event: Event) => edit({ [fieldOf(event).name]: fieldOf(event).value });
  const ids = operations.map(({ id }) => [id, titleOf(id)]);
  const names = Object.keys(examples).map((name) => [name, name.replaceAll("_", " ")]);
  return html`<h1>Send</h1>
    <div class="grid gap-5 @lg:grid-cols-2">
      <form onSubmit=${onSubmit(() => attempt(sendDraft()))} onInput=${onInput}>
        ${select("Operation", "operation", ids, draft.operation)}
        ${
          draft.example &&
          html`${select("Example", "example", names, draft.example)}
            <label>Body <textarea name="body" rows="17" value=${draft.body}></textarea></label>
            <p>
              Write <code>emulator:fail</code>, <code>emulator:instant</code> or${" "}
              <code>emulator:stall</code> as any text to choose how the job ends.
            </p>`
        }
        ${path.includes("{") && html`<label>Job <input name="job" value=${draft.job} /></label>`}
        <button class="main">Send</button>
      </form>
      <div
        id="response"
        class="card ${sent ? "detail" : "empty"}"
        role="region"
        aria-label="Response"
        aria-live="polite"
      >
        ${sent ? requestDetail(sent) : "The response will appear here."}
        ${draft.job && html`<a class="underline" href="#jobs/${draft.job}">The job</a>`}
      </div>
    </div>`;
}

const number = (label: string, name: string, value?: number) =>
  html`<label
    >${label} <input class="w-23" name=${name} type="number" step="any" defaultValue=${value}
  /></label>`;

const moments = ["before-body", "after-body", "after-work"];

/** What each effect does, and the fields that it has beside the common ones. */
const effects: Record<string, [text: string, fields?: ComponentChildren]> = {
  status: [
    "Respond with a status code",
    [number("Status code", "status", 503), number("Retry-After (s)", "retryAfter")],
  ],
  delay: ["Respond late", number("Delay (ms)", "delayMs", 2000)],
  hang: ["Never respond"],
  reset: ["Reset the connection", select("When", "when", moments)],
  truncate: ["Cut the response, and reset"],
  stall: ["Stop within the response"],
  "malformed-json": ["Respond with broken JSON"],
};

const faultColumns: Columns<Fault> = {
  Effect: ({ effect }) => chip(effect, "text-(--value)"),
  Meaning: ({ id, effect, operation, left, times, probability, ...more }) => {
    const details = Object.entries(more).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
    return html`${effects[effect]?.[0]} <small>${details.join(", ")}</small>`;
  },
  Operation: ({ operation }) => (operation ? titleOf(operation) : "Every operation"),
  Requests: ({ left, probability = 1 }) =>
    `${probability * 100} % of ${left === null ? "requests until it is removed" : `the next ${left}`}`,
  End: ({ id }) => html`<button onClick=${() => act("DELETE", `faults/${id}`)}>Remove</button>`,
};

export function faults() {
  const ids = [...model.operations.map(({ id }) => id), "downloadVideo"];
  const targets = ids.map((id) => [id, titleOf(id)]);
  const texts = Object.entries(effects).map(([effect, [text]]) => [effect, text]);
  const onInput = (event: Event) => {
    const { name, value } = fieldOf(event);
    if (name === "effect") show({ effect: value, problem: "" });
  };
  const add = onSubmit((fields) => act("POST", "faults", fields));
  return html`<h1>Faults</h1>
    <p>A fault hits the next requests that it fits. The list of requests shows which.</p>
    <form class="line items-end" id="add-fault" onInput=${onInput} onSubmit=${add}>
      ${select("Effect", "effect", texts, model.effect)} ${effects[model.effect]?.[1]}
      ${select("Operation", "operation", [["", "Every operation"], ...targets])}
      ${number("Times", "times", 1)} ${number("Probability", "probability")}
      <button class="main">Add fault</button>
    </form>
    ${
      model.faults.length > 0
        ? table(model.faults, "id", faultColumns)
        : html`<p class="card empty">
            No fault is on. Requests get the responses that the contract describes.
          </p>`
    }`;
}

const gapColumns: Columns<PlayableGap> = {
  Gap: ({ gap }) => html`<span title=${gap}>${titleOf(gap)}</span>`,
  Behaviour({ gap, played, behaviours }) {
    const assumed = { name: null, says: "", breaksContract: false };
    const buttons = [assumed, ...behaviours].map(({ name, says, breaksContract }) => {
      const play = () =>
        name ? act("PUT", `gaps/${gap}`, { behaviour: name }) : act("DELETE", `gaps/${gap}`);
      return html`<button aria-pressed=${String(name === played)} title=${says} onClick=${play}>
        ${name ?? "As assumed"}${breaksContract && " *"}
      </button>`;
    });
    return html`<div class="line" role="group" aria-label=${gap}>${buttons}</div>
      <small>${behaviours.find(({ name }) => name === played)?.says}</small>`;
  },
};

export const gaps = () =>
  html`<h1>Gaps</h1>
    <p>
      Choose how the emulator behaves where the specification leaves it open. A behaviour with *
      breaks even the contract; a client has to survive it all the same.
    </p>
    ${table(model.gaps, "gap", gapColumns, ({ played }) => played !== null)}`;

export function clock({ clock: { mode } }: State) {
  const setMode = () => act("PATCH", "clock", { mode: mode === "auto" ? "manual" : "auto" });
  return html`<h1>Clock</h1>
    <p>Jobs live by this clock. What becomes due while it is moved happens at once.</p>
    <form class="line items-end" onSubmit=${onSubmit((fields) => act("PATCH", "clock", fields))}>
      <label>Advance by <input name="advance" placeholder="90s, 2m, 1.5h, 3d" /></label>
      <label>Set to <input name="set" placeholder="2030-01-31T12:00:00Z" /></label>
      <button class="main">Move the clock</button>
    </form>
    <p class="line">
      <button onClick=${setMode}>${mode === "auto" ? "Stop the clock" : "Start the clock"}</button>
      <button onClick=${() => act("POST", "reset")}>Forget all jobs, faults and requests</button>
    </p>`;
}

const assumptionColumns: Columns<Assumption> = {
  Assumption: ({ decides, because }) =>
    html`${prose(decides.join(" "))} <small>${prose(because)}</small>`,
  Gap: ({ closes }) => html`<span title=${closes}>${titleOf(closes)}</span>`,
};

export const assumptions = () =>
  html`<h1>Assumptions</h1>
    <p>
      What the emulator decides where the specification says nothing. The real service may behave
      differently.
    </p>
    ${table(model.assumptions, "id", assumptionColumns)}`;
