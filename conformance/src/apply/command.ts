/** `apply`: a reviewed overlay becomes part of the contract. */
import { readOptions } from "../command-line.ts";
import { InputError } from "../input-error.ts";
import { emulatorEnvironment } from "../observe/command.ts";
import type { Overlay } from "../overlay/overlay.ts";
import { readOverlay } from "../overlay/read-overlay.ts";
import { applyOverlay } from "./apply.ts";

export const applyHelp = `Usage: video-generation-conformance apply <overlay.yaml> [--emulator]

Puts a reviewed overlay into the files of openapi/: the schema narrows, the gap gives way to its evidence, and generated/
is made again. Refused as a whole when a target selects nothing, the contract is not as an action expects it, the result
breaks a rule, or code, tests or the emulator's decisions contradict it.

  --emulator  take evidence from the emulator, which is none about the service: only to try things out`;

export async function applyCommand(args: string[]): Promise<void> {
  const { positionals, values } = readOptions(args, applyHelp, "one", {
    emulator: { type: "boolean", default: false },
  });
  const overlay = await readOverlay(positionals[0]!);
  if (!values.emulator) refuseEmulator(overlay);
  const { closed, files, kept } = await applyOverlay(overlay);
  const left = [
    ...kept.map(
      (id) =>
        `see whether the emulator's decision ${id} still fits: it says more than the evidence`,
    ),
    "say in the descriptions what the new fields mean",
    "add by hand what an answer in words adds, such as an operation",
    "enter the change in CHANGELOG.md, and raise info.version as `npm run release -- diff` says",
  ];
  console.log(
    [
      `Closed: ${closed.join(", ")}`,
      ...files.map((file) => `  ${file}`),
      "generated/ is up to date; types, tests and links hold. Left to a person:",
      ...left.map((what) => `  - ${what}`),
    ].join("\n"),
  );
}

/** The emulator's inventions would become facts about the service. */
function refuseEmulator({ actions }: Overlay): void {
  const invented = actions.find(
    (action) => action["x-verified"]?.environment === emulatorEnvironment,
  );
  if (!invented) return;
  throw new InputError(
    `The evidence on ${invented["x-closes"]} comes from the emulator, and says nothing about the service. Propose from recordings of the service, or say --emulator to try things out.`,
  );
}
