/** `npm run bench -- conformance`: how long a run takes that only reads, and one that runs all stories. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { createEmulator } from "../../emulator/src/index.ts";
import { root } from "../../scripts/support/locations.ts";
import { median } from "../measure.ts";

const runs = 7;

/** Prints at its end what a process has used. */
const usage = `process.once("exit", () => {
  const { user, system } = process.cpuUsage();
  console.error("processor", user + system);
})`;

/** The emulator renders for as long as whoever starts it says; nobody waits for a bench. */
const emulator = await createEmulator({ renderMs: 500 });
try {
  await measure("a reading run", 0.5);
  await measure("all stories", 3, "--create", "--yes");
} finally {
  await emulator.close();
}

async function measure(what: string, goal: number, ...options: string[]): Promise<void> {
  const seen: { seconds: number; processor: number }[] = [];
  for (let run = 0; run < runs; run++) seen.push(await timed(options));
  const of = (name: "seconds" | "processor") => median(seen.map((each) => each[name])).toFixed(2);
  console.log(
    `${what}: ${of("seconds")} s (goal: ${goal}), ${of("processor")} s of processor, medians of ${runs}`,
  );
}

function timed(options: string[]): Promise<{ seconds: number; processor: number }> {
  const command = join(root, "conformance/src/cli.ts");
  const given = ["--base-url", emulator.url, "--token-env", "VIDEO_TOKEN", ...options];
  const start = performance.now();
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ["--import", `data:text/javascript,${encodeURIComponent(usage)}`, command, ...given],
      { env: { ...process.env, VIDEO_TOKEN: emulator.token } },
      (error, _, stderr) => {
        const processor = Number(/processor (\d+)/.exec(stderr)?.[1]) / 1e6;
        if (error) reject(error);
        else resolve({ seconds: (performance.now() - start) / 1000, processor });
      },
    );
  });
}
