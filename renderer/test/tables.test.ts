/** Each row of the tables in the code: languages, containers, pictures, kinds of file, names of inputs. The rows here are not taken from there. */
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createCanvas, Image } from "@napi-rs/canvas";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { slidesRequest } from "../../test/support/example-requests.ts";
import { createRenderer } from "../src/index.ts";
import { fontOf } from "../src/draw/text.ts";
import { refuseOthers } from "../src/media/other-kinds.ts";
import { inspect } from "../src/media/source.ts";
import { loadTemplates } from "../src/slides/draw-slide.ts";
import { speak, voiceForJob, voiceOf } from "../src/speech/speak.ts";
import { giving, home, type Input, lavfi, make, needed, render, split } from "./support/render.ts";

const run = { cwd: home, signal: new AbortController().signal, timeoutMs: 60_000 };

describe("a language", needed, () => {
  test.each([
    ["slt", "Hello", "flite"],
    ["ru", "Привет"],
    ["uk", "Привіт"],
    ["bg", "Здравей"],
    ["el", "Γειά"],
    ["ka", "გამარჯობა"],
    ["hy", "Բարեւ"],
    ["ar", "مرحبا"],
    ["fa", "سلام"],
    ["he", "שלום"],
    ["hi", "नमस्ते"],
    ["ta", "வணக்கம்"],
    ["bn", "হ্যালো"],
    ["ja", "さくら"],
    ["ja", "カタカナ"],
    ["zh", "你好"],
    ["ko", "안녕하세요"],
    // In Latin letters, of which each voice of espeak-ng has sounds.
    ["da", "Smørrebrød"],
    ["es", "¡Señor!"],
  ])("%s speaks %s", async (tag, text, engine = "espeak-ng") => {
    const voice = voiceOf(tag);
    expect(voice.engine).toBe(engine);
    expect((await speak(text, voice, "spoken", run)).seconds).toBeGreaterThan(0.2);
  });

  test.each([
    ["Hello", "slt"],
    ["123", "slt"],
    ["Привет", "ru"],
    ["Γειά", "el"],
    ["გამარჯობა", "ka"],
    ["Բարեւ", "hy"],
    ["مرحبا", "ar"],
    ["שלום", "he"],
    ["नमस्ते", "hi"],
    ["வணக்கம்", "ta"],
    ["হ্যালো", "bn"],
    ["漢字 さくら", "ja"],
    ["漢字 カタカナ", "ja"],
    ["你好", "zh"],
    ["안녕", "ko"],
    // Half of the letters are Latin, and one less than half.
    ["ab шу", "slt"],
    ["ab шуш", "ru"],
    // Of which no voice knows.
    ["ไทย", "slt"],
  ])("of %s is %s", (text, name) => {
    expect(voiceForJob({}, text).name).toBe(name);
    expect(voiceForJob({ voice: "da" }, text).name).toBe("da");
  });
});

describe("a file", needed, () => {
  const formats: Record<string, string> = {
    ...{ mp4: "", matroska: "", mpegts: "", mpeg: "", avi: "", ogg: "-vn -c:a libvorbis" },
    ...{ webm: "-c:v libvpx -deadline realtime -c:a libvorbis", flv: "-c:v flv -c:a mp3" },
    ...{ mp3: "-vn -c:a mp3", wav: "-vn -c:a pcm_s16le", flac: "-vn -c:a flac", adts: "-c:a aac" },
  };
  beforeAll(async () => {
    const inputs = [...lavfi("testsrc=s=64x64:r=25:d=1"), ...lavfi("sine=d=1")];
    const outputs = Object.entries(formats).flatMap(([format, words]) => [
      ...split(
        `-map 0${format === "adts" ? ":a?" : ""} -map 1 -c:v mpeg4 -c:a mp2 -ar 44100 ${words}`,
      ),
      ...["-f", format, join(home, format)],
    ]);
    await make(...([outputs.pop()!, ...inputs, ...outputs] as [string, ...string[]]));
  });
  test.each(Object.keys(formats))("of %s is taken", async (format) => {
    expect(await inspect(join(home, format), run)).toMatchObject({ hasSound: true });
  });
});

/** All that is written and drawn on slides, the last of which cannot be made: so none is encoded. */
async function draw(layer_id: string, inputs: unknown[], download = giving("")) {
  const context = Object.getPrototypeOf(createCanvas(1, 1).getContext("2d")) as Drawing;
  const seen: string[] = [];
  const { drawImage, fillText } = context;
  vi.spyOn(context, "fillText").mockImplementation(function (this: Drawing, text, ...place) {
    seen.push(text);
    fillText.call(this, text, ...place);
  });
  vi.spyOn(context, "drawImage").mockImplementation(function (this: Drawing, image, ...place) {
    if (image instanceof Image) seen.push(`${image.width}x${image.height}`);
    drawImage.call(this, image, ...place);
  });
  const customizations = [{ layer_id, inputs }];
  const input = {
    ...{ ...slidesRequest(), slides_count: inputs.length, customizations },
  } as unknown as Input;
  const task = { operation: "createDynamicSlideVideo" as const, input };
  const given = { path: join(home, layer_id), download };
  await expect(render(createRenderer({ speech: false }), task, given)).rejects.toThrow(
    new RegExp(`^Slide ${inputs.length}: `),
  );
  return seen;
}

