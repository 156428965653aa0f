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
  const count = (form: "portable" | "contract") =>
    verdicts.filter((verdict) => verdict[form].fails.length === 0).length;
  const sections = verdicts.map(renderTool).join("\n\n");
  return `---
title: Tools and what they make of the contract
label: Tools that were tried
description: Which generators, mocks and converters read the contract and its portable copy, and what they make of it.
---

Each tool is fed the [contract and its portable copy](files.md). It has to do what its users want of it. What it writes has to compile strictly. A success has to have a type that names the job. A client has to create an HP job on the [emulator](emulator.md) and read it back.

**With the portable copy ${count("portable")} of ${verdicts.length} tools do all of it, with the contract ${count("contract")}.**

| Tool | Version | Portable copy | Contract | What it cannot read |
| --- | --- | --- | --- | --- |
${verdicts.map(renderRow).join("\n")}

Made by \`npm run bench:tools -- --write\`, which tries everything anew. The last column is measured too. Each part of the contract's form is put back into the portable copy alone, and the tool is tried again.

${sections}
`;
}

function renderRow({ tool, version, portable, contract, causes }: Verdict): string {
  const cells = [tool, version, rate(portable), rate(contract), causes.join(", ")];
  return `| ${cells.join(" | ")} |`;
}

function rate({ works, fails, lacks }: Outcome): string {
  if (fails.length > 0) return works.length > 0 ? "in part" : "no";
  return lacks ? `yes, without ${lacks}` : "yes";
}

function renderTool({ tool, version, portable, contract }: Verdict): string {
  return [
    `## ${tool}`,
    "",
    ...renderOutcome(`Version ${version} with the portable copy`, portable),
    ...renderOutcome("With the contract", contract),
  ].join("\n");
}

function renderOutcome(title: string, { works, fails, lacks }: Outcome): string[] {
  return [
    `- ${title} it ${works.length > 0 ? works.join(", ") : "does nothing"}.`,
    ...fails.map(
      ({ does, message }) => `  - Not: ${does}. It says \`${message.replaceAll("`", "'")}\`.`,
    ),
    ...(lacks ? [`  - The rest was not tried, for want of ${lacks}.`] : []),
  ];
}
