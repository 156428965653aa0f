// @ts-nocheck A line below `@ts-expect-error` must not compile, every other line must: types.test.ts checks it without this line, under each
// supported version of TypeScript, with the types of the frozen contract. With those of today, a gap that was answered would break it.
/** One check for each decision on types that values do not show. */
import type * as contract from "../generated/schema.d.ts";
import type { Actor, JobStatus, operations, paths } from "../generated/schema.d.ts";

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function expectType<T extends true>(_proof?: T): void {}

// A status is open: the known value is offered, an unknown one is accepted, a branch on the known
// one leaves a string.
const known: JobStatus = "rendering";
export const unknownStatus: JobStatus = "a-status-nobody-documented";
expectType<Equal<Extract<JobStatus, "rendering">, "rendering">>();

// `use` selects a branch.
function addressOf(actor: Actor): string {
  return actor.use === "video" ? actor.video_url : actor.avatar_id;
}
// @ts-expect-error video_url belongs to use: video
const mixedActor: Actor = { use: "avatar", avatar_id: "a", avatar_type: "public", video_url: "v" };

// Contradictions are kept: both claims are accepted.
expectType<Equal<contract.HpSegment["start_time"], string | number>>();
expectType<Equal<contract.LipsyncVideoInput["actor"], Actor | undefined>>();

// What is not documented is unknown: never any, never an empty object.
expectType<Equal<contract.SlideCustomization["inputs"], unknown[] | undefined>>();
expectType<Equal<contract.Avatar, { [key: string]: unknown }>>();
expectType<Equal<contract.HpJob["output"], { [key: string]: unknown } | "">>();
declare const job: contract.HpJob;
const output = typeof job.output === "object" ? job.output : {};
// @ts-expect-error a field of the output has to be checked before it is used as a string
export const url: string = output["video_url"];

// A failure has a body of unknown shape, and a success no status code of its own.
type Responses = operations["getHpJob"]["responses"];
expectType<Equal<Responses["default"]["content"]["*/*"], unknown>>();
expectType<Equal<keyof Responses, "2XX" | "default">>();

// The path without an operation offers no method.
expectType<Equal<paths["/api/voices/custom"]["get"], undefined>>();

export { addressOf, known, mixedActor };
