/** A lipsync video, as far as it goes without a model of faces: a drawn avatar that moves its mouth, or the supplied video with another sound. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import type { RenderTask } from "video-generation-emulator";
import type { LipsyncVideoInput, Script } from "../../../generated/schema.d.ts";
import { fontOf } from "../draw/text.ts";
import { type Made, posterName, videoName, type Workplace } from "../wrap-renderer.ts";
import {
  audioWords,
  drawnColours,
  fileWords,
  type FrameRate,
  frameAt,
  rateText,
  sampleRate,
  timeOf,
  videoWords,
} from "../media/encode.ts";
import { checkVideo } from "../media/decode.ts";
import { inspect, untrusted, fetchSound, fetchVideo, ownClock } from "../media/source.ts";
import { readWave, type Sound, type Wave, withGain } from "../media/loudness.ts";
import { speak, voiceNamed } from "../speech/speak.ts";
import { InputError, reading } from "../tools/faults.ts";
import { ffmpeg, longRun, type ToolRun, words } from "../tools/run-tool.ts";

/**
 * Makes a video in which the lips of a person follow a sound, as FACE-MODEL.md describes it. Rejects with an {@link InputError} for what
 * it never can; with any other error, the task is tried again.
 *
 * @param task paths: `video` of any container that ffmpeg reads, `sound` of a WAV file, `target` where the new video goes
 * @returns `model` only for a person whose lips follow the sound: the mark on the picture disappears with it
 */
export type FaceModel = (
  task: { video: string; sound: string; target: string },
  context: Pick<Workplace, "signal" | "key" | "reportProgress">,
) => Promise<{ fidelity: "model" | "preview" }>;

const avatarFrame = { width: 1280, height: 720 };
const avatarRate: FrameRate = { frames: 25, seconds: 1 };

/** Where the mouth is in the picture. */
const mouthPlace = { x: 560, y: 388, width: 160, height: 96 };

/** After the last word. */
const pauseSeconds = 0.4;

export async function renderLipsync(
  { input }: RenderTask,
  place: Workplace,
  { faceModel }: { faceModel?: FaceModel | undefined },
): Promise<Made> {
  const { actor, script } = input as LipsyncVideoInput;
  if (!actor || !script) throw new InputError("an actor and a script are needed");
  const run = { cwd: place.scratch, signal: place.signal, timeoutMs: 120_000 };
  const sound = await makeSound(script, place, run);
  place.reportProgress(0.3);
  const long = longRun(run, sound.seconds);
  await writeFile(join(run.cwd, "mark.png"), await drawMark());
  const fidelity =
    actor.use === "avatar"
      ? await encodeAvatar(actor.avatar_id, sound, long)
      : await encodeVideo(actor.video_url, sound, place, long, faceModel);
  await checkVideo(videoName, sound.seconds, long);
  return { fidelity };
}

async function makeSound(script: Script, { download }: Workplace, run: ToolRun): Promise<Sound> {
  if (script.use === "audio")
    return fetchSound({ file: "audio", address: script.audio_url, what: "audio" }, download, run);
  const voice = voiceNamed(script.voice_id, script.text);
  return withGain(await speak(script.text, voice, "speech", run), run);
}

async function encodeAvatar(id: string, sound: Sound, run: ToolRun): Promise<"preview"> {
  const write = (name: string, content: Buffer | string) => writeFile(join(run.cwd, name), content);
  await write("avatar.png", await drawAvatar(id));
  for (const [shape, mouth] of mouths.entries())
    await write(`${shape}.png`, await drawMouth(mouth));
  const shapes = followLoudness(
    await readWave(join(run.cwd, sound.file)),
    framesOf(sound, avatarRate),
    avatarRate.frames,
  );
  // In the language of ffmpeg's concat demuxer: each shape with how long it is seen.
  const shown = shapes.map((shape) => `file ${shape}.png\nduration ${timeOf(1, avatarRate)}\n`);
  await write("mouths.txt", `ffconcat version 1.0\n${shown.join("")}`);
  const { x, y } = mouthPlace;
  // In the formats that they are laid over each other in: each picture is converted once, and not each of its frames.
  const filters = [
    `[1:v]${drawnColours},format=yuv420p,fps=${rateText(avatarRate)},tpad=stop=-1:stop_mode=clone[avatar]`,
    `[2:v]${drawnColours},format=yuva420p,fps=${rateText(avatarRate)}[mouth]`,
    `[avatar][mouth]overlay=${x}:${y}:eof_action=repeat[speaking]`,
    "[speaking][3:v]overlay=0:H-h,split[video][poster]",
  ];
  const inputs = words`-i avatar.png -f concat -i mouths.txt -i mark.png`;
  await encode(inputs, filters, sound, avatarRate, run);
  return "preview";
}

/**
 * The picture of the supplied video, held when it is too short and cut when it is too long. Where there is no model of faces, nothing is
 * painted over it but the mark.
 */
