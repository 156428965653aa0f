// @ts-check
// Starts Redoc when a reader needs it, and keeps the navigation of the site in step with what it
// shows.
"use strict";

{
  // The introduction is there without Redoc, which takes a phone seconds to start. So it starts at
  // the first sign of a reader: a movement, a key, a touch, or an address that leads further in.
  const signs = ["pointermove", "pointerdown", "keydown", "scroll", "touchstart", "focusin"];
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    for (const sign of [...signs, "hashchange", "beforeprint"]) removeEventListener(sign, start);
    for (const source of ["redoc.js", "redoc-start.js"]) {
      const script = document.createElement("script");
      script.src = `assets/${source}`;
      script.async = false;
      document.head.append(script);
    }
  };
  for (const sign of [...signs, "hashchange", "beforeprint"])
    addEventListener(sign, start, { passive: true });
  if (location.hash.length > 1) start();

  // Until the asked part is there, an empty page is better than one that jumps.
  const longestEmptyMs = 5000;
  // Redoc draws the neighbours of a part after the part itself, and corrects its place meanwhile.
  const settleMs = 400;
  const reveal = () => document.documentElement.classList.remove("awaiting");
  const isThere = () =>
    document.querySelector(`[data-section-id="${CSS.escape(routeOf())}"] :is(h1, h2)`) !== null;
  const routeOf = () => decodeURIComponent(location.hash).slice(1).split("#")[0] ?? "";
  const waiting = new MutationObserver(() => {
    if (!isThere()) return;
    waiting.disconnect();
    setTimeout(reveal, settleMs);
  });
  waiting.observe(document.body, { childList: true, subtree: true });
  setTimeout(reveal, longestEmptyMs);

  /** @type {Record<string, string>} */
  const routes = /** @type {any} */ (window).siteRoutes;
  const anchors = new Map(Object.entries(routes).map(([anchor, route]) => [route, anchor]));
  const links = [...document.querySelectorAll(".parts a")];

  const mark = () => {
    const anchor = anchors.get(routeOf());
    for (const link of links) {
      const isCurrent = link.getAttribute("href")?.endsWith(`#${anchor}`);
      if (isCurrent) {
        link.setAttribute("aria-current", "true");
        link.closest("details")?.setAttribute("open", "");
      } else link.removeAttribute("aria-current");
    }
  };

  // Redoc labels the choice of an example "Example", whatever stands in it; a person who speaks to
  // the page says what stands there.
  const dropWrongLabels = () => {
    for (const button of document.querySelectorAll(
      '#redoc button[aria-haspopup][aria-label="Example"]',
    ))
      button.removeAttribute("aria-label");
  };
  const redoc = document.querySelector("#redoc");
  if (redoc)
    new MutationObserver(dropWrongLabels).observe(redoc, { childList: true, subtree: true });

  // Redoc replaces the address while the reader scrolls, and announces it with an event of its own.
  for (const event of ["hashchange", "popstate", "redocly:urlreplace"])
    addEventListener(event, mark);
  mark();
}
