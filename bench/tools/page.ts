/** The page of the site that a run writes. */
import type { Outcome } from "./try-tool.ts";

/** What came of trying a tool. */
export interface Verdict {
  tool: string;
  version: string;
  portable: Outcome;
  contract: Outcome;
  /** Parts of the contract's form that the tool cannot read. */
  causes: string[];
}

export function renderPage(verdicts: Verdict[]): string {
  const count = (isCounted: (verdict: Verdict) => boolean) => verdicts.filter(isCounted).length;
  const untried = count(({ portable }) => portable.lacks !== undefined);
  return `---
title: What tools make of the contract
label: Tools that were tried
description: Which generators, mocks and converters read the contract and its portable copy, and what they make of it.
---

Each tool is fed the [portable copy and the contract](files.md). It has to do what its users want of it. What it writes has to compile strictly. A success has to have a type that names the job. A client has to create an HP job on the [emulator](emulator.md) and read it back.

**Of ${verdicts.length} tools, ${count(({ portable }) => doesAll(portable))} do all of it with the portable copy, and ${count(({ contract }) => doesAll(contract))} with the contract.**${untried > 0 ? ` ${untried} could not be tried to the end.` : ""} The last column names the parts of the contract's form that a tool cannot read. They are measured: each part is put back into the portable copy alone, and the tool is tried again. Made by \`npm run bench:tools -- --write\`.

| Tool | Version | Portable copy | Contract | What it cannot read |
| ---- | ------- | ------------- | -------- | ------------------- |
${verdicts.map(renderRow).join("\n")}

${verdicts.map(renderTool).join("\n\n")}
`;
}

function doesAll({ fails, lacks }: Outcome): boolean {
  return fails.length === 0 && lacks === undefined;
}

function renderRow({ tool, version, portable, contract, causes }: Verdict): string {
  const cells = [`\`${tool}\``, version, rate(portable), rate(contract), causes.join(", ")];
  return `| ${cells.join(" | ")} |`;
}

function rate({ works, fails, lacks }: Outcome): string {
  if (fails.length > 0) return works.length > 0 ? "in part" : "no";
  return lacks ? "as far as tried" : "yes";
}

function renderTool({ tool, portable, contract }: Verdict): string {
  return [
    `## \`${tool}\``,
    "",
    ...renderOutcome("Portable copy", portable),
    ...renderOutcome("Contract", contract),
  ].join("\n");
}

function renderOutcome(title: string, { works, fails, lacks }: Outcome): string[] {
  return [
    ...(works.length > 0 ? [`- ${title}: ${works.join(", ")}.`] : []),
    ...fails.map(
      ({ does, message }) => `- ${title}, not: ${does}. \`${message.replaceAll("`", "'")}\``,
    ),
    ...(lacks ? [`- ${title}: the rest was not tried, for want of ${lacks}.`] : []),
  ];
}
