/** Addresses that the site had before, and where each leads now. */
import { escapeHtml } from "./html.ts";

const moved: Record<string, string> = {
  agents: "command.html#tools-for-agents",
  answers: "owner.html",
  client: "sdks.html#typescript-client",
  "client-faults": "sdks.html",
  conformance: "owner.html#check-a-live-service",
  "generated-clients": "files.html#the-portable-copy-for-code-generators",
  go: "sdks.html#go-client",
  languages: "sdks.html",
  "mutation-score": "index.html",
  peers: "index.html",
  python: "sdks.html#python-client",
  "python-names": "sdks.html#python-client",
  "reference-print": "operations.html",
  rendering: "emulator.html#real-videos",
  tools: "files.html",
};

/** @param schemas where each schema is shown; it had a page of its own */
export function redirectFiles(schemas: Map<string, string>): [name: string, html: string][] {
  const ofSchemas = [...schemas].map(([name, address]) => [`schema-${name}`, address] as const);
  return [...Object.entries(moved), ...ofSchemas].map(([name, address]) => [
    `${name}.html`,
    redirectTo(escapeHtml(address)),
  ]);
}

function redirectTo(target: string): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Moved</title>
<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${target}"><link rel="canonical" href="${target}"></head>
<body><p>This page has moved to <a href="${target}">${target}</a>.</p></body></html>
`;
}
