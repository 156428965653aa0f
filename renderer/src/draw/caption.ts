/** The text of a segment, as a card in the lower third of the picture. */
import { createCanvas } from "@napi-rs/canvas";
import { layOut } from "./lay-out.ts";

export interface Picture {
  /** PNG. */
  bytes: Buffer;
  /** Where its upper left corner goes. */
  x: number;
  y: number;
}

/** @throws {InputError} for a text that does not fit, or cannot be drawn */
export async function drawCaption(
  text: string,
  frame: { width: number; height: number },
): Promise<Picture> {
  const padding = Math.round(frame.height * 0.035);
  const box = {
    width: frame.width * 0.86 - 2 * padding,
    height: Math.round(frame.height * 0.4) - 2 * padding,
    maxSize: Math.max(12, Math.round(frame.height * 0.075)),
    minSize: Math.max(8, Math.round(frame.height * 0.03)),
  };
  const { lines, font, lineHeight, width, isRightToLeft } = layOut(text, box);
  // Colours are stored for two pixels together.
  const even = (pixels: number) => 2 * Math.round(pixels / 2);
  const canvas = createCanvas(
    even(width + 2 * padding),
    even(lines.length * lineHeight + 1.4 * padding),
  );
  const context = canvas.getContext("2d");
  context.font = font;
  context.fillStyle = "rgba(15, 23, 42, 0.86)";
  context.beginPath();
  context.roundRect(0, 0, canvas.width, canvas.height, padding * 0.6);
  context.fill();
  context.fillStyle = "#ffffff";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.direction = isRightToLeft ? "rtl" : "ltr";
  lines.forEach((line, index) => {
    context.fillText(line, canvas.width / 2, 0.7 * padding + (index + 0.5) * lineHeight);
  });
  const x = even((frame.width - canvas.width) / 2);
  const y = even(frame.height * 0.92 - canvas.height);
  return { bytes: await canvas.encode("png"), x, y };
}
