// @ts-check
// What every page does beyond being read: colours, menu, copy buttons, tabs, search.
"use strict";

{
  const root = document.documentElement;

  /** @param {string} selector @returns {HTMLElement} */
  const find = (selector) => {
    const element = document.querySelector(selector);
    if (!(element instanceof HTMLElement)) throw new Error(`The page has no ${selector}`);
    return element;
  };

  // Light and dark.
  find(".color-mode").addEventListener("click", () => {
    const mode = root.classList.contains("dark") ? "light" : "dark";
    root.classList.remove("light", "dark");
    root.classList.add(mode);
    try {
      localStorage.setItem("redoc.colorMode", mode);
    } catch {
      // A browser that keeps nothing still shows the choice until the next page.
    }
  });

  // Menu of narrow screens.
  const menu = find(".menu");
  const navigation = find("#navigation");
  /** @param {boolean} open */
  const showMenu = (open) => {
    navigation.classList.toggle("open", open);
    menu.setAttribute("aria-expanded", String(open));
  };
  menu.addEventListener("click", () => showMenu(!navigation.classList.contains("open")));
  navigation.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) showMenu(false);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && navigation.classList.contains("open")) {
      showMenu(false);
      menu.focus();
    }
  });

  // Copy buttons.
  for (const button of document.querySelectorAll("button.copy")) {
    button.addEventListener("click", async () => {
      const code = button.parentElement?.querySelector("code")?.textContent ?? "";
      try {
        await navigator.clipboard.writeText(code);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not allowed";
      }
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
  }

  // Tabs. A language chosen once is chosen in all of them.
  const groups = [...document.querySelectorAll(".tabs")];
  /** @param {Element | null | undefined} panel */
  const labelOf = (panel) => panel?.getAttribute("data-label") ?? "";
  /** @param {string} label */
  const chooseLanguage = (label) => {
    for (const group of groups) {
      const labels = [...group.querySelectorAll(".tab")].map((panel) => labelOf(panel));
      // A longer sample may lack the chosen language. It then keeps what it shows, or shows its
      // first.
      const current = labels.find(
        (_, at) => !group.querySelectorAll(".tab")[at]?.hasAttribute("hidden"),
      );
      const shown = labels.includes(label) ? label : current;
      for (const panel of group.querySelectorAll(".tab"))
        panel.toggleAttribute("hidden", labelOf(panel) !== shown);
      for (const tab of group.querySelectorAll("[role=tab]")) {
        const selected = tab.textContent === shown;
        tab.setAttribute("aria-selected", String(selected));
        tab.setAttribute("tabindex", selected ? "0" : "-1");
      }
    }
  };
  for (const group of groups) {
    const panels = [...group.querySelectorAll(".tab")];
    const list = document.createElement("div");
    list.className = "tab-list";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "Language");
    for (const panel of panels) {
      const tab = document.createElement("button");
      tab.type = "button";
      tab.textContent = labelOf(panel);
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", panel.id);
      tab.id = `${panel.id}-tab`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      tab.addEventListener("click", () => chooseLanguage(tab.textContent ?? ""));
      list.append(tab);
    }
    list.addEventListener("keydown", (event) => {
      const tabs = [...list.querySelectorAll("button")];
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const at = tabs.findIndex((tab) => tab === document.activeElement);
      if (step === undefined || at < 0) return;
      event.preventDefault();
      const next = tabs[(at + step + tabs.length) % tabs.length];
      chooseLanguage(next?.textContent ?? "");
      next?.focus();
    });
    group.prepend(list);
    group.classList.add("live");
  }
  if (groups[0]) chooseLanguage(labelOf(groups[0].querySelector(".tab")));

  // Search: its index and its code are loaded when it is first opened.
  const opener = find(".search-open");
  /** @param {string} source @returns {Promise<void>} */
  const load = (source) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `assets/${source}`;
      script.onload = () => resolve();
      script.onerror = () => reject(new Error(`${source} cannot be loaded`));
      document.head.append(script);
    });
  /** @type {Promise<void> | undefined} */
  let loaded;
  const openSearch = async () => {
    const dialog = find("dialog.search");
    if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
    loaded ??= load("minisearch.js")
      .then(() => load("search-data.js"))
      .then(() => load("search.js"));
    await loaded;
  };
  opener.addEventListener("click", openSearch);
  // Before Redoc, which listens for the same keys and would open a search of its own part only.
  window.addEventListener(
    "keydown",
    (event) => {
      const typing =
        event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
      const wanted =
        ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") ||
        (event.key === "/" && !typing);
      if (!wanted) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void openSearch();
    },
    { capture: true },
  );
}
