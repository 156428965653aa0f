/** `answers` and `apply`: from what an owner says, or evidence shows, to the sources of a document. */
import { contractOption, defineCommand, notesOption, onlyOperand } from "../command.ts";
import { readContract } from "../notes/read-contract.ts";
import { displayPath } from "../document/sources.ts";
import { writeOverlay } from "../evidence/commands.ts";
import { collectGaps } from "../notes/gaps.ts";
import { answersToOverlay } from "./answers.ts";
import { applyChanges, planChanges } from "./apply.ts";
import { closedBy, readOverlay } from "./overlay.ts";

export const answers = defineCommand({
  name: "answers",
  summary: "Write an overlay that closes the gaps which the owner of the API has answered.",
  operands: "<answers.yaml>",
  details: `The file is the form of openapi-gaps letter --form, filled in:

  by: Product owner
  date: 2026-11-20
  answers:
    retry-safety: {answer: no, words: A second request starts a second order.}
    order-states: {values: [open, paid, closed], complete: true}
    note-rules: Markup is kept.

An answer has the keys that the form asks for: answer (yes, no, depends), values with complete, type, minimum, maximum, fields,
items, always, never, name, codes, failures, address. Every answer can have words, and promise: none keeps the gap open.
What OpenAPI has no word for closes its gap in words.`,
  options: {
    ...contractOption,
    ...notesOption,
    output: { type: "string", value: "<file>", help: "by default answers.overlay.yaml" },
  },
  run({ values, operands }) {
    const { document } = readContract(values);
    const { overlay, answered } = answersToOverlay(
      document,
      onlyOperand(operands, "file of answers"),
    );
    const closed = closedBy(overlay);
    for (const { gap, effect } of answered)
      console.log(`${closed.includes(gap) ? "✓" : "·"} ${gap}: ${effect}`);
    console.log(`\n${closed.length} of ${collectGaps(document).length} gaps would be closed.`);
    writeOverlay(values.output ?? "answers.overlay.yaml", overlay);
    return Promise.resolve(0);
  },
});

export const apply = defineCommand({
  name: "apply",
  summary: "Put a reviewed overlay into the files that a document is made of.",
  operands: "<overlay>",
  details:
    "Wants a clean git tree, and works everything out before it writes. An overlay with a target that selects nothing changes nothing. What goes wrong later is undone by git.",
  options: {
    ...contractOption,
    then: { type: "string", value: "<command>", help: "run this afterwards, such as npm test" },
  },
  run({ values, operands }) {
    const overlay = readOverlay(onlyOperand(operands, "overlay"));
    const plan = planChanges(readContract(values), overlay);
    applyChanges(plan, values.then);
    console.log(`Closed: ${plan.closed.join(", ") || "none"}`);
    for (const file of [...plan.changes.keys()].sort()) console.log(`  ${displayPath(file)}`);
    console.log("Look at the change with git diff. Say in the descriptions what new fields mean.");
    return Promise.resolve(0);
  },
});
