/**
 * Where the documents stand that an emulator is made of. Each address stands whole: the bundler puts the file beside the code, and its
 * new address here.
 */

/** `service` is what the interface specification states; `emulator` is that, narrowed by the emulator's assumptions. */
export type ContractName = "service" | "emulator";

export const contractFiles: Record<ContractName | "assumptions", URL> = {
  service: new URL("../../../generated/openapi.json", import.meta.url),
  emulator: new URL("../../../generated/emulator.openapi.json", import.meta.url),
  /** The page of the site that lists what the emulator assumes, as data. */
  assumptions: new URL("../../../generated/assumptions.json", import.meta.url),
};
