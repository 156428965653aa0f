/** What the customizations of a request put on each slide. */
import type { DynamicSlideVideoInput } from "../../../generated/schema.d.ts";
import { InputError } from "../tools/errors.ts";

export const layerIds = ["title", "text", "image", "background", "accent", "audio"] as const;

export type LayerId = (typeof layerIds)[number];

/** A value for each layer that the request customizes. */
export type Slide = Partial<Record<LayerId, string>>;

export interface Layers {
  slides: Slide[];
  /** Identifiers that no template has. */
  unknown: string[];
}

/** One input of a layer is for every slide; of several, the first is for the first slide, and so on. */
export function readLayers({ slides_count, customizations = [] }: DynamicSlideVideoInput): Layers {
  const slides = Array.from({ length: slides_count }, (): Slide => ({}));
  const unknown: string[] = [];
  for (const { layer_id: id, inputs = [] } of customizations) {
    if (!isLayer(id)) unknown.push(id);
    else
      slides.forEach((slide, index) => {
        const input = readInput(inputs.length === 1 ? inputs[0] : inputs[index]);
        if (input !== undefined) slide[id] = checkInput(id, input);
      });
  }
  return { slides, unknown };
}

function isLayer(id: string): id is LayerId {
  return (layerIds as readonly string[]).includes(id);
}

/** A text, or an object that holds one under a usual name. */
function readInput(input: unknown): string | undefined {
  if (typeof input === "string" || typeof input === "number") return String(input);
  if (typeof input !== "object" || input === null) return undefined;
  const fields = input as Record<string, unknown>;
  return ["text", "value", "url", "color", "colour"]
    .map((name) => fields[name])
    .find((value): value is string => typeof value === "string");
}

/** @throws {InputError} for an input that the layer cannot show */
function checkInput(id: LayerId, input: string): string {
  if ((id === "background" || id === "accent") && !/^#[0-9a-f]{6}$/i.test(input))
    throw new InputError(`the layer ${id} has "${input}"; write a colour such as #1e3a5f`);
  if (id === "image" && !isAddress(input))
    throw new InputError(`the layer image has "${input}"; write an http or https address`);
  return input;
}

export function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text);
}
