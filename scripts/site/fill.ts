/** Places in code that the reader's own address and token go into. */
import { goModule, publishedPackages, wheelName } from "../support/packages.ts";

let localPort = 8080;

/** Says where `npm start` serves, which readers without scripts copy from the pages. */
export function fillWithPort(port: number): void {
  localPort = port;
}

/** What stands in a place until the script of the page knows better. */
function defaultOf(name: string): string | undefined {
  const address = `http://127.0.0.1:${localPort}`;
  return { address, token: "emulator-token", site: `${address}/` }[name];
}

/** A package stands for the file on this site that installs it. */
const files: Record<string, string> = {
  ...Object.fromEntries(
    publishedPackages().map(({ name, tarball }) => [name, `packages/${tarball}`]),
  ),
  "python-wheel": `packages/${wheelName()}`,
  "go-proxy": "packages/go",
  "go-module": `${goModule().path}@${goModule().version}`,
};

/** Replaces `{{address}}` and its like by elements that the script fills. */
export function fillHtml(html: string): string {
  return html.replace(/\{\{([a-z-]+)\}\}/g, (whole, name: string) => {
    const value = defaultOf(name);
    return value ? `<span data-fill="${name}">${value}</span>` : (files[name] ?? whole);
  });
}

/** Replaces them by what works where `npm start` runs. */
export function fillText(text: string): string {
  return text.replace(
    /\{\{([a-z-]+)\}\}/g,
    (whole, name: string) => defaultOf(name) ?? files[name] ?? whole,
  );
}
