/** How much evidence is enough. Every count is of independent units: jobs, items, requests. */
import { unitsFor } from "./statistics.ts";

/** Fewer units say nothing about what is usual: enough to describe a field, and not to promise it. */
export const minUnits = 10;

/** A promise, such as a required mark, holds for all units seen, and for at least this share of all. */
const promisedShare = 0.9;

/** Units without an exception that make a promise: 35. */
export const unitsToPromise = unitsFor(promisedShare);

/** More different words are data, not a list. */
export const maxValues = 12;

/** A value that a closed list would miss has at most the rest as its share. */
const closedShare = 0.98;

/** Units without another value that make a list close: 189. */
export const unitsToClose = unitsFor(closedShare);
