/** The commands that somebody would write who wants one file and no renderer. What they show is drawn before, and counts for nobody. */
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { drawCaption } from "../../renderer/src/draw/caption.ts";
import type { Base } from "../../renderer/src/hp/base.ts";
import { audioWords, fileWords, videoWords } from "../../renderer/src/media/encode.ts";
import { drawSlide } from "../../renderer/src/slides/draw-slide.ts";
import { findTemplate } from "../../renderer/src/slides/templates.ts";

const execute = promisify(execFile);

/** Makes the file of a folder again, and returns its path. */
export type Bare = () => Promise<string>;

const plain = ["-v", "error", "-nostdin", "-y"];
const stereo = "aresample=48000,aformat=channel_layouts=stereo";
/** Raw frames have no times. */
const timed = ["-c:v", "copy", "-bsf:v", "setts=ts=N*1/(25*TB)"];

/** @param base folder of the base video as the renderer has cut it at its segment */
export async function bareRow(folder: string, base: string, text: string): Promise<Bare> {
  await mkdir(folder, { recursive: true });
  const { parts, ...frame } = JSON.parse(await readFile(join(base, "base.json"), "utf8")) as Base;
  const { bytes, x, y } = await drawCaption(text, frame);
  await writeFile(join(folder, "caption.png"), bytes);
  await writeFile(join(folder, "speech.txt"), text);
  const run = (command: string, words: string[]) => execute(command, words, { cwd: folder });
  const [first, segment, last] = parts.map(({ file }) => join(base, file));
  const { from = 0, to = 0 } = parts[1] ?? {};
  const [startS, endS] = [from / 25, to / 25];
  const mixed =
    `[1:a]volume=volume=0.3:enable='between(t,${startS},${endS})'[bed];` +
    `[2:a]${stereo},atempo=1.0000,adelay=${startS * 1000}:all=1[s0];` +
    "[bed][s0]amix=inputs=2:duration=first:normalize=0[sound]";
  return async () => {
    await run("flite", ["-voice", "slt", "-f", "speech.txt", "-o", "speech.wav"]);
    await run("ffmpeg", [
      ...[...plain, "-threads", "1", "-filter_complex_threads", "1"],
      ...["-f", "h264", "-framerate", "25", "-i", segment!, "-i", "caption.png"],
      ...["-filter_complex", `[0:v][1:v]overlay=${x}:${y},split[video][poster]`],
      ...["-map", "[video]", ...videoWords(), "-f", "h264", "segment.h264"],
      ...["-map", "[poster]", "-frames:v", "1", "-q:v", "3", "poster.jpg"],
    ]);
    await run("ffmpeg", [
      ...[...plain, "-protocol_whitelist", "concat,file", "-f", "h264", "-framerate", "25"],
      ...["-i", `concat:${first}|segment.h264|${last}`],
      ...["-i", join(base, "sound.wav"), "-i", "speech.wav"],
      ...["-filter_complex", mixed, "-map", "0:v", "-map", "[sound]"],
      ...[...timed, ...audioWords, ...fileWords, "video.mp4"],
    ]);
    return join(folder, "video.mp4");
  };
}

/** @param frames how long each slide stands */
export async function bareSlides(folder: string, texts: string[], frames: number[]): Promise<Bare> {
  await mkdir(folder, { recursive: true });
  const { template } = findTemplate("midnight");
  for (const [index, text] of texts.entries()) {
    const common = { count: texts.length, template, image: undefined, remark: "" };
    const picture = await drawSlide({ ...common, slide: { text }, number: index + 1 });
    await writeFile(join(folder, `${index}.png`), picture);
    await writeFile(join(folder, `${index}.txt`), text);
  }
  const run = (command: string, words: string[]) => execute(command, words, { cwd: folder });
  const chains = frames.map(
    (count, index) => `[${index + 1}:a]${stereo},apad,atrim=0:${count / 25}[s${index}]`,
  );
  const all = frames.map((_, index) => `[s${index}]`).join("");
  const filter = `${chains.join(";")};${all}concat=n=${frames.length}:v=0:a=1[sound]`;
  return async () => {
    for (const [index, count] of frames.entries()) {
      await run("flite", ["-voice", "slt", "-f", `${index}.txt`, "-o", `${index}.wav`]);
      const held = `tpad=stop_mode=clone:stop=${count - 1}`;
      const words = [...plain, "-framerate", "25", "-i", `${index}.png`, "-vf", held];
      await run("ffmpeg", [...words, ...videoWords(), "-f", "h264", `${index}.h264`]);
    }
    await run("ffmpeg", [
      ...[...plain, "-protocol_whitelist", "concat,file", "-f", "h264", "-framerate", "25"],
      ...["-i", `concat:${frames.map((_, index) => `${index}.h264`).join("|")}`],
      ...frames.flatMap((_, index) => ["-i", `${index}.wav`]),
      ...["-filter_complex", filter, "-map", "0:v", "-map", "[sound]"],
      ...[...timed, ...audioWords, ...fileWords, "video.mp4"],
    ]);
    const poster = ["-i", "video.mp4", "-frames:v", "1", "-q:v", "3", "poster.jpg"];
    await run("ffmpeg", [...plain, ...poster]);
    return join(folder, "video.mp4");
  };
}
