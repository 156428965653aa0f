// @ts-check
/** The jobs and the requests: a list with a filter, and all of the one that is chosen. */
import { call } from "./api.js";
import { html } from "./preact.js";

/** More would make the page slow; older ones come when they are asked for. */
const pageSize = "100";

/** Statuses that the emulator gives a job by itself, and the tone of their colour. */
const tones = { rendering: "open", completed: "good", failed: "bad" };
const statuses = Object.keys(tones);

/** The newest page of a list, or an older one. */
export class List {
  items = [];
  /** Where the page of the older ones starts; null when there is none. */
  next = null;
  view = { before: "", filter: {}, chosen: "" };
  /** What is chosen, whole; or why it cannot be shown. */
  detail = null;

  /** @param name `jobs` or `requests` */
  constructor(name) {
    this.name = name;
  }

  get isEmpty() {
    const { before, filter } = this.view;
    return (
      this.items.length === 0 && [before, ...Object.values(filter)].every((part) => part === "")
    );
  }

  /** Reads anew what is shown, unless something else is by then. */
  async read() {
    const { name, view } = this;
    const asked = Object.entries({ ...view.filter, before: view.before }).filter(
      ([, text]) => text,
    );
    const query = new URLSearchParams([["limit", pageSize], ["summary", "true"], ...asked]);
    const page = await call("GET", `${name}?${query}`);
    const detail = view.chosen
      ? await call("GET", `${name}/${view.chosen}`).catch((error) => error)
      : null;
    if (view !== this.view) return;
    Object.assign(this, { items: page[name], next: page.next, detail });
  }
}

/** A word that says how something ended, in a colour that repeats it. */
const chip = (text, tone = "open") => html`<span class="status" data-tone=${tone}>${text}</span>`;
const statusChip = (status) => chip(status, tones[status]);
export const answerChip = (code) =>
  code === null ? chip("no answer") : chip(String(code), code < 400 ? "good" : "bad");

/** The time of day, which is what tells events of a session apart. */
const timeOf = (timestamp) =>
  html`<time datetime=${timestamp} title=${timestamp}>${timestamp.slice(11, 19)}</time>`;

/** @param value text as it is, anything else as JSON */
export function block(title, value, open = true) {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return html`<details open=${open}>
    <summary>${title}</summary>
    <pre tabindex="0" aria-label=${title}>${text}</pre>
  </details>`;
}

const fieldList = (fields) =>
  html`<dl>
    ${fields
      .filter(([, value]) => value)
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
  </dl>`;

const progressBar = (value, max, label) =>
  html`<progress max=${max} value=${value} aria-label=${label}>${label}</progress>`;
const videoProgress = ({ done, total }) =>
  progressBar(done, total, `${Math.floor(done)} of ${total} videos`);

/** A list on the left and what is chosen on the right. */
function columns({ list, look, rowOf, filter, empty, hint, detailOf }) {
  const one = list.name.slice(0, -1);
  const { detail, view } = list;
  const onFilter = ({ currentTarget }) =>
    look(list, { before: "", filter: Object.fromEntries(new FormData(currentTarget)) });
  return html`<form
      class="filter"
      role="search"
      aria-label="Filter ${list.name}"
      onSubmit=${(event) => event.preventDefault()}
      onInput=${onFilter}
    >
      ${filter}
    </form>
    <div class="columns">
      <div>
        ${list.isEmpty && empty}
        <ul id="${one}-list" class="rows">
          ${list.items.map(
            (item) =>
              html`<li key=${item.id} data-key=${item.id}>
                <button
                  type="button"
                  class="row"
                  aria-pressed=${String(item.id) === view.chosen}
                  onClick=${() => look(list, { chosen: String(item.id) })}
                >
                  ${rowOf(item)}
                </button>
              </li>`,
          )}
        </ul>
        ${
          list.next !== null &&
          html`<p class="actions">
            <button type="button" onClick=${() => look(list, { before: String(list.next) })}>
              Older ${list.name}
            </button>
          </p>`
        }
      </div>
      <div id="${one}-detail" class="detail" role="region" aria-label=${one} tabindex="-1">
        ${
          detail === null
            ? html`<p class="quiet">${hint}</p>`
            : detail instanceof Error
              ? html`<p class="problem">${detail.message}</p>`
              : html`<div key=${detail.id}>${detailOf(detail)}</div>`
        }
      </div>
    </div>`;
}

export function jobsSection({ jobs, look, operations, state, command, act, problem }) {
  const creates = operations.filter(({ method }) => method === "POST");
  return columns({
    list: jobs,
    look,
    hint: "Choose a job to see its history and its videos.",
    filter: html`<label
        >Text <input name="text" type="search" placeholder="id, name, any text"
      /></label>
      <label>Status <input name="status" type="search" list="statuses" /></label>
      <label
        >Operation
        <select name="operation">
          <option value="">Every operation</option>
          ${creates.map(({ id }) => html`<option>${id}</option>`)}
        </select></label
      >
      <datalist id="statuses">
        ${statuses.map((status) => html`<option>${status}</option>`)}
      </datalist>`,
    empty: html`<div id="jobs-empty" class="empty">
      <p>No job yet. This creates one:</p>
      <pre id="try" tabindex="0">${command}</pre>
      <p class="actions">
        <button type="button" onClick=${() => navigator.clipboard?.writeText(command)}>Copy</button>
        <a href="#send">Send it from here</a>
      </p>
    </div>`,
    rowOf: jobRow,
    detailOf: (job) => jobDetail(job, Date.parse(state.clock.now), act, problem),
  });
}

