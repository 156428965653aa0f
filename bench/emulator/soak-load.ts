/** A mixed load on an emulator: creates, reads, downloads, faults, moves of jobs and of the clock. */
import { setTimeout as delay } from "node:timers/promises";
import { hpRequest } from "../../test/support/example-requests.ts";

const workers = 4;
/** Between two requests of a worker: a load that leaves the machine usable. */
const pauseMs = 20;
const requestTimeoutMs = 5000;

export const token = "soak";
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
const bodies = [
  ["hp_job", { project_name: "emulator:instant" }],
  ["hp_job", { project_name: "emulator:fail" }],
  ["hp_job", { project_name: "emulator:fail-row-2" }],
  ["hp_job", {}],
  ["hp_job", { music: "refused" }],
  ["hp_job", { data_xlsx_url: "https://nothing.invalid/x.xlsx" }],
] as const;
const hpJob = { ...hpRequest(), project_name: "Soak" };
const faults = [
  { effect: "status", status: 503 },
  { effect: "reset", when: "after-work" },
  { effect: "truncate" },
  { effect: "stall" },
  { effect: "malformed-json" },
  { effect: "delay", delayMs: 5, maxDelayMs: 200 },
  { effect: "truncate", operation: "downloadVideo" },
];

export class SoakLoad {
  /** Jobs whose receipt has arrived whole, the oldest first. */
  readonly confirmed: string[] = [];
  #url = "";

  async run(url: string, untilMs: number): Promise<void> {
    this.#url = url;
    const work = async () => {
      while (performance.now() < untilMs) {
        await this.#request();
        await delay(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
  }

  /** How many of the newest jobs that were confirmed are not there. */
  async countLost(url: string, newest: number): Promise<number> {
    const kept = new Set<string>();
    let before = "";
    do {
      const response = await fetch(`${url}/emulator/jobs?limit=1000&summary=true${before}`);
      const page = (await response.json()) as { jobs: { id: string }[]; next: number | null };
      for (const { id } of page.jobs) kept.add(id);
      before = page.next === null ? "" : `&before=${page.next}`;
    } while (before !== "");
    return this.confirmed.slice(-newest).filter((id) => !kept.has(id)).length;
  }

  async #request(): Promise<void> {
    const drawn = Math.random();
    try {
      if (drawn < 0.5) await this.#create();
      else if (drawn < 0.8) await this.#read();
      else if (drawn < 0.95) await this.#control();
      else await this.#call("GET", "/api/avatars/public");
    } catch {
      // What breaks is what the faults are for.
    }
  }

  async #create(): Promise<void> {
    const [path, change] = choose(bodies);
    const { status, text } = await this.#call("POST", `/api/${path}`, { ...hpJob, ...change });
    if (status === 201) this.confirmed.push((JSON.parse(text) as { job_id: string }).job_id);
  }

  async #read(): Promise<void> {
    const id = this.confirmed.at(-1 - Math.floor(Math.random() * 500)) ?? "none";
    const { status, text } = await this.#call("GET", `/api/hp_job/${id}`);
    const video = /http:[^"]+\.mp4/.exec(status === 200 ? text : "")?.[0];
    if (video !== undefined) await this.#call("GET", new URL(video).pathname);
  }

  #control(): Promise<unknown> {
    const drawn = Math.random();
    if (drawn < 0.4) return this.#call("POST", "/emulator/faults", choose(faults));
    if (drawn < 0.5) return this.#call("DELETE", "/emulator/faults");
    if (drawn < 0.7) return this.#call("PATCH", "/emulator/clock", { advance: "2s" });
    if (drawn < 0.8) return this.#call("GET", "/emulator/requests?limit=20");
    const id = this.confirmed.at(-1) ?? "none";
    const status = choose(["failed", "completed"]);
    return this.#call("PATCH", `/emulator/jobs/${id}`, { status });
  }

  async #call(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(this.#url + path, {
      method,
      headers,
      signal: AbortSignal.timeout(requestTimeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }
}

function choose<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)] as Value;
}
