// @ts-check
import { gapCallouts } from "./gap-callouts.js";

/**
 * Redocly plugin of this project: one decorator that makes gaps visible to readers of the bundle.
 */
export default function gapsPlugin() {
  return {
    id: "gaps",
    decorators: { oas3: { callouts: gapCallouts } },
  };
}
