/**
 * A renderer in the manner of Remotion: a composition is a function from a frame to a picture, and its frames become a video. Start the
 * emulator with `--renderer ./compositions.js`, or a worker with `work --renderer ./compositions.js`.
 *
 * With Remotion itself, `renderFrames` below is `renderMedia({ composition, serveUrl, codec: "h264", inputProps, outputLocation,
 * onProgress, cancelSignal })`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { InputError, wrapRenderer } from "video-generation-renderer";

const greeting = { width: 640, height: 360, framesPerSecond: 25, frames: 50, draw: drawGreeting };

function drawGreeting(context, frame, { text }) {
  context.fillStyle = "#0f172a";
  context.fillRect(0, 0, 640, 360);
  context.fillStyle = "#ffffff";
  context.globalAlpha = Math.min(1, frame / 10);
  context.textAlign = "center";
  context.font = "600 40px sans-serif";
  context.fillText(text, 320, 200 - Math.max(0, 20 - 2 * frame));
  context.globalAlpha = 1;
}

async function renderFrames({ composition, inputProps, outputLocation, onProgress, signal }) {
  const { width, height, framesPerSecond, frames, draw } = composition;
  const raw = ["-f", "rawvideo", "-pixel_format", "rgba", "-video_size", `${width}x${height}`];
  const words = ["-v", "error", "-y", ...raw, "-framerate", String(framesPerSecond), "-i", "-"];
  const encoded = ["-pix_fmt", "yuv420p", "-movflags", "+faststart", outputLocation];
  const stdio = ["pipe", "ignore", "inherit"];
  const ffmpeg = spawn("ffmpeg", [...words, ...encoded], { signal, stdio });
  const ended = once(ffmpeg, "close");
  const context = createCanvas(width, height).getContext("2d");
  for (let frame = 0; frame < frames; frame++) {
    draw(context, frame, inputProps);
    const { data } = context.getImageData(0, 0, width, height);
    if (!ffmpeg.stdin.write(data)) await Promise.race([once(ffmpeg.stdin, "drain"), ended]);
    onProgress(frame / frames);
  }
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

export const createRenderer = (settings) =>
  wrapRenderer(
    async ({ row }, { scratch, signal, reportProgress }) => {
      const text = row?.texts.join(" ");
      if (!text) throw new InputError("this renderer makes the rows of HP jobs alone");
      const outputLocation = join(scratch, "video.mp4");
      const inputProps = { text };
      const frames = { composition: greeting, inputProps, outputLocation };
      await renderFrames({ ...frames, onProgress: reportProgress, signal });
      return { fidelity: "composition" };
    },
    { settings, rowsAtOnce: 2 },
  );
