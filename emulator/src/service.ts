/** Everything one emulator is made of. Two emulators in one process share none of it but the compiled contracts. */
import type { Contract } from "./contract/contract.ts";
import type { FaultPlan } from "./faults/fault-plan.ts";
import type { GapPlayer } from "./gaps/gap-player.ts";
import type { RequestLog } from "./http/request-log.ts";
import type { JobFolders } from "./jobs/job-folders.ts";
import type { JobRunner } from "./jobs/job-runner.ts";
import type { JobStore } from "./jobs/job-store.ts";
import type { AddressPolicy } from "./spreadsheet/address-policy.ts";
import type { Clock } from "./time/clock.ts";

/** `assumed` fills what the specification leaves open; `strict` shows only what it states. */
export type Profile = "assumed" | "strict";

export interface Service {
  profile: Profile;
  /** The contract that is served: the emulator's, or the service's in the strict profile. */
  contract: Contract;
  /** The contract of the service, which holds for whatever is answered. */
  readonly serviceContract: Contract;
  token: string;
  seed: number;
  clock: Clock;
  jobs: JobStore;
  folders: JobFolders;
  runner: JobRunner;
  faults: FaultPlan;
  gaps: GapPlayer;
  requests: RequestLog;
  addresses: AddressPolicy;
}
