// @ts-check
// Where the site begins. The page "not found" is shown at any path, and this script always stands in assets/.

const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
export const siteAddress = new URL("..", src).href;
