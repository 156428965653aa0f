/** A dynamic slide video: each slide is drawn and spoken, stands as long as it is spoken, and is joined with the others by copying. */
import { availableParallelism } from "node:os";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas, type Image, loadImage } from "@napi-rs/canvas";
import PQueue from "p-queue";
import type { RenderTask } from "video-generation-emulator";
import type { DynamicSlideVideoInput } from "../../../generated/schema.d.ts";
import {
  drawnColours,
  type FrameRate,
  frameAt,
  joinParts,
  quietly,
  rateText,
  sampleRate,
  timeOf,
  videoWords,
} from "../media/encode.ts";
import { measureGain } from "../media/loudness.ts";
import { samplePicture, sampleSpeech } from "../media/samples.ts";
import { fetchFile, fetchSound, longRun, mediaLimits } from "../media/source.ts";
import { fadeSeconds, type Settings } from "../settings.ts";
import { speak, type Speech } from "../speech/speak.ts";
import { type Voice, voiceForJob } from "../speech/voices.ts";
import { about, InputError, reading } from "../tools/faults.ts";
import { runTool, type ToolRun, words } from "../tools/run-tool.ts";
import { type Made, posterName, videoName, type Workplace } from "../wrap-renderer.ts";
import {
  drawFrame,
  drawSlide,
  isLayer,
  type LayerId,
  type Slide,
  slideSize,
} from "./draw-slide.ts";
import { findTemplate, type Template } from "./templates.ts";

const rate: FrameRate = { frames: 25, seconds: 1 };

/** A slide that is not spoken stands so long, and none shorter. */
const minSeconds = 3;
/** Before the first word, so that the slide is seen, and after the last. */
const leadSeconds = 0.2;
const pauseSeconds = 0.8;

export async function renderSlides(
  { input }: RenderTask,
  place: Workplace,
  settings: Settings & { templates: Template[] },
): Promise<Made> {
  const request = input as DynamicSlideVideoInput;
  const run = { cwd: place.scratch, signal: place.signal, timeoutMs: 120_000 };
  const { template, isKnown } = findTemplate(request.template_id, settings.templates);
  const { slides, unknown } = readSlides(request);
  const remark = [
    ...(isKnown ? [] : [`No template "${request.template_id}" here, this is "${template.id}".`]),
    ...(unknown.length > 0 ? [`No layer ${unknown.map((id) => `"${id}"`).join(", ")}.`] : []),
  ].join(" ");
  const queue = new PQueue({ concurrency: availableParallelism() });
  const forEach = <T>(work: (slide: Slide, index: number) => Promise<T>) =>
    queue.addAll(slides.map((slide, index) => () => work(slide, index)));
  const inSlide = <T>(index: number, work: () => Promise<T>) => about(`slide ${index + 1}`, work);
  const images = await forEach(async ({ image }, index) => {
    if (image === undefined) return undefined;
    return inSlide(index, () => loadPicture(image, `slide-${index}`, place, run));
  });
  const draw = (slide: Slide, index: number) =>
    inSlide(index, async () =>
      drawSlide({
        ...{ slide, template, remark, number: index + 1, count: slides.length },
        image: images[index],
      }),
    );
  // One voice for all slides, whatever each of them says.
  const voice = voiceForJob(settings, slides.map(textOf).join(" "));
  const warnings: string[] = [];
  let done = 0;
  const made = await forEach(async (slide, index) => {
    const name = `slide-${index}`;
    const drawn = await draw(slide, index);
    const sound = await inSlide(index, () =>
      makeSound(slide, name, settings.speech ? voice : undefined, place, run),
    ).catch((error) => {
      if (!(error instanceof InputError) || slide.audio) throw error;
      warnings.push(`Shown and not spoken: ${error.message}.`);
      return undefined;
    });
    const spokenSeconds = sound ? leadSeconds + sound.seconds + pauseSeconds : 0;
    const frames = frameAt(Math.max(minSeconds, spokenSeconds), rate);
    const last = slides[index - 1];
    const before = last && (await draw(last, index - 1));
    const moving = frameAt(drawn.settledS, rate) + 1;
    const frameOf = (frame: number, context: Parameters<typeof drawFrame>[0]) =>
      drawFrame(context, drawn, timeOf(frame, rate), template, before);
    const part = await encodeSlide(name, frameOf, Math.min(frames, moving), frames, run);
    place.reportProgress((0.9 * ++done) / slides.length);
    return { part, frames, sound };
  });
  const seconds = made.reduce((sum, { frames }) => sum + timeOf(frames, rate), 0);
  if (seconds > mediaLimits.maxSeconds)
    throw new InputError(
      `the slides take ${seconds} s; at most ${mediaLimits.maxSeconds} s are rendered`,
    );
  const parts = made.map(({ part }) => part);
  const sound = soundOf(made);
  await joinParts(parts, rate, sound, videoName, longRun(run, seconds));
  // The first slide when all of it is there.
  const atS = Math.min(minSeconds, seconds) - 0.2;
  const poster = words`${quietly} -ss ${atS} -i ${videoName} -frames:v 1 -q:v 3 ${posterName}`;
  await runTool("ffmpeg", poster, run);
  const warning = warnings.sort().join(" ");
  return { fidelity: "composition", ...(warning !== "" && { warning }) };
}

