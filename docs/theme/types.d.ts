/** What the scripts of the site share. */

/** Where the samples and the requests of a page go. */
interface SiteTarget {
  address(): string;
  token(): string;
  /** Keeps both for the next page: the address for good, the token until the tab is closed. */
  remember(address: string, token: string): void;
}

/** The first script of a page sets `site` on the window, and `assets/code.js` adds the target. */
interface SiteWindow {
  site: {
    /** Reads from a storage that a browser may refuse. */
    recall(read: () => string | null): string | null;
    /** Hides all other languages where there is the one, and all but the first where there is not. */
    showLanguage(language: string): void;
    target: SiteTarget;
  };
}
