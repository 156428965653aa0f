/**
 * The Python and Go clients as files that can be installed: a wheel, and a folder that `GOPROXY` can name. Both are archives of
 * what lies in `clients/`, so neither Python nor Go is needed to write them.
 */
import { createHash } from "node:crypto";
import { glob, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { zipSync } from "fflate";
import { parse } from "smol-toml";
import { root } from "../support/locations.ts";
import { goModule, wheelName } from "../support/packages.ts";

/** The metadata that we use; names as in `pyproject.toml`. */
interface PythonProject {
  name: string;
  version: string;
  description: string;
  "requires-python": string;
  dependencies: string[];
  classifiers: string[];
  license: { text: string };
  urls?: Record<string, string>;
}

type Entries = Record<string, Uint8Array>;

/** Writes the wheel, and the Go proxy below `go/`. */
export async function packLanguages(folder: string): Promise<string[]> {
  await writeFile(join(folder, wheelName()), await packWheel());
  for (const [name, content] of Object.entries(await packGoModule())) {
    const path = join(folder, "go", name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return [wheelName(), "go/"];
}

/** A pure Python wheel, as PEP 427 describes it. */
async function packWheel(): Promise<Uint8Array> {
  const source = join(root, "clients/python");
  const manifest = await readFile(join(source, "pyproject.toml"), "utf8");
  const { project } = parse(manifest) as object as { project: PythonProject };
  const info = `${project.name.replaceAll("-", "_")}-${project.version}.dist-info`;
  const entries: Entries = {
    ...(await readFiles(join(source, "src"), ["**/*.py", "**/py.typed"])),
    [`${info}/LICENSE`]: await readFile(join(source, "LICENSE")),
    [`${info}/METADATA`]: encode(
      metadataOf(project, await readFile(join(source, "README.md"), "utf8")),
    ),
    [`${info}/WHEEL`]: encode(
      `Wheel-Version: 1.0\nGenerator: ${project.name}\nRoot-Is-Purelib: true\nTag: py3-none-any\n`,
    ),
  };
  const record = Object.entries(entries).map(([name, content]) => {
    const hash = createHash("sha256").update(content).digest("base64url");
    return `${name},sha256=${hash},${content.length}\n`;
  });
  entries[`${info}/RECORD`] = encode(`${record.join("")}${info}/RECORD,,\n`);
  return zip(entries);
}

function metadataOf(project: PythonProject, readme: string): string {
  const head = [
    "Metadata-Version: 2.1",
    `Name: ${project.name}`,
    `Version: ${project.version}`,
    `Summary: ${project.description}`,
    `License: ${project.license.text}`,
    ...Object.entries(project.urls ?? {}).map(([label, url]) => `Project-URL: ${label}, ${url}`),
    ...project.classifiers.map((classifier) => `Classifier: ${classifier}`),
    `Requires-Python: ${project["requires-python"]}`,
    "Description-Content-Type: text/markdown",
    "License-File: LICENSE",
    ...project.dependencies.map((dependency) => `Requires-Dist: ${dependency}`),
  ];
  return `${head.join("\n")}\n\n${readme}`;
}

/** The files that a module proxy serves: https://go.dev/ref/mod#goproxy-protocol. */
async function packGoModule(): Promise<Entries> {
  const { path, version } = goModule();
  const files = await readFiles(join(root, "clients/go"), [
    "*.go",
    "go.mod",
    "LICENSE",
    "README.md",
  ]);
  const named = Object.entries(files).map(
    ([name, content]) => [`${path}@${version}/${name}`, content] as const,
  );
  return {
    [`${path}/@v/list`]: encode(`${version}\n`),
    [`${path}/@v/${version}.info`]: encode(JSON.stringify({ Version: version })),
    [`${path}/@v/${version}.mod`]: files["go.mod"]!,
    [`${path}/@v/${version}.zip`]: zip(Object.fromEntries(named)),
  };
}

async function readFiles(folder: string, patterns: string[]): Promise<Entries> {
  const entries: [string, Uint8Array][] = [];
  for await (const name of glob(patterns, { cwd: folder }))
    entries.push([name, await readFile(join(folder, name))]);
  return Object.fromEntries(entries.sort());
}

/** The same bytes for the same files: no time of today. */
function zip(entries: Entries): Uint8Array {
  return zipSync(entries, { mtime: "1980-01-01T00:00:00" });
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
