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
 */
export function redactor(token: string): (text: string) => string {
  if (token.length < minRedactedLength) return (text) => text;
  const start = token.slice(0, maxSpelledLength);
  const forms = [start.replace(/./g, spell), ...withinBase64(start)];
  const rest = token.length > maxSpelledLength ? tokenRestPattern : "";
  const pattern = new RegExp(`(?:${forms.join("|")})${rest}`, "gi");
  return (text) => text.replace(pattern, "[redacted]");
}

/** What a text is within base64, which depends on where it begins there. */
function withinBase64(text: string): string[] {
  return [0, 2, 3].map((shared, bytesBefore) =>
    btoa("\0".repeat(bytesBefore) + text)
      // The letters at both ends, which hold something of what stands beside.
      .replace(/.=+/, "")
      .slice(shared)
      // In addresses it has `-` and `_` in their place.
      .replace(/[+/]/g, (sign) => `(?:[-_]|${spell(sign)})`),
  );
}

function spell(letter: string): string {
  const code = letter.charCodeAt(0);
  return spelledLetterPattern
    .replaceAll("<hex>", code.toString(16))
    .replaceAll("<code>", `${code}`);
}
