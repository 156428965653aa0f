/** Templates of slides, JSON files as `templates/README.md` describes them, and what they make of a slide: layers, and every frame in which they move. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Canvas, createCanvas, type Image, type SKRSContext2D } from "@napi-rs/canvas";
import { Ajv } from "ajv";
import forest from "../../templates/forest.json" with { type: "json" };
import midnight from "../../templates/midnight.json" with { type: "json" };
import paper from "../../templates/paper.json" with { type: "json" };
import schema from "../../templates/template.schema.json" with { type: "json" };
import { layOut } from "../draw/text.ts";

export interface Template {
  id: string;
  background: string[];
  accent: string;
  layouts: { when: ("text" | "image")[]; layers: TemplateLayer[] }[];
  transition: { kind: "cut" | "fade" | "push" | "wipe"; seconds: number };
}

export interface TemplateLayer {
  layer: "title" | "text" | "image" | "accent" | "shape" | "number";
  /** Left, top, width, height. */
  box: [number, number, number, number];
  below?: "title";
  gap?: number;
  color?: string;
  size?: number;
  minSize?: number;
  weight?: number;
  align?: "start" | "center";
  middle?: boolean;
  radius?: number;
  enter?: { kind: "fade" | "rise" | "slide" | "zoom"; delay: number; seconds: number };
}

/**
 * @param folder whose JSON files are templates beside our own, or instead of those with the same identifier
 * @throws {Error} for one that cannot be used; the message says where it is wrong
 */
