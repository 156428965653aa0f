/** What a person writes for the guides when a gap is closed. */
import { type Overlay, withGuides } from "../../src/overlay/overlay.ts";

export async function withGuidesWritten(overlay: Overlay): Promise<Overlay> {
  const { "x-guides": texts = [] } = await withGuides(overlay);
  return { ...overlay, "x-guides": texts.map((text) => ({ ...text, write: "It is known now." })) };
}
