/** Keeps a long string of a JSON file out of memory. */
import { none } from "stream-chain";
import type { Token } from "stream-json/parser.js";

/**
 * Joins the chunks of each string, as the parser would if it was asked to, and puts `null` in the
 * place of one that is longer than the limit.
 *
 * @param limit in UTF-16 code units
 */
export function limitStrings(limit: number): (token: Token) => Token | typeof none {
  let chunks: string[] = [];
  let length = 0;
  return (token) => {
    switch (token.name) {
      case "startString":
        chunks = [];
        length = 0;
        return none;
      case "stringChunk": {
        const chunk = token.value;
        length += chunk.length;
        if (length <= limit) chunks.push(chunk);
        else chunks = [];
        return none;
      }
      case "endString":
        return length > limit
          ? { name: "nullValue", value: null }
          : { name: "stringValue", value: chunks.join("") };
      default:
        return token;
    }
  };
}
