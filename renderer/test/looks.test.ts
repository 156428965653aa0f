/**
 * How videos look and sound: all that is drawn, and every word that each program gets. Who changes one of them on purpose raises
 * `cacheVersion`, or a job of before would keep the videos of before; and then renews the record with `-u`.
 */
import type { ExecFileOptions } from "node:child_process";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { beforeAll, expect, test, vi } from "vitest";
import {
  lipsyncRequest,
  secondLipsyncRequest,
  slidesRequest,
} from "../../test/support/example-requests.ts";
import { createRenderer } from "../src/index.ts";
import { cacheVersion } from "../src/wrap-renderer.ts";
import {
  giving,
  home,
  hpTask,
  type Input,
  lavfi,
  make,
  needed,
  render,
  split,
} from "./support/render.ts";

// A word that is wrong may have a program never end.
vi.setConfig({ testTimeout: 90_000 });

/** What was drawn and asked for, in its order. */
const seen: string[] = vi.hoisted(() => []);

vi.mock(import("node:child_process"), async (load) => {
  const real = await load();
  const { promisify: how } = await import("node:util");
  const custom = how.custom as never;
  const run = real.execFile[custom] as (...given: unknown[]) => Promise<unknown>;
  const noting = async (command: string, words: string[], options: ExecFileOptions) => {
    const tool = words.findIndex((word) => /^(?:ffmpeg|ffprobe|flite|espeak-ng)$/.test(word));
    seen.push(linesOf(tool < 0 ? [command, ...words] : words.slice(tool)));
    return run(command, words, options);
  };
  const execFile = Object.assign((...given: never[]) => (real.execFile as any)(...given), {
    [custom]: noting,
  });
  return { ...real, execFile: execFile as unknown as typeof real.execFile };
});

/** A line for each option, and for each filter of several. */
function linesOf([tool, ...words]: string[]): string {
  const lines = [`${tool}`];
  for (const [index, word] of words.entries())
    if (/^-[a-z]/.test(word) || !/^-[a-z]/.test(words[index - 1] ?? "")) lines.push(word);
    else lines.push(`${lines.pop()} ${word.replaceAll(";", ";\n      ")}`);
  // How much louder a sound has to be depends on the ffmpeg that measures it.
  return lines.join("\n    ").replaceAll(/volume=-?[\d.]+dB/g, "volume=…dB");
}

const drawing = ["fillText", "fillRect", "roundRect", "ellipse", "rect"] as const;

function watchDrawing(): void {
  const contexts = Object.getPrototypeOf(createCanvas(1, 1).getContext("2d")) as SKRSContext2D;
  for (const name of drawing) {
    const draw = contexts[name] as (...given: unknown[]) => void;
    vi.spyOn(contexts, name).mockImplementation(function (
      this: SKRSContext2D,
      ...given: unknown[]
    ) {
      const { fillStyle, font, textAlign, textBaseline, canvas } = this;
      const [style] = font.split(", ");
      const text = name === "fillText" ? ` ${[style, textAlign, textBaseline].join(" ")}` : "";
      const color = typeof fillStyle === "string" ? fillStyle : "in several colours";
      const size = `${canvas.width}x${canvas.height}`;
      // There, a letter is drawn to see whether a font has it.
      if (size !== "48x48")
        seen.push(`${name} ${JSON.stringify(given)} ${color}${text} on ${size}`);
      draw.apply(this, given);
    });
  }
}

/** As every voice speaks in this file: as long on each machine. */
const voice = join(home, "voice.wav");
let base: string;
let silent: string;
beforeAll(async () => {
  const tone = lavfi("sine=440:d=1:r=8000");
  await make(voice, ...tone, ...split("-c:a pcm_s16le -fflags +bitexact -map_metadata -1"));
  const picture = (rate: string) => lavfi(`testsrc2=s=320x180:r=${rate}:d=4`);
  const sound = [...lavfi("sine=440:d=4"), "-shortest"];
  base = await make(join(home, "base.mp4"), ...picture("25"), ...sound);
  silent = await make(join(home, "silent.mp4"), ...picture("30000/1001"));
});

vi.mock(import("../src/media/loudness.ts"), async (load) => {
  const real = await load();
  return {
    ...real,
    async readWave(path: string) {
      const { home: folder } = await import("./support/render.ts");
      // What the voice has said is replaced before anybody looks at it.
      await copyFile(join(folder, "voice.wav"), path);
      return real.readWave(path);
    },
  };
});

const segments = {
  music: true,
  ...{ variables: [{ start_time: 1, end_time: 3 }], customizations: undefined },
};
const slides = (template_id: string, ...customizations: object[]) => ({
  operation: "createDynamicSlideVideo" as const,
  input: { ...slidesRequest(), slides_count: 1, template_id, customizations } as Input,
});
const person = { use: "video", video_url: "https://example.com/actor" };
const lipsync = (input: object) => ({
  operation: "createLipsyncVideo" as const,
  input: input as Input,
});

test.each<[what: string, task: () => Parameters<typeof render>[1], options?: object]>([
  ["a row of an HP job", () => hpTask(["Hello Ada"], segments)],
  [
    "a row over silence in another voice",
    () => hpTask(["Ada"], { ...segments, music: false }),
    { sound: "replace", voice: "da" },
  ],
  ["a slide of a template", () => slides("midnight", { layer_id: "text", inputs: ["Hello"] })],
  [
    "a slide with a picture and a sound",
    () =>
      slides(
        "unknown",
        { layer_id: "image", inputs: ["https://example.com/a.png"] },
        { layer_id: "audio", inputs: ["https://example.com/a.mp3"] },
      ),
  ],
  ["an avatar", () => lipsync(lipsyncRequest())],
  ["a recording", () => lipsync(secondLipsyncRequest())],
  ["a person", () => lipsync({ ...lipsyncRequest(), actor: person })],
])("%s looks and sounds as in this version", needed, async (what, task, options) => {
  const folder = join(home, what.replaceAll(" ", "-"));
  const bases: Record<string, string> = { HP: base, silence: silent };
  const [given] = /HP|silence/.exec(what) ?? [];
  const download = given ? giving(bases[given]!) : async () => false;
  watchDrawing();
  seen.length = 0;
  await render(createRenderer(options), task(), { path: folder, download });
  const record = seen
    .join("\n")
    .replaceAll(home, "~")
    // Names that depend on the fonts of a machine.
    .replaceAll(/[0-9a-f]{24}/g, "…");
  const hint = "Where videos change on purpose: raise cacheVersion, and renew the record with -u.";
  await expect(
    `In the version ${cacheVersion} of the cache\n\n${record}\n`,
    hint,
  ).toMatchFileSnapshot(`looks/${what.replaceAll(/\W+/g, "-")}.txt`);
});
