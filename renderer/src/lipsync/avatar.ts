/** Draws an avatar, a figure that nobody can take for a person, its mouth in each frame, and the mark that says what a video is not. */
import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { fontOf } from "../draw/text.ts";
import { loudness, type Wave } from "../media/loudness.ts";

const avatarFrame = { width: 1280, height: 720 };

/** Where the mouth is in the picture. */
export const mouthPlace = { x: 560, y: 388, width: 160, height: 96 };

/** The whole picture, but for the mouth. The identifier is written above it. */
export async function drawAvatar(id: string): Promise<Buffer> {
  const { width, height } = avatarFrame;
  const [background, skin, hair, clothes] = ["#dbeafe", "#f2c9a1", "#5b3a29", "#1d4ed8"] as const;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  const middle = width / 2;
  ellipse(context, hair, middle, 300, 205, 225);
  ellipse(context, clothes, middle, 720, 290, 130);
  ellipse(context, skin, middle, 560, 60, 90);
  ellipse(context, skin, middle, 340, 165, 195);
  for (const side of [-1, 1]) {
    ellipse(context, "#ffffff", middle + side * 62, 305, 30, 22);
    ellipse(context, "#1f2937", middle + side * 62, 307, 13, 15);
  }
  context.fillStyle = "#334155";
  context.font = fontOf(30);
  context.fillText(id.slice(0, 40), 48, 72);
  return canvas.encode("png");
}

/** From closed to wide open, how wide and high the opening is, as parts of the place of the mouth. */
export const mouths = [
  { wide: 0.5, high: 0 },
  { wide: 0.5, high: 0.16 },
  { wide: 0.56, high: 0.34 },
  { wide: 0.56, high: 0.62 },
];

/** A picture of a mouth, transparent around it. */
export async function drawMouth({ wide, high }: (typeof mouths)[number]): Promise<Buffer> {
  const { width, height } = mouthPlace;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const [x, y, across, down] = [width / 2, height / 2, (wide * width) / 2, (high * height) / 2];
  ellipse(context, "#b4534b", x, y, across + 7, down + 7);
  if (down > 0) ellipse(context, "#4a1414", x, y, across, down);
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

/** For each frame, which of the {@link mouths}: it is as open as the sound is loud, compared with its loudest part. */
export function followLoudness(wave: Wave, frames: number, framesPerS: number): number[] {
  const levels = loudness(wave, framesPerS);
  const loudest = Math.max(0.001, ...levels);
  return Array.from({ length: frames }, (_, frame) => {
    const level = (levels[frame] ?? 0) / loudest;
    return [0.08, 0.3, 0.6].filter((from) => level >= from).length;
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
