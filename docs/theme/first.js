// @ts-check
// Runs before anything is painted: colours and the language of samples.
import { recall } from "./page-state.js";

const mode = recall("color-mode");
const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
const isDark = mode === "dark" || (mode !== "light" && prefersDark);
document.documentElement.classList.add("scripted", isDark ? "dark" : "light");
// A constructed sheet, because the Content-Security-Policy allows no inline styles.
const sheet = new CSSStyleSheet({ media: "screen" });
document.adoptedStyleSheets = [sheet];
const showLanguage = (/** @type {string} */ language) => {
  const tab = `.tab[data-language="${CSS.escape(language)}"]`;
  sheet.replaceSync(
    `.tabs:has(${tab}) .tab:not(${tab}), .tabs:not(:has(${tab})) .tab ~ .tab { display: none }`,
  );
};
Object.assign(window, { showLanguage });
showLanguage(recall("language"));
