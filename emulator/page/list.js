// @ts-check
/** A list that shows the newest page, follows what happens, and can be filtered and turned back. */
import { at } from "./elements.js";

/** More would make the page slow; older ones come when they are asked for. */
const pageSize = 100;

/** How long to wait for the rest of a word. */
const typingMs = 200;

/**
 * @template Item
 * @param {object} options
 * @param {string} options.name `job` or `request`
 * @param {(parameters: Record<string, string | number | null>) => Promise<{ items: Item[], next: number | null }>} options.load
 * @param {(item: Item) => string} options.keyOf
 * @param {(item: Item) => number} options.sequenceOf the newer, the larger
 * @param {(item: Item) => HTMLElement} options.row
 * @param {(key: string) => Promise<Node[]>} options.detail
 */
export function createList({ name, load, keyOf, sequenceOf, row, detail }) {
  const list = at(`${name}-list`);
  const empty = at(`${name}s-empty`);
  const panel = at(`${name}-detail`);
  const older = at(`older-${name}s`);
  const filter = /** @type {HTMLFormElement} */ (document.querySelector(`#${name}s .filter`));
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  /** @type {Map<string, Item>} */
  const pending = new Map();
  /** @type {number | null} */
  let next = null;
  let isFirstPage = true;
  let chosen = "";
  let isFiltered = false;
  let scheduled = false;

  filter.addEventListener("submit", (event) => event.preventDefault());
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;
  filter.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => void show(null), typingMs);
  });
  older.addEventListener("click", () => void show(next));
  list.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target).closest("button");
    if (target?.dataset["key"] !== undefined) void choose(target.dataset["key"], true);
  });

  /** Shows a page anew. @param {number | null} before */
  async function show(before) {
    const fields = Object.fromEntries(
      [...new FormData(filter)].map(([key, value]) => [key, String(value)]),
    );
    isFiltered = Object.values(fields).some((value) => value !== "");
    isFirstPage = before === null;
    pending.clear();
    const page = await load({ ...fields, before, limit: pageSize });
    rows.clear();
    list.replaceChildren();
    for (const item of page.items) list.append(place(item));
    next = page.next;
    older.hidden = next === null;
    updateEmpty();
  }

  function updateEmpty() {
    empty.hidden = rows.size > 0 || isFiltered || !isFirstPage;
  }

  /** @param {Item} item */
  function place(item) {
    const key = keyOf(item);
    const node = row(item);
    node.dataset[name] = key;
    node.dataset["sequence"] = String(sequenceOf(item));
    const control = /** @type {HTMLElement} */ (node.querySelector("button"));
    control.dataset["key"] = key;
    control.setAttribute("aria-pressed", String(key === chosen));
    rows.set(key, node);
    return node;
  }

  /** Notes what has changed; the screen follows when it is drawn next. @param {Item[]} items */
  function follow(items) {
    for (const item of items) pending.set(keyOf(item), item);
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => {
      scheduled = false;
      draw();
    });
  }

  function draw() {
    const items = [...pending.values()];
    pending.clear();
    if (isFiltered && items.length > 0) return void show(null);
    /** @type {HTMLElement[]} */
    const fresh = [];
    for (const item of items) {
      const old = rows.get(keyOf(item));
      if (old) {
        const hadFocus = old.contains(document.activeElement);
        const node = place(item);
        old.replaceWith(node);
        if (hadFocus) node.querySelector("button")?.focus();
      } else if (isFirstPage) fresh.unshift(place(item));
    }
    list.prepend(...fresh);
    while (list.children.length > pageSize) {
      const last = /** @type {HTMLElement} */ (list.lastElementChild);
      rows.delete(last.dataset[name] ?? "");
      // What is cut off is on the next page.
      next = Number(last.dataset["sequence"]) + 1;
      older.hidden = false;
      last.remove();
    }
    updateEmpty();
    if (items.some((item) => keyOf(item) === chosen)) void choose(chosen, false);
  }

  /**
   * @param {string} key
   * @param {boolean} moves true when a person has chosen it, who wants to read it next
   */
  async function choose(key, moves) {
    for (const [other, node] of rows)
      node.querySelector("button")?.setAttribute("aria-pressed", String(other === key));
    const isNew = key !== chosen;
    chosen = key;
    try {
      const nodes = await detail(key);
      if (key !== chosen) return;
      // What was open stays open, and a video that plays goes on.
      const open = isNew ? [] : [...panel.querySelectorAll("details")].map((item) => item.open);
      if (!isNew && panel.querySelector("video:not([data-idle])")) return;
      panel.replaceChildren(...nodes);
      panel.querySelectorAll("details").forEach((item, index) => {
        item.open = open[index] ?? item.open;
      });
    } catch (error) {
      panel.replaceChildren(String(/** @type {Error} */ (error).message));
    }
    if (moves && isNew && matchMedia("(max-width: 60rem)").matches) panel.focus();
  }

  return { show: () => show(null), follow, choose };
}
