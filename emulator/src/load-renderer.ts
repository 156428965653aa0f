/** What makes real videos, which is installed beside the emulator, written by its user, or not there at all. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Renderer } from "./jobs/renderer.ts";
import { OptionError } from "./options.ts";

/** What a module has to offer: a renderer, or what makes one. */
interface RendererModule {
  default?: Renderer;
  createRenderer?(): Renderer | Promise<Renderer>;
  connectRenderer?(rendering: object): Promise<Renderer>;
}

/**
 * @param rendering a module, `local` for the package of this repository, or queue and storage of its workers
 * @throws {OptionError} when a module cannot be loaded, is no renderer, or lacks a program, its queue or its storage
 */
export async function loadRenderer(rendering: string | object): Promise<Renderer> {
  const asked = typeof rendering === "object" ? "--queue" : `--renderer ${rendering}`;
  const isOwn = typeof rendering === "object" || rendering === "local";
  const name = isOwn ? "video-generation-renderer" : rendering;
  const module = await load(name).catch((error: Error) => {
    const [reason = ""] = error.message.split("\n");
    const remedy = isOwn
      ? "Install it beside video-generation-emulator."
      : "Name a file, or a package that is installed.";
    throw new OptionError(
      `${asked} needs the module ${name}, which cannot be loaded (${reason}). ${remedy}`,
    );
  });
  const renderer = await make(module, rendering).catch((error: Error) => {
    throw new OptionError(error.message);
  });
  if (typeof renderer === "function") return renderer;
  throw new OptionError(
    `${asked}: this module is no renderer. Export the renderer as its default, or a function createRenderer that returns it.`,
  );
}

/** A path is one of this folder. */
function load(name: string): Promise<RendererModule> {
  const path = resolve(name);
  const isPath = name.startsWith(".") || existsSync(path);
  return import(isPath ? pathToFileURL(path).href : name) as Promise<RendererModule>;
}

async function make(module: RendererModule, rendering: string | object) {
  if (typeof rendering === "object") return module.connectRenderer?.(rendering);
  return module.createRenderer ? module.createRenderer() : module.default;
}
