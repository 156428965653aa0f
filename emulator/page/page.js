// @ts-check
/** Shows what the emulator does while it does it, and tells it what to do. */
import { call, send } from "./api.js";
import { bodyOf, clockSection, faultsSection, gapsSection, sendSection } from "./forms.js";
import { jobsSection, List, requestsSection } from "./lists.js";
import { html, render } from "./preact.js";

/** How often what is shown is read anew. */
const intervalMs = 1000;

/** What the page shows. Whoever changes it draws. */
const model = {
  state: null,
  connection: "Loading …",
  /** What the last action was refused with. */
  problem: "",
  section: "jobs",
  operations: [],
  faults: [],
  gaps: [],
  effect: "status",
  draft: { operation: "", example: "", scenario: "", body: "", job: "" },
  answer: null,
  /** A command that creates a job. */
  command: "",
  jobs: new List("jobs"),
  requests: new List("requests"),
  act,
  edit,
  look,
  sendDraft,
  chooseEffect: (effect) => show({ effect, problem: "" }),
};

const sections = [
  { id: "jobs", title: "Jobs", draw: jobsSection },
  { id: "requests", title: "Requests", draw: requestsSection },
  { id: "send", title: "Send", heading: "Send a request", draw: sendSection },
  { id: "faults", title: "Faults", draw: faultsSection },
  { id: "gaps", title: "Gaps", heading: "Gaps to play", draw: gapsSection },
  { id: "clock", title: "Clock", draw: clockSection },
];

function show(changed) {
  Object.assign(model, changed);
  render(page(), document.body);
}

function page() {
  const { state, section, connection } = model;
  const site = state?.site;
  return html`<header>
      <div class="bar">
        <h1>Emulator</h1>
        <p class="actions">
          <time id="now">${state?.clock.now.replace("T", " ").slice(0, 19)}</time>
          <span class="quiet"
            >${state?.clock.mode === "auto" ? "goes with the real time" : "stands still"}</span
          >
          <button type="button" onClick=${() => act("PATCH", "clock", { advance: "10s" })}>
            Advance 10 seconds
          </button>
          <button type="button" onClick=${() => act("PATCH", "clock", { advance: "2m" })}>
            2 minutes
          </button>
        </p>
      </div>
      ${state && html`<p class="quiet">${state.url} · token ${state.token} · seed ${state.seed}</p>`}
      <p class="problem" role="status">${connection}</p>
      <nav aria-label="Sections">
        ${sections.map(
          ({ id, title }) =>
            html`<a href="#${id}" aria-current=${id === section ? "page" : undefined}>
              ${title}
              ${state?.[id] > 0 && html`<span class="count">${state[id].toLocaleString("en")}</span>`}
            </a>`,
        )}
        <a href=${site ? `${site}assumptions.html` : "/emulator/assumptions"}>Assumptions</a>
        ${site && html`<a href=${site}>Reference</a>`}
      </nav>
    </header>
    <main>
      ${sections.map(
        ({ id, title, heading = title, draw }) =>
          html`<section id=${id} key=${id} hidden=${id !== section} aria-labelledby="${id}-title">
            <h2 id="${id}-title">${heading}</h2>
            ${draw({ ...model, problem: id === section ? model.problem : "" })}
          </section>`,
      )}
    </main>`;
}

/** Reads what the open section shows, and what every section does. */
async function refresh() {
  const { section } = model;
  try {
    const [state] = await Promise.all([
      call("GET", "state"),
      (section === "jobs" || section === "requests") && model[section].read(),
      (section === "faults" || section === "gaps") &&
        call("GET", section).then((read) => Object.assign(model, read)),
      model.operations.length === 0 && readOperations(),
    ]);
    show({ state, connection: "", command: commandOf(state) });
  } catch (error) {
    const isAnswer = error instanceof Error && !(error instanceof TypeError);
    const silence = "The emulator does not answer. This page goes on when it does.";
    show({ connection: isAnswer ? error.message : silence });
  }
}

async function readOperations() {
  const { operations } = await call("GET", "operations");
  // Those that create something come first: there is nothing to read before.
  model.operations = operations.sort((a, b) => b.method.localeCompare(a.method));
  edit({ operation: operations[0]?.id });
}

/** Tells the emulator to do something, and shows what has become of it, or why not. */
async function act(method, path, body) {
  const refused = await call(method, path, body).catch((error) => error);
  model.problem = refused instanceof Error ? refused.message : "";
  await refresh();
}

/** Shows another part of a list. */
async function look(list, change) {
  list.view = { ...list.view, ...change };
  await refresh();
  // Below the list, a person would not see it.
  if ("chosen" in change && matchMedia("(max-width: 60rem)").matches)
    document.querySelector(`#${list.name} .detail`)?.scrollIntoView();
}

/** Changes the request that is to be sent. Another operation has other examples, and another example another body. */
function edit(change) {
  const draft = { ...model.draft, ...change };
  const operation = model.operations.find(({ id }) => id === draft.operation);
  if ("operation" in change) draft.example = Object.keys(operation?.examples ?? {})[0] ?? "";
  if (operation && !("body" in change) && !("job" in change))
    draft.body = bodyOf(operation, draft.example, draft.scenario);
  show({ draft });
}

async function sendDraft() {
  const { operation, example, body, job } = model.draft;
  const { method, path } = model.operations.find(({ id }) => id === operation);
  const place = path.replace(/\{[^}]*\}/, encodeURIComponent(job));
  try {
    const headers = { authorization: `Bearer ${model.state.token}` };
    const { ok, status, text } = await send(method, place, headers, example ? body : undefined);
    const { requests } = await call("GET", "requests?limit=1&summary=true");
    const { jobs } = await call("GET", "jobs?limit=1&summary=true");
    if (ok && method === "POST") model.draft.job = jobs[0]?.id;
    const isOfJob = ok && (method === "POST" || path !== place);
    const shown = isOfJob && model.draft.job;
    show({ answer: { status, body: parse(text), request: requests[0]?.id, job: shown } });
  } catch (error) {
    show({ answer: { error: error.message } });
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The one command that makes something happen: with the smallest example. */
function commandOf({ url, token }) {
  const [smallest] = model.operations
    .flatMap(({ path, examples }) =>
      Object.values(examples).map((body) => ({ path, text: JSON.stringify(body) })),
    )
    .sort((a, b) => a.text.length - b.text.length);
  if (!smallest) return "";
  const body = smallest.text.replaceAll("'", "'\\''");
  return `curl ${url}${smallest.path} \\\n  -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\\n  -d '${body}'`;
}

/** The address names the section, and perhaps what is chosen in it: `#requests/7`. */
async function showSection() {
  const [name = "", key] = location.hash.slice(1).split("/");
  const known = sections.some(({ id }) => id === name);
  show({ section: known ? name : "jobs", problem: "" });
  scrollTo(0, 0);
  if (key && (name === "jobs" || name === "requests"))
    await look(model[name], { chosen: decodeURIComponent(key) });
  else await refresh();
}

addEventListener("hashchange", () => void showSection());
await showSection();
for (;;) {
  await new Promise((resolve) => setTimeout(resolve, intervalMs));
  if (!document.hidden) await refresh();
}
