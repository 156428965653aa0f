/** A picture that a request names. */
import { join } from "node:path";
import { type Image, loadImage } from "@napi-rs/canvas";
import type { Workplace } from "../job-files.ts";
import { quietly } from "../media/encode.ts";
import { samplePicture } from "../media/samples.ts";
import { fetchFile } from "../media/source.ts";
import { reading } from "../tools/errors.ts";
import { runTool, type ToolRun } from "../tools/run-tool.ts";
import { words } from "../tools/words.ts";

const formats = "png_pipe,jpeg_pipe,webp_pipe,bmp_pipe,gif,gif_pipe";

/** Of a picture of a request, so many pixels are decoded: 8192 a side. */
const maxPixels = 8192 * 8192;

/** ffmpeg decodes it within its limits and makes it small, so that nobody else has to read what is not ours. */
export async function loadPicture(
  address: string,
  name: string,
  { download }: Pick<Workplace, "download">,
  run: ToolRun,
): Promise<Image> {
  const [source, picture] = [`${name}-source`, `${name}-picture.png`];
  await fetchFile(address, source, download, run, samplePicture);
  const shrinking = words`
    ${quietly} -protocol_whitelist file -format_whitelist ${formats} -max_pixels ${maxPixels} -i ${source} -frames:v 1
    -vf scale='min(iw,1280)':'min(ih,1280)':force_original_aspect_ratio=decrease ${picture}`;
  await reading(`the image ${address} cannot be used`, () => runTool("ffmpeg", shrinking, run));
  return loadImage(join(run.cwd, picture));
}
