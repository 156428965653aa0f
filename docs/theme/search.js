// @ts-check
// The search dialog. Loaded after minisearch.js and search-data.js.
"use strict";

{
  /**
   * @typedef {{ id: number, kind: string, title: string, context: string, text: string, address:
   * string }} Entry
   */
  /** @type {{ MiniSearch: any, siteSearchEntries: Entry[] }} */
  const { MiniSearch, siteSearchEntries: entries } = /** @type {any} */ (window);
  const shownResults = 12;

  const index = new MiniSearch({
    fields: ["title", "context", "text"],
    // A field such as data_xlsx_url is found whole and by its parts.
    tokenize: (/** @type {string} */ text) => [
      ...text.split(/[\s,.;:!?()"'`{}]+/),
      ...text.split(/[^\p{L}\p{N}]+/u),
      ...text.split(/(?=[A-Z])/),
    ],
    searchOptions: {
      boost: { title: 4, context: 2 },
      prefix: true,
      fuzzy: 0.15,
      combineWith: "AND",
    },
  });
  index.addAll(entries);

  const input = /** @type {HTMLInputElement} */ (document.querySelector("#search-words"));
  const list = /** @type {HTMLElement} */ (document.querySelector("#search-results"));
  const state = /** @type {HTMLElement} */ (document.querySelector(".search-state"));
  const dialog = /** @type {HTMLDialogElement} */ (document.querySelector("dialog.search"));
  let selected = -1;

  const show = () => {
    const words = input.value.trim();
    /** @type {Entry[]} */
    const found = index
      .search(words, { tokenize: (/** @type {string} */ text) => text.split(/\s+/) })
      .slice(0, shownResults)
      .map((/** @type {{ id: number }} */ { id }) => entries[id]);
    list.replaceChildren(...found.map(itemOf));
    input.setAttribute("aria-expanded", String(found.length > 0));
    state.textContent = words
      ? found.length === 0
        ? "Nothing found."
        : `${found.length === shownResults ? "The first " : ""}${found.length} found. Choose with the arrow keys.`
      : "";
    select(found.length > 0 ? 0 : -1);
  };

  /** @param {Entry} entry @param {number} position */
  const itemOf = ({ kind, title, context, address }, position) => {
    const item = document.createElement("li");
    item.id = `search-result-${position}`;
    item.setAttribute("role", "option");
    item.dataset["address"] = address;
    for (const [name, text] of [
      ["found-kind", kind],
      ["found-title", title],
      ["found-context", context],
    ]) {
      const part = document.createElement("span");
      part.className = name ?? "";
      part.textContent = text ?? "";
      item.append(part);
    }
    item.addEventListener("click", () => open(item));
    return item;
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
