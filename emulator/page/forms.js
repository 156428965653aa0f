// @ts-check
/** What tells the emulator what to do: requests to send, faults to come, gaps to play, the clock. */
import { fieldsOf } from "./api.js";
import { answerChip, block, valueAt } from "./lists.js";
import { html } from "./preact.js";

/** @param act takes the filled fields of the form */
const onSubmit = (act) => (event) => {
  event.preventDefault();
  act(fieldsOf(event.currentTarget));
};

const button = (text, act) => html`<button type="button" onClick=${act}>${text}</button>`;

/** @param choices pairs of a value and its text */
const select = (name, choices, chosen, act) =>
  html`<select name=${name} onChange=${act && ((event) => act(event.currentTarget.value))}>
    ${choices.map(
      ([value, text = value]) =>
        html`<option value=${value} selected=${value === chosen}>${text}</option>`,
    )}
  </select>`;

const scenarios = [
  ["", "It is done when its time is over"],
  ["emulator:instant", "It is done at once"],
  ["emulator:slow", "It takes ten minutes"],
  ["emulator:stall", "It renders for ever"],
  ["emulator:fail", "It fails"],
  ["emulator:fail-row-2", "Its data row 2 fails"],
];

/** The body of an example, with the reserved value that chooses what becomes of its job. */
export function bodyOf({ examples, reserved }, example, scenario) {
  const body = structuredClone(examples[example] ?? {});
  const pointer = reserved[example];
  if (scenario !== "" && pointer) {
    const [, parent, name] = /^(.*)\/([^/]*)$/.exec(pointer) ?? [];
    const old = valueAt(body, pointer);
    const value = URL.canParse(old) ? new URL(`/${scenario}`, old).href : scenario;
    valueAt(body, parent)[name ?? ""] = value;
  }
  return JSON.stringify(body, null, 2);
}

export function sendSection({ operations, draft, edit, sendDraft, answer }) {
  const chosen = operations.find(({ id }) => id === draft.operation);
  if (!chosen) return "";
  const examples = Object.keys(chosen.examples);
  const choice = (name, choices) =>
    select(name, choices, draft[name], (value) => edit({ [name]: value }));
  const onInput = (event) => edit({ [event.currentTarget.name]: event.currentTarget.value });
  return html`<div class="columns">
    <form class="stack" onSubmit=${onSubmit(sendDraft)}>
      <label
        >Operation
        ${choice(
          "operation",
          operations.map(({ id }) => [id]),
        )}</label
      >
      ${
        examples.length > 0 &&
        html`<label
            >Example
            ${choice(
              "example",
              examples.map((name) => [name, name.replaceAll("_", " ")]),
            )}</label
          >
          <label>What becomes of the job ${choice("scenario", scenarios)}</label>
          <label
            >Body
            <textarea
              name="body"
              rows="16"
              spellcheck="false"
              value=${draft.body}
              onInput=${onInput}
            ></textarea>
          </label>`
      }
      ${chosen.path.includes("{") && html`<label>Job <input name="job" value=${draft.job} onInput=${onInput} /></label>`}
      <p class="actions"><button type="submit">Send</button></p>
    </form>
    <div id="answer" class="detail" role="region" aria-label="Answer" aria-live="polite">
      ${answer ? answerDetail(answer) : html`<p class="quiet">The answer comes here.</p>`}
    </div>
  </div>`;
}

function answerDetail({ status, body, request, job, error }) {
  if (error) return html`<p class="problem">No answer: ${error}</p>`;
  return html`<h3>Answer ${answerChip(status)}</h3>
    <p>
      <a href="#requests/${request}">This request with its reason</a>
      ${job && html` · <a href="#jobs/${job}">Its job</a>`}
    </p>
    ${block("Body", body)}`;
}

const effects = [
  ["status", "Status code"],
  ["delay", "Delay"],
  ["hang", "Hang"],
  ["reset", "Connection reset"],
  ["truncate", "Truncated body"],
  ["stall", "Stalled body"],
  ["malformed-json", "Malformed JSON"],
];
const moments = [
  ["before-body", "Before the body is read"],
  ["after-body", "After the body is read"],
  ["after-work", "After the job is created"],
];

