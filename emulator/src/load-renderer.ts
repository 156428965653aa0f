/** The package that makes real videos, which is installed beside the emulator or not at all. */
import type { Renderer } from "./jobs/renderer.ts";
import { OptionError } from "./options.ts";

/** A name that no bundler can follow: the emulator does not depend on it. */
const name: string = "video-generation-renderer";

/** @throws {OptionError} when the package is not installed, or lacks a program */
export async function loadRenderer(): Promise<{ renderer: Renderer; rendersAtOnce: true }> {
  const { createRenderer } = (await import(name).catch((error: Error) => {
    throw new OptionError(
      `--render local needs the package ${name}, which cannot be loaded (${error.message.split("\n")[0]}). Install it beside video-generation-emulator.`,
    );
  })) as { createRenderer: () => Renderer };
  try {
    return { renderer: createRenderer(), rendersAtOnce: true };
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}
