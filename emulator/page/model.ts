/** What the page shows, and the calls of the control plane that it comes from. A change of it draws the page. */
import type { showOperation, showState } from "../src/control/control-plane.ts";
import type { Fault } from "../src/faults/fault.ts";
import type { PlayableGap } from "../src/gaps/gap-player.ts";
import type { LoggedRequest } from "../src/http/request-log.ts";
import type { describeJob, summarizeJob } from "../src/control/present.ts";

export type { Fault, LoggedRequest, PlayableGap };
export type State = ReturnType<typeof showState>;
export type JobSummary = ReturnType<typeof summarizeJob>;
export type Job = ReturnType<typeof describeJob>;
type Operation = ReturnType<typeof showOperation>;
export type Assumption = { id: string; closes: string; because: string; decides: string[] };

/** How often what is shown is read anew. */
const intervalMs = 1000;

export const model = {
  /** Null until the emulator has responded. */
  state: null as State | null,
  /** Why the emulator cannot be asked. */
  connection: "",
  /** What the last action was refused with. */
  problem: "",
  section: "jobs",
  /** Identifier of the job or request that is shown whole. */
  chosen: "",
  detail: null as Job | LoggedRequest | null,
  /** Of the jobs or requests that are listed. */
  text: "",
  /** What is older than this place is listed; 0 for the newest, which the list follows. */
  before: 0,
  /** How many there were when the newest were listed. */
  seen: 0,
  jobs: [] as JobSummary[],
  requests: [] as LoggedRequest[],
  operations: [] as Operation[],
  faults: [] as Fault[],
  gaps: [] as PlayableGap[],
  assumptions: [] as Assumption[],
  /** Index of the video that is played; -1 before one is chosen. */
  video: -1,
  /** Of the fault that is to be added. */
  effect: "status",
  /** The request that is to be sent; `example` and `body` are empty for an operation without a body, `job` is in its path. */
  draft: { operation: "", example: "", body: "", job: "" },
  sent: null as LoggedRequest | null,
  /** The text that was copied last. */
  copied: "",
};

type Model = typeof model;

let draw = () => {};

export function show(changed: Partial<Model>): void {
  Object.assign(model, changed);
  draw();
}

/** Keeps the page as the emulator is, for as long as it is open. */
export async function follow(drawPage: () => void): Promise<void> {
  draw = drawPage;
  addEventListener("hashchange", () => void showSection());
  await showSection();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
    if (!document.hidden) await refresh();
  }
}

/** The address names the section, and perhaps what is chosen in it: `#requests/7`. */
export function readAddress() {
  const [section = "jobs", chosen = ""] = location.hash.slice(1).split("/").filter(Boolean);
  return { section, chosen };
}

/** Shows what the address names. */
function showSection(): Promise<void> {
  const { section, chosen } = readAddress();
  const isOther = section !== model.section;
  show({ section, chosen, detail: null, problem: "", video: -1 });
  return isOther ? turnTo(0, "") : refresh();
}

export const listed = () => (model.section === "requests" ? model.requests : model.jobs);

/** What a list is ordered by. */
export const placeOf = (item: JobSummary | LoggedRequest) =>
  "sequence" in item ? item.sequence : item.id;

/** How many there are of what is listed. */
export const countListed = () => model.state?.[model.section as "jobs" | "requests"] ?? 0;

/** @param before the place whose older ones are listed; 0 for the newest */
export function turnTo(before: number, text = model.text): Promise<void> {
  show({ before, text, seen: countListed() });
  return refresh(before);
}

/** Where the list stands: while something is chosen, newer ones do not move it. */
function placeOfList(): number {
  const [first] = listed();
  return model.before || (model.chosen && first ? placeOf(first) + 1 : 0);
}

let latest = 0;

/** Reads what the open section shows, and what every section does. */
async function refresh(before = placeOfList()): Promise<void> {
  const { section, chosen, text } = model;
  const own = ++latest;
  const query = `summary=true&text=${encodeURIComponent(text)}${before ? `&before=${before}` : ""}`;
  const isRead = ["jobs", "requests", "faults", "gaps", "assumptions"].includes(section);
  try {
    const [state, read, detail] = await Promise.all([
      call<State>("GET", "state"),
      isRead ? call<Partial<Model>>("GET", `${section}?${query}`) : {},
      chosen && call<Job>("GET", `${section}/${chosen}`).catch(tell),
      model.operations.length === 0 && readOperations(),
    ]);
    // Something else may be asked for by now.
    if (own !== latest) return;
    Object.assign(model, { state, connection: "", ...read });
    show({ detail: detail || null, seen: before ? model.seen : countListed() });
  } catch (error) {
    const silence = "The emulator does not respond. This page goes on when it does.";
    show({ connection: error instanceof TypeError ? silence : (error as Error).message });
  }
}

