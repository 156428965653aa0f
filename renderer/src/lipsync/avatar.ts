/** Draws an avatar, a figure that nobody can take for a person, its mouth in each frame, and the mark that says what a video is not. */
import { hash } from "node:crypto";
import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { fontOf } from "../draw/text.ts";
import { loudness, type Wave } from "../media/loudness.ts";
import type { Phoneme } from "../speech/speak.ts";

const avatarFrame = { width: 1280, height: 720 };

/** Where the mouth is in the picture. */
export const mouthPlace = { x: 560, y: 388, width: 160, height: 96 };

type Looks = [name: string, background: string, skin: string, hair: string, clothes: string];

/** Avatars of the emulator's catalogue. */
const catalogue = new Map<string, Looks>([
  ["example-avatar-id", ["Example", "#dbeafe", "#f2c9a1", "#5b3a29", "#1d4ed8"]],
  ["ada", ["Ada", "#fce7f3", "#f7d7c4", "#2b1d16", "#9d174d"]],
  ["grace", ["Grace", "#dcfce7", "#c68642", "#1c1917", "#166534"]],
  ["my-presenter", ["My presenter", "#fef3c7", "#e8b98f", "#78350f", "#92400e"]],
]);

/** An avatar that nobody here knows looks like one of them, always the same. */
function looksOf(id: string): Looks {
  const choice = hash("sha256", id, "buffer").readUInt32LE() % catalogue.size;
  const [, ...colors] = [...catalogue.values()][choice] as Looks;
  return catalogue.get(id) ?? [id.slice(0, 40), ...colors];
}

/** The whole picture, but for the mouth. */
export async function drawAvatar(id: string): Promise<Buffer> {
  const { width, height } = avatarFrame;
  const [name, background, skin, hair, clothes] = looksOf(id);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  const middle = width / 2;
  ellipse(context, hair, middle, 300, 205, 225);
  context.fillStyle = clothes;
  context.beginPath();
  context.roundRect(middle - 290, 590, 580, 300, 150);
  context.fill();
  context.fillStyle = skin;
  context.fillRect(middle - 55, 500, 110, 130);
  ellipse(context, skin, middle, 610, 90, 50);
  ellipse(context, skin, middle, 330, 165, 195);
  // The fringe.
  context.fillStyle = hair;
  context.beginPath();
  context.ellipse(middle, 215, 165, 85, 0, Math.PI, 2 * Math.PI);
  context.fill();
  for (const side of [-1, 1]) {
    ellipse(context, "#ffffff", middle + side * 62, 305, 30, 22);
    ellipse(context, "#1f2937", middle + side * 62, 307, 13, 15);
    ellipse(context, "#ffffff", middle + side * 62 + 5, 301, 4, 4);
    context.fillStyle = hair;
    context.fillRect(middle + side * 62 - 32, 258, 64, 9);
  }
  context.fillStyle = "rgba(0, 0, 0, 0.12)";
  context.beginPath();
  context.moveTo(middle, 318);
  context.lineTo(middle - 20, 372);
  context.lineTo(middle + 20, 372);
  context.fill();
  context.fillStyle = "#334155";
  context.font = fontOf(30);
  context.fillText(name, 48, 72);
  return canvas.encode("png");
}

/** How wide and high the opening is, as parts of the place of the mouth, and the phonemes of ARPAbet that are spoken so. */
const mouths = {
  closed: { wide: 0.5, high: 0, phonemes: "pau m b p" },
  // And for all that are not listed.
  narrow: { wide: 0.5, high: 0.16, phonemes: "" },
  half: { wide: 0.56, high: 0.34, phonemes: "eh ih ey iy ae" },
  wide: { wide: 0.56, high: 0.62, phonemes: "aa ah ay aw ax" },
  round: { wide: 0.3, high: 0.46, phonemes: "ow uw ao oy uh w er" },
  teeth: { wide: 0.5, high: 0.2, phonemes: "f v" },
};

export type MouthShape = keyof typeof mouths;

export const mouthShapes = Object.keys(mouths) as MouthShape[];

/** A picture of a mouth, transparent around it. */
export async function drawMouth(shape: MouthShape): Promise<Buffer> {
  const { width, height } = mouthPlace;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const { wide, high } = mouths[shape];
  const [x, y, across, down] = [width / 2, height / 2, (wide * width) / 2, (high * height) / 2];
  ellipse(context, "#b4534b", x, y, across + 7, down + 7);
  if (down > 0) ellipse(context, "#4a1414", x, y, across, down);
  if (shape === "wide" || shape === "half")
    ellipse(context, "#d9776f", x, y + down * 0.55, across * 0.6, down * 0.35);
  if (shape === "teeth") {
    context.fillStyle = "#ffffff";
    context.fillRect(x - across * 0.7, y - down, across * 1.4, down);
  }
  return canvas.encode("png");
}

function ellipse(
  context: SKRSContext2D,
  color: string,
  x: number,
  y: number,
  across: number,
  down: number,
): void {
  context.fillStyle = color;
  context.beginPath();
  context.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
  context.fill();
}

/** The mouth follows what is spoken. */
export function followPhonemes(
  phonemes: Phoneme[],
  frames: number,
  framesPerS: number,
): MouthShape[] {
  return Array.from({ length: frames }, (_, frame) => {
    const timeS = (frame + 0.5) / framesPerS;
    const { name = "pau" } = phonemes.find(({ endS }) => timeS < endS) ?? {};
    const shape = mouthShapes.find((one) => mouths[one].phonemes.split(" ").includes(name));
    return shape ?? "narrow";
  });
}

/** The mouth is open as wide as the sound is loud, compared with its loudest part. */
export function followLoudness(wave: Wave, frames: number, framesPerS: number): MouthShape[] {
  const levels = loudness(wave, framesPerS);
  const loudest = Math.max(0.001, ...levels);
  return Array.from({ length: frames }, (_, frame) => {
    const level = (levels[frame] ?? 0) / loudest;
    return level < 0.08 ? "closed" : level < 0.3 ? "narrow" : level < 0.6 ? "half" : "wide";
  });
}

const markText = "local preview, no lip synchronisation of a person";

/** A strip as wide as the picture, for its foot. */
export async function drawMark(): Promise<Buffer> {
  const strip = { width: avatarFrame.width, height: 47 };
  const canvas = createCanvas(strip.width, strip.height);
  const context = canvas.getContext("2d");
  context.fillStyle = "rgba(15, 23, 42, 0.85)";
  context.fillRect(0, 0, strip.width, strip.height);
  context.fillStyle = "#ffffff";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = fontOf(26);
  context.fillText(markText, strip.width / 2, strip.height / 2);
  return canvas.encode("png");
}
