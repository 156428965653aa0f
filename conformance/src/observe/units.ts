/**
 * What counts as one sample. Readings of one job are not independent of each other, nor are the
 * copies of one avatar in a hundred lists, so evidence counts jobs, items and requests.
 */
import { hash, randomBytes } from "node:crypto";
import { isObject } from "../../../gaps/src/document/document.ts";
import { type Exchange, isSuccess } from "../exchange.ts";
import type { Match } from "../operations.ts";

export interface Unit {
  hash: number;
  /** Whether it is a job, so that everything in its answer belongs to that one job. */
  isJob: boolean;
}

export class Units {
  readonly #secret: string;
  readonly #jobNames: Set<string>;

  /**
   * @param jobNames path parameters that identify a job; a field of an answer with such a name does
   * the same
   * @param key parts of one observation have to share it; without one, nobody can compute a hash
   * again
   */
  constructor(jobNames: Iterable<string>, key: Buffer = randomBytes(32)) {
    this.#jobNames = new Set(jobNames);
    this.#secret = key.toString("hex");
  }

  /** Says which key was used, and not what it is. */
  get fingerprint(): string {
    return hash("sha256", `${this.#secret}fingerprint`).slice(0, 16);
  }

  /** The unit that an answer shows. */
  ofAnswer({ operation, parameters }: Match, exchange: Exchange): Unit {
    const { json } = exchange.response;
    for (const name of this.#jobNames) {
      const inPath = parameters[name];
      const named = isObject(json) && isSuccess(exchange) ? json[name] : undefined;
      const id = inPath ?? (typeof named === "string" && named !== "" ? named : undefined);
      if (id !== undefined) return { hash: this.hash("job", name, id), isJob: true };
    }
    const sent = canonical(exchange.request.json);
    // A list is read again and again with the same request, and each reading is a call of its own.
    const when = exchange.request.json === undefined ? (exchange.time ?? "") : "";
    const { method } = exchange;
    const hash = this.hash(
      "request",
      method,
      operation.path,
      exchange.credential ?? "",
      when,
      sent,
    );
    return { hash, isJob: false };
  }

  /** The unit that a request is: two with the same body are one. */
  ofRequest({ operation }: Match, { request }: Exchange): Unit {
    const hash = this.hash("sent", operation.operationId, canonical(request.json));
    // What stands in one request was written by one hand.
    return { hash, isJob: true };
  }

  /** An item of a list, distinguished by its identifiers, or by all that it says where it has none. */
  ofItem(item: unknown): Unit {
    const identifiers = isObject(item)
      ? Object.entries(item).filter(
          ([name, value]) =>
            /(^|_)id$/i.test(name) && (typeof value === "string" || typeof value === "number"),
        )
      : [];
    const identity = identifiers.length > 0 ? Object.fromEntries(identifiers) : item;
    return { hash: this.hash("item", canonical(identity)), isJob: false };
  }

  hash(...parts: string[]): number {
    return parseInt(hash("sha256", this.#secret + parts.join("\0")).slice(0, 12), 16);
  }
}

/** The same text for the same value, whatever the order of its fields, and without queries of URLs. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, child: unknown) => {
      if (typeof child === "string" && /^https?:/.test(child)) return child.replace(/[?#].*$/, "");
      if (!isObject(child)) return child;
      return Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)));
    }) ?? ""
  );
}
