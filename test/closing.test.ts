/** Closing a gap leaves the repository sound, whichever it is, by construction: nothing has to be rewritten. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { collectClosedGaps, collectGaps, lintDocument, readDocument } from "openapi-gaps";
import { type Overlay, planChanges, proposeClosures, toOverlay } from "openapi-gaps/evidence";
import { observe } from "../gaps/test/evidence/support/observing.ts";
import { recordingLikeEmulator } from "../gaps/test/evidence/support/recording.ts";
import {
  applyAssumptions,
  type AssumingAction,
  collectAssumptions,
} from "../scripts/emit/emulator/assumptions.ts";
import { findDisagreements, readFacts } from "../scripts/lint/facts/check.ts";
import { contractEntry, emulatorOverlay } from "../scripts/support/locations.ts";
import { refusedExamples } from "./support/refused-examples.ts";
import { RepositoryCopy } from "./support/repository-copy.ts";

const source = readDocument(contractEntry);
const counts = observe(recordingLikeEmulator(200), source.document);
const overlay = toOverlay(proposeClosures(source.document, counts), counts);
const closable = [...new Set(overlay.actions.map((action) => action["x-closes"]))];
const { actions: assuming } = parse(readFileSync(emulatorOverlay, "utf8")) as {
  actions: AssumingAction[];
};

const only = (gaps: string[]): Overlay => ({
  ...overlay,
  actions: overlay.actions.filter((action) => gaps.includes(action["x-closes"])),
});

describe.runIf(closable.length > 0)("a contract with gaps closed by recordings is sound:", () => {
  it.each([...closable.map((gap) => [gap]), closable])("%s", (...gaps) => {
    const { document, closed } = planChanges(source, only(gaps));
    expect(closed.toSorted()).toEqual(gaps.toSorted());
    expect(collectClosedGaps(document).map(({ id }) => id)).toEqual(expect.arrayContaining(gaps));
    expect(findDisagreements(document, readFacts())).toEqual([]);
    expect(refusedExamples(document)).toEqual([]);
    expect(lintDocument({ ...source, document }, "sources")).toEqual([]);
    const emulated = applyAssumptions(document, assuming);
    expect(collectAssumptions(emulated, collectGaps(document)).length).toBeGreaterThan(20);
    expect(refusedExamples(emulated)).toEqual([]);
  });
});

it.runIf(closable.includes("job-status-values"))(
  "evidence that contradicts a decision of the emulator is named when the contract is generated",
  () => {
    const calls = recordingLikeEmulator(200).map((call) => ({
      ...call,
      answer: JSON.parse(JSON.stringify(call.answer).replaceAll('"completed"', '"done"')),
    }));
    const others = observe(calls, source.document);
    const proposed = toOverlay(proposeClosures(source.document, others), others);
    const statuses = proposed.actions.filter(
      (action) => action["x-closes"] === "job-status-values",
    );
    const { document } = planChanges(source, { ...proposed, actions: statuses });
    expect(() => applyAssumptions(document, assuming)).toThrow(
      /`job-status-values` contradicts the emulator's decision `three-statuses`: below \$\.components\.schemas\.JobStatus the emulator has .*"completed".* at \/enum, and the evidence .*"done"/,
    );
  },
);

it.runIf(closable.length > 0)(
  "the command closes them in the sources, and everything is generated again",
  async () => {
    await using copy = await RepositoryCopy.create();
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...args], {
        cwd: copy.folder,
      });
    git("init", "-q");
    git("add", "openapi", "generated");
    git("commit", "-qm", "Begin");
    await copy.write("proposal.overlay.yaml", stringify(overlay));
    const then = "node scripts/cli.ts generate && node_modules/.bin/prettier --write openapi";
    const { exitCode, output } = await copy.run(
      "gaps/src/cli.ts",
      ...["apply", "proposal.overlay.yaml", "--contract", "openapi/openapi.yaml", "--then", then],
    );
    expect(exitCode, output).toBe(0);
    const register = readFileSync(join(copy.folder, "generated/gaps.md"), "utf8");
    // Below its question, where the gap has one.
    for (const gap of closable)
      expect(register).toMatch(new RegExp(`\\n### ${gap}\\n\\n(.+\\n\\n)?Confirmed on`));
    const fresh = await copy.run("scripts/cli.ts", "fresh");
    expect(fresh.exitCode, fresh.output).toBe(0);
  },
);