export function loadTemplates(folder?: string): Template[] {
  const ajv = new Ajv({ allErrors: true });
  const isTemplate = ajv.compile<Template>(schema);
  // The assumption `slide-templates`.
  const ours = ([midnight, paper, forest] as unknown[]).filter((one) => isTemplate(one));
  if (folder === undefined) return ours;
  const theirs = namesIn(folder).map((name) => {
    const path = join(folder, name);
    try {
      const read: unknown = JSON.parse(readFileSync(path, "utf8"));
      if (isTemplate(read)) return read;
      throw new Error(ajv.errorsText(isTemplate.errors, { dataVar: "it" }));
    } catch (error) {
      throw new Error(`The template ${path} cannot be used: ${(error as Error).message}.`);
    }
  });
  return [...ours.filter(({ id }) => theirs.every((template) => template.id !== id)), ...theirs];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /(?<!\.schema)\.json$/.test(name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The folder of templates ${folder} cannot be read: ${code}. Name a folder.`);
  }
}

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
  /** What all slides say. */
  texts: string;
  /** Stands at the foot: what the request asked for and nobody here knows. */
  remark: string;
}

/** A slide whose layers are drawn. */
export interface DrawnSlide {
  layers: { canvas: Canvas; enter: TemplateLayer["enter"] }[];
  /** When nothing moves any more. */
  settledS: number;
}

/** @throws {InputError} for a text that does not fit, or cannot be drawn */
export function drawSlide(content: SlideContent): DrawnSlide {
  const { template, slide, image, remark } = content;
  const has = { text: slide.text !== undefined, image: image !== undefined };
  const layout =
    template.layouts.find(({ when }) => when.every((name) => has[name])) ?? template.layouts.at(-1);
  const layers: DrawnSlide["layers"] = [];
  const below = createCanvas(slideSize.width, slideSize.height).getContext("2d");
  const add = (draw: (context: SKRSContext2D) => void, enter?: TemplateLayer["enter"]) => {
    const canvas = createCanvas(slideSize.width, slideSize.height);
    draw(canvas.getContext("2d"));
    below.drawImage(canvas, 0, 0);
    layers.push({ canvas, enter });
  };
  add((context) => drawBackground(context, template, slide));
  let titleEnd = 0;
  for (const layer of layout?.layers ?? []) {
    const [left, top, width, height] = layer.box;
    const start = layer.below ? titleEnd + (layer.gap ?? 0) : top;
    // A text has what is left of its box; everything else keeps its height.
    const isText = layer.layer === "text" || layer.layer === "title";
    const room = isText ? Math.max(0, top + height - start) : height;
    const box: TemplateLayer["box"] = [left, start, width, room];
    add((context) => {
      const end = drawLayer(context, { ...layer, box }, content, below);
      if (layer.layer === "title") titleEnd = end;
    }, layer.enter);
  }
  if (remark !== "") add((context) => drawRemark(context, remark));
  const ends = layers.map(({ enter }) => (enter ? enter.delay + enter.seconds : 0));
  const { seconds, kind } = template.transition;
  return { layers, settledS: Math.max(kind === "cut" ? 0 : seconds, ...ends) };
}

/** One frame. Before the first slide stands nothing, and nothing takes its place. */
export function drawFrame(
  context: SKRSContext2D,
  { layers }: DrawnSlide,
  timeS: number,
  { transition: { kind, seconds } }: Template,
  before?: DrawnSlide,
): void {
  const { width, height } = slideSize;
  const share = before && kind !== "cut" ? ease(timeS / seconds) : 1;
  context.reset();
  if (before && share < 1) {
    const shift = kind === "push" ? -share * width : 0;
    for (const { canvas } of before.layers) context.drawImage(canvas, shift, 0);
  }
  if (kind === "push") context.translate((1 - share) * width, 0);
  if (kind === "wipe") {
    context.beginPath();
    context.rect(0, 0, share * width, height);
    context.clip();
  }
  for (const { canvas, enter } of layers) {
    const entered = enter ? ease((timeS - enter.delay) / enter.seconds) : 1;
    if (entered === 0) continue;
    context.save();
    context.globalAlpha = (kind === "fade" ? share : 1) * entered;
    if (enter) move(context, enter.kind, 1 - entered);
    context.drawImage(canvas, 0, 0);
    context.restore();
  }
}

/** @param rest how far it is from its place: 1 at first, 0 in the end */
function move(
  context: SKRSContext2D,
  kind: NonNullable<TemplateLayer["enter"]>["kind"],
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
  // What takes no time is over: 0 / 0 is no share.
  const left = 1 - Math.min(1, Math.max(0, Number.isNaN(share) ? 1 : share));
  return 1 - left ** 3;
}

/** Returns where it ends. */
function drawLayer(
  context: SKRSContext2D,
  layer: TemplateLayer,
  { slide, number, count, template, image, texts }: SlideContent,
  below: SKRSContext2D,
): number {
  const [left, top, width, height] = layer.box;
  const color = layer.color ?? template.accent;
  const pixel = below.getImageData(left + width / 2, top + height / 2, 1, 1).data;
  const write = (text: string) => drawText(context, text, layer, legible(color, pixel), texts);
  switch (layer.layer) {
    case "title":
      return write(slide.title ?? `Slide ${number} of ${count}`);
    case "text":
      return write(slide.text ?? "");
    case "number":
      return write(`${number} / ${count}`);
    case "image":
      if (image) drawImage(context, image, layer);
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
function drawImage(context: SKRSContext2D, image: Image, { box, radius }: TemplateLayer): void {
  const [left, top, width, height] = box;
  const scale = Math.max(width / image.width, height / image.height);
  const [shownWidth, shownHeight] = [width / scale, height / scale];
  const [x, y] = [(image.width - shownWidth) / 2, (image.height - shownHeight) / 2];
  context.beginPath();
  context.roundRect(left, top, width, height, radius ?? 0);
  context.clip();
  context.drawImage(image, x, y, shownWidth, shownHeight, left, top, width, height);
}

/** The colour, or black or white where it has less contrast than 4.5 to 1 with the pixel below (WCAG 2.2). */
function legible(color: string, pixel: Uint8ClampedArray): string {
  const [own, below] = [luminanceOf(Buffer.from(color.slice(1, 7), "hex")), luminanceOf(pixel)];
  const contrast = (Math.max(own, below) + 0.05) / (Math.min(own, below) + 0.05);
  if (contrast >= 4.5) return color;
  return below > 0.179 ? "#000000" : "#ffffff";
}

function luminanceOf([red = 0, green = 0, blue = 0]: Iterable<number>): number {
  const linear = (value: number) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Returns where the text ends. */
function drawText(
  context: SKRSContext2D,
  text: string,
  { box, size = 36, minSize = 18, weight = 400, align, middle }: TemplateLayer,
  color: string,
  texts = "",
): number {
  const [left, top, width, height] = box;
  const room = { width, height, maxSize: size, minSize: Math.min(size, minSize), weight };
  const { lines, font, lineHeight, isRightToLeft } = layOut(text, room, texts);
  const start = middle ? top + (height - lines.length * lineHeight) / 2 : top;
  context.font = font;
  context.fillStyle = color;
  context.textBaseline = "middle";
  context.direction = isRightToLeft ? "rtl" : "ltr";
  context.textAlign = align === "center" ? "center" : "start";
  const x = align === "center" ? left + width / 2 : isRightToLeft ? left + width : left;
  lines.forEach((line, index) => context.fillText(line, x, start + (index + 0.5) * lineHeight));
  return start + lines.length * lineHeight;
}

/** On a strip of its own, in letters that can be read. */
function drawRemark(context: SKRSContext2D, remark: string): void {
  const { width } = slideSize;
  context.fillStyle = "rgba(15, 23, 42, 0.92)";
  context.fillRect(0, 636, width, 84);
  const shown = remark.length > 180 ? `${remark.slice(0, 180)}…` : remark;
  const box: TemplateLayer["box"] = [48, 640, width - 96, 76];
  const layer = { layer: "text", box, size: 28, minSize: 16, middle: true } as const;
  drawText(context, shown, layer, "#ffffff");
}
