/**
 * Tools that a machine may lack. A test that needs one runs where the tool is there; where it is not, the last lines of
 * `npm test` say what was not run and how to get the tool. A new tool is one more line in `tools`.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TestOptions } from "vitest";
import { root } from "../../scripts/support/locations.ts";
import { findPostgres } from "./postgres.ts";
import { findPython } from "./python.ts";

export interface Tool {
  name: string;
  isPresent: () => boolean;
  /** The command that installs it. */
  install: string;
}

/** What a reporter gets to know of a tool. */
export type MissingTool = Pick<Tool, "name" | "install">;

declare module "vitest" {
  interface TaskMeta {
    /** The tools without which the test was not run. */
    missing?: MissingTool[];
  }
}

export const tools = {
  curl: command("curl", ["--version"], "apt-get install curl"),
  python: command("python3", ["--version"], "apt-get install python3"),
  ffmpeg: command("ffmpeg", ["-version"], "apt-get install ffmpeg"),
  flite: command("flite", ["-lv"], "apt-get install flite"),
  espeak: command("espeak-ng", ["--version"], "apt-get install espeak-ng"),
  tesseract: command("tesseract", ["--version"], "apt-get install tesseract-ocr"),
  languages: {
    name: "tesseract in seven languages",
    isPresent: () => {
      const { stdout } = spawnSync("tesseract", ["--list-langs"], { encoding: "utf8" });
      const known = (stdout ?? "").split("\n");
      return ["jpn", "kor", "hin", "tha", "ara", "heb"].every((name) => known.includes(name));
    },
    install:
      "apt-get install tesseract-ocr tesseract-ocr-jpn tesseract-ocr-kor tesseract-ocr-hin tesseract-ocr-tha tesseract-ocr-ara tesseract-ocr-heb",
  },
  fonts: {
    name: "fonts",
    isPresent: () =>
      [
        "opentype/noto/NotoSansCJK-Regular.ttc",
        "truetype/noto/NotoSansDevanagari-Regular.ttf",
        "truetype/noto/NotoColorEmoji.ttf",
      ].every((font) => existsSync(`/usr/share/fonts/${font}`)),
    install: "apt-get install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji",
  },
  go: command("go", ["version"], "apt-get install golang-go"),
  staticcheck: command("go-staticcheck", ["-version"], "apt-get install go-staticcheck"),
  httpx: pythonModules("Python with httpx", "python3-httpx", "httpx"),
  pytest: pythonModules("Python with pytest", "python3-httpx python3-pytest", "httpx", "pytest"),
  mypy: pythonModules("Python with mypy", "python3-httpx mypy", "httpx", "mypy"),
  pythonBuild: pythonModules(
    "Python with build",
    "python3-httpx python3-build python3-venv python3-wheel",
    "httpx",
    "build",
    "setuptools",
    "venv",
    "pip",
    "wheel",
  ),
  postgres: {
    name: "Postgres",
    isPresent: () => findPostgres() !== undefined,
    install: "apt-get install postgresql",
  },
};

function command(name: string, probe: string[], install: string): Tool {
  const isPresent = () => spawnSync(name, probe, { stdio: "ignore" }).status === 0;
  return { name, isPresent, install };
}

/** @param name of a package that is installed with the benches, so that it is in nobody's `npm ci` */
export function benchPackage(label: string, name: string): Tool {
  const isPresent = () => existsSync(join(root, "bench/node_modules", name));
  return { name: label, isPresent, install: "npm ci --prefix bench" };
}

/** @param packages of Debian */
function pythonModules(name: string, packages: string, ...modules: string[]): Tool {
  const isPresent = () => findPython(...modules) !== undefined;
  return { name, isPresent, install: `apt-get install ${packages}` };
}

/** Options for a test, or for a `describe`: it is skipped, and the skip reported, where one of the tools is missing. */
export function requires(...needed: Tool[]): TestOptions {
  const missing = needed
    .filter(({ isPresent }) => !isPresent())
    .map(({ name, install }) => ({ name, install }));
  return missing.length === 0 ? {} : { skip: true, meta: { missing } };
}
