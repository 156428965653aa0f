// @ts-check
// The search dialog. The build makes one script of it and of what it imports; search-data.js comes before it.
import { createSearch } from "./search-index.js";
import { siteAddress } from "./page-state.js";

/** @typedef {import("./search-index.js").Entry} Entry */
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

/** @param {Entry} entry */
const itemOf = ({ kind, title, context, text, address }) => {
  const link = document.createElement("a");
  link.href = siteAddress + address;
  // A page as a whole has no context.
  const place = [kind === "detail" ? "page" : kind, context].filter(Boolean).join(", ");
  const start = text.length > maxText ? text.slice(0, maxText).replace(/\S*$/, "…") : text;
  link.append(
    element("span", "found-title", title),
    element("small", "found-context", place),
    element("span", "found-text", start),
  );
  // A part of this page is gone to without loading it, so nothing else would close the dialog.
  link.addEventListener("click", () => dialog.close());
  const item = document.createElement("li");
  item.append(link);
  return item;
};

/** @param {string} tag @param {string} className @param {string} textContent */
const element = (tag, className, textContent) =>
  Object.assign(document.createElement(tag), { className, textContent });

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
