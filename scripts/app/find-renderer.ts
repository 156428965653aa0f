/** What makes the videos that `npm start` shows. */
import type { EmulatorOptions } from "../../emulator/src/index.ts";

/** Real videos where the programs for them are installed. Where they are not, a line says so, and a clip stands for each. */
export async function findRenderer(): Promise<Pick<EmulatorOptions, "renderer" | "rendersAtOnce">> {
  try {
    const { createRenderer } = await import("../../renderer/src/index.ts");
    return { renderer: createRenderer(), rendersAtOnce: true };
  } catch (error) {
    console.log(`Videos:    a clip stands for each. ${(error as Error).message}`);
    return {};
  }
}
