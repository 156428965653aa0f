/** What the emulator can be told to do, and what it assumes. */
import { html } from "htm/preact/standalone";
import type { ComponentChildren } from "preact";
import { requestDetail } from "./lists.ts";
import { act, attempt, draftedOperation, edit, type Fault, model } from "./model.ts";
import { sendDraft, show, type State } from "./model.ts";
import { chip, type Choice, onSubmit, prose, select, table } from "./parts.ts";

export function send() {
  const { operations, draft, sent } = model;
  const { path = "", examples = {} } = draftedOperation() ?? {};
  const onInput = (event: Event) => {
    const { name, value } = event.target as HTMLInputElement;
    edit({ [name]: value });
  };
  const ids = operations.map(({ id }) => id);
  const names = Object.keys(examples).map((name): Choice => [name, name.replaceAll("_", " ")]);
  return html`<h1>Send</h1>
    <div class="beside">
      <form onSubmit=${onSubmit(() => attempt(sendDraft()))} onInput=${onInput}>
        <label>Operation ${select("operation", ids, draft.operation)}</label>
        ${
          draft.example &&
          html`<label>Example ${select("example", names, draft.example)}</label>
            <label>Body <textarea name="body" rows="17" value=${draft.body}></textarea></label>
            <p>
              A text such as <code>emulator:fail</code>, <code>emulator:instant</code> or${" "}
              <code>emulator:stall</code> chooses what becomes of the job.
            </p>`
        }
        ${path.includes("{") && html`<label>Job <input name="job" value=${draft.job} /></label>`}
        <button class="main">Send</button>
      </form>
      <div
        id="response"
        class=${sent ? "detail" : "empty"}
        role="region"
        aria-label="Response"
        aria-live="polite"
      >
        ${sent ? requestDetail(sent) : "The response comes here."}
        ${draft.job && html`<a href="#jobs/${draft.job}">The job</a>`}
      </div>
    </div>`;
}

const effects: Record<string, string> = {
  status: "Respond with a status code",
  delay: "Respond late",
  hang: "Never respond",
  reset: "Reset the connection",
  truncate: "Cut the response, and reset",
  stall: "Stop within the response",
  "malformed-json": "Respond with broken JSON",
};
const moments = ["before-body", "after-body", "after-work"];

const numberField = (text: string, name: string, value?: number) =>
  html`<label
    >${text} <input name=${name} type="number" step="any" defaultValue=${value}
  /></label>`;

/** The fields that an effect has beside the common ones. */
const fieldsOfEffect: Record<string, ComponentChildren> = {
  status: html`${numberField("Status code", "status", 503)}
  ${numberField("Retry-After (s)", "retryAfter")}`,
  delay: numberField("Delay (ms)", "delayMs", 2000),
  reset: html`<label>When ${select("when", moments)}</label>`,
};

export function faults() {
  const targets = [...model.operations.map(({ id }) => id), "downloadVideo"];
  const chooseEffect = (effect: string) => show({ effect, problem: "" });
  return html`<h1>Faults</h1>
    <p>A fault hits the next requests that it fits, and shows with them.</p>
    <form
      class="line"
      id="add-fault"
      onSubmit=${onSubmit((fields) => act("POST", "faults", fields))}
    >
      <label>Effect ${select("effect", Object.entries(effects), model.effect, chooseEffect)}</label>
      ${fieldsOfEffect[model.effect]}
      <label>Operation ${select("operation", [["", "Every operation"], ...targets])}</label>
      ${numberField("Times", "times", 1)} ${numberField("Probability", "probability")}
      <button class="main">Add fault</button>
    </form>
    ${
      model.faults.length > 0
        ? table(model.faults.map(faultRow))
        : html`<p class="empty">
            No fault is on. Requests get the responses that the contract describes.
          </p>`
    }`;
}

function faultRow({ id, effect, operation, left, times: _, probability = 1, ...more }: Fault) {
  const details = Object.entries(more).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const hits = left === null ? "requests until it is removed" : `the next ${left}`;
  return {
    key: id,
    cells: [
      chip(effect, "gap"),
      html`${effects[effect]} <small>${details.join(", ")}</small>`,
      operation ?? "Every operation",
      `${probability * 100} % of ${hits}`,
      html`<button onClick=${() => act("DELETE", `faults/${id}`)}>Remove</button>`,
    ],
  };
}

export function gaps() {
  const rows = model.gaps.map(({ gap, played, behaviours }) => {
    const says = behaviours.find(({ name }) => name === played)?.says;
    const choice = (name: string | null, text: string, title = "", behaviour = name) =>
      html`<button
        aria-pressed=${String(name === played)}
        title=${title}
        onClick=${() => act(behaviour ? "PUT" : "DELETE", `gaps/${gap}`, behaviour ? { behaviour } : undefined)}
      >
        ${text}
      </button>`;
    const choices = behaviours.map(({ name, says, breaksContract }) =>
      choice(name, name + (breaksContract ? " *" : ""), says),
    );
    return {
      key: gap,
      isCurrent: played !== null,
      cells: [
        gap,
        html`<div class="line" role="group" aria-label=${gap}>
            ${choice(null, "As assumed")} ${choices}
          </div>
          <small>${says}</small>`,
      ],
    };
  });
  return html`<h1>Gaps</h1>
    <p>
      What the specification leaves open can be read in another permitted way. A behaviour with *
      breaks even the contract; a client has to survive it all the same.
    </p>
    ${table(rows)}`;
}

export function clock({ clock: { now, mode } }: State) {
  const setMode = () => act("PATCH", "clock", { mode: mode === "auto" ? "manual" : "auto" });
  return html`<h1>Clock</h1>
    <p>Jobs live by this clock. What becomes due while it is moved happens at once.</p>
    <h2>${now.replace("T", " ").slice(0, 19)}</h2>
    <form class="line" onSubmit=${onSubmit((fields) => act("PATCH", "clock", fields))}>
      <label>Advance by <input name="advance" placeholder="90s, 2m, 1.5h, 3d" /></label>
      <label>Set to <input name="set" placeholder="2030-01-31T12:00:00Z" /></label>
      <button class="main">Move the clock</button>
    </form>
    <p class="line">
      <button onClick=${setMode}>${mode === "auto" ? "Stop the clock" : "Let the clock go"}</button>
      <button onClick=${() => act("POST", "reset")}>Forget all jobs, faults and requests</button>
    </p>`;
}

export function assumptions() {
  const rows = model.assumptions.map(({ id, closes, because, decides }) => ({
    key: id,
    cells: [
      html`${prose(decides.join(" "))} <small>${prose(because)}</small>`,
      html`<code>${closes}</code>`,
    ],
  }));
  return html`<h1>Assumptions</h1>
    <p>
      What the emulator decides where the specification says nothing. None of it says anything about
      the real service.
    </p>
    ${table(rows)}`;
}
