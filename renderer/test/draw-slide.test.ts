/** Slides, pixel by pixel: small templates in plain colours, without a video around them. */
import { type Canvas, createCanvas, type Image } from "@napi-rs/canvas";
import { describe, expect, test } from "vitest";
import {
  drawFrame,
  type DrawnSlide,
  drawSlide,
  isLayer,
  loadTemplates,
  type Slide,
  slideSize,
  type Template,
  type TemplateLayer,
} from "../src/slides/draw-slide.ts";
import { needed } from "./support/render.ts";

const [black, red, green, blue] = ["#000000", "#ff0000", "#00ff00", "#0000ff"] as const;
const box: TemplateLayer["box"] = [100, 200, 300, 100];
const shape: TemplateLayer = { layer: "shape", box, color: red };

const templateOf = (layers: TemplateLayer[], more: Partial<Template> = {}): Template => ({
  ...{ id: "own", background: [black], accent: blue, layouts: [{ when: [], layers }] },
  transition: { kind: "cut", seconds: 0 },
  ...more,
});

interface Content {
  slide?: Slide;
  image?: Canvas;
  remark?: string;
}

function slideOf(template: Template, { slide = {}, image, remark = "" }: Content = {}): DrawnSlide {
  const drawn = { slide, template, number: 2, count: 5, remark, texts: "" };
  return drawSlide({ ...drawn, image: image as unknown as Image });
}

/** What is seen at a time, and where: `rrggbb`. */
function frameOf(template: Template, content?: Content, timeS = Infinity, before?: DrawnSlide) {
  const context = createCanvas(slideSize.width, slideSize.height).getContext("2d");
  drawFrame(context, slideOf(template, content), timeS, template, before);
  const at = (x: number, y: number) =>
    `#${Buffer.from(context.getImageData(x, y, 1, 1).data.slice(0, 3)).toString("hex")}`;
  /** Left, top, right and bottom of what is not black. */
  const inked = () => {
    const { data } = context.getImageData(0, 0, slideSize.width, slideSize.height);
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let index = 0; index < data.length; index += 4) {
      if (data[index]! + data[index + 1]! + data[index + 2]! < 60) continue;
      const [x, y] = [(index / 4) % slideSize.width, Math.floor(index / 4 / slideSize.width)];
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
    return [left, top, right, bottom];
  };
  return { at, inked };
}

test("our own templates can be named, and the layers that a request may have", () => {
  expect(loadTemplates().map(({ id }) => id)).toEqual(["midnight", "paper", "forest"]);
  const layers = ["title", "text", "image", "background", "accent", "audio"];
  expect(layers.every(isLayer)).toBe(true);
  expect(isLayer("number")).toBe(false);
});

