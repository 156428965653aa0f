// @ts-check
// What every page does beyond being read: colours and search.
// The build makes one script of it and of what it imports.
import "./code.js";
import "./run.js";
import "./clips.js";
import { keep, siteAddress } from "./page-state.js";

const root = document.documentElement;

// Light and dark.
document.querySelector(".color-mode")?.addEventListener("click", () => {
  const mode = root.classList.contains("dark") ? "light" : "dark";
  root.classList.remove("light", "dark");
  root.classList.add(mode);
  keep("color-mode", mode);
});

// Search: its index and its code are loaded when it is first opened.
const dialog = /** @type {HTMLDialogElement} */ (document.querySelector("dialog.search"));
/** @param {string} source @returns {Promise<void>} */
const load = (source) =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${siteAddress}assets/${source}`;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${source} cannot be loaded`));
    document.head.append(script);
  });
/** @type {Promise<void> | undefined} */
let loaded;
const openSearch = () => {
  if (!dialog.open) dialog.showModal();
  loaded ??= load("search-data.js").then(() => load("search.js"));
  loaded.catch((/** @type {Error} */ error) => {
    loaded = undefined;
    const state = dialog.querySelector(".search-state");
    if (state) state.textContent = `${error.message}. Close the search, and open it again.`;
  });
};
document.querySelector(".search-open")?.addEventListener("click", openSearch);
window.addEventListener("keydown", (event) => {
  const typing =
    event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
  const wanted =
    ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") ||
    (event.key === "/" && !typing);
  if (!wanted) return;
  event.preventDefault();
  openSearch();
});
