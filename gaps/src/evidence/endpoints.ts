/** Endpoints that calls show, and the document does not have. */
import type { Interface } from "../api/interface.ts";
import { isWord } from "../api/words.ts";
import { methods } from "../document/walk.ts";

/** More different names at one place are data. */
const maxNames = 10;

/** What stands for the variable part of a path, and for a name that may be data. */
const variable = "{…}";

export class Endpoints {
  readonly #interface: Interface;
  /** Names that the paths of the document have. */
  readonly #documented: Set<string>;
  /** By the path above them. */
  readonly #names = new Map<string, Set<string>>();
  readonly #calls = new Map<string, { method: string; path: string[]; calls: number }>();

  constructor(of: Interface) {
    this.#interface = of;
    this.#documented = new Set(of.operations.flatMap(({ path }) => path.split("/")));
  }

  /** @param path below the base address */
  add(method: string, path: string): void {
    if (!methods.includes(method.toLowerCase())) return; // A text that somebody has sent.
    const documented = methods.map((each) => this.#interface.match(each, path)).find(Boolean);
    const shown = documented?.operation.path.split("/") ?? this.#withoutData(path);
    const key = [method, ...shown].join("/");
    const known = this.#calls.get(key) ?? { method, path: shown, calls: 0 };
    known.calls++;
    this.#calls.set(key, known);
  }

  /** Each as `GET /orders/{…}/lines`. */
  list(): { endpoint: string; calls: number }[] {
    const counts = new Map<string, number>();
    for (const { method, path, calls } of this.#calls.values()) {
      const shown = path.map((name, index) => {
        const names = this.#names.get(path.slice(0, index).join("/"));
        return names?.has(name) && names.size > maxNames ? variable : name;
      });
      const endpoint = `${method} ${shown.join("/")}`;
      counts.set(endpoint, (counts.get(endpoint) ?? 0) + calls);
    }
    return [...counts].map(([endpoint, calls]) => ({ endpoint, calls }));
  }

  /** A name is shown where the document has it, or where one of a collection stands: first, or behind a variable. */
  #withoutData(path: string): string[] {
    const shown: string[] = [];
    for (const segment of path.split("/")) {
      const before = shown.at(-1) ?? "";
      const isCollection = before === "" || before === variable || /^v\d+$/.test(before);
      const isName = /^v\d+$/.test(segment) || (isCollection && isWord(segment));
      if (isName && !this.#documented.has(segment)) {
        const above = shown.join("/");
        this.#names.set(above, (this.#names.get(above) ?? new Set()).add(segment));
      }
      const isShown = segment === "" || isName || this.#documented.has(segment);
      shown.push(isShown ? segment : variable);
    }
    return shown;
  }
}
