/** @import { VNode } from "preact" */
/** @import { Act, Job, JobSummary, LoggedRequest, Model, RequestSummary, Section, Video } from "./model.ts" */
/** The sections of the page, drawn from its model. */
import { html } from "./preact.js";

/** A word that says how something ended, in a colour that repeats it. */
const chip = (/** @type {string} */ text, /** @type {string | undefined} */ tone) =>
  html`<span class="chip" data-tone=${tone}>${text}</span>`;
/** @type {Record<string, string>} */
const tones = { completed: "good", failed: "bad" };
const statusChip = (/** @type {string} */ status) => chip(status, tones[status]);
const answerChip = (/** @type {number | null} */ code) =>
  code === null ? chip("no answer", "bad") : chip(String(code), code < 400 ? "good" : "bad");

/** The time of day, which is what tells events of a session apart. */
const timeOf = (/** @type {string} */ timestamp) =>
  html`<time datetime=${timestamp} title=${timestamp}>${timestamp.slice(11, 19)}</time>`;

/**
 * @param {string} title
 * @param {unknown} value text as it is, anything else as JSON
 */
function block(title, value, open = true) {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return html`<details open=${open}>
    <summary>${title}</summary>
    <pre tabindex="0" aria-label=${title}>${text}</pre>
  </details>`;
}

const progressBar = (/** @type {NonNullable<Job["progress"]>} */ { done, total }) => {
  const label = `${Math.floor(done)} of ${total} videos`;
  return html`<progress max=${total} value=${done} aria-label=${label}>${label}</progress>`;
};

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement} */ (event.currentTarget).value;

/**
 * A list on the left and what is chosen on the right.
 *
 * @template {{ id: string | number }} Item
 * @template {Item} Detail
 * @param {Model} model
 * @param {string} name
 * @param {Item[]} items
 * @param {VNode | string} empty what is said of an empty list
 * @param {(item: Item) => VNode} rowOf
 * @param {(detail: Detail, act: Act) => VNode} detailOf
 */
function list(model, name, items, empty, rowOf, detailOf) {
  const { section, chosen, text, filter, act } = model;
  const detail = /** @type {Detail | Error | null} */ (model.detail);
  return html`<label
      >Find by text
      <input
        type="search"
        value=${text}
        onInput=${(/** @type {Event} */ event) => filter(valueOf(event))}
      />
    </label>
    <div class="columns">
      <div>
        ${items.length === 0 && html`<p>${empty}</p>`}
        <ul id="${name}-list">
          ${items.map(
            (item) =>
              html`<li key=${item.id} data-key=${item.id}>
                <a
                  class="line"
                  href="#${section}/${item.id}"
                  aria-current=${String(item.id) === chosen ? "true" : undefined}
                >
                  ${rowOf(item)}
                </a>
              </li>`,
          )}
        </ul>
      </div>
      <div id="${name}-detail" class="detail" role="region" aria-label=${name}>
        ${
          detail === null
            ? `Choose a ${name} to see all of it.`
            : detail instanceof Error
              ? html`<p class="problem">${detail.message}</p>`
              : html`<div key=${detail.id}>${detailOf(detail, act)}</div>`
        }
      </div>
    </div>`;
}

const noJob = html`No job yet, or none with this text. <a href="#send">Send a request</a> that
  creates one.`;

/** @type {Section} */
export const jobs = (model) => list(model, "job", model.jobs, noJob, jobRow, jobDetail);

/** @param {JobSummary} job */
function jobRow({ id, name, status, created_at, error, failed_count: failed, progress }) {
  const remarks = [error, failed > 0 && `failed rows: ${failed}`].filter(Boolean).join(" · ");
  return html`${statusChip(status)} <b>${name}</b> <code>${id}</code> ${timeOf(created_at)}
    ${remarks && html`<span class="problem">${remarks}</span>`} ${progress && progressBar(progress)}`;
}

/**
 * @param {Job} job
 * @param {Act} act
 */
function jobDetail(job, act) {
  const { id, name, operation, status, error, due_at, history, videos, progress } = job;
  // What is rendered already is not rendered again.
  const again = job.failed_count > 0 ? `Retry the failed rows (${job.failed_count})` : "";
  const moveTo = (/** @type {string} */ other) => () =>
    act("PATCH", `jobs/${id}`, { status: other });
  return html`<h3>${name} ${statusChip(status)}</h3>
    <p><code>${id}</code> · ${operation}${due_at && html` · due ${timeOf(due_at)}`}</p>
    <p class="problem">${error}</p>
    ${progress && progressBar(progress)}
    <ol class="line" aria-label="History">
      ${history.map((entry) => html`<li>${statusChip(entry.status)} ${timeOf(entry.at)}</li>`)}
    </ol>
    <p class="line">
      ${["rendering", "completed", "failed"]
        .filter((other) => other !== status)
        .map(
          (other) =>
            html`<button onClick=${moveTo(other)}>
              ${(other === "rendering" && again) || `Set ${other}`}
            </button>`,
        )}
    </p>
    <ul class="cards">
      ${videos.map((video) => html`<li>${videoItem(video, id)}</li>`)}
    </ul>
    ${block("Request body", job.input)} ${block("Output set by hand", job.output)}`;
}

