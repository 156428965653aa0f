/** The sections of the page, drawn from its model. */
import { html } from "htm/preact/standalone";
import type { VNode } from "preact";
import {
  act,
  attempt,
  draftedOperation,
  edit,
  filter,
  type Job,
  type JobSummary,
  type LoggedRequest,
  model,
  sendDraft,
  show,
  type State,
} from "./model.ts";

/** How something has ended, in a colour that repeats it. */
function chip(status: string | number | null) {
  const isBad = status === null || status === "failed" || Number(status) >= 400;
  const isGood = status === "completed" || Number(status) < 400;
  const tone = isBad ? "bad" : isGood && "good";
  return html`<span class="chip" data-tone=${tone}>${status ?? "no answer"}</span>`;
}

/** The time of day, which is what tells events of a session apart. */
const timeOf = (timestamp: string) =>
  html`<time datetime=${timestamp} title=${timestamp}>${timestamp.slice(11, 19)}</time>`;

/** @param value text as it is, anything else as JSON */
function block(title: string, value: unknown, open = true) {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return html`<details open=${open}>
    <summary>${title}</summary>
    <pre tabindex="0" aria-label=${title}>${text}</pre>
  </details>`;
}

function progressBar({ done, total }: NonNullable<Job["progress"]>) {
  const label = `${Math.floor(done)} of ${total} videos`;
  return html`<progress max=${total} value=${done} aria-label=${label}>${label}</progress>`;
}

const valueOf = (event: Event) => (event.currentTarget as HTMLInputElement).value;

/**
 * A list on the left and what is chosen on the right.
 *
 * @param name what is listed
 * @param empty what is said of an empty list
 */
function list<Item extends { id: string | number }, Detail extends Item>(
  name: string,
  items: Item[],
  empty: VNode | string,
  rowOf: (item: Item) => VNode,
  detailOf: (detail: Detail) => VNode,
) {
  const { section, chosen, text, detail } = model;
  return html`<label
      >Find by text
      <input type="search" value=${text} onInput=${(event: Event) => filter(valueOf(event))} />
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
                  aria-current=${String(item.id) === chosen ? "true" : null}
                  >${rowOf(item)}</a
                >
              </li>`,
          )}
        </ul>
      </div>
      <div id="${name}-detail" class="detail" role="region" aria-label=${name}>
        ${
          detail
            ? html`<div key=${detail.id}>${detailOf(detail as never)}</div>`
            : `Choose a ${name} to see all of it.`
        }
      </div>
    </div>`;
}

const noJob = html`No job yet, or none with this text. <a href="#send">Send a request</a> that
  creates one.`;

export const jobs = () => list("job", model.jobs, noJob, jobRow, jobDetail);

function jobRow({ id, name, status, created_at, error, failed_count, progress }: JobSummary) {
  const remarks = [error, failed_count > 0 && `failed rows: ${failed_count}`].filter(Boolean);
  return html`${chip(status)} <b>${name}</b> <code>${id}</code> ${timeOf(created_at)}
    <span class="problem">${remarks.join(" · ")}</span> ${progress && progressBar(progress)}`;
}

function jobDetail(job: Job) {
  const { id, name, operation, status, error, due_at, history, videos, progress } = job;
  const moveTo = (other: string, text = `Set ${other}`) =>
    other !== status &&
    html`<button onClick=${() => act("PATCH", `jobs/${id}`, { status: other })}>${text}</button>`;
  // What is rendered already is not rendered again.
  const again = job.failed_count > 0 ? "Retry the failed rows" : undefined;
  return html`<h3>${name} ${chip(status)}</h3>
    <p><code>${id}</code> · ${operation}${due_at && html` · due ${timeOf(due_at)}`}</p>
    <p class="problem">${error}</p>
    ${progress && progressBar(progress)}
    <ol class="line" aria-label="History">
      ${history.map((entry) => html`<li>${chip(entry.status)} ${timeOf(entry.at)}</li>`)}
    </ol>
    <p class="line">${moveTo("rendering", again)} ${moveTo("completed")} ${moveTo("failed")}</p>
    <ul class="cards">
      ${videos.map((video) => html`<li>${videoItem(video, id)}</li>`)}
    </ul>
    ${block("Request body", job.input)} ${block("Output set by hand", job.output)}`;
}

function videoItem(video: Job["videos"][number], jobId: string) {
  const { row, url, expires_at, poster, fidelity, warning, error } = video;
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

export const requests = () => list("request", model.requests, noRequest, requestRow, requestDetail);

function requestRow(request: LoggedRequest) {
  const { method, url, status, at } = request;
  return html`${chip(status)} <b>${method}</b> <code>${url}</code> ${timeOf(at)}
    <span class="problem">${remarksOf(request)}</span>`;
}

function remarksOf({ reason, fault, played }: LoggedRequest) {
  const remarks = [fault && `Fault: ${fault}.`, reason, played && `Played: ${played.join(", ")}`];
  return remarks.filter(Boolean).join(" ");
}

function requestDetail(request: LoggedRequest) {
  const { method, url, operation, status, response, body, headers } = request;
  const problem = response?.body as { errors?: { pointer: string; detail: string }[] } | null;
  return html`<h3>${operation ?? `${method} ${url}`} ${chip(status)}</h3>
    <p class="problem">${remarksOf(request)}</p>
    <ul aria-label="Refused fields">
      ${problem?.errors?.map(
        ({ pointer, detail }) =>
          html`<li><code>${pointer || "the whole body"}</code> ${detail}</li>`,
      )}
    </ul>
    ${block("Answer", response?.body)} ${block("Request body", body)}
    ${block("Request headers", headers, false)}`;
}

/** A value, perhaps with the text that is shown for it. */
type Choice = string | [value: string, text: string];

const select = (
  name: string,
  choices: Choice[],
  chosen?: string,
  act?: (value: string) => unknown,
) =>
  html`<select name=${name} onChange=${act && ((event: Event) => act(valueOf(event)))}>
    ${choices.map((choice) => {
      const [value, text = value] = [choice].flat();
      return html`<option value=${value} selected=${value === chosen}>${text}</option>`;
    })}
  </select>`;

/** @param act takes the fields that are filled, numbers as numbers */
const onSubmit = (act: (fields: object) => Promise<void>) => (event: SubmitEvent) => {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const filled: Record<string, string | number> = {};
  for (const { name, type, value } of form.querySelectorAll<HTMLInputElement>("[name]"))
    if (value) filled[name] = type === "number" ? Number(value) : value;
  void act(filled);
};

export function send() {
  const { operations, draft, answer } = model;
  const { path = "", examples = {} } = draftedOperation() ?? {};
  const onInput = (event: Event) => {
    const { name, value } = event.target as HTMLInputElement;
    edit({ [name]: value });
  };
  const ids = operations.map(({ id }) => id);
  const names = Object.keys(examples).map((name): Choice => [name, name.replaceAll("_", " ")]);
  return html`<div class="columns">
    <form onSubmit=${onSubmit(() => attempt(sendDraft()))} onInput=${onInput}>
      <label>Operation ${select("operation", ids, draft.operation)}</label>
      ${
        draft.example &&
        html`<label>Example ${select("example", names, draft.example)}</label>
          <label>Body <textarea name="body" rows="16" value=${draft.body}></textarea></label>
          <p>
            A text such as <code>emulator:fail</code>, <code>emulator:instant</code> or${" "}
            <code>emulator:stall</code> chooses what becomes of the job.
          </p>`
      }
      ${path.includes("{") && html`<label>Job <input name="job" value=${draft.job} /></label>`}
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

