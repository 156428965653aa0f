// @ts-check
// Sends a request of the page: to the emulator, or to an address of the reader's own.
import { emulatorAddress, picker, target } from "./code.js";

/** A job that still renders is asked for again after a pause, and not for ever. */
const pauseMs = 1000;
const maxReads = 120;
const maxWaitMs = 30_000;

const run = document.querySelector(".run");
if (run) enable(run);

/** @param {Element} place */
function enable(place) {
  const form = /** @type {HTMLFormElement} */ (place.querySelector("form"));
  const state = /** @type {HTMLElement} */ (place.querySelector(".run-state"));
  const shown = /** @type {HTMLElement} */ (place.querySelector(".run-response"));
  const body = place.querySelector("textarea");
  const { method = "", path = "", read = "" } = form.dataset;

  /** @param {string} name */
  const field = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  /** @param {string} name */
  const valueOf = (name) => field(name).value.trim();
  field("address").value = target.address();
  field("address").placeholder = emulatorAddress;
  field("token").value = target.token();
  /** What the form takes goes into the code of every page. */
  const remember = () => {
    if (field("address").validity.valid && field("token").validity.valid)
      target.remember(valueOf("address").replace(/\/+$/, ""), valueOf("token"));
  };
  form.addEventListener("input", remember);
  // A field that is folded away could not say what is wrong with it.
  const edit = /** @type {HTMLDetailsElement} */ (form.querySelector(".edit"));
  form.addEventListener("invalid", () => (edit.open = true), true);

  const requests = /** @type {Record<string, unknown>} */ (
    JSON.parse(place.querySelector("script")?.textContent ?? "{}")
  );
  const showBody = () => {
    const request = picker ? requests[picker.value] : Object.values(requests)[0];
    if (body) body.value = JSON.stringify(request, null, 2);
  };
  picker?.addEventListener("change", showBody);
  showBody();

  /** @param {string} text */
  const show = (text) => {
    const code = document.createElement("pre");
    code.tabIndex = 0;
    const value = parse(text);
    code.textContent = value === text ? text : JSON.stringify(value, null, 2);
    const videos = document.createElement("div");
    videos.className = "run-videos";
    // Each begins where its text is shown.
    const start = startOfText(parse(body?.value ?? ""));
    for (const source of new Set(text.match(/https?:[^"\s]+?\.mp4/g))) {
      const video = document.createElement("video");
      videos.append(
        Object.assign(video, { controls: true, preload: "metadata", src: `${source}#t=${start}` }),
      );
    }
    if (!videos.hasChildNodes()) return shown.replaceChildren(code);
    const folded = document.createElement("details");
    folded.append(
      Object.assign(document.createElement("summary"), { textContent: "Response" }),
      code,
    );
    shown.replaceChildren(videos, folded);
  };

  let latest = new AbortController();
  /**
   * One request. Shows the response, and returns it.
   *
   * @param {AbortSignal} ended @param {string} verb @param {string} url @param {string} [content]
   */
  const send = async (ended, verb, url, content) => {
    const started = performance.now();
    const headers = new Headers({ Authorization: `Bearer ${target.token()}` });
    if (content !== undefined) headers.set("Content-Type", "application/json");
    const signal = AbortSignal.any([ended, AbortSignal.timeout(maxWaitMs)]);
    const request = { method: verb, headers, signal, body: content ?? null };
    const response = await fetch(url, { ...request, redirect: "error" });
    const text = await response.text();
    const ms = Math.round(performance.now() - started);
    state.textContent = `${response.status} ${response.statusText}, ${ms} ms`;
    show(text);
    const job = /** @type {{ status: string, job_id: string }} */ (parse(text));
    return response.ok ? job : undefined;
  };

  let isCreating = false;
  const sendAll = async () => {
    // A second click must not make a second job.
    if (isCreating) return;
    isCreating = method !== "GET";
    // Only the newest job is followed.
    latest.abort();
    latest = new AbortController();
    const { signal } = latest;
    remember();
    state.textContent = "Waiting for the response …";
    shown.replaceChildren();
    const base = target.address();
    const url =
      base + path.replace(/\{\w+\}/g, (place) => encodeURIComponent(valueOf(place.slice(1, -1))));
    try {
      let job = await send(signal, method, url, body?.value);
      isCreating = false;
      for (let reads = 0; read && job?.status === "rendering" && reads < maxReads; reads++) {
        state.textContent += ". The job renders …";
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        const address = base + read.replace(/\{\w+\}/, encodeURIComponent(job.job_id));
        job = await send(signal, "GET", address);
      }
    } catch {
      if (signal !== latest.signal) return;
      const started = isCreating
        ? " A job may have started: find out before you send it again."
        : "";
      state.textContent = `No whole response came from ${base}.${started} Is the service there, and does it allow requests from this page (CORS)?`;
      isCreating = false;
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void sendAll();
  });
}

/** The middle of the first segment of an HP job, in seconds. @param {unknown} request */
function startOfText(request) {
  const { variables, customizations = variables } =
    /** @type {Record<string, { start_time: unknown, end_time: unknown }[]>} */ (request ?? {});
  const { start_time, end_time } = customizations?.[0] ?? {};
  return (Number(start_time) + Number(end_time)) / 2 || 0;
}

/** @param {string} text @returns {unknown} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
