/** Breaks a text into lines that fit into a box, in the largest size that does. */
import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { InputError } from "../tools/errors.ts";
import { shorten } from "../speech/voices.ts";
import { findUndrawable, fontOf } from "./fonts.ts";

export interface Box {
  width: number;
  height: number;
  maxSize: number;
  minSize: number;
  weight?: number;
}

export interface LaidOut {
  lines: string[];
  font: string;
  lineHeight: number;
  /** Of the widest line. */
  width: number;
  isRightToLeft: boolean;
}

const lineHeightOf = (size: number) => Math.round(size * 1.3);

/** More cannot fit into any box, and would take long to find out. */
const maxCharacters = 2000;

/** @throws {InputError} for a text that does not fit, and for one that no font here can draw */
export function layOut(given: string, box: Box): LaidOut {
  const text = cleanText(given);
  const undrawable = findUndrawable(text);
  if (undrawable !== undefined)
    throw new InputError(
      `no font of this machine can draw "${undrawable}" of "${shorten(text)}": ` +
        "apt-get install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji",
    );
  const context = createCanvas(1, 1).getContext("2d");
  if (text.length <= maxCharacters) {
    for (let size = box.maxSize; size >= box.minSize; size = Math.floor(size * 0.92)) {
      const font = fontOf(size, box.weight, text);
      context.font = font;
      const lines = breakLines(context, text, box.width);
      const lineHeight = lineHeightOf(size);
      if (lines.length * lineHeight > box.height) continue;
      const width = Math.max(...lines.map((line) => context.measureText(line).width));
      return { lines, font, lineHeight, width, isRightToLeft: startsRightToLeft(text) };
    }
  }
  throw new InputError(`its text of ${text.length} characters does not fit: "${shorten(text)}"`);
}

/** One line without what controls a printer, or the direction of what comes after. */
function cleanText(text: string): string {
  return text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

const words = new Intl.Segmenter(undefined, { granularity: "word" });
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function breakLines(context: SKRSContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  const fits = (candidate: string) => context.measureText(candidate.trimEnd()).width <= width;
  const add = (piece: string) => {
    if (fits(line + piece)) return void (line += piece);
    if (line.trim() !== "") lines.push(line.trim());
    line = piece.trimStart();
  };
  for (const { segment } of words.segment(text)) {
    if (fits(segment)) add(segment);
    else for (const part of characters.segment(segment)) add(part.segment);
  }
  if (line.trim() !== "") lines.push(line.trim());
  return lines;
}

/** What the first letter says. */
function startsRightToLeft(text: string): boolean {
  const [letter = ""] = /\p{L}/u.exec(text) ?? [];
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(letter);
}
