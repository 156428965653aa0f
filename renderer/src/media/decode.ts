/** Decodes files without making anything of them: what is fetched, to see whether it is whole, and what is finished, before it is handed out. */
import { ToolError } from "../tools/faults.ts";
import { ffmpeg, type ToolRun, words } from "../tools/run-tool.ts";

/** From one time to another, in seconds. */
export interface Span {
  fromS: number;
  toS: number;
}

/** Sound ends with a frame of its own, which is not that of the picture. */
const toleranceS = 0.5;

/** From the first complaint on, a decoder gives up. The filter that makes its pictures smooth never complains, and takes time. */
export const strict = words`-xerror -err_detect explode -skip_loop_filter all`;

/** What the reader of Matroska and WebM says of a hole, and passes over. */
const hole =
  /^\[matroska.*?\] (.*(?:EBML number|exceeds containing master|Unknown-sized element|Invalid track|parsing frame sizes).*?)\.?$/m;

/**
 * Decodes the picture and the sound of an input. Returns when the later of them ends, in seconds after its beginning.
 *
 * @param input the words before it; with {@link strict}, what does not decode is a {@link ToolError}
 * @param track which of several sounds
 */
export async function decodeToEnd(input: string[], run: ToolRun, track = 0): Promise<number> {
  const told = await ffmpeg(run, { complaints: true })`
    ${input} -map 0:V:0? -map 0:a:${track}? -f null -progress pipe:2 -`;
  const complaint = input.includes("-xerror") && hole.exec(told)?.[1];
  if (complaint) throw new ToolError(complaint);
  return Number(/.*out_time_us=(\d+)/s.exec(told)?.[1] ?? 0) / 1_000_000;
}

/** Whether what was decoded reaches the end that a file states. */
export function isWhole(decodedS: number, statedS: number): boolean {
  return decodedS > statedS - toleranceS;
}

/** @throws {Error} a fault, when a finished video does not decode from end to end, picture and sound */
export async function checkVideo(file: string, seconds: number, run: ToolRun): Promise<void> {
  const decodedS = await decodeToEnd([...strict, "-i", file], run).catch(tellFault(file));
  if (!isWhole(decodedS, seconds))
    throw new Error(`${file} was made for ${seconds} s, and decodes for ${decodedS} s alone`);
}

/**
 * @param spans each of the picture begins in the frame of a keyframe: from an earlier time, all since the keyframe before would be decoded
 * @throws {Error} a fault, when a part of a finished video does not decode
 */
export async function checkSpans(
  file: string,
  spans: { picture: Span[]; sound: Span[] },
  run: ToolRun,
): Promise<void> {
  const from = ({ fromS, toS }: Span) => words`-ss ${fromS} -t ${toS - fromS} -i ${file}`;
  const inputs = [
    ...spans.picture.map((span) => words`-threads 1 -an -noaccurate_seek ${from(span)}`),
    ...spans.sound.map((span) => words`-vn ${from(span)}`),
  ];
  const maps = inputs.flatMap((_, index) => ["-map", String(index)]);
  const decoded = inputs.flatMap((input) => [...strict, ...input]);
  await ffmpeg(run)`${decoded} ${maps} -f null -`.catch(tellFault(file));
}

function tellFault(file: string) {
  return (error: Error) => {
    throw new Error(`${file} does not decode: ${error.message}`, { cause: error });
  };
}