function jobRow({ id, name, status, created_at, error, progress, video_count, failed_count }) {
  const counts = [
    video_count > 0 && `${video_count} videos`,
    failed_count > 0 && `${failed_count} failed`,
  ];
  const remarks = [error, ...(video_count + failed_count > 1 ? counts : [])].filter(Boolean);
  return html`${statusChip(status)} <strong>${name}</strong>
    <code>${id}</code> ${timeOf(created_at)}
    <span class="quiet remark">${remarks.join(" · ")}</span>
    ${progress && videoProgress(progress)}`;
}

function jobDetail(job, nowMs, act, problem) {
  const { id, name, operation, status, error, due_at, history, videos, progress } = job;
  // What is rendered already is not rendered again.
  const canRetry = job.failed_count > 0 && status !== "rendering";
  const moveTo = (other) => () => act("PATCH", `jobs/${id}`, { status: other });
  const begunMs = Date.parse(history.findLast((entry) => entry.status === "rendering").at);
  const share = (nowMs - begunMs) / (Date.parse(due_at) - begunMs || 1);
  const timeProgress = () =>
    progressBar(Math.min(1, Math.max(0, share)), 1, "Time until it is due");
  const shown = progress
    ? videoProgress(progress)
    : due_at === null
      ? "Renders until it is moved."
      : timeProgress();
  return html`<h3>${name} ${statusChip(status)}</h3>
    ${error && html`<p class="problem">${error}</p>`}
    ${fieldList([
      ["Job", html`<code>${id}</code>`],
      ["Operation", operation],
      ["Progress", status === "rendering" && shown],
      ["Due", due_at],
    ])}
    <ol class="history" aria-label="History">
      ${history.map((entry) => html`<li>${statusChip(entry.status)} ${timeOf(entry.at)}</li>`)}
    </ol>
    <p class="actions">
      ${
        canRetry &&
        html`<button type="button" onClick=${moveTo("rendering")}>
          Retry the failed rows (${job.failed_count})
        </button>`
      }
      ${statuses
        .filter((other) => other !== status)
        .map((other) => html`<button type="button" onClick=${moveTo(other)}>Set ${other}</button>`)}
    </p>
    <p class="problem" role="alert">${problem}</p>
    ${
      videos.length > 0 &&
      html`<details open>
        <summary>Videos (${videos.length})</summary>
        <ul class="videos">
          ${videos.map((video) => videoItem(video, id))}
        </ul>
      </details>`
    }
    ${block("Request body", job.input)} ${block("Output set by hand", job.output)}`;
}

function videoItem({ row, url, expires_at, poster, fidelity, warning, error }, jobId) {
  const name = row === null ? "Video" : `Row ${row}`;
  if (url === null) return html`<li>${name}: <span class="problem">${error}</span></li>`;
  // The address is the one that clients are given; this page has come by another one perhaps.
  const { pathname } = new URL(url);
  return html`<li key=${pathname}>
    <a href=${pathname}>${name}</a>
    <span class="quiet">until ${timeOf(expires_at)} ${fidelity}</span>
    ${warning && html`<span class="problem">${warning}</span>`}
    <video
      src=${pathname}
      controls
      preload="none"
      aria-label="${name} of ${jobId}"
      poster=${poster && new URL(poster).pathname}
    ></video>
  </li>`;
}

export function requestsSection({ requests, look, act }) {
  return columns({
    list: requests,
    look,
    hint: "Choose a request to see what was sent, what was answered, and why.",
    filter: html`<label
        >Text <input name="text" type="search" placeholder="path, operation, status, reason"
      /></label>
      <button type="button" onClick=${() => act("DELETE", "requests")}>Forget all</button>`,
    empty: html`<p class="empty">No request yet.</p>`,
    rowOf: (request) =>
      html`${answerChip(request.status)} <strong>${request.method}</strong>
        <code>${request.url}</code> ${timeOf(request.at)}
        <span class="quiet remark">${remarksOf(request)}</span>`,
    detailOf: requestDetail,
  });
}

function remarksOf({ reason, fault, played = [] }) {
  return [fault && `Fault: ${fault}.`, reason, played.length > 0 && `Played: ${played.join(", ")}`]
    .filter(Boolean)
    .join(" ");
}

function requestDetail(request) {
  const { id, at, method, url, operation, status, reason, response, body, headers } = request;
  return html`<h3>${operation ?? `${method} ${url}`} ${answerChip(status)}</h3>
    <p class=${reason ? "problem" : "quiet"}>${remarksOf(request)}</p>
    ${fieldTable(response?.body?.errors, body)}
    ${block(`Answer${response?.mediaType ? `, ${response.mediaType}` : ""}`, response?.body)}
    ${block("Request body", body)} ${block("Request headers", headers, false)}
    ${fieldList([
      ["Request", `${method} ${url}`],
      ["Number", String(id)],
      ["Time", at],
    ])}`;
}

/** The refused fields, with what was sent in them. */
function fieldTable(errors, sent) {
  if (!Array.isArray(errors)) return "";
  return html`<div class="table" role="region" aria-label="Refused fields" tabindex="0">
    <table>
      <thead>
        <tr>
          ${["Field", "Sent", "Expected"].map((text) => html`<th scope="col">${text}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${errors.map(
          ({ pointer, detail }) =>
            html`<tr>
              <th scope="row"><code>${pointer || "the whole body"}</code></th>
              <td><code>${JSON.stringify(valueAt(sent, pointer)) ?? "missing"}</code></td>
              <td>${detail}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** What stands at a JSON pointer (RFC 6901); undefined for nothing. */
export function valueAt(value, pointer) {
  const keys = pointer.split("/").slice(1);
  return keys.reduce((node, key) => node?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], value);
}
