/** One row of an HP job: its segments are drawn and spoken, and take the place of those of the base video. */
import { hash } from "node:crypto";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import type { RenderTask } from "video-generation-emulator";
import type { HpJobInput } from "../../../generated/schema.d.ts";
import { fontOf, layOut } from "../draw/text.ts";
import { type Made, posterName, videoName, type Workplace } from "../wrap-renderer.ts";
import {
  drawnColours,
  fileWords,
  frameAt,
  type FrameRate,
  rateText,
  timeOf,
  videoWords,
} from "../media/encode.ts";
import { checkSpans } from "../media/decode.ts";
import { type Sound, withGain } from "../media/loudness.ts";
import { type Replacement, replaceSamples } from "../media/replace-samples.ts";
import { fadeSeconds, type Settings } from "../settings.ts";
import { speak, type Voice, voiceForJob } from "../speech/speak.ts";
import { about, InputError } from "../tools/faults.ts";
import { ffmpeg, longRun, type ToolRun } from "../tools/run-tool.ts";
import { type Base, baseName, checkUnchanged, fixedTexts, prepareBase } from "./base.ts";
import { encodeWindow, spanOf, type Spoken } from "./sound.ts";

/** A text as it is seen and heard in a segment. */
interface MadeText {
  folder: string;
  spoken?: Sound;
  warning?: string;
}

/**
 * Encoding is most of what a row costs, and a segment is short: its time counts more than its bytes. With these, the picture is as close
 * to its original as that of the base (measured by SSIM).
 */
const fast = { preset: "superfast", crf: 22 };

/** Speech that is faster than this cannot be followed. */
const maxTempo = 2;

const [pictureName, describedIn] = ["segment.mp4", "text.json"];

export async function renderRow(
  { input, row }: RenderTask,
  place: Workplace,
  settings: Settings,
): Promise<Made> {
  const request = input as HpJobInput;
  const base = await prepareBase(request, place);
  place.reportProgress(0.4);
  // One voice for the whole job, whatever its rows hold.
  const voice = settings.speech ? voiceForJob(settings, fixedTexts(request)) : undefined;
  const texts: MadeText[] = [];
  const all = [...(row?.texts ?? []), fixedTexts(request)].join(" ");
  for (const segment of base.segments.keys()) {
    const text = row?.texts[segment] ?? "";
    const make = () => makeText(text, all, segment, base, voice, place);
    texts.push(await about(`segment ${segment + 1}`, make));
  }
  place.reportProgress(0.8);
  const { scratch, signal } = place;
  const replacements: Replacement[] = texts.map(({ folder }, segment) => ({
    kind: "vide",
    at: base.segments[segment]?.from ?? 0,
    file: join(folder, pictureName),
  }));
  const run = { cwd: scratch, signal };
  const sound = base.windows.map(spanOf);
  for (const window of base.windows) {
    const spoken = window.segments.flatMap((segment): Spoken[] => {
      const { folder, spoken: speech } = texts[segment] as MadeText;
      return speech ? [{ ...speech, segment, file: join(folder, speech.file) }] : [];
    });
    const { fromS, toS } = spanOf(window);
    const long = longRun(run, toS - fromS);
    if (spoken.length > 0)
      replacements.push(await encodeWindow(window, spoken, base, settings, long));
  }
  await replaceSamples(join(base.folder, baseName), replacements, join(scratch, videoName));
  // The rest is the base, which decodes from end to end.
  await checkUnchanged(base);
  const picture = base.segments.map(({ from, to }) => {
    return { fromS: middleOf(from, base.rate), toS: timeOf(to, base.rate) };
  });
  const decodedS = sound.reduce((sum, { fromS, toS }) => sum + toS - fromS, 0);
  await checkSpans(videoName, { picture, sound }, longRun(run, decodedS));
  await copyFile(join(texts[0]?.folder ?? "", posterName), join(scratch, posterName));
  const warnings = texts.flatMap(({ warning }, segment) =>
    warning === undefined ? [] : [`Segment ${segment + 1} is shown and not spoken: ${warning}.`],
  );
  return { fidelity: "composition", ...(warnings.length > 0 && { warning: warnings.join(" ") }) };
}

/**
 * Made once for all rows that say the same in this segment, in the same fonts.
 *
 * @param all texts of the row
 */
