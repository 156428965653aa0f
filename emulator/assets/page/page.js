// @ts-check
/** Shows what the emulator does while it does it, and tells it what to do. */
import { assumptionItem, faultItem, gapItem, jobItem, requestItem } from "./elements.js";

/** More would make the page slow; the control plane has them all. */
const mostItems = 100;

/** @param {string} id @returns {HTMLElement} */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function call(method, path, body) {
  const response = await fetch(`/emulator/${path}`, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  const result = text === "" ? undefined : JSON.parse(text);
  if (!response.ok) throw new Error(result?.detail ?? `Status code ${response.status}`);
  return result;
}

/**
 * Puts an item in the place of the one with the same key, or in front. The focus stays where it was, and what was open stays
 * open.
 *
 * @param {string} list
 * @param {string} key name of the data attribute
 * @param {HTMLElement} item
 */
function put(list, key, item) {
  const parent = at(list);
  const old = parent.querySelector(
    `:scope > [data-${key}="${CSS.escape(item.dataset[key] ?? "")}"]`,
  );
  if (!old) parent.prepend(item);
  else {
    const open = [...old.querySelectorAll("details")].map((details) => details.open);
    const focused = [...old.querySelectorAll("button, summary")].indexOf(
      /** @type {Element} */ (document.activeElement),
    );
    old.replaceWith(item);
    item
      .querySelectorAll("details")
      .forEach((details, index) => (details.open = open[index] ?? false));
    if (focused >= 0)
      /** @type {HTMLElement} */ (item.querySelectorAll("button, summary")[focused])?.focus();
  }
  while (parent.children.length > mostItems) parent.lastElementChild?.remove();
  at(`no-${list}`).hidden = true;
}

/** @param {import("./elements.js").Job} job */
const showJob = (job) =>
  put(
    "jobs",
    "job",
    jobItem(job, (status) => void call("PATCH", `jobs/${job.job_id}`, { status })),
  );

/** @param {Parameters<typeof requestItem>[0]} request */
const showRequest = (request) => put("requests", "request", requestItem(request));

/** Shows the seconds of a clock that goes by itself. @type {number | undefined} */
let ticking;

/** @param {{ now: string, mode: string }} clock */
function showClock({ now, mode }) {
  const aheadMs = Date.parse(now) - Date.now();
  const show = () => (at("now").textContent = new Date(Date.now() + aheadMs).toISOString());
  clearInterval(ticking);
  if (mode === "auto") ticking = setInterval(show, 1000);
  at("now").textContent = now;
  at("mode").textContent = mode === "auto" ? "goes with the real time" : "stands still";
  at("toggle-clock").textContent = mode === "auto" ? "Stop the clock" : "Let the clock go";
  at("toggle-clock").dataset["mode"] = mode === "auto" ? "manual" : "auto";
}

async function showFaults() {
  const { faults } = await call("GET", "faults");
  at("faults").replaceChildren(
    ...faults.map((/** @type {any} */ fault) =>
      faultItem(fault, () => void call("DELETE", `faults/${fault.id}`).then(showFaults)),
    ),
  );
}

async function showGaps() {
  const { gaps } = await call("GET", "gaps");
  at("gaps").replaceChildren(
    ...gaps.map((/** @type {any} */ gap) =>
      gapItem(
        gap,
        (reading) =>
          void (reading === null
            ? call("DELETE", `gaps/${gap.gap}`)
            : call("PUT", `gaps/${gap.gap}`, { reading })),
      ),
    ),
  );
}

/** Everything anew: at the start, after a reset, and after the connection was lost. */
async function showAll() {
  const [state, { jobs }, { requests }] = await Promise.all([
    call("GET", "state"),
    call("GET", "jobs"),
    call("GET", "requests"),
  ]);
  at("facts").textContent =
    `${state.url} · token ${state.token} · profile ${state.profile} · seed ${state.seed}`;
  showClock(state.clock);
  for (const list of ["jobs", "requests"]) {
    at(list).replaceChildren();
    at(`no-${list}`).hidden = false;
  }
  jobs.slice(0, mostItems).reverse().forEach(showJob);
  requests.slice(0, mostItems).reverse().forEach(showRequest);
  await Promise.all([showFaults(), showGaps()]);
  return state;
}

function followEvents() {
  const events = new EventSource("/emulator/events");
  /** @type {Promise<unknown>} */
  let shown = Promise.resolve();
  /**
   * Shows one event after the other: what came while everything is shown anew would be shown over.
   *
   * @param {string} name
   * @param {(data: any) => unknown} show
   */
  const on = (name, show) =>
    events.addEventListener(name, ({ data }) => {
      shown = shown.catch(() => {}).then(() => show(JSON.parse(data)));
    });
  on("ready", () => {
    at("connection").textContent = "";
    return showAll();
  });
  on("jobs", showAll);
  on("requests", ({ requests }) => requests.forEach(showRequest));
  on("faults", showFaults);
  on("clock", showClock);
  on("reset", showAll);
  events.addEventListener("error", () => {
    at("connection").textContent = "The emulator does not answer. This page goes on when it does.";
  });
}

function listenToControls() {
  for (const node of document.querySelectorAll("[data-advance]")) {
    const { advance } = /** @type {HTMLElement} */ (node).dataset;
    node.addEventListener("click", () => void call("PATCH", "clock", { advance }));
  }
  at("toggle-clock").addEventListener(
    "click",
    () => void call("PATCH", "clock", { mode: at("toggle-clock").dataset["mode"] }),
  );
  at("reset").addEventListener("click", () => void call("POST", "reset"));

  const form = /** @type {HTMLFormElement} */ (at("add-fault"));
  const effect = /** @type {HTMLSelectElement} */ (form.elements.namedItem("effect"));
  const showFields = () => {
    for (const node of form.querySelectorAll("[data-for]")) {
      const label = /** @type {HTMLElement} */ (node);
      label.hidden = label.dataset["for"] !== effect.value;
    }
  };
  effect.addEventListener("change", showFields);
  showFields();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    call("POST", "faults", readFault(form)).then(
      () => {
        at("fault-problem").textContent = "";
        return showFaults();
      },
      (/** @type {Error} */ error) => (at("fault-problem").textContent = error.message),
    );
  });
}

/** The fields of the form that are seen and filled, numbers as numbers. @param {HTMLFormElement} form */
function readFault(form) {
  const fields = [...form.querySelectorAll("input, select")].map(
    (node) => /** @type {HTMLInputElement} */ (node),
  );
  const filled = fields.filter((field) => field.value !== "" && !field.closest("[hidden]"));
  return Object.fromEntries(
    filled.map(({ name, type, value }) => [name, type === "number" ? Number(value) : value]),
  );
}

async function begin() {
  listenToControls();
  const [state, { assumptions }] = await Promise.all([
    call("GET", "state"),
    call("GET", "assumptions"),
  ]);
  for (const operation of state.operations)
    document.querySelector("[name=operation]")?.append(new Option(operation, operation));
  at("assumptions").replaceChildren(...assumptions.map(assumptionItem));
  followEvents();
}

await begin();
