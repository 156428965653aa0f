// @ts-check
// The reference. A chapter that an address names is there as text from the first moment. Redoc,
// which takes a phone seconds to start, starts at the first sign of a reader, and takes the place of
// the text only where that disturbs nobody.
"use strict";

{
  /** @typedef {{ routes: Record<string, string>, anchorOf(hash: string): string | undefined }} Addresses */
  const { routes, anchorOf } = /** @type {{ siteReference: Addresses }} */ (
    /** @type {unknown} */ (window)
  ).siteReference;
  const root = document.documentElement;
  const redoc = /** @type {HTMLElement} */ (document.querySelector("#redoc"));
  const opener = /** @type {HTMLButtonElement} */ (document.querySelector(".chapter-bar button"));

  /** Redoc draws the neighbours of a part after the part itself, and corrects its place meanwhile. */
  const settleMs = 400;
  /** Further down than this, somebody reads. */
  const nearTopPx = 150;
  /** Redoc may fail to draw what an unknown address asks for. */
  const longestEmptyMs = 5000;

  /** Anchor of the chapter that is shown as text; none once Redoc stands in its place. */
  let reading = anchorOf(location.hash);
  let isStarted = false;
  let isRunning = false;
  /** The reader has asked for Redoc. */
  let isWanted = false;

  // Redoc starts. Until it takes over it works beside the page, out of sight (reference.css).

  const signs = ["pointermove", "pointerdown", "keydown", "scroll", "touchstart", "focusin"];
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    root.classList.add("starting");
    for (const sign of signs) removeEventListener(sign, start);
    if (reading) leadRedoc(reading);
    for (const source of ["redoc.js", "redoc-start.js"]) {
      const script = document.createElement("script");
      script.src = `assets/${source}`;
      script.async = false;
      script.onload = () => (isRunning ||= source === "redoc-start.js");
      script.onerror = () => (opener.textContent = "The interactive reference cannot be loaded");
      document.head.append(script);
    }
  };
  for (const sign of signs) addEventListener(sign, start, { passive: true });

  /**
   * Redoc knows its own addresses only.
   *
   * @param {string} anchor
   */
  const leadRedoc = (anchor) => {
    if (!location.hash.startsWith("#/")) location.replace(`#${routes[anchor]}`);
  };

  // Redoc takes the window for its own, also while the text stands in it. It must neither move the
  // text nor take its scrolling for a change of place.

  const scrollWindow = /** @type {(options: ScrollToOptions) => void} */ (scrollTo.bind(window));
  window.scrollTo = /** @param {any[]} place */ (...place) => {
    if (!reading) scrollWindow.apply(window, /** @type {[ScrollToOptions]} */ (place));
  };
  addEventListener(
    "scroll",
    (event) => {
      if (reading && isStarted) event.stopImmediatePropagation();
    },
    { capture: true },
  );

  // Redoc takes over.

  /** @param {string} anchor */
  const sectionOf = (anchor) =>
    redoc.querySelector(`[data-section-id="${CSS.escape(routes[anchor] ?? "")}"]`);
  /** @param {Element | null} part */
  const focusHeading = (part) => {
    const heading = part?.querySelector("h1, h2");
    if (!(heading instanceof HTMLElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };

  const isDisturbing = () => {
    const isAtWork = document.querySelector("#chapters :focus:not(h2)") !== null;
    return isAtWork || scrollY > nearTopPx || getSelection()?.isCollapsed === false;
  };

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let settling;
  let isSettled = false;
  const awaitRedoc = () => {
    clearTimeout(settling);
    settling = setTimeout(() => {
      if (!reading || !sectionOf(reading)?.querySelector("h1, h2")) return;
      isSettled = true;
      if (isWanted || !isDisturbing()) takeOver(reading);
    }, settleMs);
  };

  /** @param {string} anchor */
  const takeOver = (anchor) => {
    const section = sectionOf(anchor);
    const hadFocus = isWanted || document.activeElement?.matches(".chapter h2");
    const before = section?.getBoundingClientRect().top ?? 0;
    showRedoc();
    // The foot would wander while Redoc draws the neighbours.
    root.classList.add("settling");
    setTimeout(() => root.classList.remove("settling"), settleMs);
    // Redoc has scrolled to the part, or to a field of it, out of sight. That place now comes into
    // view.
    scrollBy({ top: (section?.getBoundingClientRect().top ?? 0) - before, behavior: "instant" });
    if (hadFocus) focusHeading(section);
  };

  const showRedoc = () => {
    root.classList.remove("reading");
    reading = undefined;
    mark();
  };

  /** @param {string} anchor */
  const showText = (anchor) => {
    reading = anchor;
    isSettled = false;
    root.classList.remove("awaiting");
    root.classList.add("reading");
    mark();
    focusHeading(document.getElementById(anchor));
    scrollWindow({ top: 0, behavior: "instant" });
    awaitRedoc();
  };

  opener.addEventListener("click", () => {
    isWanted = true;
    start();
    if (reading && isSettled) takeOver(reading);
    else opener.textContent = "Opening the interactive reference …";
  });

  const follow = () => {
    const anchor = anchorOf(location.hash);
    if (!anchor) showRedoc();
    // Once Redoc stands on the page, it finds the way.
    else if (anchor !== reading && (reading || !isRunning)) showText(anchor);
    if (anchor) leadRedoc(anchor);
    start();
    mark();
  };
  addEventListener("hashchange", follow);
  // A link to the content is not an address of the reference.
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    document.querySelector("main")?.focus();
  });

  // A part of Redoc that is not there as text: an empty page is better than one that jumps.

  const reveal = () => root.classList.remove("awaiting");
  const isDrawn = () => {
    const route = location.hash.slice(1).split("#")[0] ?? "";
    return redoc.querySelector(`[data-section-id="${CSS.escape(route)}"] :is(h1, h2)`) !== null;
  };
  if (root.classList.contains("awaiting")) {
    start();
    setTimeout(reveal, longestEmptyMs);
  }
  new MutationObserver(() => {
    awaitRedoc();
    if (root.classList.contains("awaiting") && isDrawn()) setTimeout(reveal, settleMs);
  }).observe(redoc, { childList: true, subtree: true });

  // The navigation, the title, and the text that would be printed keep in step.

  const { title } = document;
  const links = [...document.querySelectorAll(".parts a")];
  const chapters = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".chapter"));
  const mark = () => {
    const anchor = reading ?? anchorOf(location.hash);
    for (const chapter of chapters) chapter.hidden = chapter.id !== anchor;
    document.title = title;
    for (const link of links) {
      if (anchor && link.getAttribute("href")?.endsWith(`#${anchor}`)) {
        link.setAttribute("aria-current", "true");
        link.closest("details")?.setAttribute("open", "");
        document.title = `${link.textContent} · ${title}`;
      } else link.removeAttribute("aria-current");
    }
  };
  // Redoc replaces the address while the reader scrolls, and announces it with an event of its own.
  for (const event of ["popstate", "redocly:urlreplace"]) addEventListener(event, mark);
  mark();
}
