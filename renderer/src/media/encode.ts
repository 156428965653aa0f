/** How everything is encoded: so that parts which were encoded apart can be joined by copying them. */

/** A frame rate as a fraction, such as 30000/1001. */
export interface FrameRate {
  frames: number;
  seconds: number;
}

/** Before every call of ffmpeg: complain only, ask nothing, and do not reserve more than 1 GiB at once. */
export const quietly = [
  "-hide_banner",
  "-nostdin",
  "-loglevel",
  "error",
  "-max_alloc",
  "1073741824",
  "-y",
];

/**
 * H.264 without B-frames and with closed groups of pictures, whose headers do not depend on what is encoded: so a part that begins
 * with a keyframe fits behind any other part. The fixed number of threads gives the same bytes on every machine.
 */
export function videoWords(threads = 1): string[] {
  return [
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-profile:v", "high"],
    ...["-pix_fmt", "yuv420p", "-bf", "0", "-g", "250", "-threads", String(threads)],
    ...["-x264-params", "stitchable=1:scenecut=0:open_gop=0:repeat_headers=1"],
    // The name and the settings of the encoder, in every part anew.
    ...["-bsf:v", "filter_units=remove_types=6", "-flags:v", "+bitexact"],
  ];
}

export const audioWords = [
  "-c:a",
  "aac",
  "-b:a",
  "128k",
  "-ar",
  "48000",
  "-ac",
  "2",
  "-flags:a",
  "+bitexact",
];

/** An MP4 file that can be played while it comes, and that says nothing of when and by what it was made. */
export const fileWords = [
  "-map_metadata",
  "-1",
  "-movflags",
  "+faststart",
  "-fflags",
  "+bitexact",
  "-f",
  "mp4",
];

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
