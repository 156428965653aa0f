import { createCanvas } from "@napi-rs/canvas";
import { afterEach, describe, expect, test, vi } from "vitest";
import { layOut } from "../src/draw/text.ts";
import { needed } from "./support/render.ts";

const box = { width: 1500, height: 360, maxSize: 80, minSize: 32 };

/** So many words of 5 letters. */
const wordsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => String(10_000 + index)).join(" ");
/** So many letters of Chinese, each another one. */
const letters = (count: number) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + index)).join("");

describe("a text that is laid out", needed, () => {
  const context = Object.getPrototypeOf(createCanvas(1, 1).getContext("2d")) as CanvasText &
    Pictures;
  afterEach(() => void vi.restoreAllMocks());

  test.each([
    ["measures a text that cannot fit once", wordsOf(300), 1],
    ["measures a text of 80 words once a word, and not in each size", wordsOf(80), 200],
  ])("%s", (_name, text, most) => {
    const measured = vi.spyOn(context, "measureText");
    try {
      layOut(text, box);
    } catch (error) {
      expect(String(error)).toMatch(/does not fit/);
    }
    expect(measured.mock.calls.length).toBeLessThanOrEqual(most);
  });

  test("draws no letter of a text that is too long to see whether it can", () => {
    const looked = vi.spyOn(context, "getImageData");
    for (const count of [5000, 1900])
      expect(() => layOut(letters(count), box)).toThrow(/characters does not fit/);
    expect(looked).not.toHaveBeenCalled();
  });

  test("is refused for its length where its letters take no room", () => {
    expect(layOut(`a${"\u0301".repeat(1999)}`, box).lines).toHaveLength(1);
    expect(() => layOut(`a${"\u0301".repeat(2000)}`, box)).toThrow(/2001 characters does not fit/);
  });

  test("keeps each line within its box, in the largest size that does", () => {
    for (const text of [
      wordsOf(3),
      wordsOf(90),
      letters(150),
      "x".repeat(200),
      "محمد علي ".repeat(20),
    ]) {
      const { lines, lineHeight, width } = layOut(text, box);
      expect(width).toBeLessThanOrEqual(box.width);
      expect(lines.length * lineHeight).toBeLessThanOrEqual(box.height);
      expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }
    expect(layOut("Ada", box).font).toMatch(/^600 80px/);
  });

  test("is refused where a letter of it was lost", () => {
    expect(() => layOut("Zo\ufffd", box)).toThrow(/a letter of "Zo\ufffd" was lost/);
  });

  test.each([
    ["", "CJK SC"],
    ["さくら", "CJK JP"],
    ["김철수", "CJK KR"],
  ])("has the letters of the country that is written beside it: %j", (beside, font) => {
    const [first] = /Noto Sans (CJK \w+)/.exec(layOut("直子", box, beside).font)?.slice(1) ?? [];
    expect(first).toBe(font);
  });
});

interface CanvasText {
  measureText: (text: string) => { width: number };
}

interface Pictures {
  getImageData: (...place: number[]) => object;
}
