/** A dynamic slide video: each slide is drawn and spoken, stands as long as it is spoken, and is joined with the others by copying. */
import { availableParallelism } from "node:os";
import { open, rm } from "node:fs/promises";
import { join as joinPath } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import PQueue from "p-queue";
import type { RenderTask } from "video-generation-emulator";
import type { DynamicSlideVideoInput } from "../../../generated/schema.d.ts";
import { type Made, posterName, videoName, type Workplace } from "../job-files.ts";
import {
  drawnColours,
  type FrameRate,
  frameAt,
  quietly,
  rateText,
  sampleRate,
  timeOf,
  videoWords,
} from "../media/encode.ts";
import { mediaLimits } from "../media/inspect.ts";
import { join } from "../media/join.ts";
import { measureGain, speechGain } from "../media/loudness.ts";
import { sampleSpeech } from "../media/samples.ts";
import { fetchSound, longRun } from "../media/source.ts";
import type { Settings } from "../settings.ts";
import { speak } from "../speech/speak.ts";
import { type Voice, voiceForAll, voiceOf } from "../speech/voices.ts";
import { about, InputError } from "../tools/errors.ts";
import { runTool, type ToolRun } from "../tools/run-tool.ts";
import { words } from "../tools/words.ts";
import { type DrawnSlide, drawFrame, drawSlide, slideSize } from "./draw-slide.ts";
import { loadPicture } from "./load-picture.ts";
import { isAddress, readLayers, type Slide } from "./layers.ts";
import { findTemplate, loadTemplates, type Template } from "./templates.ts";

const rate: FrameRate = { frames: 25, seconds: 1 };

/** A slide that is not spoken stands so long, and none shorter. */
const minSeconds = 3;
/** Before the first word, so that the slide is seen, and after the last. */
const leadSeconds = 0.2;
const pauseSeconds = 0.8;

interface SlideSound {
  file: string;
  seconds: number;
  /** How many decibels louder it has to be. */
  gain: number;
}

interface MadeSlide {
  part: string;
  frames: number;
  sound: SlideSound | undefined;
}

export type SlideSettings = Settings & { templates?: Template[] };

export async function renderSlides(
  { input }: RenderTask,
  place: Workplace,
  settings: SlideSettings,
): Promise<Made> {
  const request = input as DynamicSlideVideoInput;
  const run = { cwd: place.scratch, signal: place.signal, timeoutMs: 120_000 };
  const { templates = loadTemplates() } = settings;
  const { template, isKnown } = findTemplate(request.template_id, templates);
  const { slides, unknown } = readLayers(request);
  const remark = [
    ...(isKnown ? [] : [`No template "${request.template_id}" here, this is "${template.id}".`]),
    ...(unknown.length > 0 ? [`No layer ${unknown.map((id) => `"${id}"`).join(", ")}.`] : []),
  ].join(" ");
  // Each slide is drawn for itself, and for the one that takes its place.
  const images = slides.map(({ image }, index) =>
    once(() => image && loadPicture(image, `slide-${index}`, place, run)),
  );
  const draw = (index: number) =>
    about(`slide ${index + 1}`, async () => {
      const image = (await images[index]?.()) || undefined;
      const [slide, count] = [slides[index] as Slide, slides.length];
      return drawSlide({ slide, number: index + 1, count, template, image, remark });
    });
  // One voice for all slides, whatever each of them says.
  const said = slides.map(({ title, text }) => [title, text].filter(Boolean).join(". ")).join(" ");
  const voice = settings.voice ? voiceOf(settings.voice) : voiceForAll(said, settings.english);
  const warnings: string[] = [];
  let done = 0;
  const makeSlide = async (slide: Slide, index: number): Promise<MadeSlide> => {
    const sound = await about(`slide ${index + 1}`, () =>
      makeSound(slide, `slide-${index}`, voice, settings, place, run),
    ).catch((error: unknown) => {
      if (!(error instanceof InputError) || slide.audio) throw error;
      warnings.push(`Shown and not spoken: ${error.message}.`);
      return undefined;
    });
    const spokenSeconds = sound ? leadSeconds + sound.seconds + pauseSeconds : 0;
    const frames = frameAt(Math.max(minSeconds, spokenSeconds), rate);
    const drawn = await draw(index);
    const before = index > 0 ? await draw(index - 1) : undefined;
    const moving = settings.fadeSeconds > 0 ? { drawn, before } : { drawn: settled(drawn) };
    const part = await encodeSlide(`slide-${index}`, moving, template, frames, run);
    place.reportProgress((0.9 * ++done) / slides.length);
    return { part, frames, sound };
  };
  const queue = new PQueue({ concurrency: availableParallelism() });
  const made = await queue.addAll(slides.map((slide, index) => () => makeSlide(slide, index)));
  const frames = made.reduce((sum, slide) => sum + slide.frames, 0);
  const seconds = timeOf(frames, rate);
  if (seconds > mediaLimits.maxSeconds)
    throw new InputError(
      `the slides take ${seconds} s; at most ${mediaLimits.maxSeconds} s are rendered`,
    );
  const parts = made.map(({ part }) => part);
  const sound = soundOf(made, settings.fadeSeconds);
  await join({ parts, rate, sound, target: videoName }, longRun(run, seconds));
  // The first slide when all of it is there.
  const atS = Math.min(minSeconds, seconds) - 0.2;
  await runTool(
    "ffmpeg",
    words`${quietly} -ss ${atS} -i ${videoName} -frames:v 1 -q:v 3 ${posterName}`,
    run,
  );
  return {
    fidelity: "composition",
    ...(warnings.length > 0 && { warning: warnings.sort().join(" ") }),
  };
}

