/** Takes a token out of what is shown, for everything here that is written in TypeScript. `redactor.yaml` has its cases. */
import {
  maxSpelledLength,
  minRedactedLength,
  spelledLetterPattern,
  tokenRestPattern,
} from "../generated/policy.ts";

/**
 * Takes the token out of what a server sent back, in any spelling: as it is, in another case, with escapes, with percent
 * signs, and within base64, as a gateway writes `user:token`.
 *
 * @param spelling - another one than the policy's, to try what needs each part of it
 */
export function redactor(token: string, spelling = spelledLetterPattern): (text: string) => string {
  if (token.length < minRedactedLength) return (text) => text;
  const start = token.slice(0, maxSpelledLength);
  const spell = (letter: string) => spellingOf(letter, spelling);
  const forms = [start.replace(/./g, spell), ...withinBase64(start, spell)];
  const rest = token.length > maxSpelledLength ? tokenRestPattern : "";
  const pattern = new RegExp(`(?:${forms.join("|")})${rest}`, "gi");
  return (text) => text.replace(pattern, "[redacted]");
}

/** What a text is within base64, which depends on where it begins there. */
function withinBase64(text: string, spell: (letter: string) => string): string[] {
  return [0, 2, 3].map((shared, bytesBefore) =>
    btoa("\0".repeat(bytesBefore) + text)
      // The letters at both ends, which hold something of what stands beside.
      .replace(/.=+$/, "")
      .slice(shared)
      // In addresses it has `-` and `_` in their place.
      .replace(/[+/]/g, (sign) => `(?:[-_]|${spell(sign)})`),
  );
}

function spellingOf(letter: string, spelling: string): string {
  const code = letter.charCodeAt(0);
  return spelling.replaceAll("<hex>", code.toString(16)).replaceAll("<code>", `${code}`);
}
