/** One row of an HP job: its segments are drawn and spoken anew, and joined with the rest of the base video. */
import { writeFile } from "node:fs/promises";
import { join as joinPath } from "node:path";
import type { RenderTask } from "video-generation-emulator";
import type { HpJobInput } from "../../../generated/schema.d.ts";
import { drawCaption } from "../draw/caption.ts";
import { posterName, videoName, type Workplace } from "../job-files.ts";
import { quietly, rateText, timeOf, videoWords } from "../media/encode.ts";
import { join } from "../media/join.ts";
import { speak, type Speech } from "../speech/speak.ts";
import { voiceFor } from "../speech/voices.ts";
import { runTool, ToolError, type ToolRun } from "../tools/run-tool.ts";
import { type Base, type Part, prepareBase, soundName } from "./base.ts";

type PreparedBase = Base & { folder: string };

interface Spoken extends Speech {
  startS: number;
  endS: number;
}

/** Speech that is faster than this cannot be followed. */
const maxTempo = 2;

export async function renderRow(
  { input, row }: RenderTask,
  place: Workplace,
  { speech }: { speech: boolean },
): Promise<void> {
  const base = await prepareBase(input as unknown as HpJobInput, place);
  place.reportProgress(0.4);
  const run = { cwd: place.scratch, signal: place.signal, timeoutMs: 60_000 };
  const spoken: Spoken[] = [];
  let poster: string | undefined = posterName;
  for (const part of base.parts) {
    if (part.segment === undefined) continue;
    const text = row?.texts[part.segment] ?? "";
    try {
      await encodeSegment(text, base, part, poster, run);
      poster = undefined;
      if (speech) spoken.push(await speakSegment(text, base, part, run));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      throw new ToolError(`segment ${part.segment + 1}: ${error.message}`);
    }
  }
  place.reportProgress(0.8);
  const parts = base.parts.map(({ file, segment }) =>
    segment === undefined ? `${base.folder}/${file}` : nameOf(segment),
  );
  const { rate } = base;
  const long = { ...run, timeoutMs: 300_000 };
  await join({ parts, rate, sound: soundOf(base, spoken), target: videoName }, long);
}

function nameOf(segment: number): string {
  return `segment-${segment}.h264`;
}

async function encodeSegment(
  text: string,
  { folder, rate, ...frame }: PreparedBase,
  { file, segment = 0 }: Part,
  poster: string | undefined,
  run: ToolRun,
): Promise<void> {
  const caption = `caption-${segment}.png`;
  const { bytes, x, y } = await drawCaption(text, frame);
  await writeFile(joinPath(run.cwd, caption), bytes);
  const overlay = `[0:v][1:v]overlay=${x}:${y}`;
  await runTool(
    "ffmpeg",
    [
      ...[...quietly, "-threads", "1", "-filter_complex_threads", "1"],
      ...["-f", "h264", "-framerate", rateText(rate), "-i", `${folder}/${file}`, "-i", caption],
      ...["-filter_complex", poster ? `${overlay},split[video][poster]` : `${overlay}[video]`],
      ...["-map", "[video]", ...videoWords(), "-f", "h264", nameOf(segment)],
      ...(poster ? ["-map", "[poster]", "-frames:v", "1", "-q:v", "3", poster] : []),
    ],
    { ...run, timeoutMs: 300_000 },
  );
}

async function speakSegment(
  text: string,
  { rate }: PreparedBase,
  { from, to, segment = 0 }: Part,
  run: ToolRun,
): Promise<Spoken> {
  const speech = await speak(text, voiceFor(text), `speech-${segment}`, run);
  const [startS, endS] = [timeOf(from, rate), timeOf(to, rate)];
  if (speech.seconds > (endS - startS) * maxTempo)
    throw new ToolError(
      `its text takes ${speech.seconds.toFixed(1)} s to be spoken, and the segment has ${(endS - startS).toFixed(1)} s`,
    );
  return { ...speech, startS, endS };
}

/** The base sound, quieter while somebody speaks. Speech that is longer than its segment is spoken faster. */
function soundOf({ folder }: PreparedBase, spoken: Spoken[]) {
  const inputs = [`${folder}/${soundName}`, ...spoken.map(({ file }) => file)];
  const spans = spoken.map(({ startS, endS }) => `between(t,${startS},${endS})`);
  const filters = spoken.map(({ seconds, startS, endS }, index) => {
    const tempo = Math.max(1, seconds / (endS - startS)).toFixed(4);
    const delay = Math.round(startS * 1000);
    return `[${index + 2}:a]aresample=48000,aformat=channel_layouts=stereo,atempo=${tempo},adelay=${delay}:all=1[s${index}]`;
  });
  const labels = spoken.map((_, index) => `[s${index}]`).join("");
  const filter =
    spoken.length === 0
      ? "[1:a]anull[sound]"
      : [
          `[1:a]volume=volume=0.3:enable='${spans.join("+")}'[bed]`,
          ...filters,
          `[bed]${labels}amix=inputs=${spoken.length + 1}:duration=first:normalize=0[sound]`,
        ].join(";");
  return { inputs: inputs.flatMap((file) => ["-i", file]), filter };
}
