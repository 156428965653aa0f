// @ts-check
// What Redoc leaves to be desired for people who hear the page, or speak to it.
"use strict";

{
  const redoc = /** @type {HTMLElement} */ (document.querySelector("#redoc"));
  const correct = () => {
    // It labels the choice of an example "Example", whatever stands in it.
    for (const button of redoc.querySelectorAll('button[aria-haspopup][aria-label="Example"]'))
      button.removeAttribute("aria-label");
    // It leaves out a level of headings.
    for (const heading of redoc.querySelectorAll("h4")) heading.ariaLevel = "3";
  };
  new MutationObserver(correct).observe(redoc, { childList: true, subtree: true });
}
