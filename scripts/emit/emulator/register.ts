/** The register of assumptions as a page: every decision of the emulator, and the gap it is about. */
import type { RegisteredAssumption } from "./assumptions.ts";

/** `generated/assumptions.md`, a page of the site. */
export function renderAssumptions(assumptions: RegisteredAssumption[]): string {
  return [
    "# What the emulator assumes",
    "",
    "The emulator has to decide what the interface specification leaves open. These are its decisions, and none of them says",
    "anything about the service. A response names those that shaped it in its header `X-Emulator-Assumed`. Generated from",
    "`openapi/overlays/emulator.yaml` by `npm run generate`.",
    "",
    ...assumptions.flatMap(entry),
  ].join("\n");
}

function entry({ id, closes, because, decides }: RegisteredAssumption): string[] {
  const reason = `Because: ${because} Gap: [\`${closes}\`](gaps.md#${closes})`;
  return [`## ${id}`, "", decides.join(" "), "", reason, ""];
}
