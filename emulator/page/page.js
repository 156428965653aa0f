/** @import { Act, Draft, JobSummary, LoggedRequest, Model, Section, State } from "./model.ts" */
/** Shows what the emulator does while it does it, and tells it what to do. */
import { html, render } from "./preact.js";
import { clock, faults, gaps, jobs, requests, send } from "./sections.js";

/** How often what is shown is read anew. */
const intervalMs = 1000;

/** @type {Record<string, Section>} */
const sections = { jobs, requests, send, faults, gaps, clock };

/** @type {Model} What the page shows. A change of it draws the page. */
const model = {
  state: null,
  connection: "Loading …",
  problem: "",
  section: "jobs",
  chosen: "",
  detail: null,
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

/** @param {Partial<Model>} changed */
function show(changed) {
  Object.assign(model, changed);
  render(page(), document.body);
}

const titleOf = (/** @type {string} */ id) => id.charAt(0).toUpperCase() + id.slice(1);

function page() {
  const { state, section, connection, problem } = model;
  const site = state?.site;
  /** @type {Record<string, number | undefined>} */
  const counts = { jobs: state?.jobs, faults: state?.faults, gaps: state?.gaps };
  const advance = (/** @type {string} */ by) => () => act("PATCH", "clock", { advance: by });
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
              ${counts[id] ? html` <b>${counts[id].toLocaleString("en")}</b>` : ""}</a
            >`,
        )}
        <a href=${site ? `${site}assumptions.html` : "/emulator/assumptions"}>Assumptions</a>
        ${site && html`<a href=${site}>Reference</a>`}
      </nav>
    </header>
    <main id=${section} key=${section}>
      <h2>${titleOf(section)}</h2>
      <p class="problem" role="alert">${connection || problem}</p>
      ${state && sections[section]?.({ ...model, state })}
    </main>`;
}

/**
 * Calls the control plane.
 *
 * @template Answer
 * @param {string} method
 * @param {string} path below `/emulator/`
 * @param {unknown} [body]
 * @returns {Promise<Answer>}
 */
async function call(method, path, body) {
  const { ok, status, text } = await request(method, `/emulator/${path}`, {}, body);
  const answer = /** @type {Answer & { detail?: string }} */ (text && JSON.parse(text));
  if (!ok) throw new Error(answer.detail ?? `Status code ${status}`);
  return answer;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {unknown} [body] JSON text, or a value
 */
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
    const query = new URLSearchParams({ summary: "true", text });
    const [state, read, detail] = await Promise.all([
      /** @type {Promise<State>} */ (call("GET", "state")),
      isRead ? /** @type {Promise<Partial<Model>>} */ (call("GET", `${section}?${query}`)) : {},
      isRead && chosen ? readDetail(section, chosen) : null,
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

/**
 * @param {string} section
 * @param {string} id
 * @returns {Promise<Model["detail"]>}
 */
async function readDetail(section, id) {
  try {
    return await call("GET", `${section}/${id}`);
  } catch (error) {
    return /** @type {Error} */ (error);
  }
}

async function readOperations() {
  /** @type {Pick<Model, "operations">} */
  const { operations } = await call("GET", "operations");
  // Those that create something come first: there is nothing to read before.
  model.operations = operations.sort((a, b) => b.method.localeCompare(a.method));
  edit({ operation: operations[0]?.id ?? "" });
}

/**
 * Does something, and shows what has become of it, or why not.
 *
 * @param {() => Promise<unknown>} work
 */
async function attempt(work) {
  model.problem = "";
  await work().catch((/** @type {Error} */ error) => {
    model.problem = error.message;
  });
  await refresh();
}

/** @type {Act} */
function act(method, path, body) {
  return attempt(() => call(method, path, body));
}

/** @param {string} text */
function filter(text) {
  model.text = text;
  return refresh();
}

/**
 * Changes the request that is to be sent. Another operation has other examples, and another example another body.
 *
 * @param {Partial<Draft>} change
 */
function edit(change) {
  const draft = { ...model.draft, ...change };
  const examples = operationOf(draft)?.examples ?? {};
  if ("operation" in change) draft.example = Object.keys(examples)[0] ?? "";
  if ("operation" in change || "example" in change)
    draft.body = draft.example && JSON.stringify(examples[draft.example], null, 2);
  show({ draft });
}

/** What was answered, and whether anything was, is in the log. */
function sendDraft() {
  const { example, body, job } = model.draft;
  const { method = "", path = "" } = operationOf(model.draft) ?? {};
  const place = path.replace(/\{[^}]*\}/, encodeURIComponent(job));
  const headers = { authorization: `Bearer ${model.state?.token}` };
  return attempt(async () => {
    await request(method, place, headers, example ? body : undefined).catch(() => {});
    /** @type {{ requests: LoggedRequest[] }} */
    const { requests } = await call("GET", "requests?limit=1");
    /** @type {{ jobs: JobSummary[] }} */
    const { jobs } = await call("GET", "jobs?limit=1&summary=true");
    const [answer = null] = requests;
    const isCreated = method === "POST" && answer?.status && answer.status < 300;
    model.answer = answer;
    model.draft.job = (isCreated && jobs[0]?.id) || job;
  });
}

/** @param {Draft} draft */
function operationOf(draft) {
  return model.operations.find(({ id }) => id === draft.operation);
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
