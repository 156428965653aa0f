// @ts-check
/** Preact with htm, for the types: the emulator serves the library itself under this address (`src/control/page.ts`). */
export { html, render } from "htm/preact/standalone";