describe("a slide", needed, () => {
  const picture = createCanvas(8, 8);
  test.each<[has: string, content: Content, color: string]>([
    ["nothing", {}, "#000004"],
    ["a text", { slide: { text: "." } }, "#000003"],
    ["an image", { image: picture }, "#000002"],
    ["a text and an image", { slide: { text: "." }, image: picture }, "#000001"],
  ])("with %s has the first layout that it fulfils", (_, content, color) => {
    const whole: TemplateLayer["box"] = [0, 0, 1280, 720];
    const conditions: Template["layouts"][0]["when"][] = [
      ["text", "image"],
      ["image"],
      ["text"],
      [],
    ];
    const layouts = conditions.map((when, index) => ({
      when,
      layers: [{ layer: "shape" as const, box: whole, color: `#00000${index + 1}` }],
    }));
    expect(frameOf(templateOf([], { layouts }), content).at(640, 360)).toBe(color);
  });

  test.each<[slide: Slide, seen: string[]]>([
    [{}, [black, red, blue, green]],
    [{ accent: "#112233" }, [black, red, "#112233", "#112233"]],
    [{ background: "#445566" }, ["#445566", red, blue, green]],
  ])("of %j has its own colours", (slide, seen) => {
    const layers: TemplateLayer[] = [
      shape,
      { layer: "accent", box: [600, 200, 100, 100] },
      { layer: "accent", box: [800, 200, 100, 100], color: green },
    ];
    const { at } = frameOf(templateOf(layers), { slide });
    expect([at(50, 50), at(250, 250), at(650, 250), at(850, 250)]).toEqual(seen);
  });

  test("has a background that goes from the upper left to the lower right", () => {
    const { at } = frameOf(templateOf([], { background: [red, green, blue] }));
    expect([at(0, 0), at(640, 360), at(1279, 719)]).toEqual(["#ff0000", "#00ff00", "#0000ff"]);
  });

  test("fills a box to its edges, and leaves round corners out", () => {
    expect(frameOf(templateOf([shape])).inked()).toEqual([100, 200, 400, 300]);
    const { at, inked } = frameOf(templateOf([{ ...shape, radius: 40 }]));
    expect([inked(), at(101, 201), at(115, 215)]).toEqual([[100, 200, 400, 300], black, red]);
  });

  test.each<[shape: string, size: [number, number], stripes: [number, number, number, number][]]>([
    [
      "wide",
      [600, 100],
      [
        [0, 0, 150, 100],
        [450, 0, 150, 100],
      ],
    ],
    [
      "high",
      [300, 400],
      [
        [0, 0, 300, 150],
        [0, 250, 300, 150],
      ],
    ],
  ])("cuts an image that is too %s on both sides", (_, [width, height], stripes) => {
    const image = createCanvas(width, height);
    const context = image.getContext("2d");
    context.fillStyle = green;
    context.fillRect(0, 0, width, height);
    context.fillStyle = red;
    for (const stripe of stripes) context.fillRect(...stripe);
    const { at, inked } = frameOf(templateOf([{ layer: "image", box }]), { image });
    expect(inked()).toEqual([100, 200, 400, 300]);
    expect([at(102, 202), at(397, 297), at(250, 250)]).toEqual([green, green, green]);
    const rounded = frameOf(templateOf([{ layer: "image", box, radius: 40 }]), { image });
    expect([rounded.at(101, 201), rounded.at(115, 215)]).toEqual([black, green]);
  });

  test.each([
    [undefined, 126],
    [14, 140],
  ])("begins a layer with a gap of %j below the end of its title at %i", (gap, top) => {
    const title: TemplateLayer = {
      layer: "title",
      box: [100, 100, 600, 400],
      color: black,
      size: 20,
    };
    const below = { ...shape, below: "title" as const, ...(gap && { gap }) };
    // One line of the size 20 is 26 high.
    const { at } = frameOf(templateOf([title, below]), { slide: { title: "." } });
    expect([at(250, top + 1), at(250, top + 99)]).toEqual([red, red]);
    expect(at(250, top - 2)).not.toBe(red);
    expect(at(250, top + 101)).toBe(black);
  });

  const text = { layer: "title", box, color: "#ffffff", size: 20 } as const;
  test.each<[how: string, layer: Partial<TemplateLayer>, middle: (ink: number[]) => number[]]>([
    ["at the left", {}, ([left]) => [left!, 100]],
    [
      "in the middle of the line",
      { align: "center" },
      ([left, , right]) => [(left! + right!) / 2, 250],
    ],
    ["at the top", {}, ([, top, , bottom]) => [(top! + bottom!) / 2, 213]],
    [
      "in the middle of the box",
      { middle: true },
      ([, top, , bottom]) => [(top! + bottom!) / 2, 250],
    ],
  ])("has a text %s", (_, layer, middle) => {
    const { inked } = frameOf(templateOf([{ ...text, ...layer }]), { slide: { title: "HHH" } });
    const [is, expected] = middle(inked());
    expect(Math.abs(is! - expected!)).toBeLessThan(4);
  });

  test("has its number where it has no title, and a number of its own", () => {
    const widthOf = (layer: TemplateLayer["layer"], slide: Slide) => {
      const [left, , right] = frameOf(templateOf([{ ...text, layer }]), { slide }).inked();
      return right! - left!;
    };
    expect(widthOf("title", {})).toBe(widthOf("title", { title: "Slide 2 of 5" }));
    expect(widthOf("number", {})).toBe(widthOf("title", { title: "2 / 5" }));
    expect(frameOf(templateOf([{ ...text, layer: "text" }])).inked()).toContain(Infinity);
  });

  test("says at its foot what it does not show, and no more than fits", () => {
    const plain = templateOf([{ ...shape, box: [0, 0, 1280, 720] }]);
    expect(frameOf(plain).at(5, 700)).toBe(red);
    const { at } = frameOf(plain, { remark: "No layer: footer." });
    expect(at(5, 634)).toBe(red);
    for (const y of [638, 718]) expect(at(5, y)).not.toBe(red);
    expect(() => slideOf(plain, { remark: "word ".repeat(2000) })).not.toThrow();
  });
});

