/** What one emulator is made of. Two emulators in one process share none of it but the compiled contracts. */
import { randomBytes, randomInt } from "node:crypto";
import { join } from "node:path";
import { check, FieldError } from "./check/check.ts";
import {
  responseValidator,
  type Contract,
  forgetContracts,
  loadContract,
  operationOf,
} from "./contract/contract.ts";
import { openGapsOf } from "./contract/document.ts";
import { findProblems } from "./contract/field-problems.ts";
import { ControlAccess } from "./control/access.ts";
import { AddressPolicy } from "./download/addresses.ts";
import { Faults } from "./faults/faults.ts";
import { GapPlayer } from "./gaps/gap-player.ts";
import { RequestLog } from "./http/request-log.ts";
import { openDataFolder } from "./jobs/data-folder.ts";
import { JobFolders } from "./jobs/folders.ts";
import type { JobChange, JobRecord } from "./jobs/job.ts";
import { changeJob } from "./jobs/job.ts";
import { Jobs } from "./jobs/jobs.ts";
import { type JobStore, MemoryStore } from "./jobs/store.ts";
import type { EmulatorOptions } from "./options.ts";
import { kinds } from "./service/kinds.ts";
import { Clock } from "./time/clock.ts";

export type EmulatorParts = ReturnType<typeof assemble>;

/**
 * @param path before the path of its addresses
 * @throws {OptionError | RangeError} for what only shows when it is tried: a folder that is in use, a behaviour that cannot be
 */
export function assemble(options: EmulatorOptions, path = "") {
  const { dataFolder, allowHosts = [], controlHosts = [] } = options;
  const { controlToken = randomBytes(16).toString("hex") } = options;
  // The assumptions `ten-seconds` and `videos-expire`.
  const { renderMs = 10_000, maxJobs = 100_000 } = options;
  // Whatever can be refused is, before the folder is taken.
  const contract = loadContract("emulator");
  const openGaps = openGapsOf(contract.document);
  // A behaviour that does not exist is one under any seed.
  new GapPlayer(0, openGaps, options.gaps);
  const clock = new Clock(options.clock);
  const kept = dataFolder === undefined ? undefined : openDataFolder(dataFolder, options, clock);
  const store: JobStore = kept?.store ?? new MemoryStore();
  const seed = kept?.seed ?? options.seed ?? randomInt(2 ** 32);
  const folders = new JobFolders(dataFolder && join(dataFolder, "videos"));
  const addresses = new AddressPolicy(allowHosts);
  const localAddresses = new AddressPolicy(allowHosts, options.allowThisMachine);
  const addressesFor = (isLocal = false) => (isLocal ? localAddresses : addresses);
  const jobs = new Jobs({
    ...{ seed, clock, store, folders, maxJobs, renderMs, addressesFor },
    renderer: options.renderer,
  });
  return {
    /** The contract that is served: that of the service, narrowed by what the emulator assumes. */
    contract,
    /** The contract of the service, which holds for every response. Few emulators play a gap, and the others start faster without. */
    get serviceContract() {
      return loadContract("service");
    },
    token: options.token ?? "emulator-token",
    /** Who may use the control plane. */
    access: new ControlAccess(controlHosts, controlToken),
    path,
    /** Base of the addresses that are handed out, without that path; null for the one that the client has called. */
    publicUrl: options.publicUrl?.replace(/\/$/, "") ?? null,
    /** Address of a reference site; null when there is none. */
    siteUrl: options.siteUrl ?? null,
    seed,
    clock,
    jobs,
    folders,
    faults: new Faults(seed),
    gaps: new GapPlayer(seed, openGaps, options.gaps),
    requests: new RequestLog(),
    /** Which addresses a request may name. */
    addressesFor,
  };
}

/** Forgets jobs, faults and requests, and plays the behaviours of the start again. The clock goes on. */
export async function resetService(parts: EmulatorParts): Promise<void> {
  await parts.jobs.clear();
  parts.faults.clear();
  parts.gaps.reset();
  parts.requests.clear();
}

/**
 * Gives a job another status by hand.
 *
 * @throws {FieldError} for what is no move, and for one that would make a response which the contract does not allow
 */
export async function moveJob(parts: EmulatorParts, job: JobRecord, value: unknown): Promise<void> {
  const change = check<JobChange>("jobChange", value);
  const problem = findMisfit(parts.contract, changeJob(job, change, parts.clock.now()));
  if (problem) throw new FieldError([problem]);
  await parts.jobs.move(job, change);
}

/** What of a job the contract does not allow: in its receipt, and in what reads it back. */
function findMisfit(contract: Contract, job: JobRecord) {
  const { receipt, readBack } = kinds[job.operation];
  const id = readBack?.operation ?? job.operation;
  const { example } = operationOf(contract, id);
  const reply = readBack?.show(job, "http://localhost", example);
  const validate = responseValidator(contract, id);
  return findProblems(validate, reply ?? receipt(job, "http://localhost"))[0];
}

/** Follows the contract as its files have it now. */
export function followContract(parts: EmulatorParts): void {
  forgetContracts();
  parts.contract = loadContract("emulator");
  parts.gaps.open = openGapsOf(parts.contract.document);
}
