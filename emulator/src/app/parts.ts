/** Makes one emulator of its parts. */
import { randomBytes, randomInt } from "node:crypto";
import { join } from "node:path";
import { forgetContracts, loadContract } from "../contract/contract.ts";
import { openGapsOf } from "../contract/document.ts";
import { AddressPolicy } from "../download/addresses.ts";
import { Faults } from "../faults/faults.ts";
import { GapPlayer } from "../gaps/gap-player.ts";
import { ControlAccess } from "../http/access.ts";
import { RequestLog } from "../http/request-log.ts";
import { openDataFolder } from "../jobs/data-folder.ts";
import { JobFolders } from "../jobs/folders.ts";
import { Jobs } from "../jobs/jobs.ts";
import { type JobStore, MemoryStore } from "../jobs/store.ts";
import type { EmulatorParts } from "../pipeline/parts.ts";
import { identifier } from "../random.ts";
import { behaviours } from "../service/behaviours.ts";
import { kindsFor } from "../service/kinds.ts";
import { Clock } from "../time/clock.ts";
import type { EmulatorOptions } from "./options.ts";

/**
 * @param path before the path of its addresses
 * @throws {OptionError | RangeError} for what only shows when it is tried: a folder that is in use, a behaviour that cannot be
 */
export function assemble(options: EmulatorOptions, path = ""): EmulatorParts {
  const { dataFolder, allowHosts = [], controlHosts = [] } = options;
  const { controlToken = randomBytes(16).toString("hex") } = options;
  // The assumptions `ten-seconds` and `videos-expire`.
  const { renderMs = 10_000, maxJobs = 100_000 } = options;
  // Whatever can be refused is, before the folder is taken.
  const contract = loadContract("emulator");
  const openGaps = openGapsOf(contract.document);
  // A behaviour that does not exist is one under any seed.
  new GapPlayer(0, behaviours, openGaps, options.gaps);
  const kinds = kindsFor(contract.answered);
  const clock = new Clock(options.clock);
  const kept =
    dataFolder === undefined
      ? undefined
      : openDataFolder(dataFolder, options, clock, Object.keys(kinds));
  const store: JobStore = kept?.store ?? new MemoryStore();
  const seed = kept?.seed ?? options.seed ?? randomInt(2 ** 32);
  const folders = new JobFolders(dataFolder && join(dataFolder, "videos"));
  const addresses = new AddressPolicy(allowHosts);
  const localAddresses = new AddressPolicy(allowHosts, options.allowThisMachine);
  const addressesFor = (isLocal = false) => (isLocal ? localAddresses : addresses);
  const gaps = new GapPlayer(seed, behaviours, openGaps, options.gaps);
  const jobs = new Jobs({
    ...{ kinds, clock, store, folders, maxJobs, renderMs, addressesFor },
    jobIdOf: (sequence) => gaps.jobIdOf(identifier(seed, "job", sequence)),
    renderer: options.renderer,
  });
  return {
    contract,
    get serviceContract() {
      return loadContract("service");
    },
    token: options.token ?? "emulator-token",
    access: new ControlAccess(controlHosts, controlToken),
    path,
    publicUrl: options.publicUrl?.replace(/\/$/, "") ?? null,
    siteUrl: options.siteUrl ?? null,
    seed,
    clock,
    jobs,
    folders,
    faults: new Faults(seed),
    gaps,
    requests: new RequestLog(),
    addressesFor,
  };
}

/** Follows the contract as its files have it now. */
export function followContract(parts: EmulatorParts): void {
  forgetContracts();
  parts.contract = loadContract("emulator");
  parts.gaps.open = openGapsOf(parts.contract.document);
}
