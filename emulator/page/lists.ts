/** Jobs and requests: a table, and beside it all of the one that is chosen. */
import { html } from "htm/preact/standalone";
import type { ComponentChildren } from "preact";
import type { Job, JobSummary, LoggedRequest } from "./model.ts";
import { act, attempt, countListed, curlOf, listed } from "./model.ts";
import { model, placeOf, sendDraft, show, turnTo } from "./model.ts";
import { body, chip, type Columns, copyButton } from "./parts.ts";
import { fieldOf, progressOf, table, timeOf, titleOf } from "./parts.ts";

function list<Item extends JobSummary | LoggedRequest>(
  columns: Columns<Item>,
  detail: ComponentChildren,
) {
  const { section, chosen, text, before, seen } = model;
  const items = listed() as Item[];
  const last = items.at(-1);
  const newer = countListed() - seen;
  const toNewest = html`<button onClick=${() => turnTo(0)}>
    ↑ ${newer > 0 ? `${newer} new` : "Newest"}
  </button>`;
  const toOlder = html`<button onClick=${() => turnTo(placeOf(last!))}>Older</button>`;
  return html`<div class="line">
      <h1 class="capitalize">${section}</h1>
      ${(before > 0 || newer > 0) && toNewest}
      <input
        class="ml-auto max-w-68 min-w-0 flex-1"
        type="search"
        aria-label="Find by text"
        placeholder="Find by text   /"
        value=${text}
        onInput=${(event: Event) => turnTo(0, fieldOf(event).value)}
      />
    </div>
    <div class="min-h-0 flex-1 gap-5 wide:grid ${chosen && "wide:grid-cols-[1fr_2fr]"}">
      <div class="list @container overflow-y-auto ${chosen && "max-wide:hidden"}">
        ${last ? table(items, "id", columns, ({ id }) => String(id) === chosen) : nothing(model)}
        ${items.length === 100 && toOlder}
      </div>
      ${
        chosen &&
        html`<article class="card detail" tabindex="-1" key=${chosen} aria-label="Details">
          <a class="absolute top-3 right-5 text-2xl" href="#${section}" aria-label="Close">×</a>
          ${detail}
        </article>`
      }
    </div>`;
}

const nothing = ({ section, text }: typeof model) =>
  html`<div class="card empty">
    ${
      text
        ? html`Nothing contains “${text}”. <button onClick=${() => turnTo(0, "")}>Show all</button>`
        : html`No ${section} yet. They appear here as your program sends its requests.
            <button class="main" onClick=${() => attempt(sendDraft())}>Send an example</button>`
    }
  </div>`;

const remark = (...texts: unknown[]) =>
  html`<small class="text-(--bad)">${texts.filter(Boolean).join(" ")}</small>`;

const link = (id: string | number, text: string) =>
  html`<a class="line-clamp-2" href="#${model.section}/${id}">${text}</a>`;

/** A job without a name of its own has that of its operation. */
const nameOf = ({ name, operation }: JobSummary) =>
  name === operation ? titleOf(operation) : name;

const jobColumns: Columns<JobSummary> = {
  State: ({ status }) => chip(status),
  Job: (job) =>
    html`${link(job.id, nameOf(job))}
    ${remark(job.error, job.failed_count > 0 && `Failed rows: ${job.failed_count}.`)}
    ${progressOf(job)}`,
  Videos: ({ video_count }) => video_count || "",
  Kind: ({ operation }) => html`<span class="whitespace-nowrap">${titleOf(operation)}</span>`,
  ID: ({ id }) => html`<code>${id}</code>`,
  Created: ({ created_at }) => timeOf(created_at),
};

export const jobs = () => list(jobColumns, model.detail && jobDetail(model.detail as Job));

function jobDetail(job: Job) {
  const { id, operation, status, error, created_at, due_at, history, videos, rows } = job;
  const moveTo = (other: string, text: string) =>
    other !== status &&
    html`<button onClick=${() => act("PATCH", `jobs/${id}`, { status: other })}>${text}</button>`;
  // What is rendered already is not rendered again.
  const again = job.failed_count > 0 ? "Retry the failed rows" : "Render again";
  return html`<h2>${nameOf(job)}</h2>
    <p class="line">
      ${chip(status)} ${titleOf(operation)} <code>${id}</code> created ${timeOf(created_at)}
      ${status === "rendering" && (due_at ? html`due ${timeOf(due_at)}` : "never due")}
    </p>
    ${progressOf(job)} ${remark(error)}
    <p class="line">
      ${moveTo("rendering", again)} ${moveTo("completed", "Complete")} ${moveTo("failed", "Fail")}
    </p>
    ${videos.length > 0 && player(job)} ${rows && readRows(rows)}
    <h3>History</h3>
    <ol class="line" aria-label="History">
      ${history.map((entry) => html`<li>${chip(entry.status)} ${timeOf(entry.at)}</li>`)}
    </ol>
    ${body("Request body", job.input)} ${job.output && body("Output set by hand", job.output)}`;
}

/** What was read of the spreadsheet: a wrong cell is seen before its film. */
const readRows = (rows: NonNullable<Job["rows"]>) =>
  html`<h3>Rows as they were read</h3>
    ${table(rows, "index", {
      Row: ({ index }) => index,
      Texts: (row) => ("texts" in row ? row.texts.join(" · ") : remark(row.error)),
    })}`;

function player({ id, videos }: Job) {
  type Video = Job["videos"][number];
  // The address is the one that clients are given; this page has come by another one perhaps.
  const pathOf = (url: string | null) => url && new URL(url).pathname;
  const nameOf = ({ row }: Video) => (row === null ? "Video" : `Row ${row}`);
  const play = (video: Video) => () => show({ video: videos.indexOf(video) });
  // One without a picture stays away until it is played: players show it as if it never came.
  const shown = videos[model.video] ?? videos.find(({ poster }) => poster);
  const columns: Columns<Video> = {
    Video: (video) =>
      video.url ? html`<button onClick=${play(video)}>▶ ${nameOf(video)}</button>` : nameOf(video),
    About: ({ fidelity, url, expires_at, error, warning }) =>
      html`${fidelity} ${url && html`expires ${timeOf(expires_at!)}`} ${remark(error ?? warning)}`,
    File: ({ url }) =>
      url && html`<a class="whitespace-nowrap underline" href=${pathOf(url)} download>Download</a>`,
  };
  // A third below its picture is left for the controls.
  return html`${
    shown &&
    html`<video
      class="aspect-4/3 w-full max-w-md rounded-md bg-black object-top [object-view-box:inset(0_0_-33.4%_0)]"
      key=${model.video}
      src=${pathOf(shown.url)}
      controls
      preload="none"
      autoplay=${model.video >= 0}
      aria-label="${nameOf(shown)} of ${id}"
      poster=${pathOf(shown.poster)}
    ></video>`
  }
  ${table(videos, "row", columns, (video) => video === shown)}`;
}

const requestColumns: Columns<LoggedRequest> = {
  Status: ({ status }) => chip(status),
  Request: (request) =>
    html`${link(request.id, `${request.method} ${request.url}`)} ${remarkOf(request)}`,
  Operation: ({ operation }) => operation && titleOf(operation),
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
  return html`<h2>${operation ? titleOf(operation) : `${method} ${url}`}</h2>
    <p class="line">
      ${chip(status)} <code>${method} ${url}</code> ${timeOf(at)}
      ${copyButton(curlOf(request), "Copy as curl")}
    </p>
    ${remarkOf(request)}
    <div class="grid gap-5 @lg:grid-cols-2">
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
