/** Requests that every test can start from: the examples of the contract. */
import type { HpJobInput } from "../../../generated/schema.d.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { emulated } from "./contracts.ts";

function example(name: string): JsonObject {
  const examples = emulated.document.components["examples"] as Record<string, JsonObject>;
  return structuredClone(examples[`${name}.request`]?.["value"]) as JsonObject;
}

export const lipsyncRequest = () => example("avatar_speaks_text");
export const slidesRequest = () => example("slides_with_audio_layer");
export const hpRequest = () => example("segments_as_variables") as unknown as HpJobInput;
