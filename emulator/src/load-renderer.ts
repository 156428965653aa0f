/** What makes real videos, which is installed beside the emulator, written by its user, or not there at all. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { StartRequest } from "./arguments.ts";
import type { Renderer } from "./jobs/renderer.ts";
import { OptionError } from "./option-error.ts";

/** What a module has to offer: a renderer, or what makes one. */
interface RendererModule {
  default?: Renderer;
  createRenderer?(): Renderer | Promise<Renderer>;
  connectRenderer?(rendering: object): Promise<Renderer>;
}

const ownPackage = "video-generation-renderer";

/** @throws {OptionError} when a module cannot be loaded, is no renderer, or lacks a program, its queue or its storage */
export async function loadRenderer(
  rendering: NonNullable<StartRequest["rendering"]>,
): Promise<Renderer> {
  const isOwn = typeof rendering === "object" || rendering === "local";
  const name = isOwn ? ownPackage : rendering;
  const asked = typeof rendering === "object" ? "--queue" : `--renderer ${rendering}`;
  const module = await load(name).catch((error: Error) => {
    const [reason = ""] = error.message.split("\n");
    const remedy = isOwn
      ? "Install it beside video-generation-emulator."
      : "Name a file, or a package that is installed.";
    const thing = isOwn ? `the package ${name}` : "this module";
    throw new OptionError(`${asked} needs ${thing}, which cannot be loaded (${reason}). ${remedy}`);
  });
  const renderer = await make(module, rendering);
  if (typeof renderer === "function") return renderer;
  throw new OptionError(
    `${asked}: this module is no renderer. Export the renderer as its default, or a function createRenderer that returns it.`,
  );
}

/** A path is one of this folder. */
function load(name: string): Promise<RendererModule> {
  const path = resolve(name);
  return import(existsSync(path) ? pathToFileURL(path).href : name) as Promise<RendererModule>;
}

async function make(
  { default: renderer, createRenderer, connectRenderer }: RendererModule,
  rendering: string | object,
): Promise<Renderer | undefined> {
  try {
    if (typeof rendering === "object") return await connectRenderer?.(rendering);
    return createRenderer ? await createRenderer() : renderer;
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}
