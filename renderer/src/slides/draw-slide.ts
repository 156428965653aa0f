/** Draws one slide. */
import { createCanvas, type Image, type SKRSContext2D } from "@napi-rs/canvas";
import { fontOf } from "../draw/fonts.ts";
import { layOut } from "../draw/lay-out.ts";
import type { Slide } from "./layers.ts";
import type { Template } from "./templates.ts";

const slideSize = { width: 1280, height: 720 };

const margin = 96;

export interface SlideContent {
  slide: Slide;
  number: number;
  count: number;
  template: Template;
  image: Image | undefined;
  /** Stands small at the foot: what the request asked for and nobody here knows. */
  remark: string;
}

/** @throws {InputError} for a text that does not fit, or cannot be drawn */
export async function drawSlide(content: SlideContent): Promise<Buffer> {
  const { slide, number, count, template, image, remark } = content;
  const canvas = createCanvas(slideSize.width, slideSize.height);
  const context = canvas.getContext("2d");
  drawBackground(context, template, slide);
  // A picture takes the right half.
  const width = (image ? slideSize.width / 2 : slideSize.width) - 2 * margin;
  if (image) drawImage(context, image);
  const top = slide.text === undefined ? 250 : 170;
  context.fillStyle = slide.accent ?? template.accent;
  context.fillRect(margin, top - 40, 72, 8);
  const title = slide.title ?? `Slide ${number} of ${count}`;
  const bottom = drawText(context, title, {
    top,
    color: template.title,
    box: { width, height: 210, maxSize: 72, minSize: 28, weight: 700 },
  });
  if (slide.text !== undefined)
    drawText(context, slide.text, {
      top: bottom + 28,
      color: template.text,
      box: { width, height: 620 - bottom - 28, maxSize: 36, minSize: 18, weight: 400 },
    });
  context.direction = "ltr";
  context.textAlign = "left";
  context.fillStyle = template.text;
  context.font = fontOf(20, 400);
  context.fillText(`${number} / ${count}`, margin, 672);
  context.fillText(remark, margin + 110, 672, width - 110);
  return canvas.encode("png");
}

function drawBackground(context: SKRSContext2D, { background }: Template, slide: Slide): void {
  const { width, height } = slideSize;
  const gradient = context.createLinearGradient(0, 0, width, height);
  const [from, to] = slide.background ? [slide.background, slide.background] : background;
  gradient.addColorStop(0, from);
  gradient.addColorStop(1, to);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
}

/** Fills the right half, cut where it is too wide or too high. */
function drawImage(context: SKRSContext2D, image: Image): void {
  const [left, width, height] = [slideSize.width / 2, slideSize.width / 2, slideSize.height];
  const scale = Math.max(width / image.width, height / image.height);
  const [shownWidth, shownHeight] = [width / scale, height / scale];
  const [x, y] = [(image.width - shownWidth) / 2, (image.height - shownHeight) / 2];
  context.drawImage(image, x, y, shownWidth, shownHeight, left, 0, width, height);
}

interface TextPlace {
  top: number;
  color: string;
  box: Parameters<typeof layOut>[1];
}

/** Returns where the text ends. */
function drawText(context: SKRSContext2D, text: string, { top, color, box }: TextPlace): number {
  const { lines, font, lineHeight, isRightToLeft } = layOut(text, box);
  context.font = font;
  context.fillStyle = color;
  context.textBaseline = "middle";
  context.direction = isRightToLeft ? "rtl" : "ltr";
  context.textAlign = isRightToLeft ? "right" : "left";
  const x = isRightToLeft ? margin + box.width : margin;
  lines.forEach((line, index) => context.fillText(line, x, top + (index + 0.5) * lineHeight));
  context.textBaseline = "alphabetic";
  return top + lines.length * lineHeight;
}
