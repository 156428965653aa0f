/**
 * What the tests of the emulator have in the place of `emulator/src/contract/contract-files.ts`: they are about what it chooses where
 * nobody has answered, and the answers of an owner change none of them.
 */
import { pathToFileURL } from "node:url";
import type { contractFiles as ofToday } from "../../emulator/src/contract/contract-files.ts";
import { frozenFile } from "./frozen.ts";

export const contractFiles: typeof ofToday = {
  service: pathToFileURL(frozenFile("openapi.json")),
  emulator: pathToFileURL(frozenFile("emulator.openapi.json")),
  assumptions: pathToFileURL(frozenFile("assumptions.json")),
};
