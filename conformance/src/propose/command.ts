/** `propose`: from observations to an overlay for a person to review. */
import { readFile } from "node:fs/promises";
import { stringify } from "yaml";
import { collectGaps } from "../../../gaps/src/notes/gaps.ts";
import { readBundle } from "../../../scripts/contract/read-bundle.ts";
import { readOptions } from "../command-line.ts";
import { InputError } from "../input-error.ts";
import type { Observations } from "../observe/observations.ts";
import { withGuides } from "../overlay/overlay.ts";
import { writeWhole } from "../write-whole.ts";
import type { Proposal } from "./proposal.ts";
import { proposeClosures, toOverlay } from "./propose.ts";

export const proposeHelp = `Usage: video-generation-conformance propose <observations.json> [options]

Writes an OpenAPI Overlay with the changes of the contract that the observations support, each with its evidence, with
what it expects of today's contract, and with its effect on consumers. Where the evidence is too thin, it says so.
Nothing is changed: a person reviews the overlay, and \`apply\` puts it into the contract.

  --output <file>  where to write the overlay (default: proposal.overlay.yaml)`;

export async function proposeCommand(args: string[]): Promise<void> {
  const { positionals, values } = readOptions(args, proposeHelp, "one", {
    output: { type: "string", default: "proposal.overlay.yaml" },
  });
  const observations = await readObservations(positionals[0]!);
  const document = await readBundle();
  if (observations.contract !== document.info["version"]) {
    throw new InputError(
      `${positionals[0]} was observed with contract ${observations.contract}, and this is ${document.info["version"]}. Observe the recording again.`,
    );
  }
  const proposals = proposeClosures(document, observations);
  console.log(summarize(proposals, collectGaps(document).length - proposals.length));
  if (!proposals.some((proposal) => "actions" in proposal)) {
    console.log("Nothing to propose, so nothing was written.");
    return;
  }
  const overlay = stringify(await withGuides(toOverlay(proposals, observations)), {
    lineWidth: 120,
    aliasDuplicateObjects: false,
  });
  await writeWhole(values["output"], overlay);
  console.log(
    `Written: ${values["output"]}. Review it, complete the descriptions, write under x-guides what the guides say from then on, then: video-generation-conformance apply ${values["output"]}`,
  );
}

async function readObservations(file: string): Promise<Observations> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new InputError(`There is no file ${file}. Make one with \`observe\`.`);
  });
  try {
    const observations = JSON.parse(text) as Observations;
    if (observations.format === "video-generation-observations/3") return observations;
  } catch {
    // Not JSON: the same answer as for JSON of another kind.
  }
  throw new InputError(`${file} does not hold observations. Make a file of them with \`observe\`.`);
}

function summarize(proposals: Proposal[], others: number): string {
  const lines = proposals.map((proposal) =>
    "actions" in proposal
      ? `✓ ${proposal.gap}: ${proposal.effect}`
      : `· ${proposal.gap}: ${proposal.because}`,
  );
  const closed = proposals.filter((proposal) => "actions" in proposal).length;
  return [
    ...lines,
    "",
    `${closed} of ${proposals.length} gaps would be closed. Recordings close none of the ${others} other gaps: their questions go to the provider.`,
  ].join("\n");
}
