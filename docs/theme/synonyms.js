// @ts-check
/**
 * Words that people search with, and the words of these pages. Each list is looked up both ways.
 *
 * @type {string[][]}
 */
export const synonyms = [
  ["download", "output", "result", "finished"],
  ["poll", "polling", "wait", "waiting"],
  ["expire", "valid", "lifetime", "lifecycle"],
  ["webhook", "callback", "event"],
  ["upload", "supply", "fetch", "reachable", "media"],
  ["excel", "spreadsheet", "xlsx"],
  ["mock", "sandbox", "emulator", "fake"],
  ["docker", "container", "compose"],
  ["auth", "authentication", "authorization", "token", "bearer", "apikey", "key"],
  ["personalized", "personalised", "personalise", "personalize"],
  ["swagger", "openapi"],
  ["format", "body", "shape"],
  ["error", "failure", "fault"],
  ["response", "answer"],
  ["request", "call"],
  ["price", "cost", "pay", "charge"],
  ["twice", "duplicate", "repeat", "idempotency"],
  ["never", "forever", "hang", "stuck"],
  ["finish", "end", "done", "complete"],
  ["speed", "advance", "clock"],
  ["time", "clock"],
  ["host", "base", "address", "url"],
  ["possible", "values"],
  ["recording", "har", "recorded", "evidence"],
];
