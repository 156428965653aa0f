/** What the scripts of the site share. */

/** Where the samples and the requests of a page go. `assets/target.js` sets it on the window. */
interface SiteTarget {
  address(): string;
  token(): string;
  /** Keeps both for the next page: the address for good, the token until the tab is closed. */
  remember(address: string, token: string): void;
}
