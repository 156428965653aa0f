// @ts-check
/** The jobs and the requests: a list that follows what happens, and all of the one that is chosen. */
import { call, query } from "./api.js";
import { html } from "./preact.js";

/** More would make the page slow; older ones come when they are asked for. */
const pageSize = 100;
/** How long to wait for the rest of a word. */
const typingMs = 200;

/** Statuses that the emulator gives a job by itself, and the tone of their colour. */
const tones = /** @type {Record<string, string>} */ ({
  rendering: "open",
  completed: "good",
  failed: "bad",
});
const statuses = Object.keys(tones);

/** The newest page of a list, or an older one. */
export class List {
  /** @type {any[]} */
  items = [];
  /** @type {number | null} */
  next = null;
  /** @type {Record<string, string>} */
  filter = {};
  /** @type {string | null} */
  chosen = null;
  /** @type {any} what is chosen, whole; or why it cannot be shown */
  detail = null;
  /** @type {number | null} */
  #before = null;
  #typing = 0;

  /**
   * @param {"jobs" | "requests"} name
   * @param {(item: any) => number} sequenceOf the newer, the larger
   * @param {() => void} draw
   */
  constructor(name, sequenceOf, draw) {
    this.name = name;
    this.sequenceOf = sequenceOf;
    this.draw = draw;
  }

  get isFiltered() {
    return Object.values(this.filter).some((value) => value !== "");
  }

  get isEmpty() {
    return this.items.length === 0 && !this.isFiltered && this.#before === null;
  }

  /** Shows a page anew. @param {number | null} before */
  async show(before = null) {
    this.#before = before;
    const parameters = { ...this.filter, before, limit: pageSize, summary: "true" };
    const page = await call("GET", `${this.name}?${query(parameters)}`);
    this.items = page[this.name];
    this.next = page.next;
    this.draw();
  }

  /** @param {Event} event */
  type({ currentTarget }) {
    const form = /** @type {HTMLFormElement} */ (currentTarget);
    this.filter = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, String(value)]),
    );
    clearTimeout(this.#typing);
    this.#typing = Number(setTimeout(() => void this.show(), typingMs));
  }

  /** Shows what has changed, the newest first. @param {any[]} changed */
  async follow(changed) {
    if (this.isFiltered) await this.show();
    else {
      const byId = new Map(this.items.map((item) => [item.id, item]));
      for (const item of changed)
        if (byId.has(item.id) || this.#before === null) byId.set(item.id, item);
      const ordered = [...byId.values()].sort((a, b) => this.sequenceOf(b) - this.sequenceOf(a));
      this.items = ordered.slice(0, pageSize);
      // What is cut off is on the next page.
      if (ordered.length > pageSize) this.next = this.sequenceOf(this.items.at(-1));
    }
    if (changed.some(({ id }) => String(id) === this.chosen)) await this.choose(this.chosen);
    this.draw();
  }

  /** @param {string | null} key */
  async choose(key) {
    const isOther = key !== this.chosen;
    this.chosen = key;
    const detail = await call("GET", `${this.name}/${key}`).catch(
      (/** @type {Error} */ error) => error,
    );
    if (key !== this.chosen) return;
    this.detail = detail;
    this.draw();
    // Below the list, a person would not see it.
    if (isOther && matchMedia("(max-width: 60rem)").matches)
      setTimeout(() => document.querySelector(`#${this.name} .detail`)?.scrollIntoView());
  }
}

/** A word that says how something ended, in a colour that repeats it. @param {string} text @param {string} tone */
const chip = (text, tone) => html`<span class="status" data-tone=${tone}>${text}</span>`;
/** @param {string} status */
const statusChip = (status) => chip(status, tones[status] ?? "open");
/** @param {number | null} code */
export const answerChip = (code) =>
  code === null ? chip("no answer", "open") : chip(String(code), code < 400 ? "good" : "bad");

/** The time of day, which is what tells events of a session apart. @param {string} timestamp */
const timeOf = (timestamp) =>
  html`<time datetime=${timestamp} title=${timestamp}>${timestamp.slice(11, 19)}</time>`;

/** @param {string} title @param {unknown} value text as it is, anything else as JSON @param {boolean} [open] */
export function block(title, value, open = true) {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return html`<details open=${open}>
    <summary>${title}</summary>
    <pre tabindex="0" aria-label=${title}>${text}</pre>
  </details>`;
}

/** @param {[string, unknown][]} fields */
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

/** @param {number} value @param {number} max @param {string} label */
const progressBar = (value, max, label) =>
  html`<progress max=${max} value=${value} aria-label=${label}>${label}</progress>`;

