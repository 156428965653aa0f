/** A dynamic slide video: each slide is drawn and spoken, stands as long as it is spoken, and is joined with the others by copying. */
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas, type Image, loadImage } from "@napi-rs/canvas";
import type { RenderTask } from "video-generation-emulator";
import type { DynamicSlideVideoInput } from "../../../generated/schema.d.ts";
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
import { type Sound, withGain } from "../media/loudness.ts";
import { samplePicture } from "../media/samples.ts";
import { refuseOthers } from "../media/other-kinds.ts";
import { fetchFile, fetchSound, mediaLimits } from "../media/source.ts";
import { fadeSeconds, type Settings } from "../settings.ts";
import { speak, type Voice, voiceForJob } from "../speech/speak.ts";
import { about, InputError, reading } from "../tools/faults.ts";
import { ffmpeg, longRun, type ToolRun } from "../tools/run-tool.ts";
import { type Made, posterName, videoName, type Workplace } from "../wrap-renderer.ts";
import {
  type DrawnSlide,
  drawFrame,
  drawSlide,
  isLayer,
  type LayerId,
  type Slide,
  slideSize,
  type Template,
} from "./draw-slide.ts";

const rate: FrameRate = { frames: 25, seconds: 1 };

/** A slide that is not spoken stands so long, and none shorter. */
const minSeconds = 3;
/** Before the first word, so that the slide is seen, and after the last. */
const leadSeconds = 0.2;
const pauseSeconds = 0.8;

/** What a slide is made of, before its picture is encoded. */
interface ReadySlide {
  /** Of its files. */
  name: string;
  frames: number;
  sound: Sound | undefined;
  draw: () => DrawnSlide;
}

export async function renderSlides(
  { input }: RenderTask,
  place: Workplace,
  settings: Settings & { templates: Template[] },
): Promise<Made> {
  const request = input as DynamicSlideVideoInput;
  const run = { cwd: place.scratch, signal: place.signal, timeoutMs: 120_000 };
  const { template_id: id } = request;
  const known = settings.templates.find((one) => one.id === id);
  // The first one stands for those that nobody here knows.
  const template = known ?? (settings.templates[0] as Template);
  const { slides, unknown, surplus } = readSlides(request);
  const listed = (what: string, ids: string[]) =>
    ids.length > 0 ? [`${what} ${ids.map((id) => `"${id}"`).join(", ")}.`] : [];
  const remark = [
    ...(known ? [] : [`No template "${id}" here, this is "${template.id}".`]),
    ...listed("No layer", unknown),
    ...listed("More inputs than slides:", surplus),
  ].join(" ");
  // One voice for all slides, whatever each of them says.
  const texts = slides.map(textOf).join(" ");
  const voice = settings.speech ? voiceForJob(settings, texts) : undefined;
  const warnings: string[] = [];
  const ready: ReadySlide[] = [];
  for (const [index, slide] of slides.entries())
    await about(`slide ${index + 1}`, async () => {
      const name = `slide-${index}`;
      const image = slide.image ? await loadPicture(slide.image, name, place, run) : undefined;
      const counted = { number: index + 1, count: slides.length };
      const draw = () => drawSlide({ slide, template, remark, image, texts, ...counted });
      // Before it is spoken, which takes long for a text that does not fit. The pictures of all slides would take much memory.
      draw();
      const sound = await makeSound(slide, name, voice, place, run).catch((error) => {
        if (!(error instanceof InputError) || slide.audio) throw error;
        warnings.push(`Slide ${index + 1} is shown and not spoken: ${error.message}.`);
        return undefined;
      });
      const spokenSeconds = sound ? leadSeconds + sound.seconds + pauseSeconds : 0;
      const frames = frameAt(Math.max(minSeconds, spokenSeconds), rate);
      ready.push({ name, frames, sound, draw });
    });
  // Before anything is encoded.
  const seconds = lengthOf(ready);
  let before: DrawnSlide | undefined;
  for (const [index, slide] of ready.entries()) {
    const drawn = slide.draw();
    await encodeSlide(slide, drawn, before, template, run);
    before = drawn;
    place.reportProgress((0.9 * (index + 1)) / ready.length);
  }
  await joinParts(ready, videoName, longRun(run, seconds));
  await checkVideo(videoName, seconds, longRun(run, seconds));
  // The first slide when all of it is there.
  const atS = Math.min(minSeconds, seconds) - 0.2;
  await ffmpeg(run)`-ss ${atS} -i ${videoName} -frames:v 1 -q:v 3 ${posterName}`;
  const warning = warnings.join(" ");
  return { fidelity: "composition", ...(warning !== "" && { warning }) };
}

/** In seconds. @throws {InputError} for slides that take longer than is rendered */
export function lengthOf(slides: Pick<ReadySlide, "frames">[]): number {
  const seconds = slides.reduce((sum, { frames }) => sum + timeOf(frames, rate), 0);
  if (seconds > mediaLimits.maxSeconds)
    throw new InputError(
      `the slides take ${seconds} s; at most ${mediaLimits.maxSeconds} s are rendered`,
    );
  return seconds;
}

