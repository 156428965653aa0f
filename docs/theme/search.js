// @ts-check
// The search dialog. The build makes one script of it and of what it imports; search-data.js comes before it.
import { createSearch } from "./search-index.js";
import { siteAddress } from "./site-address.js";

/** @typedef {import("./search-index.js").Entry} Entry */
const { siteSearchEntries: entries } = /** @type {{ siteSearchEntries: Entry[] }} */ (
  /** @type {unknown} */ (window)
);
const maxResults = 12;
/** Characters of a result's text, and how many of them stand before what was found. */
const snippetLength = 150;
const snippetLead = 50;
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

/** @param {{ entry: Entry, terms: string[] }} result */
const itemOf = ({ entry: { kind, title, context, text, address }, terms }) => {
  const link = document.createElement("a");
  link.href = siteAddress + address;
  link.append(
    element("small", "found-kind", kind === "detail" ? "page" : kind),
    element("span", "found-title", title),
    element("small", "found-context", context),
    element("span", "found-text", ...snippetOf(text, terms)),
  );
  // A part of this page is gone to without loading it, so nothing else would close the dialog.
  link.addEventListener("click", () => dialog.close());
  const item = document.createElement("li");
  item.append(link);
  return item;
};

/** @param {string} tag @param {string} name @param {(string | Node)[]} content */
const element = (tag, name, ...content) => {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...content);
  return made;
};

/**
 * The text around the first word that was found, with all of them marked.
 *
 * @param {string} text @param {string[]} terms
 */
const snippetOf = (text, terms) => {
  const words = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`\\b((?:${words.join("|")})\\w*)`, "gi");
  const at = Math.max(0, text.search(pattern) - snippetLead);
  const start = at === 0 ? 0 : text.indexOf(" ", at) + 1;
  const shown = text.slice(start, start + snippetLength).replace(/\s+\S*$/, "");
  // Every second part is one that was found.
  const parts = shown.split(pattern).map((part, position) => {
    if (position % 2 === 0) return part;
    const mark = document.createElement("mark");
    mark.textContent = part;
    return mark;
  });
  return [start > 0 ? "… " : "", ...parts, start + shown.length < text.length ? " …" : ""];
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
