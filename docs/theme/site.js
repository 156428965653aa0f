// @ts-check
// What every page does beyond being read: colours, menu, notes on gaps, search.
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

  // Notes on gaps. The choice is kept, and made before anything is painted by a script of the page.
  const gapSwitch = document.querySelector(".gaps-switch");
  const notes = [...document.querySelectorAll("details.gap-note")];
  /** @param {boolean} open */
  const showNotes = (open) => {
    for (const note of notes) note.toggleAttribute("open", open || note.hasAttribute("data-open"));
    gapSwitch?.setAttribute("aria-pressed", String(open));
  };
  gapSwitch?.addEventListener("click", () => {
    const open = gapSwitch.getAttribute("aria-pressed") !== "true";
    showNotes(open);
    try {
      localStorage.setItem("gaps", open ? "open" : "closed");
    } catch {
      // As above.
    }
  });
  if (root.classList.contains("gaps-open")) showNotes(true);

  // The navigation is long: what is current comes into view, and the page stays where it is.
  const current = navigation.querySelector('[aria-current="page"]');
  if (current instanceof HTMLElement && current.offsetTop > navigation.clientHeight)
    navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2;

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
    loaded ??= load("search-data.js").then(() => load("search.js"));
    await loaded;
  };
  opener.addEventListener("click", () => void openSearch());
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
