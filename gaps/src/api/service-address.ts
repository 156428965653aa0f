/** The address at which a service is called. */
import {
  asList,
  asObject,
  type Json,
  type OpenApiDocument,
  valueAt,
} from "../document/document.ts";
import { UserError } from "../problem.ts";
import type { Exchange } from "./exchange.ts";

/** The service that is meant, among all that a recording holds. */
export class BaseAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly #address: string;
  /** Whether the caller has named it, for instance because a proxy stands there. */
  readonly #isGiven: boolean;

  /** @throws {UserError} when it is missing, no URL of HTTP, or has a login, which nothing would send */
  constructor(text: string | undefined, isGiven = true) {
    const url = URL.parse(text ?? "");
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
      throw new UserError(
        `${text ?? "What the document names as its first server"} is no address of a service without a login. Give --base-url one, for instance https://service.example.`,
      );
    this.origin = url.origin;
    this.#address = addressOf(url);
    this.#isGiven = isGiven;
  }

  /** The address that is given, or else the first server of the document, with the defaults of its variables. */
  static of(document: OpenApiDocument, given: string | undefined): BaseAddress {
    const [first] = asList(document["servers"]);
    return new BaseAddress(given ?? urlOf(first), given !== undefined);
  }

  /** The address of a path of the document. */
  urlOf(path: string): string {
    return this.#address + path;
  }

  /** The path below the base address; undefined for a request to somewhere else. */
  pathBelow(exchange: Pick<Exchange, "origin" | "path">): string | undefined {
    return pathBelow(this.#address, exchange);
  }

  /** The same for an operation with servers of its own. They take the place of those of the document, but not of a given one. */
  pathAt(
    exchange: Pick<Exchange, "origin" | "path">,
    servers: Json | undefined,
  ): string | undefined {
    if (servers === undefined) return this.pathBelow(exchange);
    for (const server of asList(servers)) {
      const url = URL.parse(urlOf(server) ?? "", `${this.#address}/`);
      const path = url ? pathBelow(addressOf(url), exchange) : undefined;
      if (path !== undefined) return path;
    }
    return this.#isGiven ? this.pathBelow(exchange) : undefined;
  }
}

function pathBelow(address: string, { origin, path }: Pick<Exchange, "origin" | "path">) {
  const url = origin + path;
  return url === address || url.startsWith(`${address}/`) ? url.slice(address.length) : undefined;
}

const addressOf = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/$/, "");

/** The address of a server object, with the defaults of its variables. */
function urlOf(server: Json | undefined): string | undefined {
  const { url, variables } = asObject(server);
  const defaultOf = (_: string, name: string) => String(valueAt(variables, [name, "default"]));
  return typeof url === "string" ? url.replaceAll(/\{([^{}]+)\}/g, defaultOf) : undefined;
}
