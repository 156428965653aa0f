/** Joins parts of one video by copying them, and adds the sound. */
import { runTool, type ToolRun } from "../tools/run-tool.ts";
import { words } from "../tools/words.ts";
import { audioWords, fileWords, type FrameRate, quietly, rateText } from "./encode.ts";

export interface Joined {
  /** Paths of raw H.264 files, relative to the folder of the run. */
  parts: string[];
  rate: FrameRate;
  /** Words that name the inputs of sound, from input 1 on, and what to make of them: a filter that ends in `[sound]`. */
  sound: { inputs: string[]; filter: string };
  /** Where the file goes. */
  target: string;
}

export async function join({ parts, rate, sound, target }: Joined, run: ToolRun): Promise<void> {
  // Raw frames have no times. Without B-frames they are shown in the order in which they come.
  const times = `setts=ts=N*${rate.seconds}/(${rate.frames}*TB)`;
  await runTool(
    "ffmpeg",
    words`
      ${quietly} -protocol_whitelist concat,file -f h264 -framerate ${rateText(rate)} -i concat:${parts.join("|")}
      ${sound.inputs} -filter_complex ${sound.filter} -map 0:v -map [sound]
      -c:v copy -bsf:v ${times} ${audioWords} ${fileWords} ${target}`,
    run,
  );
}
