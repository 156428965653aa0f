/** Keeps jobs in a file: a database of SQLite, which a kill harms at no moment. */
import { statSync } from "node:fs";
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { firstStatus, type JobRecord } from "./job.ts";
import { isWaiting, type JobStore, StorageError } from "./store.ts";

/** The version of the shape below. Another shape needs another version, so that its files are told apart. */
const version = 1;

const shape = `
  CREATE TABLE jobs (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    due INTEGER,
    finished INTEGER,
    input TEXT NOT NULL,
    details TEXT NOT NULL
  );
  CREATE INDEX jobs_due ON jobs (due, sequence) WHERE due IS NOT NULL;
  CREATE INDEX jobs_finished ON jobs (finished) WHERE finished IS NOT NULL;
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  PRAGMA user_version = ${version};`;

/** Jobs are numbered in the order in which they end; one that renders again loses its number. */
const put = `
  INSERT INTO jobs (sequence, id, due, finished, input, details)
  VALUES (?, ?, ?, CASE WHEN ? THEN (SELECT COALESCE(MAX(finished), 0) + 1 FROM jobs WHERE finished IS NOT NULL) END, ?, ?)
  ON CONFLICT (sequence) DO UPDATE SET due = excluded.due, details = excluded.details,
    finished = CASE WHEN excluded.finished IS NOT NULL THEN COALESCE(finished, excluded.finished) END`;

/** A new job in the place of another one: one statement, which is carried out as a whole or not at all. */
const replace = `
  UPDATE jobs SET sequence = ?, id = ?, due = ?, finished = NULL, input = ?, details = ?
  WHERE sequence = ?`;

/** Records that are kept at hand, and the longest request of one. */
const maxRecent = 1000;
const maxRecentInput = 16_384;

export class SqliteStore implements JobStore {
  readonly #path: string;
  readonly #db: DatabaseSync;
  /** Node 22.13 ends a statement that nothing refers to, also while its rows are read. */
  readonly #statements = new Map<string, StatementSync>();
  /** Sequence numbers by identifier. An index in the database would cost a page that is written for each job. */
  #sequences: Map<string, number> | undefined;
  /** Jobs that were written or read of late: a client that waits reads the same one again and again. */
  readonly #recent = new Map<string, JobRecord>();
  readonly #kinds: readonly string[];
  /** Of the file that was opened. Whoever removes the folder leaves one that nobody finds again. */
  readonly #fileId: number;
  /** Rows that were told to be unreadable, by their sequence number. */
  readonly #unreadable = new Set<number>();
  size: number;
  lastSequence: number;
  #failure: string | undefined;
  /** Node 22.13 does not tell it by itself. */
  #isOpen = true;

