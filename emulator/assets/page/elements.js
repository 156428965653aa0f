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
  const history = job.history.map(({ status, at }) => make("li", {}, `${at}  ${status}`));
  return make(
    "li",
    { "data-job": job.job_id },
    make("code", {}, job.job_id),
    ` ${job.operation} `,
    make("span", { class: "status" }, job.status),
    job.error === null ? "" : make("p", {}, job.error),
    make("details", {}, make("summary", {}, "History"), make("ol", {}, ...history)),
    json("Request body", job.input),
    videos.length > 0
      ? make("details", {}, make("summary", {}, "Videos"), make("ul", {}, ...videos))
      : "",
    make(
      "p",
      { class: "actions" },
      ...["rendering", "completed", "failed"].map((status) =>
        button(`Set ${status}`, () => move(status)),
      ),
    ),
  );
}

/** @param {{ id: number, at: string, method: string, url: string, status: number | null, fault?: string, played?: string[] }} request */
export function requestItem(request) {
  const remarks = [request.fault && `fault: ${request.fault}`, ...(request.played ?? [])];
  return make(
    "li",
    { "data-request": String(request.id) },
    make("span", { class: "status" }, String(request.status ?? "no answer")),
    ` ${request.method} ${request.url} `,
    make("span", { class: "quiet" }, [request.at, ...remarks.filter(Boolean)].join(" · ")),
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
    make("code", {}, JSON.stringify(rest)),
    ` ${count} `,
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
    make("code", {}, id),
    ` ${decides.join(" ")} `,
    make("span", { class: "quiet" }, `Because: ${because} Gap: ${closes}`),
  );
}
