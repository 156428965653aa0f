/** The clips that stand for videos while nothing is rendered. */
import { readFile } from "node:fs/promises";

/** Each address stands whole, for the bundler: see `contract/document.ts`. */
const files: Record<string, URL> = {
  still: new URL("../../assets/clip.mp4", import.meta.url),
};

/** Marks the box as ours; a box of this type may hold anything, and players pass over it. ISO/IEC 14496-12, 11.1. */
const boxId = Buffer.from("9d1f6c1e5b0a4d3e8a5746f1c2b7e039", "hex");

/**
 * A clip that says at its end whose video it stands for: a box with JSON. So two videos are never the same file, and a program that
 * takes one for the other can be found out.
 *
 * @throws {Error} when there is no clip of this name
 */
export async function labelledClip(name: string, label: object): Promise<Buffer> {
  const file = files[name];
  if (file === undefined) throw new Error(`There is no clip "${name}"`);
  const text = Buffer.from(JSON.stringify(label));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + boxId.length + text.length);
  const clip = await readFile(file);
  return Buffer.concat([clip, length, Buffer.from("uuid"), boxId, text]);
}
