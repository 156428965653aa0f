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
import { findPython, installNewest, newestPython } from "./python.ts";

export interface Tool {
  name: string;
  isPresent: () => boolean;
  /** The command that installs it. */
  install: string;
}

declare module "vitest" {
  interface TaskMeta {
    /** The tools without which the test was not run. */
    missing?: Pick<Tool, "name" | "install">[];
  }
}

/** Of Debian. */
function packaged(name: string, packages: string, isPresent: () => boolean): Tool {
  return { name, isPresent, install: `apt-get install ${packages}` };
}

const runs = (command: string, word: string) => () =>
  spawnSync(command, [word], { stdio: "ignore" }).status === 0;
const imports =
  (...modules: string[]) =>
  () =>
    findPython(...modules) !== undefined;

const languages = ["jpn", "kor", "hin", "tha", "ara", "heb"];
const fonts = [
  "opentype/noto/NotoSansCJK-Regular.ttc",
  "truetype/noto/NotoSansDevanagari-Regular.ttf",
  "truetype/noto/NotoColorEmoji.ttf",
];

export const tools = {
  curl: packaged("curl", "curl", runs("curl", "--version")),
  python: packaged("python3", "python3", runs("python3", "--version")),
  ffmpeg: packaged("ffmpeg", "ffmpeg", runs("ffmpeg", "-version")),
  flite: packaged("flite", "flite", runs("flite", "-lv")),
  espeak: packaged("espeak-ng", "espeak-ng", runs("espeak-ng", "--version")),
  tesseract: packaged("tesseract", "tesseract-ocr", runs("tesseract", "--version")),
  languages: packaged(
    "tesseract in seven languages",
    ["", ...languages].map((name) => `tesseract-ocr${name && `-${name}`}`).join(" "),
    () => {
      const { stdout } = spawnSync("tesseract", ["--list-langs"], { encoding: "utf8" });
      return languages.every((name) => (stdout ?? "").split("\n").includes(name));
    },
  ),
  recogniser: packaged("pocketsphinx", "pocketsphinx pocketsphinx-en-us", () =>
    existsSync("/usr/share/pocketsphinx/model/en-us"),
  ),
  fonts: packaged("fonts", "fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji", () =>
    fonts.every((font) => existsSync(`/usr/share/fonts/${font}`)),
  ),
  go: packaged("go", "golang-go", runs("go", "version")),
  staticcheck: packaged("go-staticcheck", "go-staticcheck", runs("go-staticcheck", "-version")),
  httpx: packaged("Python with httpx", "python3-httpx", imports("httpx")),
  newestHttpx: {
    name: "Python with the newest httpx",
    isPresent: () => existsSync(newestPython),
    install: installNewest,
  },
  pytest: packaged(
    "Python with pytest",
    "python3-httpx python3-pytest",
    imports("httpx", "pytest"),
  ),
  mypy: packaged("Python with mypy", "python3-httpx mypy", imports("httpx", "mypy")),
  pythonBuild: packaged(
    "Python with build",
    "python3-httpx python3-build python3-venv python3-wheel",
    imports("httpx", "build", "setuptools", "venv", "pip", "wheel"),
  ),
  writers: packaged(
    "openpyxl and XlsxWriter",
    "python3-openpyxl python3-xlsxwriter",
    imports("openpyxl", "xlsxwriter"),
  ),
  libreoffice: packaged("LibreOffice", "libreoffice-calc-nogui", runs("soffice", "--version")),
  postgres: packaged("Postgres", "postgresql", () => findPostgres() !== undefined),
};

/** @param name of a package that is installed with the benches, so that it is in nobody's `npm ci` */
export function benchPackage(label: string, name: string): Tool {
  const isPresent = () => existsSync(join(root, "bench/node_modules", name));
  return { name: label, isPresent, install: "npm ci --prefix bench" };
}

/** Options for a test, or for a `describe`: it is skipped, and the skip reported, where one of the tools is missing. */
export function requires(...needed: Tool[]): TestOptions {
  const missing = needed
    .filter(({ isPresent }) => !isPresent())
    .map(({ name, install }) => ({ name, install }));
  return missing.length === 0 ? {} : { skip: true, meta: { missing } };
}