async function readOperations(): Promise<void> {
  const { operations } = await call<Pick<Model, "operations">>("GET", "operations");
  // Those that create something come first: there is nothing to read before.
  model.operations = operations.sort((a, b) => b.method.localeCompare(a.method));
  edit({ operation: operations[0]?.id ?? "" });
}

/** What stands before every path: the address of a session, or nothing. */
export const base = location.pathname.replace(/\/emulator\/?$/, "");

/** Calls the control plane with a path below `/emulator/`. */
async function call<Result>(method: string, path: string, body?: object): Promise<Result> {
  const response = await send(method, `/emulator/${path}`, body && JSON.stringify(body));
  const text = await response.text();
  const result = (text && JSON.parse(text)) as Result & { detail?: string };
  if (!response.ok) throw new Error(result.detail ?? `Status code ${response.status}`);
  return result;
}

function send(method: string, path: string, body?: string, mark = ""): Promise<Response> {
  const authorization = `Bearer ${model.state?.token}`;
  const headers = { authorization, "content-type": "application/json", "x-page-mark": mark };
  return fetch(base + path, { method, headers, body: body ?? null });
}

const tell = ({ message }: Error) => void (model.problem = message);

/** Does something, and shows what has become of it, or why not. */
export async function attempt(work: Promise<unknown>): Promise<void> {
  model.problem = "";
  await work.catch(tell);
  await refresh();
}

export function act(method: string, path: string, body?: object): Promise<void> {
  return attempt(call(method, path, body));
}

export function draftedOperation(): Operation | undefined {
  return model.operations.find(({ id }) => id === model.draft.operation);
}

/** Changes the request that is to be sent. Another operation has other examples, and another example another body. */
export function edit(change: Partial<Model["draft"]>): void {
  const draft = Object.assign(model.draft, change);
  const examples = draftedOperation()?.examples ?? {};
  if ("operation" in change) draft.example = Object.keys(examples)[0] ?? "";
  if ("operation" in change || "example" in change)
    draft.body = draft.example && JSON.stringify(examples[draft.example], null, 2);
  draw();
}

/** The response, if there was one, is in the log, and so is what other programs have sent. */
export async function sendDraft(): Promise<void> {
  const { example, body, job } = model.draft;
  const { method = "", path = "" } = draftedOperation() ?? {};
  const place = path.replace(/\{[^}]*\}/, encodeURIComponent(job));
  const mark = String(Math.random());
  await send(method, place, example ? body : undefined, mark)
    .then((response) => response.text())
    .catch(() => {});
  const { requests } = await call<Pick<Model, "requests">>("GET", "requests?limit=100");
  const { jobs } = await call<Pick<Model, "jobs">>("GET", "jobs?limit=100&summary=true");
  model.sent = requests.find(({ headers }) => headers["x-page-mark"] === mark) ?? null;
  model.draft.job = jobs.find(({ id }) => JSON.stringify(model.sent).includes(id))?.id ?? job;
}

/** The command that sends a request again; with the token of the emulator, unless that was not what it was sent with. */
export function curlOf({ method, url, headers, body, status }: LoggedRequest): string {
  const words = ["curl", "--request", method, `${model.state?.url}${url}`];
  const token = status === 401 ? "not-the-token" : model.state?.token;
  if (headers.authorization) words.push("--header", `authorization: Bearer ${token}`);
  for (const name of ["content-type", "accept"] as const)
    if (headers[name]) words.push("--header", `${name}: ${headers[name]}`);
  if (body !== null)
    words.push("--data-raw", typeof body === "string" ? body : JSON.stringify(body));
  const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
  return words.map((word) => (/^[\w./:-]+$/.test(word) ? word : quote(word))).join(" ");
}

/** A page that came over plain HTTP from another machine may not write to the clipboard: there the text is shown. */
export async function copy(text: string): Promise<void> {
  await navigator.clipboard?.writeText(text).catch(() => prompt("Copy:", text));
  if (!navigator.clipboard) prompt("Copy:", text);
  show({ copied: text });
  setTimeout(() => show({ copied: "" }), 2000);
}
