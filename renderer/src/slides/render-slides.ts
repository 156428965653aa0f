/** A dynamic slide video: each slide is drawn and spoken, stands as long as it is spoken, and is joined with the others by copying. */
import { writeFile } from "node:fs/promises";
import { join as joinPath } from "node:path";
import type { RenderTask } from "video-generation-emulator";
import type { DynamicSlideVideoInput } from "../../../generated/schema.d.ts";
import { type Made, posterName, videoName, type Workplace } from "../job-files.ts";
import {
  drawnColours,
  type FrameRate,
  frameAt,
  quietly,
  rateText,
  timeOf,
  videoWords,
} from "../media/encode.ts";
import { mediaLimits } from "../media/inspect.ts";
import { join } from "../media/join.ts";
import { sampleSpeech } from "../media/samples.ts";
import { fetchSound, longRun } from "../media/source.ts";
import { speak } from "../speech/speak.ts";
import { type Voice, voiceFor, voiceOf } from "../speech/voices.ts";
import type { Settings } from "../settings.ts";
import { about, InputError } from "../tools/errors.ts";
import { runTool, type ToolRun } from "../tools/run-tool.ts";
import { words } from "../tools/words.ts";
import { drawSlide } from "./draw-slide.ts";
import { loadPicture } from "./load-picture.ts";
import { isAddress, readLayers, type Slide } from "./layers.ts";
import { findTemplate } from "./templates.ts";

const rate: FrameRate = { frames: 25, seconds: 1 };

/** A slide that is not spoken stands so long, and none shorter. */
const minSeconds = 3;
/** After the last word. */
const pauseSeconds = 0.8;

interface MadeSlide {
  part: string;
  frames: number;
  /** Name of its file of sound, if it has one. */
  sound: string | undefined;
}

export async function renderSlides(
  { input }: RenderTask,
  place: Workplace,
  settings: Settings,
): Promise<Made> {
  const request = input as DynamicSlideVideoInput;
  const run = { cwd: place.scratch, signal: place.signal, timeoutMs: 120_000 };
  const { template, isKnown } = findTemplate(request.template_id);
  const { slides, unknown } = readLayers(request);
  const remark = [
    ...(isKnown ? [] : [`No template "${request.template_id}" here, this is "${template.id}".`]),
    ...(unknown.length > 0 ? [`No layer ${unknown.map((id) => `"${id}"`).join(", ")}.`] : []),
  ].join(" ");
  const said = slides.map(({ title, text }) => [title, text].filter(Boolean).join(". "));
  const voice = settings.voice
    ? voiceOf(settings.voice)
    : voiceFor(said.join(" "), settings.english);
  const warnings: string[] = [];
  let done = 0;
  const made = await Promise.all(
    slides.map((slide, index) =>
      about(`slide ${index + 1}`, async () => {
        const file = `slide-${index}`;
        const image = slide.image ? await loadPicture(slide.image, file, place, run) : undefined;
        const content = { slide, number: index + 1, count: slides.length, template, image, remark };
        await writeFile(joinPath(run.cwd, `${file}.png`), await drawSlide(content));
        const sound = await makeSound(
          slide,
          settings.speech ? voice : undefined,
          file,
          place,
          run,
        ).catch((error: unknown) => {
          if (!(error instanceof InputError) || slide.audio) throw error;
          warnings.push(`Slide ${index + 1} is shown and not spoken: ${error.message}.`);
          return undefined;
        });
        const frames = frameAt(Math.max(minSeconds, (sound?.seconds ?? 0) + pauseSeconds), rate);
        const part = await encodeStill(file, frames, run);
        place.reportProgress((0.9 * ++done) / slides.length);
        return { part, frames, sound: sound?.file };
      }),
    ),
  );
  const seconds = timeOf(
    made.reduce((sum, { frames }) => sum + frames, 0),
    rate,
  );
  if (seconds > mediaLimits.maxSeconds)
    throw new InputError(
      `the slides take ${seconds} s; at most ${mediaLimits.maxSeconds} s are rendered`,
    );
  const parts = made.map(({ part }) => part);
  await join({ parts, rate, sound: soundOf(made), target: videoName }, longRun(run, seconds));
  await makePoster(run);
  return { fidelity: "composition", ...(warnings.length > 0 && { warning: warnings.join(" ") }) };
}

/** A file of sound, a text to speak, or else what the slide says. */
async function makeSound(
  { audio, title, text }: Slide,
  voice: Voice | undefined,
  name: string,
  { download }: Workplace,
  run: ToolRun,
): Promise<{ file: string; seconds: number } | undefined> {
  if (audio !== undefined && isAddress(audio))
    return fetchSound(
      { file: name, address: audio, what: "audio", sample: sampleSpeech },
      download,
      run,
    );
  const said = audio ?? [title, text].filter(Boolean).join(". ");
  if (!voice || said === "") return undefined;
  return speak(said, voice, name, run);
}

/** The picture is decoded and turned into what the encoder takes once, and its frame repeated. */
async function encodeStill(name: string, frames: number, run: ToolRun): Promise<string> {
  const part = `${name}.h264`;
  const still = `${drawnColours},format=yuv420p,tpad=stop_mode=clone:stop=${frames - 1}`;
  const encoding = words`
    ${quietly} -framerate ${rateText(rate)} -i ${name}.png -vf ${still} ${videoWords(rate)} -f h264 ${part}`;
  await runTool("ffmpeg", encoding, run);
  return part;
}

function soundOf(slides: MadeSlide[]) {
  const inputs: string[] = [];
  const chains = slides.map(({ frames, sound }, index) => {
    const length = `atrim=0:${timeOf(frames, rate)}`;
    if (sound === undefined) return `anullsrc=r=48000:cl=stereo,${length}[s${index}]`;
    inputs.push("-i", sound);
    const label = `${inputs.length / 2}:a`;
    return `[${label}]aresample=48000,aformat=channel_layouts=stereo,apad,${length}[s${index}]`;
  });
  const all = slides.map((_, index) => `[s${index}]`).join("");
  return { inputs, filter: `${chains.join(";")};${all}concat=n=${slides.length}:v=0:a=1[sound]` };
}

async function makePoster(run: ToolRun): Promise<void> {
  const drawing = words`${quietly} -i ${videoName} -frames:v 1 -q:v 3 ${posterName}`;
  await runTool("ffmpeg", drawing, run);
}
