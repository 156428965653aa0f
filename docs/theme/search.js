// @ts-check
// The search dialog. The build makes one script of it and of what it imports; search-data.js comes before it.
import { createSearch } from "./search-index.js";

{
  /** @typedef {import("./search-index.js").Entry} Entry */
  /** @type {{ siteSearchEntries: Entry[] }} */
  const { siteSearchEntries: entries } = /** @type {any} */ (window);
  const shownResults = 12;
  /** Characters of a result's text, and how many of them stand before what was found. */
  const snippetLength = 150;
  const snippetLead = 50;
  const search = createSearch(entries);

  const input = /** @type {HTMLInputElement} */ (document.querySelector("#search-words"));
  const list = /** @type {HTMLElement} */ (document.querySelector("#search-results"));
  const state = /** @type {HTMLElement} */ (document.querySelector(".search-state"));
  const dialog = /** @type {HTMLDialogElement} */ (document.querySelector("dialog.search"));
  let selected = -1;

  const show = () => {
    const words = input.value.trim();
    const found = search(words).slice(0, shownResults);
    list.replaceChildren(...found.map(itemOf));
    input.setAttribute("aria-expanded", String(found.length > 0));
    state.textContent = words
      ? found.length === 0
        ? "Nothing found."
        : `${found.length === shownResults ? "The first " : ""}${found.length} found. Choose with the arrow keys.`
      : "";
    select(found.length > 0 ? 0 : -1);
  };

  /** @param {{ entry: Entry, terms: string[] }} result @param {number} position */
  const itemOf = ({ entry: { kind, title, context, text, address }, terms }, position) => {
    const item = document.createElement("li");
    item.id = `search-result-${position}`;
    item.setAttribute("role", "option");
    item.dataset["address"] = address;
    for (const [name, content] of [
      ["found-kind", kind === "detail" ? "page" : kind],
      ["found-title", title],
      ["found-context", context],
    ]) {
      const part = document.createElement("span");
      part.className = name ?? "";
      part.textContent = content ?? "";
      item.append(part);
    }
    item.append(snippetOf(text, terms));
    item.addEventListener("click", () => open(item));
    return item;
  };

  /**
   * The text around the first word that was found, with all of them marked.
   *
   * @param {string} text @param {string[]} terms
   */
  const snippetOf = (text, terms) => {
    const snippet = document.createElement("span");
    snippet.className = "found-text";
    const words = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const pattern = new RegExp(`\\b(${words.join("|")})\\w*`, "gi");
    const at = Math.max(0, text.search(pattern) - snippetLead);
    const start = at === 0 ? 0 : text.indexOf(" ", at) + 1;
    const shown = text.slice(start, start + snippetLength).replace(/\s+\S*$/, "");
    let end = 0;
    if (start > 0) snippet.append("… ");
    for (const match of shown.matchAll(pattern)) {
      const mark = document.createElement("mark");
      mark.textContent = match[0];
      snippet.append(shown.slice(end, match.index), mark);
      end = match.index + match[0].length;
    }
    snippet.append(shown.slice(end), start + shown.length < text.length ? " …" : "");
    return snippet;
  };

  /** @param {number} position */
  const select = (position) => {
    selected = position;
    for (const [at, item] of [...list.children].entries())
      item.setAttribute("aria-selected", String(at === position));
    const current = list.children[position];
    if (current) {
      input.setAttribute("aria-activedescendant", current.id);
      current.scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  };

  /** @param {Element | undefined} item */
  const open = (item) => {
    if (!(item instanceof HTMLElement)) return;
    dialog.close();
    location.href = item.dataset["address"] ?? "";
  };

  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && list.children.length > 0) {
      event.preventDefault();
      select((selected + step + list.children.length) % list.children.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      open(list.children[selected]);
    }
  });
  show();
}
