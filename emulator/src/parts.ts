/** Everything one emulator is made of. Two emulators in one process share none of it but the compiled contracts. */
import type { Catalogue } from "./catalogue.ts";
import type { Contract } from "./contract/contract.ts";
import type { ControlAccess } from "./control/access.ts";
import type { FaultPlan } from "./faults/fault-plan.ts";
import type { GapPlayer } from "./gaps/gap-player.ts";
import type { RequestLog } from "./http/request-log.ts";
import type { JobFolders } from "./jobs/job-folders.ts";
import type { JobRunner } from "./jobs/job-runner.ts";
import type { JobStore } from "./jobs/job-store.ts";
import type { Profile } from "./profile.ts";
import type { AddressPolicy } from "./spreadsheet/address-policy.ts";
import type { Clock } from "./time/clock.ts";

export interface EmulatorParts {
  profile: Profile;
  /** The contract that is served: the emulator's, or the service's in the strict profile. */
  contract: Contract;
  /** The contract of the service, which holds for whatever is answered. */
  readonly serviceContract: Contract;
  token: string;
  /** Who may use the control plane. */
  access: ControlAccess;
  /** Base of the addresses that are handed out; null for the one that the client has called. */
  publicUrl: string | null;
  /** Address of a reference site; null when there is none. */
  siteUrl: string | null;
  /** Lists that stand for those of the contract, by operation. */
  catalogue: Catalogue;
  /** How long each answer of the API is held back, from and to, in milliseconds. */
  latencyMs: readonly [number, number];
  seed: number;
  clock: Clock;
  jobs: JobStore;
  folders: JobFolders;
  runner: JobRunner;
  faults: FaultPlan;
  gaps: GapPlayer;
  requests: RequestLog;
  addresses: AddressPolicy;
  /** Why nothing can be kept at present; nothing while all is well. */
  findFailure(): string | undefined;
}
