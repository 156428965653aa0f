/** What one emulator is made of. Two emulators in one process share none of it but the compiled contracts. */
import type { Contract } from "../contract/contract.ts";
import type { AddressPolicy } from "../download/addresses.ts";
import type { Faults } from "../faults/faults.ts";
import type { GapPlayer } from "../gaps/gap-player.ts";
import type { ControlAccess } from "../http/access.ts";
import type { RequestLog } from "../http/request-log.ts";
import type { JobFolders } from "../jobs/folders.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Clock } from "../time/clock.ts";

export interface EmulatorParts {
  /** The contract that is served: that of the service, narrowed by what the emulator assumes. */
  contract: Contract;
  /** The contract of the service, which holds for every response. Few emulators play a gap, and the others start faster without. */
  readonly serviceContract: Contract;
  token: string;
  /** Who may use the control plane. */
  access: ControlAccess;
  /** Before the path of its addresses. */
  path: string;
  /** Base of the addresses that are handed out, without that path; null for the one that the client has called. */
  publicUrl: string | null;
  /** Address of a reference site; null when there is none. */
  siteUrl: string | null;
  seed: number;
  clock: Clock;
  jobs: Jobs;
  folders: JobFolders;
  faults: Faults;
  gaps: GapPlayer;
  requests: RequestLog;
  /** Which addresses a request may name: one that came from this machine perhaps others. */
  addressesFor(isLocal?: boolean): AddressPolicy;
}

/** Forgets jobs, faults and requests, and plays the behaviours of the start again. The clock goes on. */
export async function resetService(parts: EmulatorParts): Promise<void> {
  await parts.jobs.clear();
  parts.faults.clear();
  parts.gaps.reset();
  parts.requests.clear();
}
