/** Loaded before a program that a test of the emulator starts: gives it the frozen contract, as the alias in `vitest.config.ts` does. */
import { registerHooks } from "node:module";

const frozen = new URL("frozen-contract-files.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.endsWith("/contract-files.ts") ? frozen : specifier, context),
});
