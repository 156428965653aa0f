/** The queue that emulators and workers share: durable workflows in a Postgres database. */
import type { OpenWorkflow } from "openworkflow";
import type { BackendPostgres } from "openworkflow/postgres";
import type { RenderTask } from "video-generation-emulator";
import { loadOptional } from "./load-optional.ts";
import { openStorage, type Storage } from "./storage.ts";

/** Where emulators and workers meet. */
export interface Meeting {
  /** Address of a Postgres database, `postgres://user:password@host/database`. */
  queue: string;
  /** A folder that all machines reach, or `s3://bucket/prefix`. */
  storage: string;
}

export interface Queue {
  flows: OpenWorkflow;
  backend: BackendPostgres;
  storage: Storage;
}

/** What a worker is to make. */
export interface Order {
  task: RenderTask;
  speech: boolean;
}

/** Keys of the files that a worker has made, or why there are none. */
export type Delivery = { video: string; poster: string } | { error: string };

/** Another version of an order or a delivery is not taken for this one. */
export const renderVideo = { name: "render-video", version: "1" };

/** An emulator that waits for nothing holds no connection after this time, so its process can end. */
const idleSeconds = 2;

/** @throws {Error} when queue or storage cannot be used; the message says why */
export async function openQueue({ queue: address, storage: place }: Meeting): Promise<Queue> {
  // Before the storage, which may make a folder.
  checkQueueAddress(address);
  const storage = await openStorage(place);
  const [{ OpenWorkflow }, { BackendPostgres }] = await loadOptional(() =>
    Promise.all([import("openworkflow"), import("openworkflow/postgres")]),
  );
  const url = new URL(address);
  url.searchParams.set("idle_timeout", String(idleSeconds));
  const backend = await BackendPostgres.connect(url.href).catch((error: Error) => {
    throw new Error(`The queue ${withoutPassword(address)} cannot be used: ${error.message}`);
  });
  return { flows: new OpenWorkflow({ backend }), backend, storage };
}

function checkQueueAddress(address: string): void {
  if (/^postgres(ql)?:\/\//.test(address) && URL.canParse(address)) return;
  const reason = /sqlite|\.db$|^file:/i.test(address)
    ? "SQLite is not for several workers: they wait for each other, and do rows twice"
    : "it is no address of a Postgres database";
  throw new Error(
    `The queue ${withoutPassword(address)} cannot be used: ${reason}. Set it to postgres://user:password@host/database.`,
  );
}

export function withoutPassword(address: string): string {
  return address.replace(/:[^:/@]*@/, "@");
}
