// @ts-check
// Keeps the navigation of the site in step with what Redoc shows.
"use strict";

{
  /** @type {Record<string, string>} */
  const routes = /** @type {any} */ (window).siteRoutes;
  const anchors = new Map(Object.entries(routes).map(([anchor, route]) => [route, anchor]));
  const links = [...document.querySelectorAll(".parts a")];

  const mark = () => {
    const [route = ""] = decodeURIComponent(location.hash).slice(1).split("#");
    const anchor = anchors.get(route);
    for (const link of links) {
      const isCurrent = link.getAttribute("href")?.endsWith(`#${anchor}`);
      if (isCurrent) {
        link.setAttribute("aria-current", "true");
        link.closest("details")?.setAttribute("open", "");
      } else link.removeAttribute("aria-current");
    }
  };

  // Redoc labels the choice of an example "Example", whatever stands in it; a person who speaks to the page says what stands there.
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
