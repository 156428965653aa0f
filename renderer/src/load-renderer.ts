/** A renderer that somebody else has written, for `work --renderer`. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Renderer } from "video-generation-emulator";
import type { Settings } from "./settings.ts";

interface RendererModule {
  default?: Renderer;
  createRenderer?(settings?: Settings): Renderer;
}

/**
 * @param name path of a file, or a package that is installed; it exports a renderer as its default, or `createRenderer`, which returns one
 * @returns what makes the renderer for the settings of a job
 * @throws {Error} when it cannot be loaded, or is no renderer
 */
export async function loadRenderer(name: string): Promise<(settings: Settings) => Renderer> {
  const path = resolve(name);
  const address = existsSync(path) ? pathToFileURL(path).href : name;
  const module = (await import(address).catch((error: Error) => {
    const [reason] = error.message.split("\n");
    throw new Error(`--renderer ${name} cannot be loaded: ${reason}`);
  })) as RendererModule;
  const { default: renderer, createRenderer } = module;
  if (createRenderer) return createRenderer;
  if (typeof renderer === "function") return () => renderer;
  throw new Error(
    `--renderer ${name} is no renderer. Export the renderer as its default, or a function createRenderer that returns it.`,
  );
}