async function encodeVideo(
  address: string,
  sound: Sound,
  { download, signal, key, reportProgress }: Workplace,
  run: ToolRun,
  faceModel: FaceModel | undefined,
): Promise<"model" | "preview"> {
  const wanted = { file: "actor", address, what: "video" };
  let { picture } = await fetchVideo(wanted, download, run);
  let { file } = wanted;
  let fidelity: "model" | "preview" = "preview";
  if (faceModel) {
    const inFolder = (name: string) => join(run.cwd, name);
    const task = { video: inFolder(file), sound: inFolder(sound.file), target: inFolder("face") };
    const report = (share: number) => reportProgress(0.3 + 0.4 * share);
    ({ fidelity } = await faceModel(task, { signal, key, reportProgress: report }));
    file = "face";
    // Made by others, and looked at like everything else that is.
    const seen = await reading("the video of the face model cannot be used", () =>
      inspect(file, run),
    );
    picture = seen.picture ?? picture;
  }
  const { filters: form, rate } = picture;
  const filters =
    fidelity === "model"
      ? [`[1:V:0]${form},split[video][poster]`]
      : [
          `[1:V:0]${form}[picture]`,
          // As wide as the picture turns out to be.
          "[2:v][picture]scale2ref=w=iw:h=ow/mdar[mark][steady]",
          "[steady][mark]overlay=0:H-h,split[video][poster]",
        ];
  const inputs = words`${ownClock} ${untrusted} -i ${file} -i mark.png`;
  await reading(`the video ${address} cannot be read`, () =>
    encode(inputs, filters, sound, rate, run),
  );
  return fidelity;
}

function framesOf({ seconds }: Sound, rate: FrameRate): number {
  return frameAt(seconds + pauseSeconds, rate);
}

/** The sound is input 0, before those of the picture. */
async function encode(
  inputs: string[],
  filters: string[],
  sound: Sound,
  rate: FrameRate,
  run: ToolRun,
): Promise<void> {
  const spoken = `[0:a]aresample=${sampleRate},aformat=channel_layouts=stereo,volume=${sound.gain.toFixed(2)}dB,apad=pad_dur=${pauseSeconds}[sound]`;
  await ffmpeg(run)`
    -i ${sound.file} ${inputs} -filter_complex ${[spoken, ...filters].join(";")}
    -map [video] -map [sound] ${videoWords(rate)} -frames:v ${framesOf(sound, rate)} ${audioWords} ${fileWords} ${videoName}
    -map [poster] -frames:v 1 -q:v 3 ${posterName}`;
}

/** The whole picture, but for the mouth. The identifier is written above it. */
async function drawAvatar(id: string): Promise<Buffer> {
  const { width, height } = avatarFrame;
  const [background, skin, hair, clothes] = ["#dbeafe", "#f2c9a1", "#5b3a29", "#1d4ed8"] as const;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  const middle = width / 2;
  ellipse(context, hair, middle, 300, 205, 225);
  ellipse(context, clothes, middle, 720, 290, 130);
  ellipse(context, skin, middle, 560, 60, 90);
  ellipse(context, skin, middle, 340, 165, 195);
  for (const side of [-1, 1]) {
    ellipse(context, "#ffffff", middle + side * 62, 305, 30, 22);
    ellipse(context, "#1f2937", middle + side * 62, 307, 13, 15);
  }
  context.fillStyle = "#334155";
  context.font = fontOf(30);
  context.fillText(id.slice(0, 40), 48, 72);
  return canvas.encode("png");
}

/** From closed to wide open, how wide and high the opening is, as parts of the place of the mouth. */
const mouths = [
  { wide: 0.5, high: 0 },
  { wide: 0.5, high: 0.16 },
  { wide: 0.56, high: 0.34 },
  { wide: 0.56, high: 0.62 },
];

/** A picture of a mouth, transparent around it. */
async function drawMouth({ wide, high }: (typeof mouths)[number]): Promise<Buffer> {
  const { width, height } = mouthPlace;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const [x, y, across, down] = [width / 2, height / 2, (wide * width) / 2, (high * height) / 2];
  ellipse(context, "#b4534b", x, y, across + 7, down + 7);
  if (down > 0) ellipse(context, "#4a1414", x, y, across, down);
  return canvas.encode("png");
}

function ellipse(
  context: SKRSContext2D,
  color: string,
  x: number,
  y: number,
  across: number,
  down: number,
): void {
  context.fillStyle = color;
  context.beginPath();
  context.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
  context.fill();
}

/** For each frame, which of the {@link mouths}: it is as open as the sound is loud, compared with its loudest part. */
export function followLoudness(
  { samples, samplesPerSecond }: Wave,
  frames: number,
  framesPerS: number,
): number[] {
  const size = samplesPerSecond / framesPerS;
  const levels = Array.from({ length: frames }, (_, frame) => {
    const part = samples.subarray(Math.floor(frame * size), Math.floor((frame + 1) * size));
    return Math.sqrt(part.reduce((sum, one) => sum + one * one, 0) / Math.max(1, part.length));
  });
  const loudest = Math.max(1, ...levels);
  return levels.map((level) => [0.08, 0.3, 0.6].filter((from) => level / loudest >= from).length);
}

/** A strip as wide as the picture, for its foot. */
async function drawMark(): Promise<Buffer> {
  const strip = { width: avatarFrame.width, height: 47 };
  const canvas = createCanvas(strip.width, strip.height);
  const context = canvas.getContext("2d");
  context.fillStyle = "rgba(15, 23, 42, 0.85)";
  context.fillRect(0, 0, strip.width, strip.height);
  context.fillStyle = "#ffffff";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = fontOf(26);
  const mark = "local preview, no lip synchronisation of a person";
  context.fillText(mark, strip.width / 2, strip.height / 2);
  return canvas.encode("png");
}
