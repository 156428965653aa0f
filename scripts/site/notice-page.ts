/** The page for an address that the site does not have. */
import { renderShell, type ShellOptions } from "./shell.ts";

/** The name under which hosts of static files look for it. */
export const notFoundPage = "404.html";

/** It is shown at any path, so its links are of the whole host. */
export function renderNotFound(
  frame: Pick<ShellOptions, "navigation" | "publicAddress" | "siteTitle" | "version">,
): string {
  const { pathname } = new URL(frame.publicAddress);
  const html = renderShell({
    ...frame,
    name: "404",
    title: "There is no such page",
    description: "The address leads to no page of this site.",
    content: `<h1>There is no such page</h1>
<p>The address may be misspelt, or the page has another name now. Search the site, or begin with one of these.</p>
<ul>
<li><a href="index.html">Start here</a></li>
<li><a href="operations.html">Operations and schemas</a></li>
<li><a href="gaps.html">What is not documented</a></li>
</ul>`,
  });
  return html.replace(/ (href|src)="(?![a-z]+:|#|\/)/g, ` $1="${pathname}`);
}
