/** Draws a slide as its template has it: each layer once, and then every frame in which they move. */
import { type Canvas, createCanvas, type Image, type SKRSContext2D } from "@napi-rs/canvas";
import { layOut } from "../draw/text.ts";
import type { Template, TemplateLayer } from "./templates.ts";

export const slideSize = { width: 1280, height: 720 };

const layerIds = ["title", "text", "image", "background", "accent", "audio"] as const;

export type LayerId = (typeof layerIds)[number];

export function isLayer(id: string): id is LayerId {
  return (layerIds as readonly string[]).includes(id);
}

/** What a request puts on a slide: a value for each layer that it customizes. */
export type Slide = Partial<Record<LayerId, string>>;

export interface SlideContent {
  slide: Slide;
  number: number;
  count: number;
  template: Template;
  image: Image | undefined;
  /** Stands at the foot: what the request asked for and nobody here knows. */
  remark: string;
}

interface DrawnLayer {
  canvas: Canvas;
  enter: TemplateLayer["enter"];
}

/** A slide whose layers are drawn. */
export interface DrawnSlide {
  layers: DrawnLayer[];
  /** When nothing moves any more. */
  settledS: number;
}

/** What a template does not say. */
const enterSeconds = 0.5;
const transitionSeconds = 0.4;

/** @throws {InputError} for a text that does not fit, or cannot be drawn */
export function drawSlide(content: SlideContent): DrawnSlide {
  const { template, slide, image, remark } = content;
  const has = { text: slide.text !== undefined, image: image !== undefined };
  const layout =
    template.layouts.find(({ when }) => when.every((name) => has[name])) ?? template.layouts.at(-1);
  const layers: DrawnLayer[] = [
    drawn(undefined, (context) => drawBackground(context, template, slide)),
  ];
  let titleEnd = 0;
  for (const layer of layout?.layers ?? []) {
    const [left, top, width, height] = layer.box;
    const start = layer.below ? titleEnd + (layer.gap ?? 0) : top;
    const isText = layer.layer === "text" || layer.layer === "title";
    const box = {
      ...{ left, top: start, width },
      height: isText ? Math.max(0, top + height - start) : height,
    };
    layers.push(
      drawn(layer.enter, (context) => {
        const end = drawLayer(context, layer, box, content);
        if (layer.layer === "title") titleEnd = end;
      }),
    );
  }
  if (remark !== "") layers.push(drawn(undefined, (context) => drawRemark(context, remark)));
  const ends = layers.map(({ enter }) =>
    enter ? (enter.delay ?? 0) + (enter.seconds ?? enterSeconds) : 0,
  );
  const { seconds = transitionSeconds, kind } = template.transition;
  return { layers, settledS: Math.max(kind === "cut" ? 0 : seconds, ...ends) };
}

function drawn(enter: TemplateLayer["enter"], draw: (context: SKRSContext2D) => void): DrawnLayer {
  const canvas = createCanvas(slideSize.width, slideSize.height);
  draw(canvas.getContext("2d"));
  return { canvas, enter };
}

/** One frame. Before the first slide stands nothing, and nothing takes its place. */
export function drawFrame(
  context: SKRSContext2D,
  { layers }: DrawnSlide,
  timeS: number,
  { transition }: Template,
  before?: DrawnSlide,
): void {
  const { width, height } = slideSize;
  const { kind, seconds = transitionSeconds } = transition;
  const share = before && kind !== "cut" && timeS < seconds ? ease(timeS / seconds) : 1;
  context.reset();
  if (before && share < 1) {
    const shift = kind === "push" ? -share * width : 0;
    for (const { canvas } of before.layers) context.drawImage(canvas, shift, 0);
  }
  context.save();
  if (kind === "push") context.translate((1 - share) * width, 0);
  if (kind === "wipe" && share < 1) {
    context.beginPath();
    context.rect(0, 0, share * width, height);
    context.clip();
  }
  for (const { canvas, enter } of layers) {
    const entered = enter
      ? ease((timeS - (enter.delay ?? 0)) / Math.max(0.001, enter.seconds ?? enterSeconds))
      : 1;
    if (entered <= 0) continue;
    context.save();
    context.globalAlpha = (kind === "fade" ? share : 1) * entered;
    move(context, enter?.kind, 1 - entered);
    context.drawImage(canvas, 0, 0);
    context.restore();
  }
  context.restore();
}

