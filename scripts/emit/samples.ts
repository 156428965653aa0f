/** Hand-written samples send what the contract has: the name of the list of segments, and their times, follow the answers. */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { asObject, asObjectList, type Json } from "openapi-gaps/document";
import { root } from "../support/locations.ts";
import type { Model } from "./model/model.ts";
import { capitalize } from "./model/names.ts";

/** Samples in READMEs, on pages and in guides. A reader sees plain values, and so they are written. */
const places = ["clients/*/README.md", "docs/pages/*.md", "docs/samples/guides/*"];

/**
 * The samples with the segments of the first example of an HP job.
 *
 * For instance, `variables: [{ start_time: "1", end_time: "3" }]` becomes `customizations: [{ start_time: 1, end_time: 3 }]`, and
 * `StartTime: videogeneration.SegmentTimeString("1")` becomes `StartTime: 1`.
 */
export async function renderSamples(
  model: Model,
  inGo: InGo,
): Promise<[file: string, text: string][]> {
  const samples: [file: string, text: string][] = [];
  for (const file of globSync(places, { cwd: root }).sort()) {
    const text = await readFile(join(root, file), "utf8");
    if (/start_time|StartTime/.test(text)) samples.push([file, withSegments(text, model, inGo)]);
  }
  return samples;
}

/** How Go writes a time: `videogeneration.SegmentTimeString("1")`. */
type InGo = (time: Json | undefined) => string;

function withSegments(text: string, { operations }: Model, inGo: InGo): string {
  const request = asObject(operations.find(({ id }) => id === "createHpJob")?.body?.example);
  const [name, [segment]] = Object.entries(request)
    .map(([key, value]) => [key, asObjectList(value)] as const)
    .find(([, list]) => list.length > 0) ?? ["", []];
  if (!segment) return text;
  return (
    text
      // In TypeScript, Python, JSON and YAML, and as a flag.
      .replaceAll(/\b(?:variables|customizations)(?="?:?[\s'[{-]*"?start_time)/g, name)
      .replaceAll(
        /\b(start_time|end_time)("?: )(?:"[^"]*"|\d+)/g,
        (_, field: string, colon: string) => field + colon + JSON.stringify(segment[field]),
      )
      .replaceAll(
        /\b(?:Variables|Customizations)(?=: \[\]videogeneration\.HpSegment)/g,
        capitalize(name),
      )
      .replaceAll(
        /\b(Start|End)Time: (?:videogeneration\.SegmentTime\w+\("[^"]*"\)|"[^"]*"|\d+)/g,
        (_, which: string) => `${which}Time: ${inGo(segment[`${which.toLowerCase()}_time`])}`,
      )
  );
}
