/** Media types with their parameters, as messages and documents name them. */
import { remember } from "./remember.ts";

/** `application/json; charset=utf-8` is `application/json` to us. */
export function essenceOf(contentType: string | undefined): string | undefined {
  return contentType?.split(";")[0]?.trim().toLowerCase() || undefined;
}

/** They say how a body is written, and not what is in it. */
const ofWriting = ["charset", "boundary"];

/** The essence, and the parameters that tell one body from another: those of `application/json; version=2`. */
const readMediaType = remember((text: string) => {
  const [, ...parameters] = text.toLowerCase().split(";");
  const pairs = parameters
    .map((each) => each.replaceAll(/[\s"]/g, ""))
    .filter((each) => each !== "" && !ofWriting.includes(each.split("=")[0]!));
  return { essence: essenceOf(text) ?? "", parameters: pairs };
});

/** Of some names, the one that says most of a content type; undefined where it is none of them. */
export function chooseMediaType(names: string[], contentType: string): string | undefined {
  const { essence, parameters } = readMediaType(contentType);
  const ranges = [essence, `${essence.split("/")[0]}/*`, "*/*"];
  let best: { name: string; rank: number } | undefined;
  for (const name of names) {
    const said = readMediaType(name);
    const range = ranges.indexOf(said.essence);
    if (range < 0 || !said.parameters.every((each) => parameters.includes(each))) continue;
    const rank = said.parameters.length - 100 * range;
    if (!best || rank > best.rank) best = { name, rank };
  }
  return best?.name;
}
