/** What a file is that nothing here renders, by its first bytes: the programs that read media have no words for it. */
import { open } from "node:fs/promises";
import { InputError } from "../tools/faults.ts";

/** Bytes as letters of Latin-1, those that are no letters as `·`. */
const others: [start: RegExp, kind: string][] = [
  [/^0&²u/, "a file of Windows Media, such as .wmv"],
  [/^··\+4/, "a file for television (.mxf)"],
  [/^.{4}ftypavi[fs]/s, "a picture in AVIF"],
  [/^.{4}ftyp(?:hei[cfmsx]|mif1|msf1)/s, "a picture in HEIC"],
  [/^PK··/, "an archive or a document, such as .zip or .docx"],
  [/^%PDF/, "a PDF"],
];

const pictures: typeof others = [
  [/^(?:·PNG|ÿØÿ|GIF8|BM|RIFF.{4}WEBP)/s, "a picture"],
  [/^<(?:\?xml|svg|!doctype|html)/i, "a page or a drawing in XML"],
];

const videos: typeof others = [
  [/^.{4}(?:ftyp|moov)|^·Eß£|^RIFF.{4}AVI /s, "a video"],
  [/^<(?:\?xml|svg|!doctype|html)/i, "a page or a drawing in XML"],
];

/** @throws {InputError} that says what a file is instead of a video or a picture, and what to do */
export async function refuseOthers(path: string, wanted: "video" | "picture"): Promise<void> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0);
  await file.close();
  const start = buffer.toString("latin1", 0, bytesRead).replaceAll(/\p{Cc}/gu, "·");
  const known = [...others, ...(wanted === "video" ? pictures : videos)];
  const kind = known.find(([pattern]) => pattern.test(start))?.[1];
  const form = wanted === "video" ? "MP4, a sound as WAV or MP3" : "PNG or JPEG";
  if (kind !== undefined) throw new InputError(`it is ${kind}; export it as ${form}`);
}
