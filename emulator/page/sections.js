// @ts-check
/** The sections of the page, drawn from its model. */
import { html } from "./preact.js";

/** A word that says how something ended, in a colour that repeats it. */
const chip = (text, tone) => html`<span class="chip" data-tone=${tone}>${text}</span>`;
const statusChip = (status) => chip(status, { completed: "good", failed: "bad" }[status]);
const answerChip = (code) =>
  code === null ? chip("no answer", "bad") : chip(String(code), code < 400 ? "good" : "bad");

/** The time of day, which is what tells events of a session apart. */
const timeOf = (timestamp) =>
  html`<time datetime=${timestamp} title=${timestamp}>${timestamp.slice(11, 19)}</time>`;

/** @param value text as it is, anything else as JSON */
function block(title, value, open = true) {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return html`<details open=${open}>
    <summary>${title}</summary>
    <pre tabindex="0" aria-label=${title}>${text}</pre>
  </details>`;
}

const progressBar = ({ done, total }) => {
  const label = `${Math.floor(done)} of ${total} videos`;
  return html`<progress max=${total} value=${done} aria-label=${label}>${label}</progress>`;
};

/** A list on the left and what is chosen on the right. */
function list(model, name, empty, rowOf, detailOf) {
  const { section, chosen, text, detail, filter, act } = model;
  const items = model[section];
  return html`<label
      >Find by text
      <input type="search" value=${text} onInput=${(event) => filter(event.currentTarget.value)} />
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

export const jobs = (model) => list(model, "job", noJob, jobRow, jobDetail);

function jobRow({ id, name, status, created_at, error, failed_count: failed, progress }) {
  const remarks = [error, failed > 0 && `failed rows: ${failed}`].filter(Boolean).join(" · ");
  return html`${statusChip(status)} <b>${name}</b> <code>${id}</code> ${timeOf(created_at)}
    ${remarks && html`<span class="problem">${remarks}</span>`} ${progress && progressBar(progress)}`;
}

function jobDetail(job, act) {
  const { id, name, operation, status, error, due_at, history, videos, progress } = job;
  // What is rendered already is not rendered again.
  const again = job.failed_count > 0 ? `Retry the failed rows (${job.failed_count})` : "";
  const moveTo = (other) => () => act("PATCH", `jobs/${id}`, { status: other });
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

function videoItem({ row, url, expires_at, poster, fidelity, warning, error }, jobId) {
  const name = row === null ? "Video" : `Row ${row}`;
  if (url === null) return html`${name} <span class="problem">${error}</span>`;
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

export const requests = (model) => list(model, "request", noRequest, requestRow, requestDetail);

function requestRow({ method, url, status, at, ...request }) {
  return html`${answerChip(status)} <b>${method}</b> <code>${url}</code> ${timeOf(at)}
    <span class="problem">${remarksOf(request)}</span>`;
}

function remarksOf(request) {
  const { reason, fault, played = [] } = request;
  return [fault && `Fault: ${fault}.`, reason, played.length > 0 && `Played: ${played.join(", ")}`]
    .filter(Boolean)
    .join(" ");
}

function requestDetail(request) {
  const { method, url, operation, status, response, body, headers } = request;
  const errors = response?.body?.errors;
  return html`<h3>${operation ?? `${method} ${url}`} ${answerChip(status)}</h3>
    <p class="problem">${remarksOf(request)}</p>
    ${Array.isArray(errors) && fieldTable(errors, body)} ${block("Answer", response?.body)}
    ${block("Request body", body)} ${block("Request headers", headers, false)}`;
}

/** The refused fields, with what was sent in them. */
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

/** What stands at a JSON pointer (RFC 6901); undefined for nothing. */
function valueAt(value, pointer) {
  const keys = pointer.split("/").slice(1);
  return keys.reduce((node, key) => node?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], value);
}

/** @param choices pairs of a value and its text */
const select = (name, choices, chosen, act) =>
  html`<select name=${name} onChange=${act && ((event) => act(event.currentTarget.value))}>
    ${choices.map(
      ([value, text = value]) =>
        html`<option value=${value} selected=${value === chosen}>${text}</option>`,
    )}
  </select>`;

/** @param act takes the fields that are filled, numbers as numbers */
const onSubmit = (act) => (event) => {
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll("[name]")].filter(({ value }) => value);
  const valueOf = ({ type, value }) => (type === "number" ? Number(value) : value);
  act(Object.fromEntries(fields.map((field) => [field.name, valueOf(field)])));
};

export function send({ operations, draft, edit, sendDraft, answer }) {
  const { path, examples } = operations.find(({ id }) => id === draft.operation);
  const names = operations.map(({ id }) => [id]);
  const onInput = (event) => edit({ [event.currentTarget.name]: event.currentTarget.value });
  return html`<div class="columns">
    <form onSubmit=${onSubmit(sendDraft)}>
      <label
        >Operation
        ${select("operation", names, draft.operation, (operation) => edit({ operation }))}</label
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
            A text such as <code>emulator:fail</code>, <code>emulator:instant</code> or
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

const numberField = (text, name, value) =>
  html`<label
    >${text} <input name=${name} type="number" step="any" defaultValue=${value}
  /></label>`;

/** The fields that an effect has beside the common ones. */
const fieldsOfEffect = {
  status: html`${numberField("Status code", "status", 503)}
  ${numberField("Retry-After (s)", "retryAfter")}`,
  delay: numberField("Delay (ms)", "delayMs", 2000),
  reset: html`<label
    >When
    ${select(
      "when",
      moments.map((moment) => [moment]),
    )}</label
  >`,
};

export function faults({ faults: waiting, operations, effect, show, act }) {
  const targets = [...operations.map(({ id }) => [id]), ["downloadVideo"]];
  const chooseEffect = (chosen) => show({ effect: chosen, problem: "" });
  const choices = effects.map((name) => [name]);
  return html`<p>A fault hits the next requests that it fits, and shows with them.</p>
    <form
      class="line"
      id="add-fault"
      onSubmit=${onSubmit((fields) => act("POST", "faults", fields))}
    >
      <label>Effect ${select("effect", choices, effect, chooseEffect)}</label>
      ${fieldsOfEffect[effect]}
      <label>Operation ${select("operation", [["", "Every operation"], ...targets])}</label>
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

export function gaps({ gaps: playable, act }) {
  const play = (gap) => (reading) =>
    reading ? act("PUT", `gaps/${gap}`, { reading }) : act("DELETE", `gaps/${gap}`);
  const textOf = ({ name, says, breaksContract }) =>
    `${name}${breaksContract ? " *" : ""}: ${says}`;
  return html`<p>
      Each answer the specification leaves open can be given in another permitted way. A reading
      marked with * is not even what the contract says; a client has to survive it all the same.
    </p>
    <ul class="cards">
      ${playable.map(({ gap, played, readings }) => {
        const choices = readings.map((reading) => [reading.name, textOf(reading)]);
        return html`<li key=${gap}>
          <label
            >${gap}
            ${select("reading", [["", "As assumed"], ...choices], played ?? "", play(gap))}</label
          >
        </li>`;
      })}
    </ul>`;
}

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
