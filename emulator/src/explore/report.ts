/** What an exploration has found, for terminals, pages and CI systems. */
import { readFileSync } from "node:fs";
import { unmet } from "../service/behaviours.ts";
import { type Circumstance, placeOf, readNotes } from "./circumstances.ts";
import type { Exploration } from "./explore.ts";

/** A finding in words. */
export interface Told {
  /** Its circumstances, sorted: what a file of accepted ones has. */
  name: string;
  /** Of a set that may not be the smallest, those that changed a response. */
  circumstances: Pick<Circumstance, "name" | "says">[];
  title: string;
  accepted: boolean;
  /** Without any one of its circumstances the app passes. */
  knownSmallest: boolean;
  said: string;
  requests: string[];
  /** What was asked about each gap in it, and what to do until that is answered. */
  gaps: { gap: string; question: string; advice: string }[];
  /** What plays exactly this, in a terminal. */
  commands: string[];
}

export interface Report extends Omit<Exploration, "breaking"> {
  breaking: Told[];
  /** Accepted before, and survived now. */
  mended: string[];
}

/** @param accepted names of findings that a team knows and accepts */
export function tell(found: Exploration, accepted: string[], renderMs: number): Report {
  const notes = readNotes();
  const breaking = found.breaking.map((finding): Told => {
    const { circumstances, knownSmallest, said, requests, met } = finding;
    const names = circumstances.map(({ name }) => name);
    const name = names.toSorted().join(" + ");
    // What has no part in it needs no advice.
    const gaps = (knownSmallest ? names.map(placeOf) : []).flatMap((gap) => {
      const note = notes.get(gap);
      if (!note) return [];
      return [{ gap, question: String(note["question"]), advice: String(note["reading"]) }];
    });
    const clauses = circumstances.map(({ says }) => clauseOf(says));
    // The other ones most likely have no part in it.
    const acting = circumstances.filter(({ name: each }) => met.has(each));
    const title = knownSmallest
      ? `It fails if ${clauses.join(", and ")}.`
      : `It fails with ${clauses.length} things at once, of which ${acting.length} changed a response. This is not known to be the smallest set: the time was up.`;
    return {
      ...{ name, title, knownSmallest, said, requests },
      circumstances: (knownSmallest ? circumstances : acting).map(({ name: each, says }) => ({
        ...{ name: each, says },
      })),
      ...{ accepted: accepted.includes(name), gaps },
      commands: commandsOf(circumstances, found.seed, renderMs),
    };
  });
  const names = new Set(breaking.map(({ name }) => name));
  return { ...found, breaking, mended: accepted.filter((name) => !names.has(name)) };
}

/** A sentence within another one. */
const clauseOf = (says: string): string =>
  says.replace(/^(?:[A-Z](?![A-Z]))/, (letter) => letter.toLowerCase()).replace(/\.$/, "");

function commandsOf(circumstances: Circumstance[], seed: number, renderMs: number): string[] {
  const gaps = circumstances.filter(({ fault }) => !fault).map(({ name }) => name);
  const choice = gaps.length > 0 ? ` --gaps ${gaps.join(",")}` : "";
  const faults = circumstances.flatMap(({ fault = [] }) => fault);
  const add = "curl http://127.0.0.1:4010/emulator/faults -H 'Content-Type: application/json' -d";
  return [
    `video-generation-emulator --seed ${seed} --render ${renderMs}ms${choice}`,
    ...faults.map((fault) => `${add} '${JSON.stringify(fault)}'`),
  ];
}

/** By what stands before the sign, in a line each. */
function groupNames(names: string[]): string[] {
  const groups = Map.groupBy(names, placeOf);
  return [...groups].map(
    ([place, each]) => `${place}: ${each.map((name) => name.slice(place.length + 1)).join(", ")}`,
  );
}

/** Findings that share a circumstance, and so most likely a cause; most findings stand alone. */
interface Group extends Told {
  /** What each has beside that, or what is in a set that may not be the smallest. */
  lines: string[];
  all: Told[];
}

/** Each finding stands below the circumstance that it shares with most others. */
function groupFindings(breaking: Told[]): Group[] {
  const sharedOf = ({ name, accepted, knownSmallest, circumstances }: Told): string => {
    // What else is in a set that may not be the smallest may have no part in it.
    if (!knownSmallest) return name;
    const alike = breaking.filter((each) => each.knownSmallest && each.accepted === accepted);
    const names = alike.flatMap((each) => each.circumstances.map(({ name: one }) => one));
    const countOf = (one: { name: string }) => names.filter((each) => each === one.name).length;
    return circumstances.toSorted((a, b) => countOf(b) - countOf(a))[0]!.name;
  };
  const groups = Map.groupBy(breaking, (each) => `${each.accepted} ${sharedOf(each)}`);
  return [...groups.values()].map((all) => {
    const first = all[0]!;
    const parts = first.circumstances.map(({ says }) => clauseOf(says));
    if (all.length === 1) return { ...first, all, lines: first.knownSmallest ? [] : parts };
    const shared = sharedOf(first);
    const gaps = new Map(all.flatMap((each) => each.gaps).map((each) => [each.gap, each]));
    const says = first.circumstances.find(({ name }) => name === shared)!.says;
    return {
      ...{ ...first, all, gaps: [...gaps.values()] },
      title: `It fails if ${clauseOf(says)}, with any of:`,
      lines: all.map(({ circumstances, said }) => {
        const others = circumstances.filter(({ name }) => name !== shared);
        const clause = others.map((each) => clauseOf(each.says)).join(", and ");
        return said === first.said ? clause : `${clause} (${said})`;
      }),
    };
  });
}

const several = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

