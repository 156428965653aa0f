/** A lipsync video, as far as it goes without a model of faces: a drawn avatar that moves its mouth, or the supplied video with another sound. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderTask } from "video-generation-emulator";
import type { LipsyncVideoInput, Script } from "../../../generated/schema.d.ts";
import { type Made, posterName, videoName, type Workplace } from "../wrap-renderer.ts";
import {
  drawnColours,
  type FrameRate,
  frameAt,
  quietly,
  rateText,
  timeOf,
  videoWords,
  joinParts,
} from "../media/encode.ts";
import { inspect, untrusted, fetchSound, fetchVideo, longRun, ownClock } from "../media/source.ts";
import { sampleSpeech, sampleVideo } from "../media/samples.ts";
import { readWave } from "../media/loudness.ts";
import { type Phoneme, speak } from "../speech/speak.ts";
import { voiceNamed } from "../speech/voices.ts";
import { InputError, reading } from "../tools/faults.ts";
import type { Settings } from "../settings.ts";
import { runTool, type ToolRun, words } from "../tools/run-tool.ts";
import {
  drawAvatar,
  drawMouth,
  mouthPlace,
  drawMark,
  followLoudness,
  followPhonemes,
  type MouthShape,
  mouthShapes,
} from "./avatar.ts";
import type { FaceModel } from "./face-model.ts";

const avatarRate: FrameRate = { frames: 25, seconds: 1 };

/** After the last word. */
const pauseSeconds = 0.4;

interface Sound {
  file: string;
  seconds: number;
  phonemes?: Phoneme[];
}

export async function renderLipsync(
  { input }: RenderTask,
  place: Workplace,
  { english, faceModel }: Pick<Settings, "english"> & { faceModel?: FaceModel | undefined },
): Promise<Made> {
  const { actor, script } = input as LipsyncVideoInput;
  if (!actor || !script) throw new InputError("an actor and a script are needed");
  const run = { cwd: place.scratch, signal: place.signal, timeoutMs: 120_000 };
  const sound = await makeSound(script, english, place, run);
  place.reportProgress(0.3);
  const long = longRun(run, sound.seconds);
  const { rate, fidelity } =
    actor.use === "avatar"
      ? await encodeAvatar(actor.avatar_id, sound, long)
      : await encodeVideo(actor.video_url, sound, place, long, faceModel);
  place.reportProgress(0.8);
  const filter = `[1:a]aresample=48000,aformat=channel_layouts=stereo,apad=pad_dur=${pauseSeconds}[sound]`;
  const spoken = { inputs: ["-i", sound.file], filter };
  await joinParts(["picture.h264"], rate, spoken, videoName, long);
  return { fidelity };
}

async function makeSound(
  script: Script,
  english: string,
  { download }: Workplace,
  run: ToolRun,
): Promise<Sound> {
  if (script.use === "text")
    return speak(script.text, voiceNamed(script.voice_id, script.text, english), "speech", run);
  const wanted = { file: "audio", address: script.audio_url, what: "audio", sample: sampleSpeech };
  return fetchSound(wanted, download, run);
}

function framesOf({ seconds }: Sound, rate: FrameRate): number {
  return Math.max(1, frameAt(seconds + pauseSeconds, rate));
}

interface Encoded {
  rate: FrameRate;
  fidelity: "model" | "preview";
}

async function encodeAvatar(id: string, sound: Sound, run: ToolRun): Promise<Encoded> {
  const write = (name: string, content: Buffer | string) => writeFile(join(run.cwd, name), content);
  const rate = avatarRate;
  const frames = framesOf(sound, rate);
  const shapes = sound.phonemes
    ? followPhonemes(sound.phonemes, frames, rate.frames)
    : followLoudness(await readWave(join(run.cwd, sound.file)), frames, rate.frames);
  await Promise.all([
    write("avatar.png", await drawAvatar(id)),
    write("mark.png", await drawMark()),
    ...mouthShapes.map(async (shape) => write(`${shape}.png`, await drawMouth(shape))),
    write("mouths.txt", listMouths(shapes)),
  ]);
  const { x, y } = mouthPlace;
  // In the formats that they are laid over each other in: each picture is converted once, and not each of its frames.
  const filters = [
    `[0:v]${drawnColours},format=yuv420p,fps=${rateText(rate)},tpad=stop=-1:stop_mode=clone[avatar]`,
    `[1:v]${drawnColours},format=yuva420p,fps=${rateText(rate)}[mouth]`,
    `[avatar][mouth]overlay=${x}:${y}:eof_action=repeat[speaking]`,
    markOver("[speaking]", "[2:v]"),
  ];
  const inputs = words`-i avatar.png -f concat -i mouths.txt -i mark.png`;
  await encode(inputs, filters, frames, rate, run);
  return { rate, fidelity: "preview" };
}

/** In the language of ffmpeg's concat demuxer: each shape with how long it is seen. */
function listMouths(shapes: MouthShape[]): string {
  const changes = shapes.flatMap((shape, frame) => (shape === shapes[frame - 1] ? [] : [frame]));
  const lines = changes.map((frame, index) => {
    const frames = (changes[index + 1] ?? shapes.length) - frame;
    return `file ${shapes[frame]}.png\nduration ${timeOf(frames, avatarRate)}\n`;
  });
  return `ffconcat version 1.0\n${lines.join("")}`;
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
): Promise<Encoded> {
  const wanted = { file: "actor", address, what: "video", sample: sampleVideo };
  let { picture } = await fetchVideo(wanted, download, run);
  let { file } = wanted;
  let fidelity: Encoded["fidelity"] = "preview";
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
  const inputs = words`${ownClock} ${untrusted} -i ${file} -i mark.png`;
  const filters =
    fidelity === "model"
      ? [`[0:V:0]${picture.filters},split[video][poster]`]
      : [
          `[0:V:0]${picture.filters}[picture]`,
          // As wide as the picture turns out to be.
          "[1:v][picture]scale2ref=w=iw:h=ow/mdar[mark][steady]",
          markOver("[steady]", "[mark]"),
        ];
  const { rate } = picture;
  await writeFile(join(run.cwd, "mark.png"), await drawMark());
  await reading(`the video ${address} cannot be read`, () =>
    encode(inputs, filters, framesOf(sound, rate), rate, run),
  );
  return { rate, fidelity };
}

function markOver(picture: string, mark: string): string {
  return `${picture}${mark}overlay=0:H-h,split[video][poster]`;
}

async function encode(
  inputs: string[],
  filters: string[],
  frames: number,
  rate: FrameRate,
  run: ToolRun,
): Promise<void> {
  const encoding = words`
    ${quietly} ${inputs} -filter_complex ${filters.join(";")}
    -map [video] ${videoWords(rate)} -frames:v ${frames} -f h264 picture.h264
    -map [poster] -frames:v 1 -q:v 3 ${posterName}`;
  await runTool("ffmpeg", encoding, run);
}
