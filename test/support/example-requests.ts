/** Requests that tests, benches and pictures start from: the examples of the contract. */
import { readFileSync } from "node:fs";
import type {
  DynamicSlideVideoInput,
  HpJobInput,
  HpSegment,
  LipsyncVideoInput,
} from "../../generated/schema.d.ts";
import { contractFiles } from "../../emulator/src/contract/contract-files.ts";

const { components } = JSON.parse(readFileSync(contractFiles.service, "utf8")) as {
  components: {
    examples: Record<string, { value: unknown }>;
    schemas: Record<string, { properties: Record<string, { deprecated?: boolean }> }>;
  };
};

/** A copy, because tests change what they get. */
function copyOf<Input>(name: string): Input {
  return structuredClone(components.examples[`${name}.request`]?.value) as Input;
}

export const lipsyncRequest = () => copyOf<LipsyncVideoInput>("avatar_speaks_text");
export const slidesRequest = () => copyOf<DynamicSlideVideoInput>("slides_with_audio_layer");

/** The lists of segments, the one first that the contract prefers: one that is never there is deprecated. */
const { properties } = components.schemas["HpJobInput"]!;
const [list] = ["variables", "customizations"].sort(
  (one, other) =>
    Number(properties[one]?.deprecated ?? false) - Number(properties[other]?.deprecated ?? false),
);
export const hpRequest = () => copyOf<HpJobInput>(`segments_as_${list}`);
/** A person in a video speaks a recording: another actor and another script than the first example. */
export const secondLipsyncRequest = () => copyOf<LipsyncVideoInput>("avatar_speaks_audio");

/** Segments of an HP job under the name, and with times of the type, that its example shows. */
export function hpSegments(...times: [start: number, end: number][]): Partial<HpJobInput> {
  const [name, shown] = Object.entries(hpRequest()).find(([, value]) => Array.isArray(value))!;
  const isText = typeof (shown as HpSegment[])[0]!.start_time === "string";
  const inForm = (time: number) => (isText ? String(time) : time);
  const segments = times.map(([start, end]) => ({
    start_time: inForm(start),
    end_time: inForm(end),
  }));
  return { [name]: segments };
}
