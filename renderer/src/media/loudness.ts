/** Makes sounds as loud as each other, in the two passes of EBU R 128: measure, then change all of it by one factor. */
import { quietly } from "./encode.ts";
import { runTool, type ToolRun } from "../tools/run-tool.ts";
import { words } from "../tools/words.ts";
import { speechLevel, type Wave } from "./wave.ts";

/** In LUFS: what platforms of video play. */
const targetLoudness = -16;

/** In dBTP: coding makes peaks a little higher. */
const maxPeak = -1.5;

/** What is quieter is noise, and stays. */
const minLoudness = -50;

/** How many decibels louder a file has to be; 0 for silence. */
export async function measureGain(inputs: string[], run: ToolRun): Promise<number> {
  const measuring = words`
    ${quietly} -loglevel info ${inputs} -map 0:a:0 -af loudnorm=print_format=json -f null -`;
  const said = await runTool("ffmpeg", measuring, run, { complaints: true });
  const { input_i = "", input_tp = "" } = JSON.parse(
    said.slice(said.lastIndexOf("{"), said.lastIndexOf("}") + 1),
  ) as Record<string, string>;
  const [loudness, peak] = [Number(input_i), Number(input_tp)];
  if (!(loudness > minLoudness)) return 0;
  return Math.min(targetLoudness - loudness, Math.max(0, maxPeak - peak));
}

/** A voice alone, heard from two sides, is as loud as the target when its words have this level. */
const spokenLevel = targetLoudness - 3;

/** How many decibels louder what one of our voices has spoken has to be. */
export function speechGain(wave: Wave): number {
  const peak = wave.samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 1);
  return Math.min(spokenLevel - speechLevel(wave), maxPeak - 20 * Math.log10(peak / 32_768));
}
