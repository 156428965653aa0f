// @ts-check
// Sends a request of the page: to the emulator, or to an address of the reader's own.
"use strict";

{
  const { address, token, remember } = /** @type {SiteTarget} */ (
    /** @type {any} */ (window).siteTarget
  );
  const place = /** @type {HTMLElement} */ (document.querySelector(".run"));
  const { method = "", path = "", read = "", requests = "{}" } = place.dataset;
  /** @type {Record<string, unknown>} */
  const examples = JSON.parse(requests);
  const hasBody = Object.keys(examples).length > 0;
  /** A job that still renders is asked for again after a pause, and not for ever. */
  const pauseMs = 1000;
  const maxReads = 120;

  /** @param {string} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} children */
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  /** @param {string} label @param {Record<string, string>} attributes */
  const input = (label, attributes) =>
    make(
      "label",
      {},
      label,
      make("input", { autocomplete: "off", spellcheck: "false", ...attributes }),
    );

  const body = /** @type {HTMLTextAreaElement} */ (
    make("textarea", { name: "body", "aria-label": "Body of the request", spellcheck: "false" })
  );
  const state = make("p", { class: "run-state", role: "status" });
  const answer = make("div", { class: "run-answer" });
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const form = /** @type {HTMLFormElement} */ (
    make(
      "form",
      {},
      input("Address", { name: "address", type: "url", required: "", value: address() }),
      input("Token", { name: "token", type: "password", value: token() }),
      ...parameters.map((name) => input(name, { name, required: "" })),
      ...(hasBody ? [body] : []),
      make("button", { type: "submit" }, "Send"),
    )
  );
  place.append(make("details", {}, make("summary", {}, "Run"), form, state, answer));

  /** @param {string | undefined} name */
  const show = (name) => (body.value = JSON.stringify(examples[name ?? ""], null, 2));
  show(Object.keys(examples)[0]);
  document
    .querySelector("select[name=example]")
    ?.addEventListener("change", ({ target }) =>
      show(/** @type {HTMLSelectElement} */ (target).value),
    );

  /**
   * One request. Shows what came, and returns it.
   *
   * @param {string} verb @param {string} url @param {string} bearer @param {string} [content]
   */
  const send = async (verb, url, bearer, content) => {
    const started = performance.now();
    /** @type {Record<string, string>} */
    const headers = { Authorization: `Bearer ${bearer}` };
    if (content !== undefined) headers["Content-Type"] = "application/json";
    const request = { method: verb, headers, redirect: /** @type {const} */ ("error") };
    const response = await fetch(
      url,
      content === undefined ? request : { ...request, body: content },
    );
    const text = await response.text();
    const ms = Math.round(performance.now() - started);
    state.textContent = `${response.status} ${response.statusText}, ${ms} ms`;
    const parsed = parse(text);
    answer.replaceChildren(
      make("pre", { tabindex: "0" }, make("code", {}, JSON.stringify(parsed, null, 2) ?? text)),
    );
    for (const source of new Set(text.match(/https?:[^"\s]+?\.mp4/g)))
      answer.append(make("video", { controls: "", src: source, preload: "metadata" }));
    return response.ok ? parsed : undefined;
  };

  /** @param {string} text @returns {any} */
  const parse = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };

  const run = async () => {
    const data = new FormData(form);
    const value = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
    const base = value("address").replace(/\/+$/, "");
    const bearer = value("token");
    remember(base, bearer);
    state.textContent = "Waiting for the answer …";
    answer.replaceChildren();
    const url = base + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(value(name)));
    try {
      let job = await send(method.toUpperCase(), url, bearer, hasBody ? body.value : undefined);
      for (let reads = 0; read && job?.status === "rendering" && reads < maxReads; reads++) {
        state.textContent += ". The job renders …";
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        const id = encodeURIComponent(job.job_id);
        job = await send("GET", base + read.replace(/\{\w+\}/, id), bearer);
      }
    } catch {
      state.textContent = `No answer came from ${base}. Is the service there, and does it allow requests from this page (CORS)?`;
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run();
  });
}
