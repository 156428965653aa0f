/**
 * Makes the clips of the front page with the renderer: a base video that greets row after row, a figure that speaks, and slides. A release
 * runs it; `npx node test/support/clips.ts` does too. It needs what the renderer needs.
 */
import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createEmulator } from "../../emulator/src/index.ts";
import { createRenderer } from "../../renderer/src/index.ts";
import { root } from "../../scripts/support/locations.ts";
import { runIn } from "../../scripts/support/tool.ts";
import { launchBrowser } from "./browser.ts";
import { listen } from "./listen.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const pictures = join(root, "docs/pictures");
/** Of the base video, after which it begins again. */
const seconds = 3;
const rate = 20;

await using folder = await temporaryFolder();
await drawBase();
const files = createServer((request, response) => {
  void readFile(join(folder.path, request.url ?? "")).then(
    (content) => response.setHeader("Content-Type", "video/mp4").end(content),
    () => response.writeHead(404).end(),
  );
});
await using server = await listen(files);
const emulator = await createEmulator({
  ...{ seed: 1, renderMs: 1, renderer: createRenderer(), allowHosts: ["127.0.0.1"] },
  dataFolder: join(folder.path, "jobs"),
});
const greeting = { variable_pre_text: "Welcome aboard,", start_time: "0.3", end_time: "2.7" };
const rows = await render("hp_job", {
  project_name: "Welcome videos",
  base_video_url: `${server.origin}/base.mp4`,
  data_xlsx_url: "https://example.com/data.xlsx",
  ...{ data_slice_start_index: 1, data_slice_end_index: 3, variable_count: 1, music: false },
  variables: [greeting],
});
const speaking = await render("express_lipsync_video", {
  model: "v2",
  actor: { use: "avatar", avatar_id: "ada", avatar_type: "public" },
  script: {
    use: "text",
    text: "Hello, I am Ada. Welcome to Harbour Coffee.",
    ...{ voice_id: "clara", voice_type: "public" },
  },
});
const slides = await render("template_dynamic_slide_video", {
  template_id: "midnight",
  slides_count: 3,
  customizations: [
    { layer_id: "title", inputs: ["A good first week", "Your team", "Your first cup"] },
    { layer_id: "text", inputs: ["Harbour Coffee", "Six people, one harbour", "On us"] },
  ],
});
await clip("spreadsheet", rows, "1280:720");
await clip("lipsync", speaking, "640:360");
await clip("slides", slides, "640:360");
// The front page carries that of its first screen within its text.
await picture(
  join(pictures, "spreadsheet.mp4"),
  "spreadsheet.avif",
  ...["-c:v", "libaom-av1", "-still-picture", "1", "-crf", "32", "-threads", "1"],
);
await emulator.close();

/** The base video: a drawing that moves, one picture after the other. */
async function drawBase(): Promise<void> {
  await using browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(`file://${join(pictures, "harbour.svg")}`);
  for (let frame = 0; frame < seconds * rate; frame++) {
    await page.evaluate((time) => {
      const drawing = document.documentElement as unknown as SVGSVGElement;
      drawing.pauseAnimations();
      drawing.setCurrentTime(time);
    }, frame / rate);
    await page.screenshot({ path: join(folder.path, `${frame}.png`) });
  }
  await ffmpeg(
    "-framerate",
    `${rate}`,
    "-i",
    "%d.png",
    "-crf",
    "12",
    "-pix_fmt",
    "yuv420p",
    "base.mp4",
  );
}

/** The finished videos of a job. @throws {Error} with the reason why there is none */
async function render(path: string, body: object): Promise<string[]> {
  const headers = { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`${emulator.url}/api/${path}`, request);
  if (!response.ok) throw new Error(await response.text());
  for (;;) {
    const [job] = emulator.jobs.list();
    if (job && job.status !== "rendering")
      return job.videos.map(({ file, error }) => {
        if (file === undefined) throw new Error(error ?? job.error ?? "There is no video.");
        const [place] = globSync(`jobs/**/${file}`, { cwd: folder.path });
        return place!;
      });
    await delay(200);
  }
}

/** Joins videos to a clip without sound, small enough for a page, and takes a picture from it. */
async function clip(name: string, videos: string[], size: string): Promise<void> {
  await writeFile(join(folder.path, "list.txt"), videos.map((video) => `file ${video}\n`).join(""));
  const target = join(pictures, `${name}.mp4`);
  await ffmpeg(
    ...["-f", "concat", "-i", "list.txt", "-an", "-vf", `scale=${size},fps=${rate}`],
    ...["-c:v", "libx264", "-preset", "veryslow", "-crf", "30", "-pix_fmt", "yuv420p"],
    ...["-movflags", "+faststart", target],
  );
  await picture(target, `${name}.jpg`, "-q:v", "9");
}

/** One round trip of a phone at the most. */
async function picture(clip: string, name: string, ...words: string[]): Promise<void> {
  await ffmpeg(
    ...["-ss", "1", "-i", clip, "-frames:v", "1", "-vf", "scale=min(960\\,iw):-2"],
    ...[...words, join(pictures, name)],
  );
}

async function ffmpeg(...words: string[]): Promise<void> {
  const { exitCode, stderr } = await runIn(
    folder.path,
    "ffmpeg",
    "-y",
    "-loglevel",
    "error",
    ...words,
  );
  if (exitCode !== 0) throw new Error(`ffmpeg failed: ${stderr}`);
}
