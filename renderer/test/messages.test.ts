/** Each sentence with which a row or a video fails that never can be made, whole: who reads it has nothing else. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  hpRequest,
  hpSegments,
  lipsyncRequest,
  slidesRequest,
} from "../../test/support/example-requests.ts";
import { createRenderer } from "../src/index.ts";
import {
  giving,
  home,
  type Input,
  lavfi,
  make,
  needed,
  render,
  small,
  split,
} from "./support/render.ts";

/** What is at every address; nothing is a video of two seconds without sound. */
const files: Record<string, string | Buffer> = {
  empty: "",
  text: "This is no video at all, and no picture.",
  "Windows Media": Buffer.from("3026b2758e66cf11", "hex"),
  MXF: Buffer.from("060e2b34", "hex"),
  AVIF: "....ftypavif",
  HEIC: "....ftypheic",
  archive: Buffer.from("504b0304", "hex"),
  PDF: "%PDF-1.7",
  PNG: Buffer.from("89504e47", "hex"),
  XML: "<?xml version='1.0'?>",
  MP4: "....ftypisom",
};
const as = "export it as MP4, a sound as WAV or MP3";
const address = "https://files.test/a";
const unusable = `The base video ${address} cannot be used: `;

interface Row {
  operation: "createHpJob" | "createLipsyncVideo" | "createDynamicSlideVideo";
  change: object;
  text: string;
  file: string;
}
const hp = (change: Partial<Row> = {}): Row => ({
  ...{ operation: "createHpJob", change: hpSegments([0, 1]), text: "Ada", file: "video" },
  ...change,
});
const lipsync = (change: object, file = "video"): Row =>
  hp({ operation: "createLipsyncVideo", change, file });
const layer = (layer_id: string, input: string, file = "video"): Row => {
  const change = { slides_count: 1, customizations: [{ layer_id, inputs: [input] }] };
  return hp({ operation: "createDynamicSlideVideo", change, file });
};
const avatar = { use: "avatar", avatar_id: "a" };

