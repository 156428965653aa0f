/** Makes the parts of an emulator from its options. */
import { randomBytes, randomInt } from "node:crypto";
import { join } from "node:path";
import { readCatalogue } from "./catalogue.ts";
import { toRange } from "./check-options.ts";
import { type Contract, loadContract } from "./contract/contract.ts";
import { ControlAccess } from "./control/access.ts";
import { FaultPlan } from "./faults/fault-plan.ts";
import { GapPlayer } from "./gaps/gap-player.ts";
import { RequestLog } from "./http/request-log.ts";
import { JobFolders } from "./jobs/job-folders.ts";
import { JobRunner } from "./jobs/job-runner.ts";
import { JobStore } from "./jobs/job-store.ts";
import type { Journal } from "./journal/journal.ts";
import { openJournal } from "./journal/open-journal.ts";
import { type EmulatorOptions, OptionError } from "./options.ts";
import { openGapsOf } from "./gaps/open-gaps.ts";
import type { EmulatorParts } from "./parts.ts";
import { AddressPolicy } from "./spreadsheet/address-policy.ts";
import { createDownload } from "./spreadsheet/create-download.ts";
import { Clock } from "./time/clock.ts";

/** The assumption `ten-seconds`. */
const defaultRenderMs = 10_000;

/** The assumption `videos-expire`. */
const defaultMaxJobs = 100_000;

/** @throws {OptionError} for what only shows when it is tried: a folder that is in use, a reading or an avatar that cannot be */
export async function assemble(
  options: EmulatorOptions,
): Promise<{ parts: EmulatorParts; journal: Journal | undefined }> {
  const { dataFolder, maxJobs = defaultMaxJobs } = options;
  // Whatever can be refused is, before the folder is taken.
  const prepared = prepare(options);
  const jobs = new JobStore(maxJobs);
  const journal =
    dataFolder === undefined ? undefined : await openJournal(dataFolder, options, jobs);
  const parts = createParts(options, prepared, jobs, journal);
  if (journal) continueFrom(journal, parts);
  return { parts, journal };
}

function prepare({ profile = "assumed", gaps, clock, catalogue = {} }: EmulatorOptions) {
  const contract = loadContract(profile === "strict" ? "service" : "emulator");
  const open = openGapsOf(contract.document);
  try {
    return {
      contract,
      clock: new Clock(clock),
      createGaps: (seed: number) => new GapPlayer(seed, open, gaps),
      // A reading that does not exist is one under any seed.
      checked: new GapPlayer(0, open, gaps),
      catalogue: readCatalogue(catalogue, contract),
    };
  } catch (error) {
    if (error instanceof RangeError) throw new OptionError(error.message);
    throw error;
  }
}

function createParts(
  options: EmulatorOptions,
  { contract, clock, createGaps, catalogue }: ReturnType<typeof prepare>,
  jobs: JobStore,
  journal: Journal | undefined,
): EmulatorParts {
  const { profile = "assumed", dataFolder, renderer, renderMs = defaultRenderMs } = options;
  const seed = journal?.seed ?? options.seed ?? randomInt(2 ** 32);
  const addresses = new AddressPolicy(options.allowHosts);
  const folders = new JobFolders(dataFolder && join(dataFolder, "videos"));
  if (renderer)
    jobs.onChange((event) => {
      if (event.type === "dropped") void folders.remove(event.job.id);
    });
  const runner = new JobRunner({
    clock,
    store: jobs,
    folders,
    renderer,
    rendersAtOnce: options.rendersAtOnce ?? false,
    // Loaded at the first fetch: most starts need no spreadsheet, and its reader takes a third of the time of a start.
    readRows: async (url, slice, signal) => {
      const { readRows } = await import("./spreadsheet/read-rows.ts");
      return readRows(url, slice, addresses, signal);
    },
    download: createDownload(options.allowHosts),
    seed,
    renderMs: profile === "strict" ? null : toRange(renderMs),
    outcome: options.outcome ?? {},
  });
  let serviceContract: Contract | undefined;
  return {
    profile,
    contract,
    // Few emulators play a gap, and the others start faster without it.
    get serviceContract() {
      return (serviceContract ??= loadContract("service"));
    },
    token: options.token ?? "emulator-token",
    access: new ControlAccess({
      hosts: options.controlHosts ?? [],
      token: options.controlToken ?? randomBytes(16).toString("hex"),
    }),
    publicUrl: options.publicUrl?.replace(/\/$/, "") ?? null,
    siteUrl: options.siteUrl ?? null,
    catalogue,
    latencyMs: toRange(options.latencyMs ?? 0),
    seed,
    clock,
    jobs,
    folders,
    runner,
    faults: new FaultPlan(seed, [...contract.byId.keys(), "downloadVideo"]),
    gaps: createGaps(seed),
    requests: new RequestLog(),
    addresses,
    findFailure: () => journal?.failure,
  };
}

/** Starts where the journal ends. */
function continueFrom(journal: Journal, { jobs, clock, runner }: EmulatorParts): void {
  clock.restore(journal.clock.timeMs, journal.clock.mode);
  for (const job of jobs.list().reverse()) runner.resume(job);
  journal.follow(jobs, clock);
}
