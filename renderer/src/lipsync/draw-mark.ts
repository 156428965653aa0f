/** The mark that says what a video is not. */
import { createCanvas } from "@napi-rs/canvas";
import { fontOf } from "../draw/fonts.ts";

const markText = "local preview, no lip synchronisation of a person";

/** A strip as wide as the picture, for its foot. */
export async function drawMark({
  width,
  height,
}: {
  width: number;
  height: number;
}): Promise<Buffer> {
  const strip = Math.max(16, Math.round(height * 0.065));
  const canvas = createCanvas(width, strip);
  const context = canvas.getContext("2d");
  context.fillStyle = "rgba(15, 23, 42, 0.85)";
  context.fillRect(0, 0, width, strip);
  context.fillStyle = "#ffffff";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = fontOf(strip * 0.55);
  context.fillText(markText, width / 2, strip / 2, width * 0.96);
  return canvas.encode("png");
}