const numberField = (text, name, min, value) =>
  html`<label
    >${text} <input name=${name} type="number" min=${min} defaultValue=${value}
  /></label>`;

/** The fields that an effect has beside the common ones. */
const fieldsOfEffect = {
  status: html`${numberField("Status code", "status", 200, 503)}
    ${numberField("Retry-After (s)", "retryAfter", 0)}
    <label>Body <input name="body" placeholder="as of the service" /></label>`,
  delay: html`${numberField("Delay (ms)", "delayMs", 0, 2000)}
  ${numberField("At most (ms)", "maxDelayMs", 0)}`,
  reset: html`<label>When ${select("when", moments)}</label>`,
};

export function faultsSection({ faults, operations, effect, chooseEffect, act, problem }) {
  const targets = [...operations.map(({ id }) => [id]), ["downloadVideo"]];
  return html`<p class="quiet">
      A fault hits the next requests that it fits. What it did shows with the request.
    </p>
    <form id="add-fault" onSubmit=${onSubmit((fields) => act("POST", "faults", fields))} novalidate>
      <label>Effect ${select("effect", effects, effect, chooseEffect)}</label>
      ${fieldsOfEffect[effect]}
      <label>Operation ${select("operation", [["", "Every operation"], ...targets])}</label>
      ${numberField("Times", "times", 1, 1)}
      <label
        >Probability <input name="probability" type="number" min="0" max="1" step="any"
      /></label>
      <button type="submit">Add fault</button>
    </form>
    <p class="problem" role="alert">${problem}</p>
    <ul id="fault-list" class="cards">
      ${faults.map(
        ({ id, left, times: _, ...rest }) =>
          html`<li key=${id}>
            <p><code>${JSON.stringify(rest)}</code></p>
            <p class="quiet">${left === null ? "No limit" : `${left} left`}</p>
            ${button(`Remove ${id}`, () => act("DELETE", `faults/${id}`))}
          </li>`,
      )}
    </ul>
    ${faults.length === 0 && html`<p class="quiet">No fault waits.</p>`}
    <p class="actions">${button("Remove all faults", () => act("DELETE", "faults"))}</p>`;
}

export function gapsSection({ gaps, act }) {
  const play = (gap) => (reading) =>
    reading === "" ? act("DELETE", `gaps/${gap}`) : act("PUT", `gaps/${gap}`, { reading });
  const textOf = ({ name, says, breaksContract }) =>
    `${name}${breaksContract ? " *" : ""}: ${says}`;
  return html`<p class="quiet">
      Each answer the specification leaves open can be given in another permitted way. A reading
      marked with * is not even what the contract says; a client has to survive it all the same.
    </p>
    <p class="actions">${button("Draw all by chance", () => act("POST", "gaps/random"))}</p>
    <ul class="cards">
      ${gaps.map(({ gap, played, readings }) => {
        const choices = readings.map((reading) => [reading.name, textOf(reading)]);
        return html`<li key=${gap} data-gap=${gap}>
          <label
            >${gap}
            ${select("reading", [["", "As assumed"], ...choices], played ?? "", play(gap))}</label
          >
        </li>`;
      })}
    </ul>`;
}

export function clockSection({ state, act, problem }) {
  const goes = state?.clock.mode === "auto";
  return html`<p class="quiet">
      Jobs live by this clock. What becomes due while it is moved happens at once.
    </p>
    <form onSubmit=${onSubmit((fields) => act("PATCH", "clock", fields))}>
      <label>Advance by <input name="advance" placeholder="90s, 2m, 1.5h, 3d" /></label>
      <label>Set to <input name="set" placeholder="2030-01-31T12:00:00Z" size="22" /></label>
      <button type="submit">Move the clock</button>
    </form>
    <p class="problem" role="alert">${problem}</p>
    <p class="actions">
      ${button(goes ? "Stop the clock" : "Let the clock go", () =>
        act("PATCH", "clock", { mode: goes ? "manual" : "auto" }),
      )}
      ${button("Forget all jobs, faults and requests", () => act("POST", "reset"))}
    </p>`;
}
