/** The programs that the renderer needs beside Node. */
import { spawnSync } from "node:child_process";

/** How to find out that a program is there, and the Debian package that holds it. */
const tools = {
  ffmpeg: { probe: "-version", package: "ffmpeg" },
  ffprobe: { probe: "-version", package: "ffmpeg" },
  flite: { probe: "--version", package: "flite" },
  "espeak-ng": { probe: "--version", package: "espeak-ng" },
  text2wave: { probe: "--help", package: "festvox-us-slt-hts" },
};

/** What is better to have, and not needed. */
const optional: ToolName[] = ["text2wave"];

export type ToolName = keyof typeof tools;

/** One sentence with the programs that are missing and how to get them; nothing when all are there. */
export function describeMissingTools(): string | undefined {
  const needed = (Object.keys(tools) as ToolName[]).filter((name) => !optional.includes(name));
  const missing = needed.filter((name) => !isPresent(name));
  if (missing.length === 0) return undefined;
  const packages = new Set(missing.map((name) => tools[name].package));
  return `${missing.join(", ")} missing: apt-get install ${[...packages].join(" ")}`;
}

/** The command that installs a program. */
export function installCommand(name: ToolName): string {
  return `apt-get install ${tools[name].package}`;
}

function isPresent(name: ToolName): boolean {
  // flite has no way to say its version without an error code, so being startable has to do.
  return spawnSync(name, [tools[name].probe], { stdio: "ignore" }).error === undefined;
}
