/** Which operations the address of a request may name, by the templates of their paths. */
import { decode, type OperationPlace } from "../document/document.ts";

export interface Match {
  operation: OperationPlace;
  /** Values of the path parameters, by name, without percent-encoding. */
  parameters: Record<string, string>;
}

/** A path of the document, and its operations. */
interface Route {
  /** By their methods in small letters. */
  operations: Map<string, OperationPlace>;
  /** With a group for each parameter. */
  pattern: RegExp;
  names: string[];
  /** What the query has to have: some keys of `paths` end with `?beta=true`. An empty text stands for any value. */
  query: [name: string, value: string][];
  /** How many the path has. */
  segments: number;
  /** Sorts what is meant first to the front: a literal before `{id}.json`, and that before `{id}`. */
  order: string;
}

export class Routes {
  /** By the number of their segments, in the order in which they are meant. */
  readonly #routes: Map<number, Route[]>;

  /** @param paths of the document, be they without an operation */
  constructor(operations: OperationPlace[], paths: string[]) {
    const byPath = Map.groupBy(operations, ({ path }) => path);
    const routes = paths
      .filter((path) => path.startsWith("/"))
      .map((path) => toRoute(path, byPath.get(path) ?? []))
      .sort(
        (one, other) => other.query.length - one.query.length || (one.order < other.order ? -1 : 1),
      );
    this.#routes = Map.groupBy(routes, ({ segments }) => segments);
  }

  /** All operations that an address may name, the one that is meant first. */
  matches(method: string, path: string, query: URLSearchParams = new URLSearchParams()): Match[] {
    const segments = segmentsOf(path);
    const joined = segments.join("\0");
    const found: Match[] = [];
    for (const route of this.#routes.get(segments.length) ?? []) {
      const values = route.pattern.exec(joined);
      if (!values || !hasAll(query, route.query)) continue;
      const operation = route.operations.get(method.toLowerCase());
      const parameters = route.names.map((name, index) => [name, values[index + 1]!] as const);
      if (operation) found.push({ operation, parameters: Object.fromEntries(parameters) });
      // `/orders/latest` is no order, even where it has no such method.
      if (route.names.length === 0) break;
    }
    const isOpenEnded = found.length === 0 && path.length > 1 && path.endsWith("/");
    return isOpenEnded ? this.matches(method, path.slice(0, -1), query) : found;
  }
}

const hasAll = (query: URLSearchParams, pairs: Route["query"]): boolean =>
  pairs.every(([name, value]) => (value === "" ? query.has(name) : query.has(name, value)));

const parameter = /\{([^{}]+)\}/g;

function toRoute(key: string, operations: OperationPlace[]): Route {
  const [address, query = ""] = key.split("?", 2) as [string, string?];
  const path = segmentsOf(address).join("\0");
  // A literal, and a name, in turns.
  const parts = path.split(parameter);
  const pattern = parts.map((part, index) =>
    index % 2 ? "([^\\0]+?)" : part.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"),
  );
  const pairs = [...new URLSearchParams(query)].map(([name, value]): [string, string] => [
    name,
    /^\{.*\}$/.test(value) ? "" : value,
  ]);
  return {
    operations: new Map(operations.map((each) => [each.method.toLowerCase(), each])),
    pattern: new RegExp(`^${pattern.join("")}$`),
    names: parts.filter((_, index) => index % 2),
    query: pairs,
    segments: path.split("\0").length,
    // The last of all letters stands for a parameter, and for the end of a segment.
    order: `${path}\0`.replaceAll(/\{[^{}]+\}|\0/g, "\uFFFF"),
  };
}

/** Decoded, to be joined by NUL, as a slash may stand in one. */
const segmentsOf = (path: string): string[] => path.split("/").map(decode);
