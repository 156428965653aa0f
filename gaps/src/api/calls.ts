/** What a recorded call is: by all that the document says of it, one operation of the interface, or a stray. */
import {
  asList,
  asObject,
  type Json,
  type OperationPlace,
  toPointer,
} from "../document/document.ts";
import type { BaseAddress } from "./service-address.ts";
import type { Exchange } from "./exchange.ts";
import type { Interface, Located } from "./interface.ts";
import { remember } from "./remember.ts";
import { type Match, Routes } from "./routes.ts";

/** A call that belongs to no operation. */
export interface Stray {
  /** Below the address of the service. */
  path: string;
  /** Why it is none of the operation that its address names: "no getOrder, as id must be integer". */
  because: string | undefined;
}

/** Operations that are called at the same addresses. */
interface Group {
  /** Undefined for those of the whole interface. */
  servers: Json | undefined;
  routes: Routes;
}

/** What the schema at a pointer has against a value that is written as a text. */
type ProblemWith = (pointer: string, value: Json) => string | undefined;

/** Says which operation a call belongs to. Everything that looks at recordings asks it. */
export class Calls {
  readonly #interface: Interface;
  readonly #problemWith: ProblemWith;
  readonly #groups: Group[] = [];

  /** @param problemWith holds texts against schemas */
  constructor(of: Interface, problemWith: ProblemWith) {
    this.#interface = of;
    this.#problemWith = problemWith;
    const serversOf = ({ path, node }: OperationPlace): Json | undefined =>
      node["servers"] ?? of.locateAt(toPointer(["paths", path]))?.node["servers"];
    const groups = Map.groupBy(of.operations, (each) => JSON.stringify(serversOf(each) ?? null));
    const others = groups.get("null") ?? [];
    groups.delete("null");
    // Paths without an operation belong to the whole interface.
    this.#groups.push({
      servers: undefined,
      routes: new Routes(others, Object.keys(of.document.paths)),
    });
    for (const own of groups.values()) {
      const paths = new Set(own.map(({ path }) => path));
      this.#groups.push({ servers: serversOf(own[0]!), routes: new Routes(own, [...paths]) });
    }
  }

  /** @returns the operation that was called; a stray; undefined for a call of another service */
  identify(exchange: Exchange, base: BaseAddress): Match | Stray | undefined {
    let stray: Stray | undefined;
    for (const { servers, routes } of this.#groups) {
      const path = base.pathAt(exchange, servers);
      if (path === undefined) continue;
      stray ??= { path, because: undefined };
      for (const match of routes.matches(exchange.method, path, exchange.query)) {
        const refusal = this.#refusal(match);
        if (refusal === undefined) return match;
        stray.because ??= `no ${match.operation.operationId}, as ${refusal}`;
      }
    }
    return stray;
  }

  /** What a parameter of the path says against a call. */
  #refusal({ operation, parameters }: Match): string | undefined {
    for (const [name, text] of Object.entries(parameters)) {
      const parameter = this.#parameterOf(operation.pointer, operation.path, name);
      const problem = parameter && this.#problemOf(parameter.pointer, text);
      if (problem !== undefined) return `${name} ${problem}`;
    }
    return undefined;
  }

  readonly #parameterOf = remember((pointer: string, path: string, name: string) =>
    findParameters(this.#interface, { pointer, path }, "path").get(name),
  );

  /** Calls of one resource have the same values. */
  readonly #problemOf = remember((parameter: string, text: string): string | undefined => {
    const of = this.#interface;
    const node = asObject(of.locateAt(parameter)?.node);
    const schema = of.locateAt(`${parameter}/schema`);
    if (!schema || (node["style"] ?? "simple") !== "simple") return undefined;
    const types = typesOf(of, schema.pointer);
    if (types.includes("object")) return undefined;
    const value = types.includes("array") ? text.split(",") : text;
    return this.#problemWith(schema.pointer, value);
  });
}

/** The types that a schema, what it is joined of, or a choice in it names. */
export const typesOf = (of: Interface, pointer: string): Json[] =>
  of
    .partsOf(pointer, ["allOf", "anyOf", "oneOf"])
    .flatMap(({ node }) => node["type"] ?? (node["properties"] ? "object" : []));

/** The parameters of an operation, by their names: what it says of one takes the place of what its path says. */
export function findParameters(
  of: Interface,
  { path, pointer }: Pick<OperationPlace, "path" | "pointer">,
  ...places: string[]
): Map<string, Located> {
  const found = new Map<string, Located>();
  for (const place of [toPointer(["paths", path]), pointer]) {
    const owner = of.locateAt(place);
    for (const index of asList(owner?.node["parameters"]).keys()) {
      const parameter = of.locateAt(`${owner!.pointer}/parameters/${index}`);
      if (parameter && places.includes(String(parameter.node["in"])))
        found.set(String(parameter.node["name"]), parameter);
    }
  }
  return found;
}
