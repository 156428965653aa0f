// @ts-check
/** What tells the emulator what to do: requests to send, faults to come, gaps to play, the clock. */
import { fieldsOf } from "./api.js";
import { answerChip, block, valueAt } from "./lists.js";
import { html } from "./preact.js";

/** @param {(fields: any) => void} act with the filled fields of the form */
const onSubmit = (act) => (/** @type {Event} */ event) => {
  event.preventDefault();
  act(fieldsOf(/** @type {HTMLFormElement} */ (event.currentTarget)));
};

/** @param {(value: string) => void} act */
const onChoice = (act) => (/** @type {Event} */ event) =>
  act(/** @type {HTMLInputElement} */ (event.currentTarget).value);

/** @param {[value: string, text: string][]} choices @param {unknown} chosen */
const options = (choices, chosen) =>
  choices.map(
    ([value, text]) => html`<option value=${value} selected=${value === chosen}>${text}</option>`,
  );

const scenarios = /** @type {[string, string][]} */ ([
  ["", "It is done when its time is over"],
  ["emulator:instant", "It is done at once"],
  ["emulator:slow", "It takes ten minutes"],
  ["emulator:stall", "It renders for ever"],
  ["emulator:fail", "It fails"],
  ["emulator:fail-row-2", "Its data row 2 fails"],
]);

/** The body of an example, with what shall become of its job. @param {any} operation @param {string} example @param {string} scenario */
export function bodyOf({ examples, reserved }, example, scenario) {
  const body = structuredClone(examples[example] ?? {});
  const pointer = reserved[example];
  if (scenario !== "" && pointer) {
    const [, parent, name] = /^(.*)\/([^/]*)$/.exec(pointer) ?? [];
    const old = String(valueAt(body, pointer));
    const value = URL.canParse(old) ? new URL(`/${scenario}`, old).href : scenario;
    valueAt(body, parent ?? "")[name ?? ""] = value;
  }
  return JSON.stringify(body, null, 2);
}

/** @param {any} model */
export function sendSection({ operations, draft, edit, sendDraft, answer }) {
  const chosen = operations.find((/** @type {any} */ { id }) => id === draft.operation);
  if (!chosen) return "";
  const names = Object.keys(chosen.examples);
  return html`<div class="columns">
    <form id="send-form" class="stack" onSubmit=${onSubmit(sendDraft)}>
      <label
        >Operation
        <select name="operation" onChange=${onChoice((operation) => edit({ operation }))}>
          ${options(
            operations.map((/** @type {any} */ { id }) => [id, id]),
            draft.operation,
          )}
        </select></label
      >
      ${
        names.length > 0 &&
        html`<label
            >Example
            <select name="example" onChange=${onChoice((example) => edit({ example }))}>
              ${options(
                names.map((name) => [name, name.replaceAll("_", " ")]),
                draft.example,
              )}
            </select></label
          >
          <label
            >What becomes of the job
            <select name="scenario" onChange=${onChoice((scenario) => edit({ scenario }))}>
              ${options(scenarios, draft.scenario)}
            </select></label
          >
          <label
            >Body
            <textarea
              name="body"
              rows="16"
              spellcheck="false"
              value=${draft.body}
              onInput=${onChoice((body) => edit({ body }))}
            ></textarea>
          </label>`
      }
      ${
        chosen.path.includes("{") &&
        html`<label
          >Job <input name="job" value=${draft.job} onInput=${onChoice((job) => edit({ job }))}
        /></label>`
      }
      <p class="actions"><button type="submit">Send</button></p>
    </form>
    <div id="answer" class="detail" role="region" aria-label="Answer" aria-live="polite">
      ${
        answer === null
          ? html`<p class="quiet">The answer comes here.</p>`
          : answer instanceof Error
            ? html`<p class="problem">No answer: ${answer.message}</p>`
            : html`<h3>Answer ${answerChip(answer.status)}</h3>
                <p>
                  <a href="#requests/${answer.request}">This request with its reason</a>
                  ${answer.job && html` · <a href="#jobs/${answer.job}">Its job</a>`}
                </p>
                ${block("Body", answer.body)}`
      }
    </div>
  </div>`;
}

const effects = /** @type {[string, string][]} */ ([
  ["status", "Status code"],
  ["delay", "Delay"],
  ["hang", "Hang"],
  ["reset", "Connection reset"],
  ["truncate", "Truncated body"],
  ["stall", "Stalled body"],
  ["malformed-json", "Malformed JSON"],
]);

