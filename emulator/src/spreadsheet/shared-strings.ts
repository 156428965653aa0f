/** The texts that the cells of a workbook share. */
import type { Archive } from "./archive.ts";
import { parseXml } from "./parse-xml.ts";

/** The texts at some places, and none of the others. */
export async function readSharedStrings(
  archive: Archive,
  file: string,
  wanted: Set<number>,
): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  if (wanted.size === 0) return texts;
  const last = Math.max(...wanted);
  let index = -1;
  let text = "";
  let takesText = false;
  let isPronunciation = false;
  const visitor = {
    done: false,
    open(name: string) {
      if (name === "si") {
        index++;
        text = "";
      } else if (name === "rPh") isPronunciation = true;
      else if (name === "t") takesText = !isPronunciation && wanted.has(index);
    },
    text(part: string) {
      if (takesText) text += part;
    },
    close(name: string) {
      if (name === "t") takesText = false;
      else if (name === "rPh") isPronunciation = false;
      else if (name === "si" && wanted.has(index)) {
        texts.set(index, text);
        this.done = index === last;
      }
    },
  };
  await parseXml(archive.read(file), visitor);
  return texts;
}
