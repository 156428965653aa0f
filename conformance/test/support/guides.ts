/** What a person writes for the guides when a gap is closed. */
import { type Overlay, withGuides } from "../../src/overlay/overlay.ts";

export async function withGuidesWritten(overlay: Overlay): Promise<Overlay> {
  const { "x-guides": texts = [] } = await withGuides(overlay);
  return { ...overlay, "x-guides": texts.map((text) => ({ ...text, write: writeFor(text.says) })) };
}

/** A row of a table stays one. */
function writeFor(says: string): string {
  const columns = says.match(/^\|.*\|$/) ? says.split(/(?<!\\)\|/).length - 2 : 0;
  return columns > 0 ? `|${" It is known now. |".repeat(columns)}` : "It is known now.";
}
