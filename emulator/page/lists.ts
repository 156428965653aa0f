/** Jobs and requests: a table, and beside it all of the one that is chosen. */
import { html } from "htm/preact/standalone";
import type { ComponentChildren } from "preact";
import type { Job, JobSummary, LoggedRequest } from "./model.ts";
import { act, attempt, countListed, curlOf, filter, listed } from "./model.ts";
import { model, placeOf, sendDraft, show, turnTo } from "./model.ts";
import { body, chip, copyButton, progressOf, table, timeOf, valueOf } from "./parts.ts";

/** Headings with what stands below them. Where there is no room, only the first two and the last are shown. */
type Columns<Item> = Record<string, (item: Item) => ComponentChildren>;

function list<Item extends JobSummary | LoggedRequest>(
  columns: Columns<Item>,
  detail: ComponentChildren,
) {
  const { section, chosen, text, before, seen } = model;
  const items = listed() as Item[];
  const last = items.at(-1);
  const newer = countListed() - seen;
  const rows = items.map((item) => ({
    key: String(item.id),
    isCurrent: String(item.id) === chosen,
    cells: Object.values(columns).map((show) => show(item)),
  }));
  const heads = Object.keys(columns).map((name) => html`<th>${name}</th>`);
  return html`<div class="head">
      <h1>${section}</h1>
      <span>${countListed().toLocaleString("en")}</span>
      ${
        before > 0 &&
        (newer > 0 || !chosen) &&
        html`<button onClick=${() => turnTo(0)}>↑ ${newer > 0 ? `${newer} new` : "Newest"}</button>`
      }
      <input
        type="search"
        aria-label="Find by text"
        placeholder="Find by text   /"
        value=${text}
        onInput=${(event: Event) => filter(valueOf(event))}
      />
    </div>
    <div class=${chosen ? "split" : "whole"}>
      <div class="list">
        ${
          last
            ? table(
                rows,
                html`<thead>
                  <tr>
                    ${heads}
                  </tr>
                </thead>`,
              )
            : nothing()
        }
        ${
          items.length === 100 &&
          html`<button onClick=${() => turnTo(placeOf(last!))}>Older</button>`
        }
      </div>
      ${
        chosen &&
        html`<article class="detail" tabindex="-1" key=${chosen} aria-label="What is chosen">
          <a class="close" href="#${section}" aria-label="Close">×</a>
          ${detail}
        </article>`
      }
    </div>`;
}

function nothing() {
  const { section, text } = model;
  if (text)
    return html`<div class="empty">
      Nothing has the text “${text}”. <button onClick=${() => filter("")}>Show all</button>
    </div>`;
  return html`<div class="empty">
    No ${section} yet. They appear here as your program sends its requests.
    <button class="main" onClick=${() => attempt(sendDraft())}>Send an example</button>
  </div>`;
}

const remark = (...texts: unknown[]) =>
  html`<small class="bad">${texts.filter(Boolean).join(" ")}</small>`;

const link = (id: string | number, text: string) =>
  html`<a href="#${model.section}/${id}">${text}</a>`;

const jobColumns: Columns<JobSummary> = {
  State: ({ status }) => chip(status),
  Job: (job) =>
    html`${link(job.id, job.name)}
    ${remark(job.error, job.failed_count > 0 && `failed rows: ${job.failed_count}`)}
    ${progressOf(job)}`,
  Videos: ({ video_count }) => video_count || "",
  Kind: ({ operation }) => operation,
  ID: ({ id }) => html`<code>${id}</code>`,
  Created: ({ created_at }) => timeOf(created_at),
};

export const jobs = () => list(jobColumns, model.detail && jobDetail(model.detail as Job));

function jobDetail(job: Job) {
  const { id, name, operation, status, error, created_at, due_at, history, videos } = job;
  const moveTo = (other: string, text: string) =>
    other !== status &&
    html`<button onClick=${() => act("PATCH", `jobs/${id}`, { status: other })}>${text}</button>`;
  // What is rendered already is not rendered again.
  const again = job.failed_count > 0 ? "Retry the failed rows" : "Render again";
  return html`<h2>${name}</h2>
    <p class="line">
      ${chip(status)} ${operation} <code>${id}</code> created ${timeOf(created_at)}
      ${status === "rendering" && html`due ${due_at ? timeOf(due_at) : "never"}`}
    </p>
    ${progressOf(job)}
    <p class="bad">${error}</p>
    <p class="line">
      ${moveTo("rendering", again)} ${moveTo("completed", "Complete")} ${moveTo("failed", "Fail")}
    </p>
    ${videos.length > 0 && player(job)}
    <h3>History</h3>
    <ol class="line" aria-label="History">
      ${history.map((entry) => html`<li>${chip(entry.status)} ${timeOf(entry.at)}</li>`)}
    </ol>
    ${body("Request body", job.input)} ${job.output && body("Output set by hand", job.output)}`;
}

function player({ id, videos }: Job) {
  // The address is the one that clients are given; this page has come by another one perhaps.
  const pathOf = (url: string | null) => url && new URL(url).pathname;
  const nameOf = ({ row }: Job["videos"][number]) => (row === null ? "Video" : `Row ${row}`);
  // One without a picture stays away until it is played: players show it as if it never came.
  const shown = videos[model.video] ?? videos.find(({ poster }) => poster);
  const rows = videos.map((video, index) => ({
    key: String(index),
    isCurrent: video === shown,
    cells: [
      video.url
        ? html`<button onClick=${() => show({ video: index })}>▶ ${nameOf(video)}</button>`
        : nameOf(video),
      html`${video.fidelity} ${video.url && html`expires ${timeOf(video.expires_at!)}`}
      ${remark(video.error ?? video.warning)}`,
      video.url && html`<a href=${pathOf(video.url)} download>Download</a>`,
    ],
  }));
  return html`${
    shown &&
    html`<video
      key=${model.video}
      src=${pathOf(shown.url)}
      controls
      preload="none"
      autoplay=${model.video >= 0}
      aria-label="${nameOf(shown)} of ${id}"
      poster=${pathOf(shown.poster)}
    ></video>`
  }
  ${table(rows)}`;
}

const requestColumns: Columns<LoggedRequest> = {
  Status: ({ status }) => chip(status),
  Request: (request) =>
    html`${link(request.id, `${request.method} ${request.url}`)} ${remarkOf(request)}`,
  Operation: ({ operation }) => operation,
  When: ({ at }) => timeOf(at),
};

const remarkOf = ({ reason, fault, played }: LoggedRequest) =>
  remark(fault && `Fault: ${fault}.`, reason, played && `Played: ${played.join(", ")}`);

export const requests = () =>
  list(requestColumns, model.detail && requestDetail(model.detail as LoggedRequest));

/** A request beside its response. */
export function requestDetail(request: LoggedRequest) {
  const { method, url, operation, status, at, response, headers } = request;
  const problem = response?.body as { errors?: { pointer: string; detail: string }[] } | null;
  const errors = new Map(problem?.errors?.map(({ pointer, detail }) => [pointer, detail]));
  return html`<h2>${operation ?? `${method} ${url}`}</h2>
    <p class="line">
      ${chip(status)} <code>${method} ${url}</code> ${timeOf(at)}
      ${copyButton(curlOf(request), "Copy as curl")}
    </p>
    ${remarkOf(request)}
    <div class="beside">
      <div>
        ${body("Request", request.body ?? "No body.", errors)}
        <details>
          <summary>Headers</summary>
          ${body("Request headers", headers)}
        </details>
      </div>
      ${body("Response", response?.body ?? "No body.")}
    </div>`;
}
