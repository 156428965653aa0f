// @ts-check
// Sends the request of the page: to the emulator, or to an address of the reader's own.
"use strict";

{
  const { address, token, remember } = /** @type {SiteTarget} */ (
    /** @type {any} */ (window).siteTarget
  );
  const place = /** @type {HTMLElement} */ (document.querySelector(".run"));
  const { method = "", path = "", requests = "{}" } = place.dataset;
  /** @type {Record<string, unknown>} */
  const examples = JSON.parse(requests);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

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

  const hasBody = Object.keys(examples).length > 0;
  const body = /** @type {HTMLTextAreaElement} */ (
    make("textarea", { name: "body", "aria-label": "Body of the request", spellcheck: "false" })
  );
  const state = make("p", { class: "run-state", role: "status" });
  const answer = make("div");
  const form = /** @type {HTMLFormElement} */ (
    make(
      "form",
      {},
      input("Address", { name: "address", type: "url", required: "", value: address() }),
      input("Token", { name: "token", type: "password", value: token() }),
      ...names.map((name) => input(name, { name, required: "" })),
      ...(hasBody ? [body] : []),
      make("button", { type: "submit" }, "Send"),
    )
  );
  const panel = make("details", {}, make("summary", {}, "Run"), form, state, answer);
  place.append(panel);

  const show = (/** @type {string} */ name) => {
    body.value = JSON.stringify(examples[name], null, 2);
  };
  show(Object.keys(examples)[0] ?? "");
  document
    .querySelector("select[name=example]")
    ?.addEventListener("change", ({ target }) =>
      show(/** @type {HTMLSelectElement} */ (target).value),
    );

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const value = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
    remember(value("address"), value("token"));
    const url =
      value("address").replace(/\/+$/, "") +
      path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(value(name)));
    state.textContent = "Waiting for the answer …";
    answer.replaceChildren();
    const started = performance.now();
    try {
      const response = await fetch(url, {
        method: method.toUpperCase(),
        headers: {
          Authorization: `Bearer ${value("token")}`,
          ...(hasBody && { "Content-Type": "application/json" }),
        },
        ...(hasBody && { body: body.value }),
        redirect: "error",
      });
      const text = await response.text();
      const ms = Math.round(performance.now() - started);
      state.textContent = `${response.status} ${response.statusText}, ${ms} ms`;
      answer.append(make("pre", { tabindex: "0" }, make("code", {}, indented(text))));
      for (const source of new Set(text.match(/https?:[^"\s]+?\.mp4/g)))
        answer.append(make("video", { controls: "", src: source, preload: "metadata" }));
    } catch {
      state.textContent = `No answer came from ${url}. Is the service there, and does it allow requests from this page (CORS)?`;
    }
  });

  /** @param {string} text */
  const indented = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  };
}
