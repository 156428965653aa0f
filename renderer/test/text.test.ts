import { createCanvas } from "@napi-rs/canvas";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fontOf, layOut } from "../src/draw/text.ts";
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

/** One size, in which a line is 26 high. */
const fixed = { width: 10_000, height: 26, maxSize: 20, minSize: 20 };
const widthOf = (text: string) => layOut(text, fixed).width;

describe("the lines of a text", needed, () => {
  test.each<[text: string, widest: string, lines: string[]]>([
    ["one two three", "one two", ["one two", "three"]],
    ["one two three", "three", ["one", "two", "three"]],
    ["one  two\n\tthree ", "one two three", ["one two three"]],
    ["\u202eone \u2066two\u2069", "one two", ["one two"]],
    ["a\u0000b", "a b", ["a b"]],
    ["aaaaaaaaaa", "aaaa", ["aaaa", "aaaa", "aa"]],
    ["one aaaaaaaaaa", "one aa", ["one aa", "aaaaa", "aaa"]],
    ["aaaaaaaaa five", "a five", ["aaaa", "aaaa", "a five"]],
  ])("of %j, as wide as %j, are %j", (text, widest, lines) => {
    // Letters that stand together may be a little narrower than each alone.
    const width = widthOf(widest) + 2;
    const room = { ...fixed, width, height: lines.length * 26 };
    expect(layOut(text, room).lines).toEqual(lines);
    expect(() => layOut(text, { ...room, height: room.height - 1 })).toThrow(/does not fit/);
  });

  test("are as wide as the widest of them", () => {
    const width = widthOf("three") + 2;
    const { width: widest, lines } = layOut("one three a", { ...fixed, width, height: 78 });
    expect([lines, widest]).toEqual([["one", "three", "a"], widthOf("three")]);
  });

  test.each([
    [26, 10, 20],
    [25, 18, 18],
    [13, 10, 10],
  ])(
    "fit into a height of %i, with a size of %i or more, in the size %i",
    (height, minSize, size) => {
      const { font, lineHeight } = layOut("Ada", { ...fixed, height, minSize });
      expect([font.split(" ")[1], lineHeight]).toEqual([`${size}px`, Math.round(size * 1.3)]);
    },
  );

  test("do not fit into a height that the smallest size is above", () => {
    expect(() => layOut("Ada", { ...fixed, height: 25, minSize: 19 })).toThrow(
      'its text of 3 characters does not fit: "Ada"',
    );
  });

  test.each([
    ["abc", false],
    ["abc שלום", false],
    ["שלום abc", true],
    ["1. مرحبا", true],
    ["\u0712\u0712", true],
    ["\u0784\u0784", true],
    ["123", false],
  ])("of %j begin on the right: %j", (text, isRightToLeft) => {
    expect(layOut(text, fixed).isRightToLeft).toBe(isRightToLeft);
  });
});

describe("a letter", needed, () => {
  test.each(["e\u0301", "a\u200db", "👩\u200d🚀", "👍🏽", "a\u00a0b", "Æß€", "中"])(
    "of %j can be drawn",
    (text) => {
      expect(layOut(text, fixed).lines).toEqual([text.replace("\u00a0", " ")]);
    },
  );

  test("that no font has is named, also by its number, with what to do", () => {
    expect(() => layOut("ab \u{10fffe} \u{10fffd}", fixed)).toThrow(
      'no font of this machine can draw "\u{10fffe}" (U+10FFFE) of "ab \u{10fffe} \u{10fffd}": leave it out, or apt-get install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji',
    );
  });
});

test("a font is asked for by its weight and size, our own first, and each by its name", () => {
  const font = fontOf(24, 400);
  expect(font).toMatch(/^400 24px "Inter latin", "Inter latin-ext", ("[^"]+", )*"[^"]+"$/);
  expect(fontOf(24)).toMatch(/^600 24px "Inter latin", /);
  const names = [...font.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
  expect(new Set(names).size).toBe(names.length);
  const emoji = names.findIndex((name) => name.includes("Emoji"));
  const serif = names.findIndex((name) => name.includes("Serif"));
  expect(emoji < 0 || serif < 0 || emoji < serif).toBe(true);
});

interface CanvasText {
  measureText: (text: string) => { width: number };
}

interface Pictures {
  getImageData: (...place: number[]) => object;
}
