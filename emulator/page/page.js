// @ts-check
/** Shows what the emulator does while it does it, and tells it what to do. */
import { call, send } from "./api.js";
import { bodyOf, clockSection, faultsSection, gapsSection, sendSection } from "./forms.js";
import { jobsSection, List, requestsSection } from "./lists.js";
import { html, render } from "./preact.js";

/** What the page shows. Whoever changes it draws. */
const model = /** @type {any} */ ({
  state: null,
  connection: "",
  /** What the last action was refused with. */
  problem: "",
  section: "jobs",
  clock: { now: new Date(0).toISOString(), mode: "manual" },
  /** When the clock was read, by the clock of the browser. */
  readMs: 0,
  operations: [],
  faults: [],
  gaps: [],
  jobCount: 0,
  effect: "status",
  draft: { operation: "", example: "", scenario: "", body: "", job: "" },
  answer: null,
  command: "",
  now: () =>
    Date.parse(model.clock.now) + (model.clock.mode === "auto" ? Date.now() - model.readMs : 0),
  jobs: new List(
    "jobs",
    ({ sequence }) => sequence,
    () => draw(),
  ),
  requests: new List(
    "requests",
    ({ id }) => id,
    () => draw(),
  ),
  act,
  edit,
  sendDraft,
  chooseEffect: (/** @type {string} */ effect) => show({ effect, problem: "" }),
  move: (/** @type {string} */ id, /** @type {string} */ status) =>
    act("PATCH", `jobs/${id}`, { status }),
  forget: () => void act("DELETE", "requests").then(() => model.requests.show()),
});

const sections =
  /** @type {[id: string, title: string, heading: string, show: (model: any) => unknown][]} */ ([
    ["jobs", "Jobs", "Jobs", jobsSection],
    ["requests", "Requests", "Requests", requestsSection],
    ["send", "Send", "Send a request", sendSection],
    ["faults", "Faults", "Faults", faultsSection],
    ["gaps", "Gaps", "Gaps to play", gapsSection],
    ["clock", "Clock", "Clock", clockSection],
  ]);

/** @param {Record<string, unknown>} changed */
function show(changed) {
  Object.assign(model, changed);
  draw();
}

let isScheduled = false;
function draw() {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    render(page(), document.body);
  });
}