const numberField = (text: string, name: string, value?: number) =>
  html`<label
    >${text} <input name=${name} type="number" step="any" defaultValue=${value}
  /></label>`;

/** The fields that an effect has beside the common ones. */
const fieldsOfEffect: Record<string, VNode> = {
  status: html`${numberField("Status code", "status", 503)}
  ${numberField("Retry-After (s)", "retryAfter")}`,
  delay: numberField("Delay (ms)", "delayMs", 2000),
  reset: html`<label>When ${select("when", moments)}</label>`,
};

export function faults() {
  const targets = [...model.operations.map(({ id }) => id), "downloadVideo"];
  const chooseEffect = (effect: string) => show({ effect, problem: "" });
  return html`<p>A fault hits the next requests that it fits, and shows with them.</p>
    <form
      class="line"
      id="add-fault"
      onSubmit=${onSubmit((fields) => act("POST", "faults", fields))}
    >
      <label>Effect ${select("effect", effects, model.effect, chooseEffect)}</label>
      ${fieldsOfEffect[model.effect]}
      <label>Operation ${select("operation", [["", "Every operation"], ...targets])}</label>
      ${numberField("Times", "times", 1)} ${numberField("Probability", "probability")}
      <button>Add fault</button>
    </form>
    <ul id="fault-list" class="cards">
      ${model.faults.map(
        ({ id, ...fault }) =>
          html`<li key=${id}>
            <code>${JSON.stringify(fault)}</code>
            <button onClick=${() => act("DELETE", `faults/${id}`)}>Remove ${id}</button>
          </li>`,
      )}
    </ul>`;
}

export function gaps() {
  const play = (gap: string) => (reading: string) =>
    reading ? act("PUT", `gaps/${gap}`, { reading }) : act("DELETE", `gaps/${gap}`);
  return html`<p>
      Each answer the specification leaves open can be given in another permitted way. A reading
      marked with * is not even what the contract says; a client has to survive it all the same.
    </p>
    <ul class="cards">
      ${model.gaps.map(({ gap, played, readings }) => {
        const choices: Choice[] = [["", "As assumed"]];
        for (const { name, says, breaksContract } of readings)
          choices.push([name, `${name}${breaksContract ? " *" : ""}: ${says}`]);
        return html`<li key=${gap}>
          <label>${gap} ${select("reading", choices, played ?? "", play(gap))}</label>
        </li>`;
      })}
    </ul>`;
}

export function clock({ clock: { mode } }: State) {
  const setMode = () => act("PATCH", "clock", { mode: mode === "auto" ? "manual" : "auto" });
  return html`<p>Jobs live by this clock. What becomes due while it is moved happens at once.</p>
    <form class="line" onSubmit=${onSubmit((fields) => act("PATCH", "clock", fields))}>
      <label>Advance by <input name="advance" placeholder="90s, 2m, 1.5h, 3d" /></label>
      <label>Set to <input name="set" placeholder="2030-01-31T12:00:00Z" /></label>
      <button>Move the clock</button>
    </form>
    <p class="line">
      <button onClick=${setMode}>${mode === "auto" ? "Stop the clock" : "Let the clock go"}</button>
      <button onClick=${() => act("POST", "reset")}>Forget all jobs, faults and requests</button>
    </p>`;
}
