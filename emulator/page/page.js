// @ts-check
/** Shows what the emulator does while it does it, and tells it what to do. */
import { call } from "./api.js";
import { at } from "./elements.js";
import { createJobs, knownStatuses } from "./jobs.js";
import { listenToPlans, showAssumptions, showFaults, showGaps } from "./plans.js";
import { createRequests } from "./requests.js";
import { listenToSend } from "./send.js";

/** What the clock of the emulator is ahead of that of the browser, and whether it goes. */
let aheadMs = 0;
let stoppedAtMs = 0;
let goes = false;

const now = () => (goes ? Date.now() + aheadMs : stoppedAtMs);
const jobs = createJobs(now);
const requests = createRequests();

/** @param {{ now: string, mode: string }} clock */
function showClock(clock) {
  stoppedAtMs = Date.parse(clock.now);
  aheadMs = stoppedAtMs - Date.now();
  goes = clock.mode === "auto";
  showTime();
  at("mode").textContent = goes ? "goes with the real time" : "stands still";
  at("toggle-clock").textContent = goes ? "Stop the clock" : "Let the clock go";
}

function showTime() {
  const text = new Date(now()).toISOString().replace("T", " ").slice(0, 19);
  if (at("now").textContent !== text) at("now").textContent = text;
}

/** @param {number} total */
function showTotal(total) {
  at("job-count").textContent = total > 0 ? total.toLocaleString("en") : "";
}

/** Everything anew: at the start, after a reset, and after the connection was lost. */
async function showAll() {
  const [state, { faults }, { gaps }] = await Promise.all([
    call("GET", "state"),
    call("GET", "faults"),
    call("GET", "gaps"),
    jobs.show(),
    requests.show(),
  ]);
  at("facts").textContent = `${state.url} · token ${state.token} · seed ${state.seed}`;
  showTotal(state.jobs);
  showClock(state.clock);
  showFaults(faults);
  showGaps(gaps);
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
  on("jobs", (data) => {
    showTotal(data.total);
    jobs.follow(data.jobs);
  });
  on("requests", (data) => requests.follow(data.requests));
  on("faults", (data) => showFaults(data.faults));
  on("clock", showClock);
  on("reset", showAll);
  events.addEventListener("error", () => {
    at("connection").textContent = "The emulator does not answer. This page goes on when it does.";
  });
}

/** The address names the section, and perhaps what is chosen in it: `#requests/7`. */
function showSection() {
  const [name = "", key] = location.hash.slice(1).split("/");
  const sections = [...document.querySelectorAll("main > section")];
  const chosen = sections.find(({ id }) => id === name) ?? sections[0];
  for (const section of sections)
    /** @type {HTMLElement} */ (section).hidden = section !== chosen;
  for (const link of document.querySelectorAll("nav a[href^='#']")) {
    if (link.getAttribute("href") === `#${chosen?.id}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  scrollTo(0, 0);
  if (key && name === "jobs") void jobs.choose(decodeURIComponent(key), true);
  if (key && name === "requests") void requests.choose(decodeURIComponent(key), true);
}

function listenToControls() {
  for (const node of document.querySelectorAll("[data-advance]")) {
    const { advance } = /** @type {HTMLElement} */ (node).dataset;
    node.addEventListener("click", () => void call("PATCH", "clock", { advance }));
  }
  at("toggle-clock").addEventListener(
    "click",
    () => void call("PATCH", "clock", { mode: goes ? "manual" : "auto" }),
  );
  at("reset").addEventListener("click", () => void call("POST", "reset"));
  at("clear-requests").addEventListener(
    "click",
    () => void call("DELETE", "requests").then(requests.show),
  );
  const form = /** @type {HTMLFormElement} */ (at("move-clock"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const filled = [...new FormData(form)].filter(([, value]) => value !== "");
    call("PATCH", "clock", Object.fromEntries(filled)).then(
      () => (at("clock-problem").textContent = ""),
      (/** @type {Error} */ error) => (at("clock-problem").textContent = error.message),
    );
  });
  at("copy").addEventListener(
    "click",
    () => void navigator.clipboard?.writeText(at("try").textContent ?? ""),
  );
}

/** @param {{ id: string, method: string }[]} operations */
function fillChoices(operations) {
  for (const node of document.querySelectorAll("[data-operations]")) {
    const select = /** @type {HTMLSelectElement} */ (node);
    const isFault = select.dataset["operations"] === "fault";
    const ids = operations.filter(({ method }) => isFault || method === "POST").map(({ id }) => id);
    select.append(new Option("Every operation", ""));
    select.append(
      ...[...ids, ...(isFault ? ["downloadVideo"] : [])].map((id) => new Option(id, id)),
    );
  }
  at("statuses").append(...knownStatuses.map((status) => new Option(status, status)));
}

/**
 * The one command that makes something happen.
 *
 * @param {{ url: string, token: string }} state
 * @param {{ path: string, examples: Record<string, unknown> }[]} operations
 */
function showTry({ url, token }, operations) {
  const smallest = operations
    .flatMap(({ path, examples }) => Object.values(examples).map((body) => ({ path, body })))
    .toSorted((a, b) => JSON.stringify(a.body).length - JSON.stringify(b.body).length)[0];
  if (!smallest) return;
  at("try").textContent =
    `curl ${url}${smallest.path} \\\n  -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(smallest.body).replaceAll("'", "'\\''")}'`;
}

async function begin() {
  listenToControls();
  listenToPlans();
  addEventListener("hashchange", showSection);
  showSection();
  const [state, { operations }, { assumptions }] = await Promise.all([
    call("GET", "state"),
    call("GET", "operations"),
    call("GET", "assumptions"),
  ]);
  fillChoices(operations);
  showTry(state, operations);
  listenToSend(operations, state.token);
  showAssumptions(assumptions);
  if (state.site !== null) {
    at("site").setAttribute("href", state.site);
    at("site").hidden = false;
  }
  setInterval(showTime, 1000);
  followEvents();
}

await begin();
