/** Hand-written samples send what the contract has: the name of the list of segments, and their times, follow the answers. */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { asObject, asObjectList, type Json } from "openapi-gaps/document";
import { root } from "../support/locations.ts";
import type { Model } from "./model/model.ts";
import { capitalize } from "./model/names.ts";

/** Samples in READMEs, on pages and in guides, and what a conformance run sends. A reader sees plain values, and so they are written. */
const places = [
  ...["clients/*/README.md", "docs/pages/*.md", "docs/samples/guides/*"],
  "openapi/workflows/jobs.arazzo.yaml",
];

/**
 * The samples with the segments, and the first row, of the first example of an HP job.
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
    if (/start_time|StartTime/.test(text))
      samples.push([file, withRequest(file, text, model, inGo)]);
  }
  return samples;
}

/** How Go writes a time: `videogeneration.SegmentTimeString("1")`. */
type InGo = (time: Json | undefined) => string;

function withRequest(file: string, text: string, { operations, inputs }: Model, inGo: InGo) {
  const request = asObject(operations.find(({ id }) => id === "createHpJob")?.body?.example);
  const segments = (key: string) => asObjectList(request[key]);
  const list = Object.keys(request).find((key) => segments(key).length > 0);
  if (list === undefined) return text;
  const [segment = {}] = segments(list);
  const type = inputs.get("SegmentTime");
  const types = type?.kind === "alias" && type.shape.kind === "scalar" ? type.shape.types : [];
  /** What the contract takes stays as it is: a workflow sends the other type on purpose, while both are open. */
  const inJson = (field: string, written: string) =>
    types.includes(written.startsWith('"') ? "string" : "integer")
      ? written
      : JSON.stringify(segment[field]);
  const followed = text
    .replaceAll(
      /\b(data_slice_start_index"?: |DataSliceStartIndex: +|data-slice-start-index )\d+/g,
      (_, head: string) => head + String(request["data_slice_start_index"]),
    )
    .replaceAll(
      /\b(start_time|end_time)("?: )("[^"]*"|\d+)/g,
      (_, field: string, colon: string, written: string) => field + colon + inJson(field, written),
    )
    .replaceAll(
      /\b(Start|End)Time: (?:videogeneration\.SegmentTime\w+\("[^"]*"\)|"[^"]*"|\d+)/g,
      (_, which: string) => `${which}Time: ${inGo(segment[`${which.toLowerCase()}_time`])}`,
    );
  // There is a workflow for each name, and one that is never there is not run.
  if (file.endsWith(".arazzo.yaml")) return followed;
  return followed
    .replaceAll(/\b(?:variables|customizations)(?="?:?[\s'[{-]*"?start_time)/g, list)
    .replaceAll(
      /\b(?:Variables|Customizations)(?=: \[\]videogeneration\.HpSegment)/g,
      capitalize(list),
    );
}
