/** `apply`: a reviewed overlay becomes part of the contract. */
import { readOptions } from "../command-line.ts";
import { readOverlay } from "../overlay/read-overlay.ts";
import { applyOverlay } from "./apply.ts";

export const applyHelp = `Usage: video-generation-conformance apply <overlay.yaml>

Puts a reviewed overlay into the files of openapi/: the schema narrows, the gap gives way to its evidence, and generated/
is made again. Refused as a whole when a target selects nothing, the contract is not as an action expects it, or the
result breaks a rule.`;

export async function applyCommand(args: string[]): Promise<void> {
  const { positionals } = readOptions(args, applyHelp, "one", {});
  const { closed, files, superseded } = await applyOverlay(await readOverlay(positionals[0]!));
  console.log(
    [
      `Closed: ${closed.join(", ")}`,
      ...files.map((file) => `  ${file}`),
      "generated/ is up to date. Left to do by hand:",
      ...superseded.map(
        (id) => `  - see that the emulator does as the evidence says, where it assumed ${id};`,
      ),
      "  - say in the descriptions what the new fields mean;",
      "  - move the rows of the closed gaps in scripts/lint/facts/gaps.ts to the facts they have become;",
      "  - enter the change in CHANGELOG.md, and raise info.version as `npm run diff` says.",
    ].join("\n"),
  );
}
