// @ts-check
// Code: copy buttons, languages, examples, and the address and token that it is filled with.
"use strict";

{
  const root = document.documentElement;
  const isLocal = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(location.hostname);
  /** Of an emulator of one's own. The one beside the site answers at its address. */
  const emulatorAddress = isLocal ? location.origin : "http://127.0.0.1:4010";
  const emulatorToken = "emulator-token";

  /** @param {() => string | null} read A browser may keep nothing, and says so by throwing. */
  const recall = (read) => {
    try {
      return read();
    } catch {
      return null;
    }
  };
  /** @param {() => void} write */
  const keep = (write) => void recall(() => (write(), null));

  // Address and token.

  /** @type {SiteTarget} */
  const target = {
    address: () => recall(() => localStorage.getItem("address")) || emulatorAddress,
    token: () => recall(() => sessionStorage.getItem("token")) || emulatorToken,
    remember(address, token) {
      keep(() => localStorage.setItem("address", address === emulatorAddress ? "" : address));
      keep(() => sessionStorage.setItem("token", token === emulatorToken ? "" : token));
      fill();
    },
  };
  /** @type {any} */ (window).siteTarget = target;
  const fill = () => {
    const values = new Map([
      ["address", target.address()],
      ["token", target.token()],
      ["site", location.href.replace(/[^/]*([?#].*)?$/, "")],
    ]);
    for (const place of document.querySelectorAll("[data-fill]"))
      place.textContent = values.get(place.getAttribute("data-fill") ?? "") ?? "";
  };
  fill();

  for (const form of document.querySelectorAll("form.target")) {
    if (!(form instanceof HTMLFormElement)) continue;
    const [address, token] = form.querySelectorAll("input");
    if (!address || !token) continue;
    address.value = target.address();
    token.value = target.token();
    form.addEventListener("input", () =>
      target.remember(address.value.trim() || emulatorAddress, token.value.trim() || emulatorToken),
    );
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  // Where the emulator runs beside the site, its page is one click away.
  if (isLocal)
    for (const link of document.querySelectorAll("a.live-emulator"))
      link.setAttribute("href", `${location.origin}/emulator`);

  // Copy buttons.

  for (const button of document.querySelectorAll("button.copy")) {
    const copy = async () => {
      const code = button.parentElement?.querySelector("code")?.textContent ?? "";
      try {
        await navigator.clipboard.writeText(code);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not allowed";
      }
      setTimeout(() => (button.textContent = "Copy"), 1500);
    };
    button.addEventListener("click", () => void copy());
  }

  // Tabs. A language chosen once is chosen in all of them, also on the next page.

  const groups = [...document.querySelectorAll(".tabs")];
  /** @param {string} language */
  const showLanguage = (language) => {
    for (const group of groups) {
      const panels = [...group.querySelectorAll(".tab")];
      // A longer sample may lack the chosen language, and shows its first.
      const shown =
        panels.find((panel) => panel.getAttribute("data-language") === language) ?? panels[0];
      for (const panel of panels) panel.toggleAttribute("hidden", panel !== shown);
      for (const tab of group.querySelectorAll("[role=tab]")) {
        const selected = tab.getAttribute("aria-controls") === shown?.id;
        tab.setAttribute("aria-selected", String(selected));
        tab.setAttribute("tabindex", selected ? "0" : "-1");
      }
    }
  };
  /** @param {Element | undefined} tab */
  const choose = (tab) => {
    const language = tab?.getAttribute("data-language") ?? "";
    showLanguage(language);
    keep(() => localStorage.setItem("language", language));
  };
  for (const group of groups) {
    const list = document.createElement("div");
    list.className = "tab-list";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "Language");
    for (const panel of group.querySelectorAll(".tab")) {
      const tab = document.createElement("button");
      tab.type = "button";
      tab.id = `${panel.id}-tab`;
      tab.textContent = panel.getAttribute("data-label");
      tab.setAttribute("data-language", panel.getAttribute("data-language") ?? "");
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      tab.addEventListener("click", () => choose(tab));
      list.append(tab);
    }
    list.addEventListener("keydown", (event) => {
      const tabs = [...list.querySelectorAll("button")];
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const at = tabs.findIndex((tab) => tab === document.activeElement);
      if (step === undefined || at < 0) return;
      event.preventDefault();
      const next = tabs[(at + step + tabs.length) % tabs.length];
      choose(next);
      next?.focus();
    });
    group.prepend(list);
    group.classList.add("live");
  }
  showLanguage(root.dataset["language"] ?? "");

  // Examples: one choice changes the request in every language, and the answer.

  const shown = document.querySelector(".shown");
  const picker = document.querySelector("select[name=example]");
  const showExample = () => {
    const [first] = document.querySelectorAll(".example");
    const name =
      picker instanceof HTMLSelectElement ? picker.value : first?.getAttribute("data-example");
    for (const example of document.querySelectorAll(".example"))
      example.toggleAttribute("hidden", example.getAttribute("data-example") !== name);
  };
  picker?.addEventListener("change", showExample);
  showExample();
  shown?.classList.add("live");
}
