// @ts-check
/** The form that sends a request to the API, as any client does. */
import { call, sendToApi } from "./api.js";
import { at, block, make } from "./elements.js";
import { answerChip } from "./requests.js";

/** @typedef {{ id: string, method: string, path: string, examples: Record<string, Record<string, unknown>> }} Operation */

/** Where a reserved value is written: the first of these that the body has. */
const places = ["project_name", "template_id", "avatar_id", "voice_id", "video_url", "audio_url"];

/**
 * @param {Operation[]} operations
 * @param {string} token
 */
export function listenToSend(operations, token) {
  const form = /** @type {HTMLFormElement} */ (at("send-form"));
  const field = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement & HTMLSelectElement} */ (form.elements.namedItem(name));
  // Those that create something come first: there is nothing to read before.
  const ordered = operations.toSorted((a, b) => b.method.localeCompare(a.method));
  field("operation").append(...ordered.map(({ id }) => new Option(id, id)));

  const operation = () =>
    /** @type {Operation} */ (operations.find(({ id }) => id === field("operation").value));

  const showOperation = () => {
    const { path, examples } = operation();
    const needs = { body: Object.keys(examples).length > 0, path: path.includes("{") };
    for (const node of form.querySelectorAll("[data-needs]")) {
      const label = /** @type {HTMLElement} */ (node);
      label.hidden = !needs[/** @type {keyof typeof needs} */ (label.dataset["needs"])];
    }
    field("example").replaceChildren(
      ...Object.keys(examples).map((name) => new Option(name.replaceAll("_", " "), name)),
    );
    showBody();
  };
  const showBody = () => {
    const example = structuredClone(operation().examples[field("example").value] ?? {});
    const scenario = field("scenario").value;
    if (scenario !== "") writeScenario(example, scenario);
    field("body").value = JSON.stringify(example, null, 2);
  };
  field("operation").addEventListener("change", showOperation);
  field("example").addEventListener("change", showBody);
  field("scenario").addEventListener("change", showBody);
  showOperation();

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { method, path, examples } = operation();
    const place = path.replace(/\{[^}]*\}/, encodeURIComponent(field("job_id").value));
    const hasBody = Object.keys(examples).length > 0;
    void sendToApi(method, place, token, hasBody ? field("body").value : undefined).then(
      ({ status, text }) => showAnswer(status, text, field("job_id")),
      (/** @type {Error} */ error) =>
        at("answer").replaceChildren(
          make("p", { class: "problem" }, `No answer: ${error.message}`),
        ),
    );
  });
}

/**
 * @param {number} status
 * @param {string} text
 * @param {HTMLInputElement} jobField
 */
async function showAnswer(status, text, jobField) {
  const body = parse(text);
  const jobId = /** @type {{ job_id?: unknown } | null} */ (body)?.job_id;
  if (typeof jobId === "string") jobField.value = jobId;
  const { requests } = await call("GET", "requests?limit=1&summary=true");
  at("answer").replaceChildren(
    make("h3", {}, "Answer ", answerChip(status)),
    make(
      "p",
      {},
      make("a", { href: `#requests/${requests[0]?.id ?? ""}` }, "This request with its reason"),
      ...(typeof jobId === "string"
        ? [" · ", make("a", { href: `#jobs/${jobId}` }, "Its job")]
        : []),
    ),
    block("Body", body ?? text),
  );
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {Record<string, unknown>} body
 * @param {string} scenario
 */
function writeScenario(body, scenario) {
  for (const place of places) {
    const holder = findHolder(body, place);
    if (!holder) continue;
    const old = String(holder[place]);
    holder[place] = place.endsWith("_url") ? new URL(`/${scenario}`, old).href : scenario;
    return;
  }
}

/**
 * The object that has a property, at any depth.
 *
 * @param {unknown} value
 * @param {string} name
 * @returns {Record<string, unknown> | undefined}
 */
function findHolder(value, name) {
  if (typeof value !== "object" || value === null) return undefined;
  if (name in value) return /** @type {Record<string, unknown>} */ (value);
  for (const child of Object.values(value)) {
    const found = findHolder(child, name);
    if (found) return found;
  }
  return undefined;
}