function summaryOf({ breaking, survived, neverMet, runs, seconds }: Report): string {
  const open = breaking.filter(({ accepted }) => !accepted).length;
  const verdict =
    open > 0
      ? `${several(open, "thing")} break${open === 1 ? "s" : ""} the app`
      : "Nothing breaks the app";
  const known = breaking.length - open;
  return `${verdict}${known > 0 ? `, beside ${known} accepted` : ""}. It survives ${survived.length}, and never met ${neverMet.length}. ${several(runs, "run")} in ${seconds.toFixed(1)} s.`;
}

export function renderText(report: Report): string {
  const { breaking, survived, repeated, neverMet, unsteady, mended } = report;
  const section = (title: string, lines: string[]) =>
    lines.length > 0 ? ["", title, ...lines.map((line) => `  ${line}`)] : [];
  return [
    ...groupFindings(breaking).flatMap((finding) => [
      "",
      `${finding.accepted ? "○ Accepted: " : "✗ "}${finding.title}`,
      ...finding.lines.map((line) => `    - ${line}`),
      ...finding.gaps.flatMap(({ gap, question, advice }) => [
        `    Gap      ${gap}: ${question}`,
        `    Advice   ${advice}`,
      ]),
      `    It says  ${finding.said}`,
      ...finding.requests.map(
        (line, index) => `    ${index === 0 ? "Requests" : "        "} ${line}`,
      ),
      ...finding.commands.map(
        (line, index) => `    ${index === 0 ? "Play it " : "        "} ${line}`,
      ),
    ]),
    ...section("It survives:", groupNames(survived)),
    ...section(
      "It starts more jobs with these than without, and may pay for each:",
      groupNames(repeated),
    ),
    ...section("It never met (these change no response that it gets):", groupNames(neverMet)),
    ...section(
      "It failed once with these, and passed when they were played again:",
      groupNames(unsteady),
    ),
    ...section("Accepted, and not found any more:", mended),
    "",
    summaryOf(report),
  ].join("\n");
}

export function renderJunit({ breaking, survived, neverMet, seconds }: Report): string {
  const failures = breaking.filter(({ accepted }) => !accepted);
  const skipped = breaking.length - failures.length + neverMet.length;
  const total = breaking.length + survived.length + neverMet.length;
  const open = (name: string) => `  <testcase classname="explore" name="${escapeMarkup(name)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="explore" tests="${total}" failures="${failures.length}" skipped="${skipped}" errors="0" time="${seconds.toFixed(3)}">`,
    ...breaking.map((finding) =>
      finding.accepted
        ? `${open(finding.name)}><skipped message="accepted"/></testcase>`
        : `${open(finding.name)}><failure message="${escapeMarkup(finding.title)}">${escapeMarkup(finding.said)}</failure></testcase>`,
    ),
    ...survived.map((name) => `${open(name)}/>`),
    ...neverMet.map((name) => `${open(name)}><skipped message="never met"/></testcase>`),
    "</testsuite>",
    "",
  ].join("\n");
}

const tokens = new URL("../../../docs/theme/tokens.css", import.meta.url);

const style = `
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1, h2 { font-family: var(--title); }
article { border-left: 3px solid var(--bad); padding: 0.2rem 1rem; margin: 1rem 0; background: var(--panel); }
article.accepted { border-color: var(--line); }
blockquote { margin: 0.5rem 0; padding: 0.4rem 1rem; background: var(--gap-paper); border-left: 3px solid var(--gap-line); }
pre, code { font: 0.875rem/1.5 var(--mono); white-space: pre-wrap; }`;

/** One file, without scripts and without anything from elsewhere. */
export function renderHtml(report: Report, command: string[]): string {
  const text = (value: string) => escapeMarkup(value);
  const list = (title: string, lines: string[]) =>
    lines.length === 0
      ? ""
      : `<h2>${title}</h2><ul>${lines.map((line) => `<li><code>${text(line)}</code></li>`).join("")}</ul>`;
  const findings = groupFindings(report.breaking).map(
    (finding) =>
      `<article class="${finding.accepted ? "accepted" : "breaks"}"><h3>${finding.accepted ? "Accepted: " : ""}${text(finding.title)}</h3>
${finding.lines.length > 0 ? `<ul>${finding.lines.map((line) => `<li>${text(line)}</li>`).join("")}</ul>` : ""}
${finding.gaps.map(({ gap, question, advice }) => `<blockquote><b>${text(gap)}:</b> ${text(question)}<br>${text(advice)}</blockquote>`).join("")}
<p>It says: <code>${text(finding.said)}</code></p>
<details><summary>The last requests</summary><pre>${text(finding.requests.join("\n"))}</pre></details>
<details><summary>Play it</summary><pre>${text(finding.all.map(({ commands }) => commands.join("\n")).join("\n\n"))}</pre></details></article>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What breaks the app</title>
<style>${readFileSync(tokens, "utf8")}${style}</style>
<main>
<h1>What breaks the app</h1>
<p><code>${text(command.join(" "))}</code></p>
<p><strong>${text(summaryOf(report))}</strong></p>
${findings.join("\n")}
${list("It survives", groupNames(report.survived))}
${list("It starts more jobs with these than without, and may pay for each", groupNames(report.repeated))}
${list("It never met", groupNames(report.neverMet))}
${list(
  "No client meets these",
  Object.entries(unmet).map(([gap, reason]) => `${gap}: ${reason}`),
)}
</main>
</html>
`;
}

function escapeMarkup(text: string): string {
  const names: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot" };
  // XML has no form for control characters.
  return text
    .replace(/[&<>"]/g, (sign) => `&${names[sign]};`)
    .replaceAll(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "�");
}
