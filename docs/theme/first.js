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
/** @param {string} chosen names of tabs, the newest choice first: a group shows the first that it has, or its first tab */
const showLanguage = (chosen) => {
  let rest = ".tabs";
  const rules = chosen
    .split(" ")
    .filter(Boolean)
    .map((name) => {
      const tab = `> .tab[data-language="${CSS.escape(name)}"]`;
      const rule = `${rest}:has(${tab}) > .tab:not(${tab.slice(2)})`;
      rest += `:not(:has(${tab}))`;
      return rule;
    });
  sheet.replaceSync(`${[...rules, `${rest} > .tab ~ .tab`].join(", ")} { display: none }`);
};
Object.assign(window, { showLanguage });
showLanguage(recall("language"));
