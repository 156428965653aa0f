// @ts-check
/** Jobs: a row in the list, and all of one. */
import { call, query } from "./api.js";
import { block, button, chip, fieldList, make, timeOf } from "./elements.js";
import { createList } from "./list.js";

/**
 * @typedef {object} JobSummary
 * @property {string} job_id
 * @property {number} sequence
 * @property {string} operation
 * @property {string} status
 * @property {string | null} project_name
 * @property {string} created_at
 * @property {string} changed_at
 * @property {string | null} due_at
 * @property {{ done: number, total: number } | null} progress
 * @property {string | null} error
 * @property {number} video_count
 * @property {number} failed_count
 */

/**
 * @typedef {JobSummary & {
 *   input: unknown,
 *   output: unknown,
 *   history: { status: string, at: string }[],
 *   videos: { row: number | null, url: string | null, expires_at: string | null, poster: string | null, fidelity: string | null, error: string | null }[],
 * }} Job
 */

/** Statuses that the emulator gives a job by itself. */
const tones = /** @type {const} */ ({ rendering: "open", completed: "good", failed: "bad" });

export const knownStatuses = Object.keys(tones);

/** @param {string} status */
function statusChip(status) {
  const tone = Object.hasOwn(tones, status)
    ? tones[/** @type {keyof typeof tones} */ (status)]
    : "open";
  return chip(status, tone);
}

/** @param {JobSummary} job */
function row(job) {
  const videos = [
    job.video_count > 0 && `${job.video_count} videos`,
    job.failed_count > 0 && `${job.failed_count} failed`,
  ];
  const remarks = [job.error, ...(job.video_count + job.failed_count > 1 ? videos : [])];
  return make(
    "li",
    {},
    make(
      "button",
      { type: "button", class: "row" },
      statusChip(job.status),
      make("strong", {}, job.project_name ?? job.operation),
      make("code", {}, job.job_id),
      timeOf(job.created_at),
      make("span", { class: "quiet remark" }, remarks.filter(Boolean).join(" · ")),
      job.progress ? progressBar(job.progress) : "",
    ),
  );
}

/** @param {{ done: number, total: number }} progress */
function progressBar({ done, total }) {
  const label = `${Math.floor(done)} of ${total} videos`;
  return make("progress", { max: String(total), value: String(done), "aria-label": label }, label);
}

/**
 * How far a job is: by its renderer, or by its time.
 *
 * @param {Job} job
 * @param {number} nowMs
 */
function progressOf(job, nowMs) {
  if (job.status !== "rendering") return null;
  if (job.progress) return progressBar(job.progress);
  if (job.due_at === null) return "Renders until it is moved.";
  const start = Date.parse(job.created_at);
  const share = Math.min(1, Math.max(0, (nowMs - start) / (Date.parse(job.due_at) - start || 1)));
  return make("progress", { max: "1", value: String(share), "aria-label": "Time until it is due" });
}

/** @param {Job} job @param {() => number} now */
function detail(job, now) {
  const problem = make("p", { class: "problem", role: "alert" });
  const move = (/** @type {string} */ status) =>
    void call("PATCH", `jobs/${job.job_id}`, { status }).catch(
      (/** @type {Error} */ error) => (problem.textContent = error.message),
    );
  return [
    make("h3", {}, job.project_name ?? job.operation, " ", statusChip(job.status)),
    job.error === null ? "" : make("p", { class: "problem" }, job.error),
    fieldList([
      ["Job", make("code", {}, job.job_id)],
      ["Operation", job.operation],
      ["Progress", progressOf(job, now())],
      ["Due", job.due_at],
    ]),
    make(
      "ol",
      { class: "history", "aria-label": "History" },
      ...job.history.map(({ status, at }) => make("li", {}, statusChip(status), timeOf(at))),
    ),
    make(
      "p",
      { class: "actions" },
      ...knownStatuses
        .filter((status) => status !== job.status)
        .map((status) => button(`Set ${status}`, () => move(status))),
    ),
    problem,
    job.videos.length > 0 ? videoList(job) : "",
    block("Request body", job.input),
    block("Output set by hand", job.output),
  ].map((node) => (typeof node === "string" ? document.createTextNode(node) : node));
}

/** @param {Job} job */
function videoList({ videos, job_id }) {
  const items = videos.map(({ row, url, expires_at, poster, fidelity, error }) => {
    const name = row === null ? "Video" : `Row ${row}`;
    if (url === null)
      return make("li", {}, `${name}: `, make("span", { class: "problem" }, error ?? ""));
    // The address is the one that clients are given; this page has come by another one perhaps.
    const { pathname } = new URL(url);
    const video = make("video", {
      src: pathname,
      controls: "",
      preload: "none",
      "data-idle": "",
      "aria-label": `${name} of ${job_id}`,
      ...(poster !== null && { poster: new URL(poster).pathname }),
    });
    video.addEventListener("play", () => video.removeAttribute("data-idle"));
    return make(
      "li",
      {},
      make("a", { href: pathname }, name),
      expires_at === null ? "" : make("span", { class: "quiet" }, " until ", timeOf(expires_at)),
      fidelity === null ? "" : make("span", { class: "quiet" }, ` ${fidelity}`),
      video,
    );
  });
  return make(
    "details",
    { open: "" },
    make("summary", {}, `Videos (${videos.length})`),
    make("ul", { class: "videos" }, ...items),
  );
}

/** @param {() => number} now what the clock shows, in milliseconds */
export function createJobs(now) {
  return createList({
    name: "job",
    load: async (parameters) => {
      const { jobs, next } = await call("GET", `jobs?${query({ ...parameters, summary: "true" })}`);
      return { items: /** @type {JobSummary[]} */ (jobs), next };
    },
    keyOf: ({ job_id }) => job_id,
    sequenceOf: ({ sequence }) => sequence,
    row,
    detail: async (key) => detail(await call("GET", `jobs/${key}`), now),
  });
}
