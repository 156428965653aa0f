/** How everything is encoded: so that parts which were encoded apart can be joined by copying them. */
import { words } from "../tools/run-tool.ts";

/** A frame rate as a fraction, such as 30000/1001. */
export interface FrameRate {
  frames: number;
  seconds: number;
}

/** A player that is moved to a time begins at the keyframe before it. */
const keyframeSeconds = 2;

/**
 * H.264 without B-frames and with closed groups of pictures, whose headers do not depend on what is encoded: so a part that begins
 * with a keyframe fits behind any other part. The fixed number of threads gives the same bytes on every machine. The filter removes the
 * name and the settings that the encoder would write into every part.
 *
 * @param options the preset of the encoder weighs time against bytes; a larger `crf` takes fewer bytes
 */
export function videoWords(
  rate: FrameRate,
  { threads = 1, preset = "veryfast", crf = 20 } = {},
): string[] {
  return words`
    -c:v libx264 -preset ${preset} -crf ${crf} -profile:v high -pix_fmt yuv420p -bf 0 -g ${frameAt(keyframeSeconds, rate)}
    -threads ${threads} -x264-params stitchable=1:scenecut=0:open_gop=0:repeat_headers=1
    -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv -flags:v +bitexact
    -bsf:v filter_units=remove_types=6`;
}

/** Samples of sound in a second, everywhere. */
export const sampleRate = 48_000;

/** Without noise that each decoder makes up for itself: what is copied sounds the same to the last bit. */
export const audioWords = words`-c:a aac -b:a 128k -aac_pns 0 -ar ${sampleRate} -ac 2 -flags:a +bitexact`;

/** An MP4 file that can be played while it comes, and that says nothing of when and by what it was made. */
export const fileWords = words`-map_metadata -1 -movflags +faststart -fflags +bitexact -f mp4`;

/** From the colours of a drawn picture to those of the videos. */
export const drawnColours = "scale=out_color_matrix=bt709:out_range=tv";

export function rateText({ frames, seconds }: FrameRate): string {
  return `${frames}/${seconds}`;
}

/** The frame that is shown at a time. */
export function frameAt(timeS: number, { frames, seconds }: FrameRate): number {
  return Math.round((timeS * frames) / seconds);
}

/** When a frame is shown, in seconds. */
export function timeOf(frame: number, { frames, seconds }: FrameRate): number {
  return (frame * seconds) / frames;
}