const rows: [what: string, row: Row, says: string][] = [
  ["an empty file", hp({ file: "empty" }), `${unusable}it is empty.`],
  [
    "a text",
    hp({ file: "text" }),
    `${unusable}it is no video or sound (Invalid data found when processing input); export it as MP4.`,
  ],
  ...[
    ["Windows Media", "a file of Windows Media, such as .wmv"],
    ["MXF", "a file for television (.mxf)"],
    ["AVIF", "a picture in AVIF"],
    ["HEIC", "a picture in HEIC"],
    ["archive", "an archive or a document, such as .zip or .docx"],
    ["PDF", "a PDF"],
    ["PNG", "a picture"],
    ["XML", "a page or a drawing in XML"],
  ].map(([file = "", is]): (typeof rows)[number] => [
    file,
    hp({ file }),
    `${unusable}it is ${is}; ${as}.`,
  ]),
  ["a sound", hp({ file: "sound" }), `The base video ${address} has no picture.`],
  [
    "half a video",
    hp({ file: "half" }),
    `${unusable}it says that it is 2.0 s long, and ends after 1.0 s.`,
  ],
  [
    "a file of nothing",
    hp({ file: "nothing" }),
    `${unusable}it does not say how long it is, and holds nothing.`,
  ],
  [
    "a damaged video",
    hp({ file: "damaged" }),
    `${unusable}a part of it cannot be decoded (…); encode it anew.`,
  ],
  [
    "a segment beyond the end",
    hp({ change: hpSegments([0, 1], [1, 3]) }),
    "Segment 2 ends at 3 s, but the base video at 2.00 s.",
  ],
  [
    "a segment without a frame",
    hp({ change: hpSegments([0, 1], [1, 1]) }),
    "Segment 2 is shorter than a frame of the base video.",
  ],
  [
    "segments one over the other",
    hp({ change: hpSegments([0, 1], [1, 2], [0.5, 1]) }),
    "Segments 1 and 3 overlap.",
  ],
  [
    "a letter that was lost",
    hp({ text: "Ad\ufffd" }),
    'Segment 1: a letter of "Ad\ufffd" was lost before it came here: write it anew.',
  ],
  [
    "a letter without a font",
    hp({ text: "a\u{10fffe}" }),
    'Segment 1: no font of this machine can draw "\u{10fffe}" (U+10FFFE) of "a\u{10fffe}": leave it out, or apt-get install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji.',
  ],
  [
    "a long text",
    hp({ text: "x".repeat(3000) }),
    `Segment 1: its text of 3000 characters does not fit: "${"x".repeat(60)}…"`,
  ],
  ["nobody", lipsync({ actor: undefined }), "An actor and a script are needed."],
  ["nothing to say", lipsync({ script: undefined }), "An actor and a script are needed."],
  [
    "a recording without sound",
    lipsync({ actor: avatar, script: { use: "audio", audio_url: address } }),
    `The audio ${address} has no sound.`,
  ],
  [
    "a person who cannot be seen",
    lipsync({ actor: { use: "video", video_url: address } }, "sound"),
    `The video ${address} has no picture.`,
  ],
  [
    "signs alone",
    lipsync({ actor: avatar, script: { use: "text", voice_id: "en", text: "…!" } }),
    '"…!" holds nothing that can be spoken.',
  ],
  [
    "letters of another language",
    lipsync({ actor: avatar, script: { use: "text", voice_id: "ru", text: "Aλ" } }),
    'The voice ru cannot speak "λ" of "Aλ"; choose a voice of its language.',
  ],
  ...["background", "accent"].map((id): (typeof rows)[number] => [
    `a word for the ${id}`,
    layer(id, "blue"),
    `The layer ${id} has "blue"; write a colour such as #1e3a5f.`,
  ]),
  [
    "a word for a picture",
    layer("image", "a.png"),
    'The layer image has "a.png"; write an http or https address.',
  ],
  [
    "a video for a picture",
    layer("image", address, "MP4"),
    `Slide 1: the image ${address} cannot be used: it is a video; export it as PNG or JPEG.`,
  ],
  [
    "a drawing for a picture",
    layer("image", address, "XML"),
    `Slide 1: the image ${address} cannot be used: it is a page or a drawing in XML; export it as PNG or JPEG.`,
  ],
  [
    "a recording of a slide without sound",
    layer("audio", address),
    `Slide 1: the audio ${address} has no sound.`,
  ],
];

describe("what never can be made says why", needed, () => {
  beforeAll(async () => {
    for (const [name, content] of Object.entries(files)) await writeFile(join(home, name), content);
    await make(join(home, "video"), ...small, "-f", "mp4");
    await make(join(home, "sound"), ...lavfi("sine=d=2"), "-f", "wav");
    const whole = await readFile(
      await make(join(home, "whole"), ...small, ...split("-f mp4 -movflags faststart -g 1")),
    );
    await writeFile(join(home, "half"), whole.subarray(0, whole.length * 0.52));
    const sound = await readFile(join(home, "sound"));
    const start = sound.indexOf("data") + 8;
    sound.writeUInt32LE(0, start - 4);
    await writeFile(join(home, "nothing"), sound.subarray(0, start));
    const damaged = await readFile(
      await make(join(home, "raw"), ...small, ...split("-f matroska -g 1")),
    );
    const middle = Math.floor(damaged.length / 2);
    damaged.fill(0xff, middle, middle + 2000);
    await writeFile(join(home, "damaged"), damaged);
  });

  test.each(rows)("%s", async (what, { operation, change, text, file }, says) => {
    const request = {
      createHpJob: hpRequest,
      createLipsyncVideo: lipsyncRequest,
      createDynamicSlideVideo: slidesRequest,
    }[operation]();
    const base = { base_video_url: address, variable_count: 1 };
    const input = { ...request, ...base, ...change } as unknown as Input;
    const row = operation === "createHpJob" ? { row: { index: 1, texts: [text] } } : {};
    const renderer = createRenderer({ speech: false, pausesMs: [] });
    const made = render(
      renderer,
      { operation, input, ...row },
      { path: join(home, `job ${what}`), download: giving(join(home, file)) },
    ).catch((error: Error) => error);
    // What a decoder complains of is its own.
    const said = ((await made) as Error).message.replace(/(?<=decoded \().*(?=\);)/, "…");
    expect(said).toBe(says);
  });
});
