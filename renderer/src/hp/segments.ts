/** The variable segments of a base video, in frames. */
import type { HpJobInput, HpVariable } from "../../../generated/schema.d.ts";
import { frameAt, type FrameRate, timeOf } from "../media/encode.ts";
import { InputError } from "../tools/faults.ts";

/** From its first frame to the one behind its last. */
export interface Segment {
  from: number;
  to: number;
}

/** Both names, also when the contract knows one only. */
type SegmentLists = Partial<Record<"variables" | "customizations", HpVariable[]>>;

function listOf(input: HpJobInput): HpVariable[] | undefined {
  const lists: SegmentLists = input;
  return lists.variables ?? lists.customizations;
}

/** What all rows say, before and after what each has of its own. */
export function fixedTexts(input: HpJobInput): string {
  const texts = (listOf(input) ?? []).flatMap((one) => [
    one.variable_pre_text,
    one.variable_post_text,
  ]);
  return texts.filter(Boolean).join(" ");
}

/**
 * Returns the segments in the order of the request. Without a list of them, each variable has an equal share of the video.
 *
 * @throws {InputError} for segments that overlap, lie outside or are shorter than a frame
 */
export function readSegments(input: HpJobInput, frames: number, rate: FrameRate): Segment[] {
  const { variable_count: count } = input;
  const given = listOf(input);
  if (!given) {
    const edge = (index: number) => Math.round((index * frames) / count);
    return Array.from({ length: count }, (_, index) => ({
      from: edge(index),
      to: edge(index + 1),
    }));
  }
  const segments = given.map(({ start_time, end_time }) => ({
    from: frameAt(Number(start_time), rate),
    to: frameAt(Number(end_time), rate),
  }));
  segments.forEach(({ from, to }, index) => {
    if (to > frames)
      throw new InputError(
        `segment ${index + 1} ends at ${given[index]?.end_time} s, but the base video at ${timeOf(frames, rate).toFixed(2)} s`,
      );
    if (to <= from)
      throw new InputError(`segment ${index + 1} is shorter than a frame of the base video`);
    const other = segments.findIndex(
      (one, place) => place < index && one.from < to && from < one.to,
    );
    if (other >= 0) throw new InputError(`segments ${other + 1} and ${index + 1} overlap`);
  });
  return segments;
}