/** One input of a layer is for every slide; of several, the first is for the first slide, and so on. */
function readSlides({ slides_count, customizations = [] }: DynamicSlideVideoInput): {
  slides: Slide[];
  /** Layers that no template has. */
  unknown: string[];
} {
  const slides = Array.from({ length: slides_count }, (): Slide => ({}));
  const unknown: string[] = [];
  for (const { layer_id: id, inputs = [] } of customizations) {
    if (!isLayer(id)) unknown.push(id);
    else
      slides.forEach((slide, index) => {
        const input = readInput(inputs.length === 1 ? inputs[0] : inputs[index]);
        if (input !== undefined) slide[id] = checkInput(id, input);
      });
  }
  return { slides, unknown };
}

/** A text, or an object that holds one under a usual name. */
function readInput(input: unknown): string | undefined {
  if (typeof input === "string" || typeof input === "number") return String(input);
  if (typeof input !== "object" || input === null) return undefined;
  const fields = input as Record<string, unknown>;
  return ["text", "value", "url", "color", "colour"]
    .map((name) => fields[name])
    .find((value): value is string => typeof value === "string");
}

/** @throws {InputError} for an input that the layer cannot show */
function checkInput(id: LayerId, input: string): string {
  if ((id === "background" || id === "accent") && !/^#[0-9a-f]{6}$/i.test(input))
    throw new InputError(`the layer ${id} has "${input}"; write a colour such as #1e3a5f`);
  if (id === "image" && !isAddress(input))
    throw new InputError(`the layer image has "${input}"; write an http or https address`);
  return input;
}

function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text);
}

const pictureFormats = "png_pipe,jpeg_pipe,webp_pipe,bmp_pipe,gif,gif_pipe";

/** Of a picture of a request, so many pixels are decoded: 8192 a side. */
const maxPixels = 8192 * 8192;

/** ffmpeg decodes it within its limits and makes it small, so that nobody else has to read what is not ours. */
async function loadPicture(
  address: string,
  name: string,
  { download }: Workplace,
  run: ToolRun,
): Promise<Image> {
  const [source, picture] = [`${name}-source`, `${name}-picture.png`];
  await fetchFile({ address, file: source, sample: samplePicture }, download, run);
  const shrinking = words`
    ${quietly} -protocol_whitelist file -format_whitelist ${pictureFormats} -max_pixels ${maxPixels} -i ${source}
    -frames:v 1 -vf scale='min(iw,1280)':'min(ih,1280)':force_original_aspect_ratio=decrease ${picture}`;
  await reading(`the image ${address} cannot be used`, () => runTool("ffmpeg", shrinking, run));
  return loadImage(join(run.cwd, picture));
}

function textOf({ title, text }: Slide): string {
  return [title, text].filter(Boolean).join(". ");
}

/** A file of sound, a text to speak, or else what the slide says. */
async function makeSound(
  slide: Slide,
  name: string,
  voice: Voice | undefined,
  { download }: Workplace,
  run: ToolRun,
): Promise<Speech | undefined> {
  const { audio = textOf(slide) } = slide;
  if (isAddress(audio)) {
    const wanted = { file: name, address: audio, what: "audio", sample: sampleSpeech };
    const sound = await fetchSound(wanted, download, run);
    const gain = await measureGain(["-i", sound.file], longRun(run, sound.seconds));
    return { ...sound, gain };
  }
  return voice && audio !== "" ? speak(audio, voice, name, run) : undefined;
}

/** The frames in which something moves are drawn, and the last of them repeated. */
async function encodeSlide(
  name: string,
  drawFrameAt: (frame: number, context: Parameters<typeof drawFrame>[0]) => void,
  moving: number,
  frames: number,
  run: ToolRun,
): Promise<string> {
  const { width, height } = slideSize;
  const context = createCanvas(width, height).getContext("2d");
  const [raw, part] = [`${name}.rgba`, `${name}.h264`];
  const file = await open(join(run.cwd, raw), "w");
  try {
    for (let frame = 0; frame < moving; frame++) {
      drawFrameAt(frame === moving - 1 ? Infinity : frame, context);
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
  await rm(join(run.cwd, raw));
  return part;
}

function soundOf(slides: { frames: number; sound: Speech | undefined }[]) {
  const inputs: string[] = [];
  const chains = slides.map(({ frames, sound }, index) => {
    const length = `atrim=0:${timeOf(frames, rate)}`;
    if (!sound) return `anullsrc=r=${sampleRate}:cl=stereo,${length}[s${index}]`;
    inputs.push("-i", sound.file);
    const fade = Math.min(fadeSeconds, sound.seconds / 4);
    const fades = `afade=in:d=${fade},afade=out:st=${sound.seconds - fade}:d=${fade}`;
    return `[${inputs.length / 2}:a]aresample=${sampleRate},pan=stereo|c0=c0|c1=c0,${fades},volume=${sound.gain.toFixed(2)}dB,adelay=${leadSeconds * 1000}:all=1,apad,${length}[s${index}]`;
  });
  const all = slides.map((_, index) => `[s${index}]`).join("");
  return { inputs, filter: `${chains.join(";")};${all}concat=n=${slides.length}:v=0:a=1[sound]` };
}