async function makeText(
  text: string,
  all: string,
  segment: number,
  base: Base & { folder: string },
  voice: Voice | undefined,
  { share, signal }: Workplace,
): Promise<MadeText> {
  const { from, to } = base.segments[segment] as Base["segments"][number];
  const seconds = timeOf(to - from, base.rate);
  const drawn = text + fontOf(1, undefined, text, all);
  const name = `text-${segment}-${hash("sha256", drawn).slice(0, 24)}`;
  const folder = await share(name, async (cwd) => {
    const run = longRun({ cwd, signal }, seconds);
    // Before it is spoken, which takes long for a text that does not fit.
    const card = await drawCaption(text, all, base);
    const spoken = await speakText(text, voice, seconds, run);
    await encodeSegment(card, segment, base, run);
    await writeFile(join(cwd, describedIn), JSON.stringify(spoken));
  });
  const described = await readFile(join(folder, describedIn), "utf8");
  return { folder, ...(JSON.parse(described) as Pick<MadeText, "spoken" | "warning">) };
}

/** The card of the text over the segment: it comes and goes softly. */
async function encodeSegment(
  { bytes, x, y }: Awaited<ReturnType<typeof drawCaption>>,
  segment: number,
  { folder, rate, segments }: Base & { folder: string },
  run: ToolRun,
): Promise<void> {
  await writeFile(join(run.cwd, "caption.png"), bytes);
  const { from, to } = segments[segment] as Base["segments"][number];
  const frames = to - from;
  const fade = Math.min(frameAt(fadeSeconds, rate), Math.floor(frames / 4));
  const fades = `,fade=in:0:${fade + 1}:alpha=1,fade=out:${frames - fade}:${fade + 1}:alpha=1`;
  const filters = [
    `[0:v]trim=end_frame=${frames},setpts=N/(${rateText(rate)}*TB)[base]`,
    // Its first frame would be as good as none.
    `[1:v]${drawnColours},format=yuva420p,loop=${frames + 1}:1${fades},trim=start_frame=1,setpts=PTS-STARTPTS[card]`,
    `[base][card]overlay=${x}:${y}:shortest=1,split[video][shown]`,
    `[shown]trim=start_frame=${Math.floor(frames / 2)}[poster]`,
  ];
  // From the keyframe before this time, which is that of the segment.
  const startS = middleOf(from, rate).toFixed(6);
  await ffmpeg(run)`
    -threads 1 -filter_complex_threads 1 -noaccurate_seek -ss ${startS} -i ${folder}/${baseName}
    -framerate ${rateText(rate)} -i caption.png
    -filter_complex ${filters.join(";")} -map [video] ${videoWords(rate, fast)} ${fileWords} ${pictureName}
    -map [poster] -frames:v 1 -q:v 3 ${posterName}`;
}

/** A time in the middle of a frame, from which ffmpeg finds it whatever it rounds. */
function middleOf(frame: number, rate: FrameRate): number {
  return timeOf(frame + 0.5, rate);
}

/** A text that the voice cannot speak costs the voice, and not the video. */
export async function speakText(
  text: string,
  voice: Voice | undefined,
  available: number,
  run: ToolRun,
): Promise<Pick<MadeText, "spoken" | "warning">> {
  if (!voice) return {};
  try {
    const speech = await speak(text, voice, "speech", run);
    if (speech.seconds > available * maxTempo)
      return {
        warning: `it takes ${speech.seconds.toFixed(1)} s to be spoken, and the segment has ${available.toFixed(1)} s`,
      };
    return { spoken: await withGain(speech, run) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { warning: error.message };
  }
}

/**
 * Returns a PNG file, and where its upper left corner goes.
 *
 * @throws {InputError} for a text that does not fit, or cannot be drawn
 */
async function drawCaption(text: string, all: string, frame: { width: number; height: number }) {
  const padding = Math.round(frame.height * 0.035);
  const box = {
    width: frame.width * 0.86 - 2 * padding,
    height: Math.round(frame.height * 0.4) - 2 * padding,
    maxSize: Math.max(12, Math.round(frame.height * 0.075)),
    minSize: Math.max(8, Math.round(frame.height * 0.03)),
  };
  const { lines, font, lineHeight, width, isRightToLeft } = layOut(text, box, all);
  // Colours are stored for two pixels together.
  const even = (pixels: number) => 2 * Math.round(pixels / 2);
  const canvas = createCanvas(
    even(width + 2 * padding),
    even(lines.length * lineHeight + 1.4 * padding),
  );
  const context = canvas.getContext("2d");
  context.font = font;
  context.fillStyle = "rgba(15, 23, 42, 0.86)";
  context.beginPath();
  context.roundRect(0, 0, canvas.width, canvas.height, padding * 0.6);
  context.fill();
  context.fillStyle = "#ffffff";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.direction = isRightToLeft ? "rtl" : "ltr";
  lines.forEach((line, index) => {
    context.fillText(line, canvas.width / 2, 0.7 * padding + (index + 0.5) * lineHeight);
  });
  const x = even((frame.width - canvas.width) / 2);
  const y = even(frame.height * 0.92 - canvas.height);
  return { bytes: await canvas.encode("png"), x, y };
}
