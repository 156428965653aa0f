/** Text into HTML, and the places in code that the reader's own address and token go into. */
import MarkdownIt from "markdown-it";
import { UserError } from "openapi-gaps";
import { goModule, publishedPackages, wheelName } from "../support/packages.ts";

/** Escapes text for an element or a double-quoted attribute. */
export const { escapeHtml } = new MarkdownIt().utils;

/** A value as an expression for a script: safe inside a `<script>` element as well. */
export function toScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Where `npm start` serves unless it is told otherwise. What serves the site puts its own address in the place of this one. */
export const localAddress = "http://127.0.0.1:8080";

/**
 * Where the site is published, with a slash at its end: `SITE_ADDRESS`.
 *
 * @throws {UserError} when that is no address
 */
export function publishedAddress(): string | undefined {
  const { SITE_ADDRESS: address } = process.env;
  if (address === undefined) return undefined;
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ""))
    throw new UserError(
      `SITE_ADDRESS is "${address}". Set it to where the site is published, such as https://example.com/docs/.`,
    );
  return address.replace(/\/*$/, "/");
}

/** What stands in a place until the script of the page knows better. `npm start` serves site and emulator at one address. */
function defaultOf(name: string): string | undefined {
  const published = publishedAddress();
  const local = published ? "http://127.0.0.1:4010" : localAddress;
  return { address: local, token: "emulator-token", site: published ?? `${local}/` }[name];
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

/** Replaces them by their values. */
export function fillText(text: string): string {
  return text.replace(
    /\{\{([a-z-]+)\}\}/g,
    (whole, name: string) => defaultOf(name) ?? files[name] ?? whole,
  );
}