  /**
   * @param kinds of jobs that there can be
   * @throws {Error} with an `errcode` of SQLite when the file is in use by another process, is damaged, or is no database
   */
  constructor(path: string, kinds: readonly string[]) {
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    this.#path = path;
    this.#kinds = kinds;
    this.#db = new DatabaseSync(path);
    try {
      this.#db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL");
      this.#db.exec("PRAGMA synchronous = NORMAL; BEGIN EXCLUSIVE");
      const found = Number(this.#run("PRAGMA user_version").get()?.["user_version"]);
      if (found !== 0 && found !== version)
        throw new Error(`${path} is from another version of the emulator`);
      if (found === 0) this.#db.exec(shape);
      // Takes a tenth of the start. A damaged page would otherwise be met by whoever reads its job.
      const [check] = Object.values(this.#run("PRAGMA quick_check(1)").get() ?? {});
      if (check !== "ok") throw new Error(`${path} is damaged; restore it from a copy`);
      this.#db.exec("COMMIT");
      this.#fileId = statSync(path).ino;
      const count = this.#run("SELECT COUNT(*) AS size, MAX(sequence) AS last FROM jobs").get();
      this.size = Number(count?.["size"]);
      this.lastSequence = Number(count?.["last"]);
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  get(id: string): JobRecord | undefined {
    const recent = this.#recent.get(id);
    if (recent) return recent;
    this.#sequences ??= this.#readSequences();
    const sequence = this.#sequences.get(id);
    if (sequence === undefined) return undefined;
    const row = this.#run("SELECT * FROM jobs WHERE sequence = ?").get(sequence);
    const job = row && this.#toRecord(row);
    return job && this.#remember(job);
  }

  newestFirst(before = Number.MAX_SAFE_INTEGER, text = ""): Iterable<JobRecord> {
    // SQLite knows the cases of ASCII alone.
    const pattern = `%${text.replace(/[^ -~]/g, "%")}%`;
    return this.#select(
      "WHERE sequence < ? AND (id LIKE ? OR input LIKE ? OR details LIKE ?) ORDER BY sequence DESC",
      ...[before, pattern, pattern, pattern],
    );
  }

  waiting(): Iterable<JobRecord> {
    return this.#select("WHERE due IS NOT NULL ORDER BY due, sequence");
  }

  oldestFinished(): JobRecord | undefined {
    for (const job of this.#select("WHERE finished IS NOT NULL ORDER BY finished")) return job;
    return undefined;
  }

  put(job: JobRecord, removed?: JobRecord): void {
    const { sequence, id, input, ...details } = job;
    const due = isWaiting(job) ? job.dueAtMs : null;
    const isFinished = Number(job.status !== firstStatus);
    const text = JSON.stringify(details);
    this.#change(() => {
      if (removed) this.#run(replace).run(sequence, id, due, input, text, removed.sequence);
      else this.#run(put).run(sequence, id, due, isFinished, input, text);
    });
    if (removed) this.#forget(removed);
    this.#sequences?.set(id, sequence);
    this.#remember(job);
    if (sequence > this.lastSequence) this.size++;
    this.lastSequence = Math.max(this.lastSequence, sequence);
  }

  clear(): void {
    this.#change(() => this.#db.exec("DELETE FROM jobs"));
    this.#sequences?.clear();
    this.#recent.clear();
    this.size = this.lastSequence = 0;
  }

  /** What is kept beside the jobs; nothing when there is none of that name. */
  readFact<Value>(name: string): Value | undefined {
    const row = this.#run("SELECT value FROM facts WHERE name = ?").get(name);
    return row && (JSON.parse(String(row["value"])) as Value);
  }

  keepFact(name: string, value: unknown): void {
    const write = this.#run("INSERT OR REPLACE INTO facts VALUES (?, ?)");
    this.#change(() => write.run(name, JSON.stringify(value)));
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#db.close();
  }

  get failure(): string | undefined {
    if (this.#isOpen && statSync(this.#path, { throwIfNoEntry: false })?.ino !== this.#fileId)
      return `${this.#path} was removed or replaced, and nothing can be kept. Stop the emulator, and start it again.`;
    return this.#failure;
  }

  #remember(job: JobRecord): JobRecord {
    this.#recent.delete(job.id);
    if (job.input.length > maxRecentInput) return job;
    this.#recent.set(job.id, job);
    const [oldest] = this.#recent.keys();
    if (oldest !== undefined && this.#recent.size > maxRecent) this.#recent.delete(oldest);
    return job;
  }

  #forget({ id }: JobRecord): void {
    this.size--;
    this.#sequences?.delete(id);
    this.#recent.delete(id);
  }

  /** A hundred thousand take longer than a start: they are read for the first job that is not at hand. */
  #readSequences(): Map<string, number> {
    const rows = this.#run("SELECT id, sequence FROM jobs").all();
    return new Map(rows.map(({ id, sequence }) => [String(id), Number(sequence)]));
  }

  /** Makes a change. @throws {StorageError} when it cannot be kept */
  #change(change: () => unknown): void {
    this.#requireOpen();
    this.#failure = undefined;
    const { failure } = this;
    if (failure !== undefined) throw new StorageError(failure);
    try {
      change();
    } catch (error) {
      this.#failure = `${this.#path} cannot be written: ${(error as Error).message}. Make room; the emulator goes on by itself.`;
      throw new StorageError(this.#failure, { cause: error });
    }
  }

  #requireOpen(): void {
    if (!this.#isOpen) throw new StorageError("The emulator has been closed.");
  }

  *#select(condition: string, ...values: SQLInputValue[]): Generator<JobRecord> {
    const statement = this.#run(`SELECT * FROM jobs ${condition}`);
    for (const row of statement.iterate(...values)) {
      const job = this.#toRecord(row);
      if (job) yield job;
    }
  }

  /** The job of a row; nothing, and a word on standard error, for one that was damaged: the other jobs go on without it. */
  #toRecord(row: Record<string, SQLOutputValue>): JobRecord | undefined {
    const { sequence, id, input, details } = row;
    try {
      const job = { ...JSON.parse(String(details)), sequence, id, input } as JobRecord;
      if (isWhole(job, this.#kinds)) return job;
    } catch {
      // It is told below.
    }
    if (!this.#unreadable.has(Number(sequence)))
      console.error(
        `Job ${sequence} in ${this.#path} is damaged and left out. To bring it back, restore the file from a copy.`,
      );
    this.#unreadable.add(Number(sequence));
    return undefined;
  }

  #run(sql: string): StatementSync {
    this.#requireOpen();
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#db.prepare(sql)));
    return statement;
  }
}

/** Whether a record has what every job has, its request included. @throws {Error} where a part is nothing of its kind at all */
function isWhole(job: JobRecord, kinds: readonly string[]): boolean {
  JSON.parse(job.input);
  const { id, operation, status, history, videos, createdAtMs, dueAtMs } = job;
  const texts: unknown[] = [id, status, ...history.map((change) => change.status)];
  const times = [createdAtMs, dueAtMs ?? 0, ...history.map(({ atMs }) => atMs)];
  times.push(...videos.map(({ expiresAtMs }) => expiresAtMs));
  return (
    kinds.includes(operation) &&
    texts.every((text) => typeof text === "string") &&
    times.every(Number.isFinite)
  );
}
