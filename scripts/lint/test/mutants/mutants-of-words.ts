/** Mutants of what people read: examples and gaps. */
import {
  asList,
  asObject,
  type Json,
  type JsonObject,
} from "../../../../gaps/src/document/document.ts";
import type { Mutation } from "./mutant.ts";

/** Examples in a schema, or the value of a named example. */
export function mutateExamples(node: JsonObject): Mutation[] {
  const { examples, value } = node;
  if (Array.isArray(examples)) {
    const broken = examples.map(otherType);
    return [
      { what: "remove the examples", change: (copy) => delete copy["examples"] },
      { what: "break the examples", change: (copy) => (copy["examples"] = broken) },
    ];
  }
  return Object.entries(asObject(value)).flatMap(([name, part]): Mutation[] => [
    {
      what: `leave ${name} out of the example`,
      change: (copy) => delete asObject(copy["value"])[name],
    },
    {
      what: `break ${name} in the example`,
      change: (copy) => (asObject(copy["value"])[name] = otherType(part)),
    },
  ]);
}

/** Examples of a media type, each by its name. */
export function mutateExampleNames(node: JsonObject): Mutation[] {
  return Object.keys(asObject(node["examples"])).map((name) => ({
    what: `remove the example ${name}`,
    change: (copy) => delete asObject(copy["examples"])[name],
  }));
}

function otherType(value: Json): Json {
  return typeof value === "boolean" ? "another type" : true;
}

export function mutateGaps(node: JsonObject): Mutation[] {
  return asList(node["x-gap"]).flatMap((gap, index): Mutation[] => {
    const id = String(asObject(gap)["id"]);
    const alter = (what: string, change: (gap: JsonObject) => void): Mutation => ({
      what: `${what} of gap ${id}`,
      change: (copy) => change(asObject(asList(copy["x-gap"])[index])),
    });
    return [
      {
        what: `remove gap ${id}`,
        change: (copy) => asList(copy["x-gap"]).splice(index, 1),
      },
      alter("alter the id", (copy) => (copy["id"] = `${id}-too`)),
      alter("alter the kind", (copy) => {
        copy["kind"] = copy["kind"] === "ambiguity" ? "inferred" : "ambiguity";
      }),
      alter("name another section", (copy) => {
        copy["source"] = copy["source"] === "Events" ? "Errors" : "Events";
      }),
      alter("turn the origin", (copy) => {
        copy["origin"] = copy["origin"] === "stated" ? "noticed" : "stated";
      }),
      alter("remove the impact", (copy) => delete copy["impact"]),
      alter("remove the reading", (copy) => delete copy["reading"]),
    ];
  });
}
