// @ts-check
/** The parts of the page, made from what the control plane tells. Text is only ever set as text. */

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/**
 * @param {string} summary
 * @param {unknown} value
 */
function json(summary, value) {
  return make(
    "details",
    {},
    make("summary", {}, summary),
    make("pre", {}, JSON.stringify(value, null, 2)),
  );
}

/**
 * A word that says how something ended, in a colour that repeats it.
 *
 * @param {string} text
 * @param {"good" | "bad" | "open"} tone
 */
function status(text, tone) {
  return make("span", { class: "status", "data-tone": tone }, text);
}

/** Statuses that the emulator gives a job by itself. */
const tones = /** @type {const} */ ({ rendering: "open", completed: "good", failed: "bad" });

/** @param {string} jobStatus */
function toneOf(jobStatus) {
  return Object.hasOwn(tones, jobStatus)
    ? tones[/** @type {keyof typeof tones} */ (jobStatus)]
    : "open";
}

/**
 * @param {string} label
 * @param {() => void} act
 */
export function button(label, act) {
  const node = make("button", { type: "button" }, label);
  node.addEventListener("click", act);
  return node;
}

/**
 * @typedef {object} Job
 * @property {string} job_id
 * @property {string} operation
 * @property {string} status
 * @property {unknown} input
 * @property {string | null} error
 * @property {{ status: string, at: string }[]} history
 * @property {{ row: number | null, url: string | null, error: string | null }[]} videos
 */

/**
 * @param {Job} job
 * @param {(status: string) => void} move
 */
export function jobItem(job, move) {
  const videos = job.videos.map(({ row, url, error }) =>
    make(
      "li",
      {},
      row === null ? "Video" : `Row ${row}`,
      url === null
        ? `: ${error}`
        : make("video", {
            src: url,
            controls: "",
            preload: "none",
            "aria-label": `Video of ${job.job_id}`,
          }),
    ),
  );
  const history = job.history.map((step) => make("li", {}, `${step.at}  ${step.status}`));
  return make(
    "li",
    { "data-job": job.job_id },
    make(
      "p",
      { class: "head" },
      status(job.status, toneOf(job.status)),
      make("strong", {}, job.operation),
      make("code", {}, job.job_id),
    ),
    job.error === null ? "" : make("p", { class: "problem" }, job.error),
    make("details", {}, make("summary", {}, "History"), make("ol", {}, ...history)),
    json("Request body", job.input),
    videos.length > 0 ? videoList(videos) : "",
    make(
      "p",
      { class: "actions" },
      ...Object.keys(tones).map((name) => {
        const node = button(`Set ${name}`, () => move(name));
        node.setAttribute("aria-pressed", String(name === job.status));
        return node;
      }),
    ),
  );
}

/**
 * Loads the first picture of each video when somebody looks.
 *
 * @param {HTMLElement[]} videos
 */
function videoList(videos) {
  const list = make("details", {}, make("summary", {}, "Videos"), make("ul", {}, ...videos));
  list.addEventListener("toggle", () => {
    for (const video of list.querySelectorAll("video")) video.preload = "metadata";
  });
  return list;
}

/** @param {number | null} code */
function toneOfAnswer(code) {
  if (code === null) return "open";
  return code < 300 ? "good" : "bad";
}

/** @param {{ id: number, at: string, method: string, url: string, status: number | null, fault?: string, played?: string[] }} request */
export function requestItem(request) {
  const remarks = [request.fault && `fault: ${request.fault}`, ...(request.played ?? [])];
  return make(
    "li",
    { "data-request": String(request.id) },
    make(
      "p",
      { class: "head" },
      status(String(request.status ?? "no answer"), toneOfAnswer(request.status)),
      make("strong", {}, request.method),
      make("code", {}, request.url),
    ),
    make("p", { class: "quiet" }, [request.at, ...remarks.filter(Boolean)].join(" · ")),
    json("Details", request),
  );
}

/**
 * @param {{ id: string, left: number | null } & Record<string, unknown>} fault
 * @param {() => void} remove
 */
export function faultItem({ id, left, times, ...rest }, remove) {
  const count = left === null ? "no limit" : `${left} left`;
  return make(
    "li",
    {},
    make("p", { class: "head" }, make("code", {}, JSON.stringify(rest)), count),
    button(`Remove ${id}`, remove),
  );
}

/**
 * @param {{ gap: string, played: string | null, readings: { name: string, says: string, breaksContract: boolean }[] }} gap
 * @param {(reading: string | null) => void} play
 */
export function gapItem({ gap, played, readings }, play) {
  const select = /** @type {HTMLSelectElement} */ (
    make("select", {}, make("option", { value: "" }, "As assumed"))
  );
  for (const { name, says, breaksContract } of readings)
    select.append(make("option", { value: name }, `${name}${breaksContract ? " *" : ""}: ${says}`));
  select.value = played ?? "";
  select.addEventListener("change", () => play(select.value || null));
  return make("li", { "data-gap": gap }, make("label", {}, gap, select));
}

/** @param {{ id: string, closes: string, because: string, decides: string[] }} assumption */
export function assumptionItem({ id, closes, because, decides }) {
  return make(
    "li",
    {},
    make("p", { class: "head" }, make("code", {}, id)),
    decides.join(" "),
    make("p", { class: "quiet" }, `Because: ${because} Gap: ${closes}`),
  );
}