/** A list on the left and what is chosen on the right. @param {any} parts */
function columns({ list, rowOf, filter, empty, older, hint, detailOf }) {
  const one = list.name.slice(0, -1);
  const { detail } = list;
  return html` <form
      class="filter"
      role="search"
      aria-label="Filter ${list.name}"
      onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}
      onInput=${(/** @type {Event} */ event) => list.type(event)}
    >
      ${filter}
    </form>
    <div class="columns">
      <div>
        ${list.isEmpty && empty}
        <ul id="${one}-list" class="rows">
          ${list.items.map(
            (/** @type {any} */ item) =>
              html`<li key=${item.id} data-key=${item.id}>
                <button
                  type="button"
                  class="row"
                  aria-pressed=${String(item.id) === list.chosen}
                  onClick=${() => void list.choose(String(item.id))}
                >
                  ${rowOf(item)}
                </button>
              </li>`,
          )}
        </ul>
        ${
          list.next !== null &&
          html`<p class="actions">
            <button type="button" onClick=${() => void list.show(list.next)}>${older}</button>
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

/** @param {any} model */
export function jobsSection({ jobs, operations, now, command, move, problem }) {
  return columns({
    list: jobs,
    older: "Older jobs",
    hint: "Choose a job to see its history and its videos.",
    filter: html` <label
        >Text <input name="text" type="search" placeholder="id, name, any text"
      /></label>
      <label>Status <input name="status" type="search" list="statuses" /></label>
      <label
        >Operation
        <select name="operation">
          <option value="">Every operation</option>
          ${operations.filter((/** @type {any} */ { method }) => method === "POST").map((/** @type {any} */ { id }) => html`<option>${id}</option>`)}
        </select></label
      >
      <datalist id="statuses">
        ${statuses.map((status) => html`<option>${status}</option>`)}
      </datalist>`,
    empty: html`<div id="jobs-empty" class="empty">
      <p>No job yet. This creates one:</p>
      <pre id="try" tabindex="0">${command}</pre>
      <p class="actions">
        <button type="button" onClick=${() => void navigator.clipboard?.writeText(command)}>
          Copy
        </button>
        <a href="#send">Send it from here</a>
      </p>
    </div>`,
    rowOf: jobRow,
    detailOf: (/** @type {any} */ job) => jobDetail(job, now(), move, problem),
  });
}

/** @param {any} job */
function jobRow({ id, name, status, created_at, error, progress, video_count, failed_count }) {
  const counts = [
    video_count > 0 && `${video_count} videos`,
    failed_count > 0 && `${failed_count} failed`,
  ];
  const remarks = [error, ...(video_count + failed_count > 1 ? counts : [])].filter(Boolean);
  return html`${statusChip(status)} <strong>${name}</strong>
    <code>${id}</code> ${timeOf(created_at)}
    <span class="quiet remark">${remarks.join(" · ")}</span>
    ${progress && progressBar(progress.done, progress.total, `${Math.floor(progress.done)} of ${progress.total} videos`)}`;
}

/** @param {any} job @param {number} nowMs @param {(id: string, status: string) => void} move @param {string} problem */
function jobDetail(job, nowMs, move, problem) {
  const { id, name, operation, status, error, due_at, history, videos, progress } = job;
  // What is rendered already is not rendered again.
  const canRetry = job.failed_count > 0 && status !== "rendering";
  const begunMs = Date.parse(
    history.findLast((/** @type {any} */ entry) => entry.status === "rendering")?.at,
  );
  const share = (nowMs - begunMs) / (Date.parse(due_at) - begunMs || 1);
  const shown = progress
    ? progressBar(
        progress.done,
        progress.total,
        `${Math.floor(progress.done)} of ${progress.total} videos`,
      )
    : due_at === null
      ? "Renders until it is moved."
      : progressBar(Math.min(1, Math.max(0, share)), 1, "Time until it is due");
  return html` <h3>${name} ${statusChip(status)}</h3>
    ${error && html`<p class="problem">${error}</p>`}
    ${fieldList([
      ["Job", html`<code>${id}</code>`],
      ["Operation", operation],
      ["Progress", status === "rendering" && shown],
      ["Due", due_at],
    ])}
    <ol class="history" aria-label="History">
      ${history.map((/** @type {any} */ entry) => html`<li>${statusChip(entry.status)} ${timeOf(entry.at)}</li>`)}
    </ol>
    <p class="actions">
      ${
        canRetry &&
        html`<button type="button" onClick=${() => move(id, "rendering")}>
          Retry the failed rows (${job.failed_count})
        </button>`
      }
      ${statuses
        .filter((other) => other !== status)
        .map(
          (other) =>
            html`<button type="button" onClick=${() => move(id, other)}>Set ${other}</button>`,
        )}
    </p>
    <p class="problem" role="alert">${problem}</p>
    ${
      videos.length > 0 &&
      html`<details open>
        <summary>Videos (${videos.length})</summary>
        <ul class="videos">
          ${videos.map((/** @type {any} */ video) => videoItem(video, id))}
        </ul>
      </details>`
    }
    ${block("Request body", job.input)} ${block("Output set by hand", job.output)}`;
}

/** @param {any} video @param {string} jobId */
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

/** @param {any} model */
export function requestsSection({ requests, forget }) {
  return columns({
    list: requests,
    older: "Older requests",
    hint: "Choose a request to see what was sent, what was answered, and why.",
    filter: html`<label
        >Text <input name="text" type="search" placeholder="path, operation, status, reason"
      /></label>
      <button type="button" onClick=${forget}>Forget all</button>`,
    empty: html`<p class="empty">No request yet.</p>`,
    rowOf: (/** @type {any} */ request) =>
      html`${answerChip(request.status)} <strong>${request.method}</strong>
        <code>${request.url}</code> ${timeOf(request.at)}
        <span class="quiet remark">${remarksOf(request)}</span>`,
    detailOf: requestDetail,
  });
}

/** @param {any} request */
function remarksOf({ reason, fault, played = [] }) {
  return [fault && `Fault: ${fault}.`, reason, played.length > 0 && `Played: ${played.join(", ")}`]
    .filter(Boolean)
    .join(" ");
}

/** @param {any} request */
function requestDetail(request) {
  const { id, at, method, url, operation, status, reason, response, body, headers } = request;
  return html` <h3>${operation ?? `${method} ${url}`} ${answerChip(status)}</h3>
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

/** The refused fields, with what was sent in them. @param {any} errors @param {unknown} sent */
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

/** What stands at a JSON pointer (RFC 6901); undefined for nothing. @param {any} value @param {string} pointer */
export function valueAt(value, pointer) {
  const keys = pointer.split("/").slice(1);
  return keys.reduce((node, key) => node?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], value);
}
