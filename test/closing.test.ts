/** Narrowing a gap leaves the repository sound, whichever it is, by construction: nothing has to be rewritten. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { collectGaps, lintDocument, readDocument } from "openapi-gaps";
import { gapRules } from "openapi-gaps/ruleset";
import { registered, sourceRules } from "../scripts/lint/source-rules.js";
import { type Overlay, planChanges } from "openapi-gaps/evidence";
import { propose } from "../gaps/test/evidence/support/proposing.ts";
import { recordingLikeEmulator } from "../gaps/test/evidence/support/recording.ts";
import {
  applyAssumptions,
  type AssumingAction,
  collectAssumptions,
} from "../scripts/emit/emulator.ts";
import { generateFiles } from "../scripts/emit/generate.ts";
import { findDisagreements, readFacts } from "../scripts/lint/facts/check.ts";
import { contractEntry, contractFolder, emulatorOverlay } from "../scripts/support/locations.ts";
import { isTold } from "./support/gaps.ts";
import { refusedExamples } from "./support/refused-examples.ts";

const source = readDocument(contractEntry);
const { overlay } = await propose(recordingLikeEmulator(20), source.document);
const narrowed = [...new Set(overlay.actions.map((action) => action["x-closes"]))];
const assuming: AssumingAction[] = parse(readFileSync(emulatorOverlay, "utf8")).actions;

const rules = [...gapRules, ...sourceRules(registered(contractFolder))];

const only = (gaps: string[]): Overlay => ({
  ...overlay,
  actions: overlay.actions.filter((action) => gaps.includes(action["x-closes"])),
});

// The recording is of a service like the emulator, which an owner's may contradict.
describe.runIf(narrowed.length > 0 && !isTold)(
  "a contract with gaps narrowed by recordings is sound:",
  () => {
    it.each([...narrowed.map((gap) => [gap]), narrowed])("%s", (...gaps) => {
      const { document, closed } = planChanges(source, only(gaps));
      expect(closed).toEqual([]);
      expect(collectGaps(document)).toHaveLength(collectGaps(source.document).length);
      expect(findDisagreements(document, readFacts())).toEqual([]);
      expect(refusedExamples(document)).toEqual([]);
      expect(lintDocument({ ...source, document }, rules)).toEqual([]);
      const emulated = applyAssumptions(document, assuming);
      expect(collectAssumptions(emulated, collectGaps(document)).length).toBeGreaterThan(20);
      expect(refusedExamples(emulated)).toEqual([]);
    });

    it("with all of them, everything is generated", async () => {
      const { document } = planChanges(source, overlay);
      const files = await generateFiles({ document, sources: source.sources });
      const asked = files
        .get("generated/gaps.md")!
        .match(/Question: Beyond what recordings showed/g);
      expect(asked).toHaveLength(narrowed.length);
    });
  },
);