describe("a layer that enters", needed, () => {
  const entering = (kind: NonNullable<TemplateLayer["enter"]>["kind"]) =>
    templateOf([{ ...shape, enter: { kind, delay: 1, seconds: 2 } }]);

  test.each<["fade" | "rise" | "slide" | "zoom", ink: number[]]>([
    ["fade", [100, 200, 400, 300]],
    ["rise", [100, 206, 400, 306]],
    ["slide", [115, 200, 415, 300]],
    // By 1.5 % from the middle of the picture, its edges between two pixels.
    ["zoom", [92, 198, 397, 300]],
  ])("by %s comes after its delay, fast at first, and stands then", (kind, ink) => {
    const inkAt = (timeS: number) => frameOf(entering(kind), {}, timeS).inked();
    expect(inkAt(1)).toContain(Infinity);
    const half = inkAt(2);
    for (const [index, edge] of ink.entries())
      expect(Math.abs(half[index]! - edge)).toBeLessThan(2);
    // Half of the time is seven eighths of the way.
    expect(frameOf(entering(kind), {}, 2).at(250, 250)).toMatch(/^#(df|e0)0000$/);
    expect([inkAt(3), frameOf(entering(kind), {}, 3).at(250, 250)]).toEqual([
      [100, 200, 400, 300],
      red,
    ]);
  });

  test("at once is there at once", () => {
    const template = templateOf([{ ...shape, enter: { kind: "rise", delay: 0, seconds: 0 } }]);
    expect(frameOf(template, {}, 0).inked()).toEqual([100, 200, 400, 300]);
  });
});

describe("a slide that takes the place of another", needed, () => {
  const second = (kind: Template["transition"]["kind"]) =>
    templateOf([], { background: [green], transition: { kind, seconds: 2 } });
  const first = slideOf(templateOf([], { background: [red] }));

  const mixed = expect.stringMatching(/^#(1f|20)(df|e0)00$/);
  test.each<
    [kind: Template["transition"]["kind"], left: unknown, between: unknown, right: unknown]
  >([
    ["cut", green, green, green],
    ["fade", mixed, mixed, mixed],
    ["push", red, green, green],
    ["wipe", green, green, red],
  ])("by %s is seen in part after half of the time", (kind, ...seen) => {
    const { at } = frameOf(second(kind), {}, 1, first);
    expect([at(155, 360), at(640, 360), at(1125, 360)]).toEqual(seen);
    for (const timeS of [2, 3])
      expect(frameOf(second(kind), {}, timeS, first).at(640, 360)).toBe(green);
    expect(frameOf(second(kind), {}, 0, first).at(640, 360)).toBe(kind === "cut" ? green : red);
    // The first slide of a video takes the place of nothing.
    expect(frameOf(second(kind), {}, 0).at(640, 360)).toBe(green);
  });

  test.each<[kind: Template["transition"]["kind"], delay: number, settledS: number]>([
    ["cut", 0, 1],
    ["fade", 0, 2],
    ["fade", 3, 4],
  ])("by %s, with a layer after %i s, has settled after %i s", (kind, delay, settledS) => {
    const layers = [shape, { ...shape, enter: { kind: "fade" as const, delay, seconds: 1 } }];
    const template = templateOf(layers, { transition: { kind, seconds: 2 } });
    expect(slideOf(template).settledS).toBe(settledS);
  });

  test("by a cut has settled at once, whatever time it names", () => {
    expect(slideOf(second("cut")).settledS).toBe(0);
  });
});