/** One input of a layer is for every slide; of several, the first is for the first slide, and so on. */
function readSlides({ slides_count, customizations = [] }: DynamicSlideVideoInput) {
  const slides = Array.from({ length: slides_count }, (): Slide => ({}));
  /** Layers that no template has. */
  const unknown: string[] = [];
  /** Layers with inputs that no slide shows. */
  const surplus: string[] = [];
  for (const { layer_id: id, inputs = [] } of customizations) {
    if (inputs.length > slides_count) surplus.push(id);
    if (!isLayer(id)) unknown.push(id);
    else
      slides.forEach((slide, index) => {
        const input = readInput(inputs.length === 1 ? inputs[0] : inputs[index]);
        if (input !== undefined) slide[id] = checkInput(id, input);
      });
  }
  return { slides, unknown, surplus };
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
  await fetchFile({ address, file: source, what: "image" }, samplePicture, download, run);
  const shrink = () => ffmpeg(run)`
    -protocol_whitelist file -format_whitelist ${pictureFormats} -max_pixels ${maxPixels} -i ${source}
    -frames:v 1 -vf scale='min(iw,1280)':'min(ih,1280)':force_original_aspect_ratio=decrease ${picture}`;
  await reading(`the image ${address} cannot be used`, async () => {
    await refuseOthers(join(run.cwd, source), "picture");
    await shrink();
  });
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
): Promise<Sound | undefined> {
  const { audio = textOf(slide) } = slide;
  if (isAddress(audio))
    return fetchSound({ file: name, address: audio, what: "audio" }, download, run);
  return voice && audio !== "" ? withGain(await speak(audio, voice, name, run), run) : undefined;
}

/** The frames in which something moves are drawn, and the last of them repeated. */
async function encodeSlide(
  { name, frames }: ReadySlide,
  drawn: DrawnSlide,
  before: DrawnSlide | undefined,
  template: Template,
  run: ToolRun,
): Promise<void> {
  const { width, height } = slideSize;
  const context = createCanvas(width, height).getContext("2d");
  const raw = `${name}.rgba`;
  const moving = Math.min(frames, frameAt(drawn.settledS, rate) + 1);
  const file = await open(join(run.cwd, raw), "w");
  try {
    for (let frame = 0; frame < moving; frame++) {
      const timeS = frame === moving - 1 ? Infinity : timeOf(frame, rate);
      drawFrame(context, drawn, timeS, template, before);
      await file.writeFile(context.getImageData(0, 0, width, height).data);
    }
  } finally {
    await file.close();
  }
  const held = `${drawnColours},format=yuv420p,tpad=stop_mode=clone:stop=${frames - moving}`;
  await ffmpeg(run)`
    -f rawvideo -pixel_format rgba -video_size ${width}x${height} -framerate ${rateText(rate)} -i ${raw}
    -vf ${held} ${videoWords(rate)} -f h264 ${partOf(name)}`;
  await rm(join(run.cwd, raw));
}

/** A file of raw H.264. */
const partOf = (name: string): string => `${name}.h264`;

/** Joins the slides by copying their frames, and has each sound where its slide is. */
async function joinParts(slides: ReadySlide[], target: string, run: ToolRun): Promise<void> {
  const inputs: string[] = [];
  const chains = slides.map(({ frames, sound }, index) => {
    const length = `atrim=0:${timeOf(frames, rate)}`;
    if (!sound) return `anullsrc=r=${sampleRate}:cl=stereo,${length}[s${index}]`;
    inputs.push("-i", sound.file);
    const fade = Math.min(fadeSeconds, sound.seconds / 4);
    const fades = `afade=in:d=${fade},afade=out:st=${sound.seconds - fade}:d=${fade}`;
    return `[${inputs.length / 2}:a]aresample=${sampleRate},aformat=channel_layouts=stereo,${fades},volume=${sound.gain.toFixed(2)}dB,adelay=${leadSeconds * 1000}:all=1,apad,${length}[s${index}]`;
  });
  const all = slides.map((_, index) => `[s${index}]`).join("");
  const filter = `${chains.join(";")};${all}concat=n=${slides.length}:v=0:a=1[sound]`;
  const parts = slides.map(({ name }) => partOf(name)).join("|");
  // Raw frames have no times. Without B-frames they are shown in the order in which they come.
  const times = `setts=ts=N*${rate.seconds}/(${rate.frames}*TB)`;
  await ffmpeg(run)`
    -protocol_whitelist concat,file -f h264 -framerate ${rateText(rate)} -i concat:${parts}
    ${inputs} -filter_complex ${filter} -map 0:v -map [sound]
    -c:v copy -bsf:v ${times} ${audioWords} ${fileWords} ${target}`;
}
