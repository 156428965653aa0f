// @ts-check
// What scripts know beyond their page: where the site is, and what a reader has chosen.

/** The page "not found" is shown at any path, and a script that is a file stands in assets/. */
const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
export const siteAddress = src && new URL("..", src).href;

// A browser may keep nothing, and says so by throwing: then this page keeps it.

/** @type {Map<string, string>} */
const ofThisPage = new Map();

/** @param {string} name @param {"localStorage" | "sessionStorage"} [area] the latter until the tab is closed */
export const recall = (name, area = "localStorage") => {
  try {
    return window[area].getItem(name) ?? "";
  } catch {
    return ofThisPage.get(name) ?? "";
  }
};

/** @param {string} name @param {string} value @param {"localStorage" | "sessionStorage"} [area] */
export const keep = (name, value, area = "localStorage") => {
  try {
    window[area].setItem(name, value);
  } catch {
    ofThisPage.set(name, value);
  }
};
