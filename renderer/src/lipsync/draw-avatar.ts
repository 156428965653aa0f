/** Draws an avatar: a figure that nobody can take for a person. */
import { hash } from "node:crypto";
import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { fontOf } from "../draw/fonts.ts";
import type { MouthShape } from "./mouth.ts";

export const avatarFrame = { width: 1280, height: 720 };

/** Where the mouth is in the picture. */
export const mouthPlace = { x: 560, y: 388, width: 160, height: 96 };

interface Look {
  name: string;
  background: string;
  skin: string;
  hair: string;
  clothes: string;
}

/** Avatars of the emulator's catalogue. */
const catalogue: Record<string, Look> = {
  "example-avatar-id": look("Example", "#dbeafe", "#f2c9a1", "#5b3a29", "#1d4ed8"),
  ada: look("Ada", "#fce7f3", "#f7d7c4", "#2b1d16", "#9d174d"),
  grace: look("Grace", "#dcfce7", "#c68642", "#1c1917", "#166534"),
  "my-presenter": look("My presenter", "#fef3c7", "#e8b98f", "#78350f", "#92400e"),
};

/** An avatar that nobody here knows has the looks of one of them, always the same. */
function lookOf(id: string): Look {
  if (Object.hasOwn(catalogue, id)) return catalogue[id] as Look;
  const looks = Object.values(catalogue);
  const choice = hash("sha256", id, "buffer").readUInt32LE() % looks.length;
  return { ...(looks[choice] as Look), name: id.slice(0, 40) };
}

function look(name: string, background: string, skin: string, hair: string, clothes: string): Look {
  return { name, background, skin, hair, clothes };
}

/** The whole picture, but for the mouth. */
export async function drawAvatar(id: string): Promise<Buffer> {
  const { width, height } = avatarFrame;
  const { name, background, skin, hair, clothes } = lookOf(id);
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

/** How wide and high the opening is, as parts of the place of the mouth. */
const openings: Record<MouthShape, [width: number, height: number]> = {
  closed: [0.5, 0],
  narrow: [0.5, 0.16],
  half: [0.56, 0.34],
  wide: [0.56, 0.62],
  round: [0.3, 0.46],
  teeth: [0.5, 0.2],
};

/** A picture of a mouth, transparent around it. */
export async function drawMouth(shape: MouthShape): Promise<Buffer> {
  const { width, height } = mouthPlace;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const [openWidth, openHeight] = openings[shape];
  const [x, y, across, down] = [
    width / 2,
    height / 2,
    (openWidth * width) / 2,
    (openHeight * height) / 2,
  ];
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