function page() {
  const { state, clock, jobCount, faults, gaps, section, connection } = model;
  const played = gaps.filter((/** @type {any} */ gap) => gap.played !== null).length;
  const counts = /** @type {Record<string, number>} */ ({
    jobs: jobCount,
    faults: faults.length,
    gaps: played,
  });
  const site = state?.site;
  return html` <header>
      <div class="bar">
        <h1>Emulator</h1>
        <p class="actions">
          <time id="now"
            >${new Date(model.now()).toISOString().replace("T", " ").slice(0, 19)}</time
          >
          <span class="quiet"
            >${clock.mode === "auto" ? "goes with the real time" : "stands still"}</span
          >
          <button type="button" onClick=${() => act("PATCH", "clock", { advance: "10s" })}>
            Advance 10 seconds
          </button>
          <button type="button" onClick=${() => act("PATCH", "clock", { advance: "2m" })}>
            2 minutes
          </button>
        </p>
      </div>
      <p class="quiet">
        ${state ? `${state.url} · token ${state.token} · seed ${state.seed}` : "Loading …"}
      </p>
      <p class="problem" role="status">${connection}</p>
      <nav aria-label="Sections">
        ${sections.map(
          ([id, title]) =>
            html`<a href="#${id}" aria-current=${id === section ? "page" : undefined}>
              ${title}
              ${counts[id] ? html`<span class="count">${counts[id].toLocaleString("en")}</span>` : ""}
            </a>`,
        )}
        <a href=${site ? `${site}emulator.html#what-the-emulator-assumes` : "/emulator/assumptions"}
          >Assumptions</a
        >
        ${site && html`<a href=${site}>Reference</a>`}
      </nav>
    </header>
    <main>
      ${sections.map(
        ([id, , heading, show]) =>
          html`<section id=${id} key=${id} hidden=${id !== section} aria-labelledby="${id}-title">
            <h2 id="${id}-title">${heading}</h2>
            ${show({ ...model, problem: id === section ? model.problem : "" })}
          </section>`,
      )}
    </main>`;
}

/** Tells the emulator to do something, and shows what has become of it, or why not. @param {string} method @param {string} path @param {unknown} [body] */
async function act(method, path, body) {
  try {
    await call(method, path, body);
    model.problem = "";
    if (path.startsWith("faults")) model.faults = (await call("GET", "faults")).faults;
    if (path.startsWith("gaps")) model.gaps = (await call("GET", "gaps")).gaps;
  } catch (error) {
    model.problem = /** @type {Error} */ (error).message;
  }
  draw();
}

/** Changes the request that is to be sent. Another operation has other examples, and another example another body. @param {any} change */
function edit(change) {
  const draft = { ...model.draft, ...change };
  const operation = model.operations.find((/** @type {any} */ { id }) => id === draft.operation);
  if ("operation" in change) draft.example = Object.keys(operation?.examples ?? {})[0] ?? "";
  if (operation && !("body" in change) && !("job" in change))
    draft.body = bodyOf(operation, draft.example, draft.scenario);
  show({ draft });
}

async function sendDraft() {
  const { operation, example, body, job } = model.draft;
  const { method, path } = model.operations.find((/** @type {any} */ { id }) => id === operation);
  const place = path.replace(/\{[^}]*\}/, encodeURIComponent(job));
  try {
    const headers = { authorization: `Bearer ${model.state.token}` };
    const { ok, status, text } = await send(method, place, headers, example && body);
    const { requests } = await call("GET", "requests?limit=1&summary=true");
    const { jobs } = await call("GET", "jobs?limit=1&summary=true");
    if (ok && method === "POST") model.draft.job = jobs[0]?.id;
    const isOfJob = ok && (method === "POST" || path !== place);
    const { job: shown } = model.draft;
    show({
      answer: { status, body: parse(text), request: requests[0]?.id, job: isOfJob && shown },
    });
  } catch (error) {
    show({ answer: error });
  }
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Everything anew: at the start, after a reset, and after the connection was lost. */
async function showAll() {
  const [state, { operations }, { faults }, { gaps }] = await Promise.all([
    call("GET", "state"),
    call("GET", "operations"),
    call("GET", "faults"),
    call("GET", "gaps"),
    model.jobs.show(),
    model.requests.show(),
  ]);
  // Those that create something come first: there is nothing to read before.
  operations.sort((/** @type {any} */ a, /** @type {any} */ b) => b.method.localeCompare(a.method));
  Object.assign(model, {
    state,
    operations,
    faults,
    gaps,
    jobCount: state.jobs,
    command: commandOf(state, operations),
  });
  if (model.draft.operation === "") edit({ operation: operations[0]?.id });
  showClock(state.clock);
}

/** @param {{ now: string, mode: string }} clock */
function showClock(clock) {
  show({ clock, readMs: Date.now() });
}

/** The one command that makes something happen: with the smallest example. @param {any} state @param {any[]} operations */
function commandOf({ url, token }, operations) {
  const [smallest] = operations
    .flatMap(({ path, examples }) =>
      Object.values(examples).map((body) => ({ path, text: JSON.stringify(body) })),
    )
    .sort((a, b) => a.text.length - b.text.length);
  if (!smallest) return "";
  const body = smallest.text.replaceAll("'", "'\\''");
  return `curl ${url}${smallest.path} \\\n  -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\\n  -d '${body}'`;
}

function followEvents() {
  const events = new EventSource("/emulator/events");
  /** @type {Promise<unknown>} */
  let shown = Promise.resolve();
  /** One event after the other: what came while everything is shown anew would be shown over. @param {string} name @param {(data: any) => unknown} handle */
  const on = (name, handle) =>
    events.addEventListener(name, ({ data }) => {
      shown = shown.catch(() => {}).then(() => handle(JSON.parse(data)));
    });
  on("ready", () => {
    show({ connection: "" });
    return showAll();
  });
  on("jobs", ({ jobs, total }) => {
    model.jobCount = total;
    return model.jobs.follow(jobs);
  });
  on("requests", ({ requests }) => model.requests.follow(requests));
  on("faults", ({ faults }) => show({ faults }));
  on("clock", showClock);
  on("reset", showAll);
  events.addEventListener("error", () =>
    show({ connection: "The emulator does not answer. This page goes on when it does." }),
  );
}

/** The address names the section, and perhaps what is chosen in it: `#requests/7`. */
function showSection() {
  const [name = "", key] = location.hash.slice(1).split("/");
  const known = sections.some(([id]) => id === name);
  show({ section: known ? name : "jobs", problem: "" });
  scrollTo(0, 0);
  if (key && (name === "jobs" || name === "requests"))
    void model[name].choose(decodeURIComponent(key));
}

addEventListener("hashchange", showSection);
showSection();
setInterval(draw, 1000);
followEvents();
