/** The queue that emulators and workers share: durable workflows in a Postgres database. */
import type { OpenWorkflow } from "openworkflow";
import type { BackendPostgres } from "openworkflow/postgres";
import type { RenderTask } from "video-generation-emulator";
import type { Made } from "../job-files.ts";
import type { Settings } from "../settings.ts";
import { loadOptional } from "./load-optional.ts";
import { openStorage, type Storage } from "./storage.ts";

/** Where emulators and workers meet. */
export interface Meeting {
  /** Address of a Postgres database, `postgres://user:password@host/database`. */
  queue: string;
  /** A folder that all machines reach, or `s3://bucket/prefix`. */
  storage: string;
}

/** The kinds of job, by the word that `--takes` has for them. Each has a queue of its own, so that a worker need not take all. */
export const kinds = {
  hp: "createHpJob",
  slides: "createDynamicSlideVideo",
  lipsync: "createLipsyncVideo",
} satisfies Record<string, RenderTask["operation"]>;

export type Kind = keyof typeof kinds;

/** The queue of one kind of job. */
export interface Queue {
  flows: OpenWorkflow;
  backend: BackendPostgres;
}

export interface Queues {
  of(kind: Kind): Queue;
  storage: Storage;
  close(): Promise<void>;
}

/** What a worker is to make. */
export interface Order {
  task: RenderTask;
  settings: Settings;
  /** Of the installation and the job: where its files go, and whose they are. */
  folder: string;
}

/** Keys of the files that a worker has made, or why there never will be any. */
export type Delivery = Delivered | { error: string };

export interface Delivered extends Made {
  video: string;
  poster?: string;
}

/** Another version of an order or a delivery is not taken for this one. */
export const renderVideo = { name: "render-video", version: "2" };

/** An emulator that waits for nothing holds no connection after this time, so its process can end. */
const idleSeconds = 2;

/** @throws {Error} when queue or storage cannot be used; the message says why */
export async function openQueues(
  { queue: address, storage: place }: Meeting,
  wanted = Object.keys(kinds) as Kind[],
): Promise<Queues> {
  // Before the storage, which may make a folder.
  checkQueueAddress(address);
  const storage = await openStorage(place);
  const [{ OpenWorkflow }, { BackendPostgres }] = await loadOptional(() =>
    Promise.all([import("openworkflow"), import("openworkflow/postgres")]),
  );
  const url = new URL(address);
  url.searchParams.set("idle_timeout", String(idleSeconds));
  const queues = new Map<Kind, Queue>();
  for (const kind of wanted) {
    const backend = await BackendPostgres.connect(url.href, { namespaceId: kind }).catch(
      (error: Error) => {
        throw new Error(`The queue ${withoutPassword(address)} cannot be used: ${error.message}`);
      },
    );
    queues.set(kind, { flows: new OpenWorkflow({ backend }), backend });
  }
  return {
    of: (kind) => queues.get(kind) as Queue,
    storage,
    async close() {
      for (const { backend } of queues.values()) await backend.stop();
    },
  };
}

export function kindOf({ operation }: RenderTask): Kind {
  return (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind] === operation) ?? "hp";
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
