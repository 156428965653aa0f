// @ts-check
// The search dialog. The build makes one script of it and of what it imports; search-data.js comes before it.
import { createSearch, markTerms } from "./search-index.js";
import { siteAddress } from "./page-state.js";

/** @typedef {import("./search-index.js").Entry} Entry */
/** @typedef {import("./search-index.js").Found} Found */
const { siteSearchEntries: entries } = /** @type {{ siteSearchEntries: Entry[] }} */ (
  /** @type {unknown} */ (window)
);
const maxResults = 12;
/** Characters of a result's text. */
const maxText = 150;
const search = createSearch(entries);

const dialog = /** @type {HTMLDialogElement} */ (document.querySelector("dialog.search"));
const input = /** @type {HTMLInputElement} */ (dialog.querySelector("input"));
const list = /** @type {HTMLElement} */ (dialog.querySelector("ul"));
const state = /** @type {HTMLElement} */ (dialog.querySelector(".search-state"));

const show = () => {
  const words = input.value.trim();
  const found = search(words).slice(0, maxResults);
  list.replaceChildren(...found.map(itemOf));
  const first = found.length === maxResults ? "The first " : "";
  const count = found.length === 0 ? "Nothing found." : `${first}${found.length} found.`;
  state.textContent = words && count;
};

/** @param {Found} found */
const itemOf = ({ kind, title, context, text, address, terms }) => {
  const link = document.createElement("a");
  link.href = siteAddress + address;
  // A page as a whole has no context.
  const place = [kind === "detail" ? "page" : kind, context].filter(Boolean).join(", ");
  link.append(
    element("span", "found-title", markTerms(title, terms)),
    element("small", "found-context", [{ piece: place, isFound: false }]),
    element("span", "found-text", excerptOf(markTerms(text, terms))),
  );
  // A part of this page is gone to without loading it, so nothing else would close the dialog.
  link.addEventListener("click", () => dialog.close());
  const item = document.createElement("li");
  item.append(link);
  return item;
};

/** @typedef {ReturnType<typeof markTerms>} Pieces */

/** The text around the first place that was found. @param {Pieces} pieces @returns {Pieces} */
const excerptOf = (pieces) => {
  const first = pieces.findIndex(({ isFound }) => isFound);
  const from = first > 12 ? first - 8 : 0;
  let length = 0;
  const shown = pieces.slice(from).filter(({ piece }) => (length += piece.length) <= maxText);
  const dots = [{ piece: "…", isFound: false }];
  return [
    ...(from > 0 ? dots : []),
    ...shown,
    ...(from + shown.length < pieces.length ? dots : []),
  ];
};

/** @param {string} tag @param {string} className @param {Pieces} pieces */
const element = (tag, className, pieces) => {
  const parent = Object.assign(document.createElement(tag), { className });
  for (const { piece, isFound } of pieces) {
    const textContent = piece;
    parent.append(isFound ? Object.assign(document.createElement("mark"), { textContent }) : piece);
  }
  return parent;
};

// Enter opens the first result, and the arrow keys go from one to the next.
input.addEventListener("input", show);
dialog.addEventListener("keydown", (event) => {
  const stops = [input, ...list.querySelectorAll("a")];
  const at = stops.indexOf(/** @type {HTMLInputElement} */ (document.activeElement));
  if (event.key === "Enter" && at === 0) stops[1]?.click();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) stops.at((at + step) % stops.length)?.focus();
  if (step !== undefined || (event.key === "Enter" && at === 0)) event.preventDefault();
});
show();
