/** A lipsync video, as far as it goes without a model of faces: a drawn avatar that moves its mouth, or the supplied video with another sound. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderTask } from "video-generation-emulator";
import type { LipsyncVideoInput, Script } from "../../../generated/schema.d.ts";
import { type Made, posterName, videoName, type Workplace } from "../wrap-renderer.ts";
import {
  audioWords,
  drawnColours,
  fileWords,
  type FrameRate,
  frameAt,
  quietly,
  rateText,
  sampleRate,
  timeOf,
  videoWords,
} from "../media/encode.ts";
import { inspect, untrusted, fetchSound, fetchVideo, longRun, ownClock } from "../media/source.ts";
import { sampleSpeech, sampleVideo } from "../media/samples.ts";
import { readWave } from "../media/loudness.ts";
import { speak, type Speech } from "../speech/speak.ts";
import { voiceNamed } from "../speech/voices.ts";
import { InputError, reading } from "../tools/faults.ts";
import type { Settings } from "../settings.ts";
import { runTool, type ToolRun, words } from "../tools/run-tool.ts";
import { drawAvatar, drawMark, drawMouth, followLoudness, mouthPlace, mouths } from "./avatar.ts";
import type { FaceModel } from "./face-model.ts";

const avatarRate: FrameRate = { frames: 25, seconds: 1 };

/** After the last word. */
const pauseSeconds = 0.4;

type Sound = Pick<Speech, "file" | "seconds">;

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
  await writeFile(join(run.cwd, "mark.png"), await drawMark());
  const fidelity =
    actor.use === "avatar"
      ? await encodeAvatar(actor.avatar_id, sound, long)
      : await encodeVideo(actor.video_url, sound, place, long, faceModel);
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
    markOver("[speaking]", "[3:v]"),
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
  const wanted = { file: "actor", address, what: "video", sample: sampleVideo };
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
          markOver("[steady]", "[mark]"),
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

function markOver(picture: string, mark: string): string {
  return `${picture}${mark}overlay=0:H-h,split[video][poster]`;
}

/** The sound is input 0, before those of the picture. */
async function encode(
  inputs: string[],
  filters: string[],
  sound: Sound,
  rate: FrameRate,
  run: ToolRun,
): Promise<void> {
  const spoken = `[0:a]aresample=${sampleRate},aformat=channel_layouts=stereo,apad=pad_dur=${pauseSeconds}[sound]`;
  const encoding = words`
    ${quietly} -i ${sound.file} ${inputs} -filter_complex ${[spoken, ...filters].join(";")}
    -map [video] -map [sound] ${videoWords(rate)} -frames:v ${framesOf(sound, rate)} ${audioWords} ${fileWords} ${videoName}
    -map [poster] -frames:v 1 -q:v 3 ${posterName}`;
  await runTool("ffmpeg", encoding, run);
}