/** The fields that an effect has beside the common ones. */
const fieldsOfEffect = /** @type {Record<string, any>} */ ({
  status: html` <label
      >Status code <input name="status" type="number" min="200" max="599" defaultValue="503"
    /></label>
    <label>Retry-After, seconds <input name="retryAfter" type="number" min="0" /></label>
    <label>Body <input name="body" placeholder="as of the service" /></label>`,
  delay: html` <label
      >Delay, milliseconds <input name="delayMs" type="number" min="0" defaultValue="2000"
    /></label>
    <label>At most, milliseconds <input name="maxDelayMs" type="number" min="0" /></label>`,
  reset: html`<label
    >When
    <select name="when">
      <option value="before-body">Before the body is read</option>
      <option value="after-body">After the body is read</option>
      <option value="after-work">After the job is created</option>
    </select></label
  >`,
});

/** @param {any} model */
export function faultsSection({ faults, operations, effect, chooseEffect, act, problem }) {
  const targets = [...operations.map((/** @type {any} */ { id }) => id), "downloadVideo"];
  return html` <p class="quiet">
      A fault hits the next requests that it fits. What it did shows with the request.
    </p>
    <form id="add-fault" onSubmit=${onSubmit((fields) => act("POST", "faults", fields))} novalidate>
      <label
        >Effect
        <select name="effect" onChange=${onChoice(chooseEffect)}>
          ${options(effects, effect)}
        </select></label
      >
      ${fieldsOfEffect[effect]}
      <label
        >Operation
        <select name="operation">
          ${options([["", "Every operation"], ...targets.map((id) => /** @type {[string, string]} */ ([id, id]))], "")}
        </select></label
      >
      <label>Times <input name="times" type="number" min="1" defaultValue="1" /></label>
      <label
        >Probability <input name="probability" type="number" min="0" max="1" step="any"
      /></label>
      <button type="submit">Add fault</button>
    </form>
    <p class="problem" role="alert">${problem}</p>
    <ul id="fault-list" class="cards">
      ${faults.map(
        (/** @type {any} */ { id, left, times: _, ...rest }) =>
          html`<li key=${id}>
            <p><code>${JSON.stringify(rest)}</code></p>
            <p class="quiet">${left === null ? "No limit" : `${left} left`}</p>
            <button type="button" onClick=${() => act("DELETE", `faults/${id}`)}>
              Remove ${id}
            </button>
          </li>`,
      )}
    </ul>
    ${faults.length === 0 && html`<p class="quiet">No fault waits.</p>`}
    <p class="actions">
      <button type="button" onClick=${() => act("DELETE", "faults")}>Remove all faults</button>
    </p>`;
}

/** @param {any} model */
export function gapsSection({ gaps, act }) {
  const play = (/** @type {string} */ gap) =>
    onChoice((reading) =>
      reading === "" ? act("DELETE", `gaps/${gap}`) : act("PUT", `gaps/${gap}`, { reading }),
    );
  return html` <p class="quiet">
      Each answer the specification leaves open can be given in another permitted way. A reading
      marked with * is not even what the contract says; a client has to survive it all the same.
    </p>
    <p class="actions">
      <button type="button" onClick=${() => act("POST", "gaps/random")}>Draw all by chance</button>
    </p>
    <ul class="cards">
      ${gaps.map(
        (/** @type {any} */ { gap, played, readings }) =>
          html`<li key=${gap} data-gap=${gap}>
            <label
              >${gap}
              <select onChange=${play(gap)}>
                ${options(
                  [
                    ["", "As assumed"],
                    ...readings.map((/** @type {any} */ { name, says, breaksContract }) => [
                      name,
                      `${name}${breaksContract ? " *" : ""}: ${says}`,
                    ]),
                  ],
                  played ?? "",
                )}
              </select></label
            >
          </li>`,
      )}
    </ul>`;
}

/** @param {any} model */
export function clockSection({ clock, act, problem }) {
  const goes = clock.mode === "auto";
  return html` <p class="quiet">
      Jobs live by this clock. What becomes due while it is moved happens at once.
    </p>
    <form onSubmit=${onSubmit((fields) => act("PATCH", "clock", fields))}>
      <label>Advance by <input name="advance" placeholder="90s, 2m, 1.5h, 3d" /></label>
      <label>Set to <input name="set" placeholder="2030-01-31T12:00:00Z" size="22" /></label>
      <button type="submit">Move the clock</button>
    </form>
    <p class="problem" role="alert">${problem}</p>
    <p class="actions">
      <button
        type="button"
        onClick=${() => act("PATCH", "clock", { mode: goes ? "manual" : "auto" })}
      >
        ${goes ? "Stop the clock" : "Let the clock go"}
      </button>
      <button type="button" onClick=${() => act("POST", "reset")}>
        Forget all jobs, faults and requests
      </button>
    </p>`;
}
