/** Breaks a text into lines that fit into a box, in the largest size that does, and in fonts that have all its letters. */
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";
import { InputError, shorten } from "../tools/faults.ts";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export interface Box {
  width: number;
  height: number;
  maxSize: number;
  minSize: number;
  weight?: number;
}

/** More cannot fit into any box. */
const maxCharacters = 2000;

/**
 * Returns the lines, how they are drawn, and the width of the widest of them.
 *
 * @param beside what else is shown, which says how letters are written that several countries have
 * @throws {InputError} for a text that does not fit, and for one that no font here can draw
 */
export function layOut(given: string, box: Box, beside = "") {
  const text = cleanText(given);
  const { width: room, height, maxSize, minSize, weight } = box;
  const context = createCanvas(1, 1).getContext("2d");
  const fontIn = (size: number) => fontOf(size, weight, text, beside);
  const lineHeightOf = (size: number) => Math.round(size * 1.3);
  context.font = fontIn(maxSize);
  // A letter is as wide as it is large, so each is measured once.
  const widthOf = (part: string) => context.measureText(part).width / maxSize;
  const areaOf = (size: number) => (room / size) * Math.floor(height / lineHeightOf(size));
  if (text.length <= maxCharacters && widthOf(text.replaceAll(" ", "")) <= areaOf(minSize)) {
    const pieces = Array.from(words.segment(text), ({ segment }) => pieceOf(segment, widthOf));
    for (let size = maxSize; size >= minSize; size = Math.floor(size * 0.92)) {
      const lineHeight = lineHeightOf(size);
      const lines = breakLines(pieces, room / size, widthOf);
      if (lines.length * lineHeight > height) continue;
      const font = fontIn(size);
      context.font = font;
      const width = Math.max(...lines.map((line) => context.measureText(line).width));
      context.font = fontIn(maxSize);
      // Letters that stand together may be a little wider than each alone.
      if (width > room) continue;
      checkDrawable(text);
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

/** What stays together in a line: a word, or what stands between two. */
interface Piece {
  text: string;
  /** For letters of the size 1. */
  width: number;
}

type Measure = (part: string) => number;

function pieceOf(text: string, widthOf: Measure): Piece {
  return { text, width: widthOf(text) };
}

function breakLines(pieces: Piece[], room: number, widthOf: Measure): string[] {
  const lines: string[] = [];
  let [line, width] = ["", 0];
  const add = (piece: Piece) => {
    if (width + piece.width > room && piece.text !== " ") {
      if (line.trim() !== "") lines.push(line.trim());
      [line, width] = ["", 0];
    }
    line += piece.text;
    width += piece.width;
  };
  for (const piece of pieces) {
    if (piece.width <= room) add(piece);
    else for (const { segment } of characters.segment(piece.text)) add(pieceOf(segment, widthOf));
  }
  if (line.trim() !== "") lines.push(line.trim());
  return lines;
}

/** What the first letter says. */
function startsRightToLeft(text: string): boolean {
  const [letter = ""] = /\p{L}/u.exec(text) ?? [];
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(letter);
}

const inter = registerInter();
const families = listFamilies();

/** The same letters are written differently in China, Japan and Korea: what else a text holds says where it is from. */
function writingOf(text: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "CJK JP";
  return /\p{Script=Hangul}/u.test(text) ? "CJK KR" : "CJK SC";
}

/** The value of `font` for a canvas that draws a text. */
export function fontOf(size: number, weight = 600, text = "", beside = ""): string {
  // By its name: of fonts that share a file, the system lists the first alone.
  const first = /\p{Script=Han}/u.test(text) ? [`Noto Sans ${writingOf(text + beside)}`] : [];
  const names = [...new Set([...inter, ...first, ...families])];
  return `${weight} ${size}px ${names.map((name) => `"${name.replaceAll('"', "")}"`).join(", ")}`;
}

/** By character, whether a font of this machine has it. */
const drawable = new Map<string, boolean>();

/** @throws {InputError} for a character that no font of this machine has a picture of */
function checkDrawable(text: string): void {
  if (text.includes("\ufffd"))
    throw new InputError(
      `a letter of "${shorten(text)}" was lost before it came here: write it anew`,
    );
  const missing = pictureOf("\u{10fffd}");
  const undrawable = [...new Set(text)].find((character) => {
    // Marks and joiners are drawn with what they belong to; spaces have no picture.
    if (/[\p{M}\p{Cc}\p{Cf}\p{Z}\p{Emoji_Modifier}]/u.test(character)) return false;
    if (!drawable.has(character)) drawable.set(character, !pictureOf(character).equals(missing));
    return !drawable.get(character);
  });
  if (undrawable === undefined) return;
  // Where the error is read, there may be no font for it either.
  const number = undrawable.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  throw new InputError(
    `no font of this machine can draw "${undrawable}" (U+${number}) of "${shorten(text)}": leave it out, ` +
      "or apt-get install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji",
  );
}

function pictureOf(character: string): Buffer {
  const context = createCanvas(48, 48).getContext("2d");
  context.font = fontOf(24);
  context.fillText(character, 4, 34);
  return Buffer.from(context.getImageData(0, 0, 48, 48).data);
}

/**
 * Inter, and for what it lacks the fonts of the system: in colour where there is one, those without serifs first. Each is named,
 * because not every font that is installed is asked otherwise.
 */
function listFamilies(): string[] {
  const system = GlobalFonts.families.map(({ family }) => family);
  const rank = (name: string) => (/Emoji/.test(name) ? 0 : /Sans(?!.*Mono)/.test(name) ? 1 : 2);
  return system
    .filter((name) => !name.startsWith("Inter"))
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
}

/** The parts of Inter, Latin first: each holds some letters, and is a family of its own. */
function registerInter(): string[] {
  const require = createRequire(import.meta.url);
  const folder = join(dirname(require.resolve("@fontsource-variable/inter/package.json")), "files");
  const parts = ["latin", "latin-ext", "vietnamese", "greek", "cyrillic", "cyrillic-ext"];
  return parts.map((part) => {
    const name = `Inter ${part}`;
    GlobalFonts.registerFromPath(join(folder, `inter-${part}-wght-normal.woff2`), name);
    return name;
  });
}
