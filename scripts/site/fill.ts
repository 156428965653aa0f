/** Places in code that the reader's own address and token go into. */
import { publishedPackages } from "../support/packages.ts";

/** Where `npm start` serves site and emulator, for readers without scripts. */
const localAddress = "http://127.0.0.1:8080";

/** What stands in a place until the script of the page knows better. */
const defaults: Record<string, string> = {
  address: localAddress,
  token: "emulator-token",
  site: `${localAddress}/`,
};

/** A package stands for its tarball on this site. */
const files: Record<string, string> = Object.fromEntries(
  publishedPackages().map(({ name, tarball }) => [name, `packages/${tarball}`]),
);

/** Replaces `{{address}}` and its like by elements that the script fills. */
export function fillHtml(html: string): string {
  return html.replace(/\{\{([a-z-]+)\}\}/g, (whole, name: string) => {
    if (name in defaults) return `<span data-fill="${name}">${defaults[name]}</span>`;
    return files[name] ?? whole;
  });
}

/** Replaces them by what works where `npm start` runs. */
export function fillText(text: string): string {
  return text.replace(
    /\{\{([a-z-]+)\}\}/g,
    (whole, name: string) => defaults[name] ?? files[name] ?? whole,
  );
}
