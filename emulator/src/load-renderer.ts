/** The package that makes real videos, which is installed beside the emulator or not at all. */
import type { Renderer } from "./jobs/renderer.ts";
import type { StartRequest } from "./arguments.ts";
import { OptionError } from "./options.ts";

interface RendererPackage {
  createRenderer(): Renderer;
  connectRenderer(rendering: object): Promise<Renderer>;
}

/** A name that no bundler can follow: the emulator does not depend on it. */
const name: string = "video-generation-renderer";

/** @throws {OptionError} when the package is not installed, or lacks a program, its queue or its storage */
export async function loadRenderer(
  rendering: NonNullable<StartRequest["rendering"]>,
): Promise<Renderer> {
  const { createRenderer, connectRenderer } = (await import(name).catch((error: Error) => {
    const option = rendering === "local" ? "--render local" : "--queue";
    throw new OptionError(
      `${option} needs the package ${name}, which cannot be loaded (${error.message.split("\n")[0]}). Install it beside video-generation-emulator.`,
    );
  })) as RendererPackage;
  try {
    return rendering === "local" ? createRenderer() : await connectRenderer(rendering);
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}
