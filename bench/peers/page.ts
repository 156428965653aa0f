/** The page of the site that a run writes. */

export interface Row {
  name: string;
  version: string;
  found: number;
  falseAlarms: number;
  /** Defects on which it ended by an error of its own. */
  errors: number;
  /** Defects that it did not find. */
  missed: string[];
}

export function renderPage(rows: Row[], defects: number, oddities: number): string {
  return `---
title: Conformance and its peers
label: Peers of conformance
description: What Redocly Respect and Optic find on the services that conformance is tested with, and why others were not run.
---

Conformance is tested with services that break the contract in one thing each, and with services that are unusual and keep it. Here, ${defects} of the first and ${oddities} of the second were shown to other tools as well. They stand at even distances in the list of all. Made by \`npm run bench:peers -- --write\`.

| Tool | Version | Defects found | Ended by an error of its own | False alarms |
| ---- | ------- | ------------: | ---------------------------: | -----------: |
${rows.map(({ name, version, found, errors, falseAlarms }) => `| ${name} | ${version} | ${found} of ${defects} | ${errors} | ${falseAlarms} of ${oddities} |`).join("\n")}

The tools have different aims, so this is no ranking. **Redocly Respect** runs the same Arazzo files, and judges what their criteria say. It holds a body against a schema only under a literal status code, and the contract has \`2XX\`. **Optic** compares recorded traffic with a document in order to complete the document. It is given a recording of the stories and the [portable copy](files.md). Every success in them is 200, because it cannot read \`2XX\`. It sends nothing itself, so it cannot see what a service should have refused.

Not run:

- **Schemathesis** makes requests from a document. It is a Python package that neither npm nor Debian has, so this bench cannot install it.
- **oasdiff** compares two documents, and never calls a service: there is nothing here that it could find. It is a Go program that neither npm nor Debian has. What it is good for, the rating of changes, is done by \`npm run diff\`.

${rows
  .filter(({ missed }) => missed.length > 0)
  .map(renderMissed)
  .join("\n\n")}
`;
}

function renderMissed({ name, missed }: Row): string {
  const list = missed.map((what) => `- ${what.replaceAll("`", "'")}`).join("\n");
  return `## What ${name} did not find\n\nServices, by what is wrong with them:\n\n${list}`;
}