/** @param rest how far it is from its place: 1 at first, 0 in the end */
function move(
  context: SKRSContext2D,
  kind: NonNullable<TemplateLayer["enter"]>["kind"] | undefined,
  rest: number,
): void {
  const { width, height } = slideSize;
  if (kind === "rise") context.translate(0, 48 * rest);
  if (kind === "slide") context.translate(120 * rest, 0);
  if (kind !== "zoom") return;
  const scale = 1 + 0.12 * rest;
  context.translate((width / 2) * (1 - scale), (height / 2) * (1 - scale));
  context.scale(scale, scale);
}

/** Fast at first, and slower to the end. */
function ease(share: number): number {
  const left = 1 - Math.min(1, Math.max(0, share));
  return 1 - left ** 3;
}

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns where it ends. */
function drawLayer(
  context: SKRSContext2D,
  layer: TemplateLayer,
  area: Area,
  { slide, number, count, template, image }: SlideContent,
): number {
  const { left, top, width, height } = area;
  const color = layer.color ?? template.accent;
  switch (layer.layer) {
    case "title":
      return drawText(context, slide.title ?? `Slide ${number} of ${count}`, layer, area, color);
    case "text":
      return drawText(context, slide.text ?? "", layer, area, color);
    case "number":
      return drawText(context, `${number} / ${count}`, layer, area, color);
    case "image":
      if (image) drawImage(context, image, area, layer.radius ?? 0);
      break;
    case "accent":
    case "shape":
      context.fillStyle = layer.layer === "accent" ? (slide.accent ?? color) : color;
      context.beginPath();
      context.roundRect(left, top, width, height, layer.radius ?? 0);
      context.fill();
  }
  return top + height;
}

function drawBackground(context: SKRSContext2D, { background }: Template, slide: Slide): void {
  const { width, height } = slideSize;
  const colors = slide.background ? [slide.background] : background;
  const gradient = context.createLinearGradient(0, 0, width, height);
  colors.forEach((color, index) =>
    gradient.addColorStop(index / Math.max(1, colors.length - 1), color),
  );
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
}

/** Fills its box, cut where it is too wide or too high. */
function drawImage(context: SKRSContext2D, image: Image, area: Area, radius: number): void {
  const { left, top, width, height } = area;
  const scale = Math.max(width / image.width, height / image.height);
  const [shownWidth, shownHeight] = [width / scale, height / scale];
  const [x, y] = [(image.width - shownWidth) / 2, (image.height - shownHeight) / 2];
  context.save();
  context.beginPath();
  context.roundRect(left, top, width, height, radius);
  context.clip();
  context.drawImage(image, x, y, shownWidth, shownHeight, left, top, width, height);
  context.restore();
}

/** Returns where the text ends. */
function drawText(
  context: SKRSContext2D,
  text: string,
  { size = 36, minSize = 18, weight = 400, align, middle }: TemplateLayer,
  { left, top, width, height }: Area,
  color: string,
): number {
  const box = { width, height, maxSize: size, minSize: Math.min(size, minSize), weight };
  const { lines, font, lineHeight, isRightToLeft } = layOut(text, box);
  const ends = isRightToLeft ? "right" : "left";
  context.font = font;
  context.fillStyle = color;
  context.textBaseline = "middle";
  context.direction = isRightToLeft ? "rtl" : "ltr";
  context.textAlign = align === "center" ? "center" : ends;
  const x = align === "center" ? left + width / 2 : isRightToLeft ? left + width : left;
  const start = middle ? top + (height - lines.length * lineHeight) / 2 : top;
  lines.forEach((line, index) => context.fillText(line, x, start + (index + 0.5) * lineHeight));
  return start + lines.length * lineHeight;
}

/** On a strip of its own, in letters that can be read. */
function drawRemark(context: SKRSContext2D, remark: string): void {
  const strip = { left: 0, top: 636, width: slideSize.width, height: 84 };
  context.fillStyle = "rgba(15, 23, 42, 0.92)";
  context.fillRect(strip.left, strip.top, strip.width, strip.height);
  const area = { left: 48, top: strip.top + 4, width: strip.width - 96, height: strip.height - 8 };
  const shown = remark.length > 180 ? `${remark.slice(0, 180)}…` : remark;
  drawText(
    context,
    shown,
    { layer: "text", box: [0, 0, 0, 0], size: 28, minSize: 16, middle: true },
    area,
    "#ffffff",
  );
}
