// @ts-check
/** Elements of the page. Text is only ever set as text. */

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** @param {string} id @returns {HTMLElement} */
export const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {string} label
 * @param {() => void} act
 */
export function button(label, act) {
  const node = make("button", { type: "button" }, label);
  node.addEventListener("click", act);
  return node;
}

/**
 * A word that says how something ended, in a colour that repeats it.
 *
 * @param {string} text
 * @param {"good" | "bad" | "open"} tone
 */
export function chip(text, tone) {
  return make("span", { class: "status", "data-tone": tone }, text);
}

/**
 * @param {string} title
 * @param {unknown} value text as it is, anything else as JSON; null for none
 * @param {boolean} [open]
 */
export function block(title, value, open = true) {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const node = make(
    "details",
    open ? { open: "" } : {},
    make("summary", {}, title),
    make("pre", { tabindex: "0", "aria-label": title }, text),
  );
  return node;
}

/** The time of day of a timestamp, which is what tells events of a session apart. @param {string} timestamp */
export function timeOf(timestamp) {
  return make("time", { datetime: timestamp, title: timestamp }, timestamp.slice(11, 19));
}

/** @param {[string, Node | string | null][]} fields */
export function fieldList(fields) {
  const known = fields.filter(([, value]) => value !== null && value !== "");
  return make(
    "dl",
    {},
    ...known.flatMap(([name, value]) => [
      make("dt", {}, name),
      make("dd", {}, /** @type {Node | string} */ (value)),
    ]),
  );
}