/**
 * @param {Video} video
 * @param {string} jobId
 */
function videoItem({ row, url, expires_at, poster, fidelity, warning, error }, jobId) {
  const name = row === null ? "Video" : `Row ${row}`;
  if (url === null || expires_at === null)
    return html`${name} <span class="problem">${error}</span>`;
  // The address is the one that clients are given; this page has come by another one perhaps.
  const { pathname } = new URL(url);
  return html`<a href=${pathname}>${name}</a> until ${timeOf(expires_at)} ${fidelity}
    <span class="problem">${warning}</span>
    <video
      src=${pathname}
      controls
      preload="none"
      aria-label="${name} of ${jobId}"
      poster=${poster && new URL(poster).pathname}
    ></video>`;
}

const noRequest = "No request yet, or none with this text.";

/** @type {Section} */
export const requests = (model) =>
  list(model, "request", model.requests, noRequest, requestRow, requestDetail);

/** @param {RequestSummary} request */
function requestRow({ method, url, status, at, ...request }) {
  return html`${answerChip(status)} <b>${method}</b> <code>${url}</code> ${timeOf(at)}
    <span class="problem">${remarksOf(request)}</span>`;
}

/** @param {Pick<RequestSummary, "fault" | "played" | "reason">} request */
function remarksOf(request) {
  const { reason, fault, played = [] } = request;
  return [fault && `Fault: ${fault}.`, reason, played.length > 0 && `Played: ${played.join(", ")}`]
    .filter(Boolean)
    .join(" ");
}

/** @param {LoggedRequest} request */
function requestDetail(request) {
  const { method, url, operation, status, response, body, headers } = request;
  const problem = /** @type {{ errors?: FieldError[] } | null | undefined} */ (response?.body);
  const errors = problem?.errors;
  return html`<h3>${operation ?? `${method} ${url}`} ${answerChip(status)}</h3>
    <p class="problem">${remarksOf(request)}</p>
    ${Array.isArray(errors) && fieldTable(errors, body)} ${block("Answer", response?.body)}
    ${block("Request body", body)} ${block("Request headers", headers, false)}`;
}

/** @typedef {{ pointer: string, detail: string }} FieldError */

/**
 * The refused fields, with what was sent in them.
 *
 * @param {FieldError[]} errors
 * @param {unknown} sent
 */
function fieldTable(errors, sent) {
  return html`<table aria-label="Refused fields">
    <tr>
      ${["Field", "Sent", "Expected"].map((text) => html`<th scope="col">${text}</th>`)}
    </tr>
    ${errors.map(
      ({ pointer, detail }) =>
        html`<tr>
          <th scope="row"><code>${pointer || "the whole body"}</code></th>
          <td><code>${JSON.stringify(valueAt(sent, pointer)) ?? "missing"}</code></td>
          <td>${detail}</td>
        </tr>`,
    )}
  </table>`;
}

/**
 * What stands at a JSON pointer (RFC 6901); undefined for nothing.
 *
 * @param {unknown} value
 * @param {string} pointer
 * @returns {unknown}
 */
function valueAt(value, pointer) {
  const keys = pointer.split("/").slice(1);
  return keys.reduce((node, key) => {
    const fields = /** @type {Record<string, unknown> | null | undefined} */ (node);
    return fields?.[key.replaceAll("~1", "/").replaceAll("~0", "~")];
  }, value);
}

/** @typedef {[value: string, text?: string]} Choice */

/**
 * @param {string} name
 * @param {Choice[]} choices
 * @param {string} [chosen] a value
 * @param {(value: string) => unknown} [act]
 */
const select = (name, choices, chosen, act) =>
  html`<select
    name=${name}
    onChange=${act && ((/** @type {Event} */ event) => act(valueOf(event)))}
  >
    ${choices.map(
      ([value, text = value]) =>
        html`<option value=${value} selected=${value === chosen}>${text}</option>`,
    )}
  </select>`;

/** @returns {Choice[]} whose texts are their values */
const alone = (/** @type {string[]} */ values) => values.map((value) => [value]);

/** @param {(fields: Record<string, string | number>) => Promise<void>} act takes the fields that are filled, numbers as numbers */
const onSubmit = (act) => (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = form.querySelectorAll("[name]");
  /** @type {Record<string, string | number>} */
  const filled = {};
  for (const { name, type, value } of fields)
    if (value) filled[name] = type === "number" ? Number(value) : value;
  void act(filled);
};