test("pictures of five kinds are shown on slides", needed, async () => {
  const endings = ["png", "jpg", "webp", "bmp", "gif"];
  const outputs = endings.flatMap((ending, index) => [
    ...["-frames:v", "1", "-s", `${8 + 2 * index}x8`],
    join(home, `picture.${ending}`),
  ]);
  await writeFile(join(home, "start"), "PK\x03\x04");
  await make(outputs.pop()!, ...lavfi("color=red:s=8x8:d=1"), ...outputs);
  const addresses = endings.map((ending) => `https://media.test/picture.${ending}`);
  const download = (address: string, path: string) =>
    giving(join(home, basename(address)))(address, path);
  const seen = await draw("image", [...addresses, "https://media.test/start"], download);
  expect(seen).toEqual(expect.arrayContaining(["8x8", "10x8", "12x8", "14x8", "16x8"]));
});

test("an input of a slide has its text under each of the usual names", needed, async () => {
  const inputs = [
    ...["Ada", 42, { text: "Grace" }, { value: "Hedy" }, { url: "Joan" }, { color: "Mary" }],
    ...[{ colour: "Rosa" }, { text: "Ruth", value: "x", url: "x" }, { other: "x" }, null, true],
    "\u{10fffe}",
  ];
  const names = ["Ada", "42", "Grace", "Hedy", "Joan", "Mary", "Rosa", "Ruth"];
  const others = [9, 10, 11].map((number) => `Slide ${number} of 12`);
  const written = await draw("title", inputs);
  // Letters are drawn alone to see whether a font has them.
  const titles = written.filter((text) => /^(?:42|[A-Z][a-z]+( \d+ of 12)?)$/.test(text));
  expect(titles).toEqual([...names, ...others]);
});

const brands = (names: string) => split(names).map((brand) => `....ftyp${brand}`);
describe("a file that begins", () => {
  test.each<[start: string, asVideo: string | undefined, asPicture: string | undefined]>([
    ...same("a picture in AVIF", ...brands("avif avis")),
    ...same("a picture in HEIC", ...brands("heic heif heim heis heix mif1 msf1")),
    ...same("a page or a drawing in XML", "<?xml ", "<svg ", "<!DOCTYPE html", "<html>"),
    ...same("a file of Windows Media, such as .wmv", "\x30\x26\xb2\x75"),
    ...same("a file for television (.mxf)", "\x06\x0e\x2b\x34"),
    ...same("an archive or a document, such as .zip or .docx", "PK\x03\x04"),
    ...same("a PDF", "%PDF-1.7"),
    ...["\x89PNG", "\xff\xd8\xff", "GIF89a", "BM", "RIFF....WEBP"].map(only("a picture", 0)),
    ...["....ftypisom", "....moov", "\x1aE\xdf\xa3", "RIFF....AVI "].map(only("a video", 1)),
    ["RIFF....WAVE", undefined, undefined],
    ["anything else", undefined, undefined],
  ])("with %j is told apart", async (start, asVideo, asPicture) => {
    const path = join(home, "start");
    await writeFile(path, Buffer.from(start.padEnd(40, "."), "latin1"));
    for (const [wanted, kind, form] of [
      ["video", asVideo, "MP4, a sound as WAV or MP3"],
      ["picture", asPicture, "PNG or JPEG"],
    ] as const) {
      const refused = await refuseOthers(path, wanted).catch(({ message }: Error) => message);
      expect(refused, wanted).toBe(kind && `it is ${kind}; export it as ${form}`);
    }
  });

  function same(kind: string, ...starts: string[]) {
    return starts.map((start): [string, string, string] => [start, kind, kind]);
  }
  function only(kind: string, place: 0 | 1) {
    return (start: string): [string, string | undefined, string | undefined] =>
      place === 0 ? [start, kind, undefined] : [start, undefined, kind];
  }
});

test("there are three templates, and Inter in six parts", () => {
  expect(loadTemplates().map(({ id }) => id)).toEqual(["midnight", "paper", "forest"]);
  const parts = ["latin", "latin-ext", "vietnamese", "greek", "cyrillic", "cyrillic-ext"];
  const names = parts.map((part) => `"Inter ${part}"`).join(", ");
  expect(fontOf(24)).toMatch(new RegExp(`^600 24px ${names}, `));
});

interface Drawing {
  fillText: (text: string, ...place: number[]) => void;
  drawImage: (image: unknown, ...place: number[]) => void;
}
