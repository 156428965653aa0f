import { createCanvas } from "@napi-rs/canvas";
import { describe, expect, test } from "vitest";
import { layOut } from "../src/draw/text.ts";
import { drawFrame, drawSlide, slideSize } from "../src/slides/draw-slide.ts";
import { loadTemplates, type Template } from "../src/slides/templates.ts";
import { needed } from "./support/render.ts";

const template = loadTemplates().find(({ id }) => id === "midnight")!;

/** The columns of a slide in which its title is drawn, from the first to the last. */
function findTitle(title: string): { from: number; to: number } {
  const { width, height } = slideSize;
  const content = { number: 1, count: 1, template, image: undefined, remark: "" };
  const context = createCanvas(width, height).getContext("2d");
  drawFrame(context, drawSlide({ ...content, slide: { title } }), Infinity, template);
  // Below the line above the title, which stands on the left of every slide.
  const { data } = context.getImageData(0, 250, width, 300);
  const inked = [...Array(width).keys()].filter((x) =>
    [...Array(300).keys()].some((y) => data[(y * width + x) * 4]! > 200),
  );
  return { from: inked[0]!, to: inked.at(-1)! };
}

describe("a text", needed, () => {
  const box = { width: 400, height: 400, maxSize: 40, minSize: 20 };

  test.each(["Hello world", "你好，世界", "こんにちは世界"])("%s begins on the left", (title) => {
    const { from, to } = findTitle(title);
    expect(from).toBeLessThan(120);
    expect(to).toBeLessThan(900);
  });

  test.each(["שלום עולם", "مرحبا بالعالم"])("%s begins on the right", (title) => {
    const { from, to } = findTitle(title);
    expect(from).toBeGreaterThan(600);
    expect(to).toBeGreaterThan(1160);
  });

  test("of Chinese is broken between words, and nothing of it is lost", () => {
    const text = "我们的团队欢迎你加入这个激动人心的项目，希望你喜欢";
    const { lines, width } = layOut(text, box);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join("")).toBe(text);
    expect(width).toBeLessThanOrEqual(box.width);
  });
});

describe("a filled box", needed, () => {
  test("below the title is as high as its template says", () => {
    const bar = { layer: "accent", box: [80, 300, 96, 6], color: "#ff0000" } as const;
    const title = { layer: "title", box: [80, 60, 600, 240], color: "#ffffff" } as const;
    const layers = [title, { ...bar, below: "title", gap: 20 }] as Template["layouts"][0]["layers"];
    const own = { ...template, background: ["#000000"], layouts: [{ when: [], layers }] };
    const { height } = slideSize;
    const content = { number: 1, count: 1, template: own, image: undefined, remark: "" };
    const context = createCanvas(slideSize.width, height).getContext("2d");
    drawFrame(context, drawSlide({ ...content, slide: { title: "Title" } }), Infinity, own);
    const { data } = context.getImageData(100, 0, 1, height);
    const red = [...Array(height).keys()].filter(
      (y) => data[y * 4]! > 200 && data[y * 4 + 1]! < 50,
    );
    expect(red).toHaveLength(6);
  });
});
