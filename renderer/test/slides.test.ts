import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Canvas, createCanvas, type Image, loadImage } from "@napi-rs/canvas";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Renderer } from "video-generation-emulator";
import { slidesRequest } from "../../test/support/example-requests.ts";
import { requires, tools } from "../../test/support/requires.ts";
import { createRenderer } from "../src/index.ts";
import {
  drawFrame,
  drawSlide,
  loadTemplates,
  type Slide,
  slideSize,
} from "../src/slides/draw-slide.ts";
import {
  decibelsIn,
  expectDecodes,
  frameHashes,
  giving,
  home,
  type Input,
  lavfi,
  make,
  needed,
  probe,
  readSound,
  readTexts,
  render,
  split,
} from "./support/render.ts";

const operation = "createDynamicSlideVideo";

describe("a slide video", needed, () => {
  let renderer: Renderer;
  let number = 0;
  beforeAll(() => void (renderer = createRenderer()));

  function makeSlides(change: object, download?: ReturnType<typeof giving>) {
    const input = { ...slidesRequest(), template_id: "paper", ...change } as unknown as Input;
    const path = join(home, String(number++));
    return render(renderer, { operation, input }, { path, ...(download && { download }) });
  }

  test("of the example of the contract has as many slides as it asks for, each for three seconds", async () => {
    const { path, fidelity } = await makeSlides({});
    expect(fidelity).toBe("composition");
    const hashes = await frameHashes(path);
    expect(hashes).toHaveLength(3 * 75);
    // Encoding a still changes it a little as it goes on; where slides begin, it is another picture altogether.
    expect(new Set([hashes[0], hashes[75], hashes[150]]).size).toBe(3);
    const { streams } = await probe(path);
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(["h264", "aac"]);
  });

  test("stands as long on a slide as its text is spoken and a pause, and tells which text is not", async () => {
    const text =
      "This is a sentence that takes a good while longer than three seconds to be spoken by anybody.";
    const customizations = [{ layer_id: "text", inputs: ["short", text, "李雷"] }];
    const { path, warning } = await makeSlides({ slides_count: 3, customizations });
    expect(warning).toMatch(
      /^Slide 3 is shown and not spoken: the voice slt.* "李" of "李雷"; .*\.$/,
    );
    await expectDecodes(path);
    const sound = await readSound(path);
    const seconds = sound.samples.length / sound.samplesPerSecond;
    expect(seconds).toBeGreaterThan(10);
    for (const startS of [0, 3])
      expect(decibelsIn(sound, startS, startS + 0.8)).toBeGreaterThan(-30);
    expect(decibelsIn(sound, 1.5, 3.1)).toBeLessThan(-70);
    expect(decibelsIn(sound, seconds - 3.7, seconds)).toBeLessThan(-70);
  });

  /** Red, green and blue at a place, each from 0 to 255. */
  async function colorAt(path: string, timeS: number, x: number, y: number): Promise<number[]> {
    const frame = ["-ss", String(timeS), "-i", path, ...split("-frames:v 1")];
    const context = createCanvas(1, 1).getContext("2d");
    context.drawImage(await loadImage(await make(`${path}.png`, ...frame)), -x, -y);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  }
  /** A coded colour, up to 15 off. */
  const near = (...color: number[]) => color.map((value) => expect.closeTo(value, -1.5));

  test("shows the first of several inputs on the first slide, and a single one on every slide", async () => {
    const customizations = [
      { layer_id: "background", inputs: ["#112233", "#445566"] },
      { layer_id: "accent", inputs: ["#ff8800"] },
    ];
    const { path } = await makeSlides({ slides_count: 2, customizations });
    for (const [timeS, background] of [
      [2.8, near(0x11, 0x22, 0x33)],
      [5.8, near(0x44, 0x55, 0x66)],
    ] as const) {
      expect(await colorAt(path, timeS, 40, 40)).toEqual(background);
      expect(await colorAt(path, timeS, 640, 503)).toEqual(near(0xff, 0x88, 0));
    }
  });

  test("takes pictures and sounds from addresses", async () => {
    const words = [...lavfi("testsrc=s=400x300:d=1"), ...split("-frames:v 1")];
    const picture = await make(join(home, "picture.png"), ...words);
    const sound = await make(join(home, "sound.mp3"), ...lavfi("sine=440:d=5"));
    const download = (address: string, path: string) =>
      giving(address.endsWith("png") ? picture : sound)(address, path);
    const customizations = [
      { layer_id: "image", inputs: [{ url: "https://media.test/a.png" }] },
      { layer_id: "audio", inputs: ["https://media.test/a.mp3"] },
    ];
    const { path } = await makeSlides({ slides_count: 1, customizations }, download);
    const seconds = Number((await probe(path)).streams[0]!.duration);
    // Before its sound and after it, the slide is seen for a moment.
    expect(seconds).toBeCloseTo(0.2 + 5 + 0.8, 0.7);
    const heard = await readSound(path);
    expect(decibelsIn(heard, 0, 0.18)).toBeLessThan(-70);
    expect(decibelsIn(heard, 0.25, 0.35)).toBeGreaterThan(-40);
    expect(decibelsIn(heard, 0.4, 5)).toBeGreaterThan(-25);
  });

  test.each([
    ["background", "red;drawtext", /^The layer background has "red;drawtext"; write a colour/],
    ["image", "/etc/passwd", /^The layer image has "\/etc\/passwd"; write an http/],
    ["text", "a ".repeat(5000), /^Slide 1: its text of \d+ characters does not fit/],
    [
      "title",
      "\u{10fffd}a",
      /^Slide 1: no font of this machine can draw "\u{10fffd}" \(U\+10FFFD\) of /u,
    ],
  ])("is refused for the layer %s with %s", async (layer_id, input, message) => {
    const customizations = [{ layer_id, inputs: [input] }];
    await expect(makeSlides({ customizations })).rejects.toThrow(message);
  });

  test("is refused for a picture that is empty, no image, or too large to decode", async () => {
    const grey = lavfi("color=black:s=8194x8192:d=1,format=gray");
    const huge = await make(join(home, "huge.png"), ...grey, "-frames:v", "1");
    const script = await make(join(home, "clip.mp4"), ...lavfi("testsrc=s=64x64:d=1"));
    const empty = join(home, "empty.png");
    await writeFile(empty, "");
    const customizations = [{ layer_id: "image", inputs: ["https://media.test/a.png"] }];
    for (const [source, reason] of [
      [empty, "it is empty"],
      [script, "it is a video; export it as PNG or JPEG"],
      [huge, ""],
    ] as const)
      await expect(makeSlides({ slides_count: 1, customizations }, giving(source))).rejects.toThrow(
        `Slide 1: the image https://media.test/a.png cannot be used: ${reason}`,
      );
  });

  test("says legibly what of a request it does not show", requires(tools.tesseract), async () => {
    const customizations = [
      { layer_id: "footer", inputs: ["Page"] },
      { layer_id: "title", inputs: ["One", "Two"] },
    ];
    const change = { template_id: "corporate-2019", slides_count: 1, customizations };
    const context = Object.getPrototypeOf(createCanvas(1, 1).getContext("2d")) as CanvasText;
    const written = vi.spyOn(context, "fillText");
    const { path } = await makeSlides(change);
    expect(written.mock.calls.map(([line]) => line).join(" ")).toContain(
      'No template "corporate-2019" here, this is "midnight". No layer "footer". More inputs than slides: "title".',
    );
    expect((await readTexts(path, [[2]]))[0]).toMatch(
      /No template .corporate-2019. here, this is .midnight.*No layer .footer.*More inputs than slides: .title/s,
    );
  });

  /** The pixels of a slide whose layers have come. */
  function draw(slide: Slide, id = "midnight", image?: Canvas) {
    const template = loadTemplates().find((one) => one.id === id)!;
    const content = { slide, template, number: 1, count: 1, remark: "", texts: "" };
    const context = createCanvas(slideSize.width, slideSize.height).getContext("2d");
    const drawn = drawSlide({ ...content, image: image as unknown as Image });
    drawFrame(context, drawn, Infinity, template);
    return context;
  }

  test.each([
    ["Hello world", "left"],
    ["こんにちは世界", "left"],
    ["שלום עולם", "right"],
    ["مرحبا بالعالم", "right"],
  ])("has the title %s begin on the %s", (title, side) => {
    // Below the line above the title, which stands on the left of every slide.
    const left = draw({ title }).getImageData(0, 250, 200, 50).data;
    const isInked = left.some((value, index) => index % 4 === 0 && value > 200);
    expect(side).toBe(isInked ? "left" : "right");
  });

  const [black, white] = [0xff000000, 0xffffffff];
  test.each([
    ["midnight", "#112233", white],
    ["midnight", "#f8fafc", black],
    ["paper", "#112233", white],
    ["forest", "#808080", black],
    // Where the title stands on a dark shape.
    ["midnight", "#f8fafc", white, createCanvas(8, 8)],
  ])("of %s has a title on %s that can be read", (id, background, color, image?) => {
    const { data } = draw({ title: "Hello", background }, id, image).getImageData(0, 0, 1280, 640);
    expect(new Uint32Array(data.buffer).includes(color)).toBe(true);
  });

  test("looks as a template of the user's own folder says", async () => {
    const templates = join(home, "templates");
    await mkdir(templates);
    const box = [0, 0, 1280, 720];
    const transition = { kind: "cut", seconds: 0 };
    const sunrise = {
      ...{ id: "sunrise", background: ["#000000"], accent: "#ff0000", transition },
      layouts: [{ when: [], layers: [{ layer: "shape", box, color: "#00ff00" }] }],
    };
    await writeFile(join(templates, "sunrise.json"), JSON.stringify(sunrise));
    const input = { ...slidesRequest(), template_id: "sunrise", slides_count: 1 } as Input;
    const own = createRenderer({ templates, speech: false });
    const { path } = await render(own, { operation, input }, { path: join(home, "sunrise") });
    expect(await colorAt(path, 0, 0, 0)).toEqual(near(0, 255, 0));
    await writeFile(join(templates, "broken.json"), JSON.stringify({ ...sunrise, accent: "red" }));
    expect(() => createRenderer({ templates: join(home, "nowhere") })).toThrow(
      /^The folder of templates .*nowhere cannot be read: ENOENT\. Name a folder\.$/,
    );
    expect(() => createRenderer({ templates })).toThrow(
      /^The template .*broken\.json cannot be used: it\/accent must match pattern/,
    );
  });
});

interface CanvasText {
  fillText: (text: string, ...place: number[]) => void;
}
