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

/** @throws {ToolError} for a text that does not fit, or cannot be drawn */
export async function drawCaption(
  text: string,
  frame: { width: number; height: number },
): Promise<Picture> {
  const padding = Math.round(frame.height * 0.035);
  const canvas = createCanvas(frame.width, Math.round(frame.height * 0.4));
  const context = canvas.getContext("2d");
  const { lines, lineHeight, width, isRightToLeft } = layOut(context, text, {
    width: frame.width * 0.86 - 2 * padding,
    height: canvas.height - 2 * padding,
    maxSize: Math.max(12, Math.round(frame.height * 0.075)),
    minSize: Math.max(8, Math.round(frame.height * 0.03)),
  });
  const card = {
    width: Math.ceil(width + 2 * padding),
    height: lines.length * lineHeight + Math.round(1.4 * padding),
  };
  const [left, top] = [(frame.width - card.width) / 2, canvas.height - card.height];
  context.fillStyle = "rgba(15, 23, 42, 0.86)";
  context.beginPath();
  context.roundRect(left, top, card.width, card.height, padding * 0.6);
  context.fill();
  context.fillStyle = "#ffffff";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.direction = isRightToLeft ? "rtl" : "ltr";
  lines.forEach((line, index) => {
    context.fillText(line, frame.width / 2, top + 0.7 * padding + (index + 0.5) * lineHeight);
  });
  const bottom = Math.round(frame.height * 0.08);
  return { bytes: await canvas.encode("png"), x: 0, y: frame.height - bottom - canvas.height };
}