function once<T>(work: () => T): () => T {
  let result: { value: T } | undefined;
  return () => (result ??= { value: work() }).value;
}

function settled({ layers }: DrawnSlide): DrawnSlide {
  return { layers: layers.map(({ canvas }) => ({ canvas, enter: undefined })), settledS: 0 };
}

/** A file of sound, a text to speak, or else what the slide says. */
async function makeSound(
  { audio, title, text }: Slide,
  name: string,
  voice: Voice,
  { speech, loudnorm }: Settings,
  { download }: Workplace,
  run: ToolRun,
): Promise<SlideSound | undefined> {
  if (audio !== undefined && isAddress(audio)) {
    const wanted = { file: name, address: audio, what: "audio", sample: sampleSpeech };
    const sound = await fetchSound(wanted, download, run);
    const gain = loudnorm ? await measureGain(["-i", sound.file], longRun(run, sound.seconds)) : 0;
    return { ...sound, gain };
  }
  const said = audio ?? [title, text].filter(Boolean).join(". ");
  if (!speech || said === "") return undefined;
  const { file, seconds, wave } = await speak(said, voice, name, run);
  return { file, seconds, gain: loudnorm ? speechGain(wave) : 0 };
}

/** The frames in which something moves are drawn, and the last of them repeated. */
async function encodeSlide(
  name: string,
  { drawn, before }: { drawn: DrawnSlide; before?: DrawnSlide | undefined },
  template: Template,
  frames: number,
  run: ToolRun,
): Promise<string> {
  const { width, height } = slideSize;
  const moving = Math.min(frames, frameAt(drawn.settledS, rate) + 1);
  const context = createCanvas(width, height).getContext("2d");
  const [raw, part] = [`${name}.rgba`, `${name}.h264`];
  const file = await open(joinPath(run.cwd, raw), "w");
  try {
    for (let frame = 0; frame < moving; frame++) {
      const isLast = frame === moving - 1;
      drawFrame(context, drawn, isLast ? Infinity : timeOf(frame, rate), template, before);
      await file.writeFile(context.getImageData(0, 0, width, height).data);
    }
  } finally {
    await file.close();
  }
  const held = `${drawnColours},format=yuv420p,tpad=stop_mode=clone:stop=${frames - moving}`;
  const encoding = words`
    ${quietly} -f rawvideo -pixel_format rgba -video_size ${width}x${height} -framerate ${rateText(rate)} -i ${raw}
    -vf ${held} ${videoWords(rate)} -f h264 ${part}`;
  await runTool("ffmpeg", encoding, run);
  await rm(joinPath(run.cwd, raw));
  return part;
}

function soundOf(slides: MadeSlide[], fadeSeconds: number) {
  const inputs: string[] = [];
  const chains = slides.map(({ frames, sound }, index) => {
    const length = `atrim=0:${timeOf(frames, rate)}`;
    if (!sound) return `anullsrc=r=${sampleRate}:cl=stereo,${length}[s${index}]`;
    inputs.push("-i", sound.file);
    const fade = Math.min(fadeSeconds, sound.seconds / 4);
    const fades =
      fade > 0 ? `afade=in:d=${fade},afade=out:st=${sound.seconds - fade}:d=${fade},` : "";
    return `[${inputs.length / 2}:a]aresample=${sampleRate},pan=stereo|c0=c0|c1=c0,${fades}volume=${sound.gain.toFixed(2)}dB,adelay=${leadSeconds * 1000}:all=1,apad,${length}[s${index}]`;
  });
  const all = slides.map((_, index) => `[s${index}]`).join("");
  return { inputs, filter: `${chains.join(";")};${all}concat=n=${slides.length}:v=0:a=1[sound]` };
}