/** @type {Section} */
export function send({ operations, draft, edit, sendDraft, answer }) {
  const { path = "", examples = {} } = operations.find(({ id }) => id === draft.operation) ?? {};
  const onInput = (/** @type {Event} */ event) => {
    const { name, value } = /** @type {HTMLInputElement} */ (event.currentTarget);
    edit({ [name]: value });
  };
  return html`<div class="columns">
    <form onSubmit=${onSubmit(sendDraft)}>
      <label
        >Operation
        ${select("operation", alone(operations.map(({ id }) => id)), draft.operation, (operation) =>
          edit({ operation }),
        )}</label
      >
      ${
        draft.example &&
        html`<label
            >Example
            ${select(
              "example",
              Object.keys(examples).map((name) => [name, name.replaceAll("_", " ")]),
              draft.example,
              (example) => edit({ example }),
            )}</label
          >
          <label
            >Body
            <textarea name="body" rows="16" value=${draft.body} onInput=${onInput}></textarea>
          </label>
          <p>
            A text such as <code>emulator:fail</code>, <code>emulator:instant</code> or${" "}
            <code>emulator:stall</code> chooses what becomes of the job.
          </p>`
      }
      ${path.includes("{") && html`<label>Job <input name="job" value=${draft.job} onInput=${onInput} /></label>`}
      <button>Send</button>
    </form>
    <div id="answer" class="detail" role="region" aria-label="Answer" aria-live="polite">
      ${answer ? requestDetail(answer) : "The answer comes here."}
      ${draft.job && html`<p><a href="#jobs/${draft.job}">The job</a></p>`}
    </div>
  </div>`;
}

const effects = ["status", "delay", "hang", "reset", "truncate", "stall", "malformed-json"];
const moments = ["before-body", "after-body", "after-work"];

/**
 * @param {string} text
 * @param {string} name
 * @param {number} [value]
 */
const numberField = (text, name, value) =>
  html`<label
    >${text} <input name=${name} type="number" step="any" defaultValue=${value}
  /></label>`;

/** @type {Record<string, VNode>} The fields that an effect has beside the common ones. */
const fieldsOfEffect = {
  status: html`${numberField("Status code", "status", 503)}
  ${numberField("Retry-After (s)", "retryAfter")}`,
  delay: numberField("Delay (ms)", "delayMs", 2000),
  reset: html`<label>When ${select("when", alone(moments))}</label>`,
};

/** @type {Section} */
export function faults({ faults: waiting, operations, effect, show, act }) {
  const targets = [...operations.map(({ id }) => id), "downloadVideo"];
  const chooseEffect = (/** @type {string} */ chosen) => show({ effect: chosen, problem: "" });
  return html`<p>A fault hits the next requests that it fits, and shows with them.</p>
    <form
      class="line"
      id="add-fault"
      onSubmit=${onSubmit((fields) => act("POST", "faults", fields))}
    >
      <label>Effect ${select("effect", alone(effects), effect, chooseEffect)}</label>
      ${fieldsOfEffect[effect]}
      <label>Operation ${select("operation", [["", "Every operation"], ...alone(targets)])}</label>
      ${numberField("Times", "times", 1)} ${numberField("Probability", "probability")}
      <button>Add fault</button>
    </form>
    <ul id="fault-list" class="cards">
      ${waiting.map(
        ({ id, ...fault }) =>
          html`<li key=${id}>
            <code>${JSON.stringify(fault)}</code>
            <button onClick=${() => act("DELETE", `faults/${id}`)}>Remove ${id}</button>
          </li>`,
      )}
    </ul>`;
}

/** @type {Section} */
export function gaps({ gaps: playable, act }) {
  const play = (/** @type {string} */ gap) => (/** @type {string} */ reading) =>
    reading ? act("PUT", `gaps/${gap}`, { reading }) : act("DELETE", `gaps/${gap}`);
  return html`<p>
      Each answer the specification leaves open can be given in another permitted way. A reading
      marked with * is not even what the contract says; a client has to survive it all the same.
    </p>
    <ul class="cards">
      ${playable.map(({ gap, played, readings }) => {
        /** @type {Choice[]} */
        const choices = readings.map(({ name, says, breaksContract }) => [
          name,
          `${name}${breaksContract ? " *" : ""}: ${says}`,
        ]);
        return html`<li key=${gap}>
          <label
            >${gap}
            ${select("reading", [["", "As assumed"], ...choices], played ?? "", play(gap))}</label
          >
        </li>`;
      })}
    </ul>`;
}

/** @type {Section} */
export function clock({ state, act }) {
  const goes = state.clock.mode === "auto";
  const setMode = () => act("PATCH", "clock", { mode: goes ? "manual" : "auto" });
  return html`<p>Jobs live by this clock. What becomes due while it is moved happens at once.</p>
    <form class="line" onSubmit=${onSubmit((fields) => act("PATCH", "clock", fields))}>
      <label>Advance by <input name="advance" placeholder="90s, 2m, 1.5h, 3d" /></label>
      <label>Set to <input name="set" placeholder="2030-01-31T12:00:00Z" /></label>
      <button>Move the clock</button>
    </form>
    <p class="line">
      <button onClick=${setMode}>${goes ? "Stop the clock" : "Let the clock go"}</button>
      <button onClick=${() => act("POST", "reset")}>Forget all jobs, faults and requests</button>
    </p>`;
}
