// @ts-check
/** Shows what the emulator does while it does it, and tells it what to do. */
import { html, render } from "./preact.js";
import { clock, faults, gaps, jobs, requests, send } from "./sections.js";

/** How often what is shown is read anew. */
const intervalMs = 1000;

const sections = { jobs, requests, send, faults, gaps, clock };

/** What the page shows. A change of it draws the page. */
const model = {
  state: null,
  connection: "Loading …",
  /** What the last action was refused with. */
  problem: "",
  section: "jobs",
  /** Identifier of the job or request that is shown whole, and what it is or why it cannot be shown. */
  chosen: "",
  detail: null,
  /** Of the jobs or requests that are listed. */
  text: "",
  jobs: [],
  requests: [],
  operations: [],
  faults: [],
  gaps: [],
  effect: "status",
  draft: { operation: "", example: "", body: "", job: "" },
  answer: null,
  act,
  edit,
  sendDraft,
  show,
  filter,
};

/** @param {Partial<typeof model>} changed */
function show(changed) {
  Object.assign(model, changed);
  render(page(), document.body);
}

const titleOf = (id) => id[0].toUpperCase() + id.slice(1);

function page() {
  const { state, section, connection, problem } = model;
  const site = state?.site;
  const advance = (by) => () => act("PATCH", "clock", { advance: by });
  return html`<header>
      <h1>Emulator</h1>
      <p class="line">
        <time id="now">${state?.clock.now.replace("T", " ").slice(0, 19)}</time>
        ${state?.clock.mode === "auto" ? "goes with the real time" : "stands still"}
        <button onClick=${advance("10s")}>Advance 10 seconds</button>
        <button onClick=${advance("2m")}>2 minutes</button>
      </p>
      ${state && html`<p>${state.url} · token ${state.token} · seed ${state.seed}</p>`}
      <nav aria-label="Sections">
        ${Object.keys(sections).map(
          (id) =>
            html`<a href="#${id}" aria-current=${id === section ? "page" : undefined}
              >${titleOf(id)}
              ${state?.[id] > 0 && html`<b>${state[id].toLocaleString("en")}</b>`}</a
            >`,
        )}
        <a href=${site ? `${site}assumptions.html` : "/emulator/assumptions"}>Assumptions</a>
        ${site && html`<a href=${site}>Reference</a>`}
      </nav>
    </header>
    <main id=${section} key=${section}>
      <h2>${titleOf(section)}</h2>
      <p class="problem" role="alert">${connection || problem}</p>
      ${state && sections[section](model)}
    </main>`;
}

/** Calls the control plane. @param path below `/emulator/` */
async function call(method, path, body) {
  const { ok, status, text } = await request(method, `/emulator/${path}`, {}, body);
  const result = text === "" ? undefined : JSON.parse(text);
  if (!ok) throw new Error(result?.detail ?? `Status code ${status}`);
  return result;
}

/** @param body JSON text, or a value */
async function request(method, path, headers, body) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const init = { method, headers: { ...headers, ...type }, body: text };
  const response = await fetch(path, init);
  return { ok: response.ok, status: response.status, text: await response.text() };
}

/** Reads what the open section shows, and what every section does. */
async function refresh() {
  const { section, chosen, text } = model;
  const isRead = ["jobs", "requests", "faults", "gaps"].includes(section);
  try {
    const [state, read, detail] = await Promise.all([
      call("GET", "state"),
      isRead && call("GET", `${section}?${new URLSearchParams({ summary: "true", text })}`),
      isRead && chosen ? call("GET", `${section}/${chosen}`).catch((error) => error) : null,
      model.operations.length === 0 && readOperations(),
    ]);
    // Something else may be shown by now.
    const isShown =
      [section, chosen, text].join() === [model.section, model.chosen, model.text].join();
    show({ state, connection: "", ...(isShown && { ...read, detail }) });
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
  edit({ operation: operations[0].id });
}

/** Does something, and shows what has become of it, or why not. */
async function attempt(work) {
  const problem = await work().then(
    () => "",
    (error) => error.message,
  );
  model.problem = problem;
  await refresh();
}

function act(method, path, body) {
  return attempt(() => call(method, path, body));
}

function filter(text) {
  model.text = text;
  return refresh();
}

/** Changes the request that is to be sent. Another operation has other examples, and another example another body. */
function edit(change) {
  const draft = { ...model.draft, ...change };
  const { examples } = model.operations.find(({ id }) => id === draft.operation);
  if ("operation" in change) draft.example = Object.keys(examples)[0];
  if ("operation" in change || "example" in change)
    draft.body = draft.example && JSON.stringify(examples[draft.example], null, 2);
  show({ draft });
}

/** What was answered, and whether anything was, is in the log. */
function sendDraft() {
  const { operation, body, job } = model.draft;
  const { method, path } = model.operations.find(({ id }) => id === operation);
  const place = path.replace(/\{[^}]*\}/, encodeURIComponent(job));
  const headers = { authorization: `Bearer ${model.state.token}` };
  return attempt(async () => {
    await request(method, place, headers, body).catch(() => {});
    const { requests } = await call("GET", "requests?limit=1");
    const { jobs: newest } = await call("GET", "jobs?limit=1&summary=true");
    const isCreated = method === "POST" && requests[0]?.status < 300;
    model.answer = requests[0];
    model.draft.job = isCreated ? newest[0].id : job;
  });
}

/** The address names the section, and perhaps what is chosen in it: `#requests/7`. */
async function showSection() {
  const [name = "", chosen = ""] = location.hash.slice(1).split("/");
  const section = Object.hasOwn(sections, name) ? name : "jobs";
  const text = section === model.section ? model.text : "";
  show({ section, chosen, text, detail: null, problem: "" });
  await refresh();
}

addEventListener("hashchange", () => void showSection());
await showSection();
for (;;) {
  await new Promise((resolve) => setTimeout(resolve, intervalMs));
  if (!document.hidden) await refresh();
}
