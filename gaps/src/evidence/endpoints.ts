/** Endpoints that calls show, and the document does not have. */
import type { Interface } from "../api/interface.ts";
import { isWord } from "../api/words.ts";
import { methods } from "../document/document.ts";
import { Counted } from "./seen.ts";

/** More different segments at one place are data. */
const maxSegments = 10;

/** What fewer calls have may be data. */
const minCalls = 3;

/** What stands for the variable part of a path, and for a name that may be data. */
const variable = "{…}";

export class Endpoints {
  readonly #interface: Interface;
  /** Names that the paths of the document have. */
  readonly #documented: Set<string>;
  /** Calls of others, by the path above them. */
  readonly #names = new Map<string, Map<string, number>>();
  readonly #calls = new Counted<{ method: string; path: string[]; because: string | undefined }>();

  constructor(of: Interface) {
    this.#interface = of;
    this.#documented = new Set(["", ...of.operations.flatMap(({ path }) => path.split("/"))]);
  }

  /**
   * @param path below the base address
   * @param because why it is no call of the operation that its address names
   */
  add(method: string, path: string, because?: string): void {
    if (!methods.includes(method.toLowerCase())) return; // A text that somebody has sent.
    // Where the document has the path, for another method.
    const documented =
      because === undefined
        ? methods.map((each) => this.#interface.match(each, path)).find(Boolean)
        : undefined;
    const told =
      documented?.operation.path.split("/") ?? this.#withoutData(path, because !== undefined);
    this.#calls.count({ method, path: told, because });
  }

  /** Each as `GET /orders/{…}/lines`. */
  list(): { endpoint: string; because?: string; calls: number }[] {
    const endpoints = new Counted<{ endpoint: string; because?: string }>();
    for (const { method, path, because, calls } of this.#calls.values()) {
      const told = path.map((name, index) => {
        const names = this.#names.get(path.slice(0, index).join("/"));
        const isData =
          names?.has(name) && (names.size > maxSegments || names.get(name)! < minCalls);
        return isData ? variable : name;
      });
      const endpoint = `${method} ${told.join("/") || "/"}`;
      endpoints.count({ endpoint, ...(because !== undefined && { because }) }, calls);
    }
    return [...endpoints.values()];
  }

  /**
   * A name is shown where the document has it, or where one of a collection stands: first, or behind a variable; and where the
   * document has a parameter that such a name cannot be.
   */
  #withoutData(path: string, isRefused: boolean): string[] {
    const told: string[] = [];
    for (const segment of path.split("/")) {
      const isCollection = isRefused || /^(|\{…\}|v\d+)$/.test(told.at(-1) ?? "");
      const isName = isCollection && isWord(segment);
      if (isName && !this.#documented.has(segment)) {
        const above = told.join("/");
        const names = this.#names.get(above) ?? new Map<string, number>();
        this.#names.set(above, names.set(segment, (names.get(segment) ?? 0) + 1));
      }
      told.push(isName || this.#documented.has(segment) ? segment : variable);
    }
    return told;
  }
}
