/** What a client shows of a token: nothing, however it is spelled. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import { expect, test } from "vitest";
import * as policy from "../../../generated/policy.ts";
import { root } from "../../../scripts/support/locations.ts";
import { readRedactorCases } from "../../../test/support/shared-cases.ts";
import {
  changePattern,
  changeScript,
  scriptOf,
  shortenPattern,
} from "../../../test/support/weaker.ts";
import { redactor } from "../../redactor.ts";

const cases = await readRedactorCases();

test.each(cases)("a token $name", ({ token, text, shown }) => {
  expect(redactor(token)(text)).toBe(shown);
});

/** What the text of each case has, as it is written or within base64: its name is no promise. */
const forms: Record<string, RegExp> = {
  "as it is": /^Bearer secret\/token\+of-the-test$/m,
  "in another case": /^SECRET\/Token\+OF-the-test$/m,
  twice: /^(secret\/token\+of-the-test(,|$)){2}$/m,
  "within a word": /^xsecret\/token\+of-the-testx$/m,
  "with the escapes of JSON": /^"secret\\\/token\\u002Bof-the-test"$/m,
  "as JSON within JSON": /^"\\"secret\\\\\/token\\\\u002bof-the-test\\""$/m,
  "as JSON within JSON of PHP": /^"\\"secret\\\\\\\/token\\\\\\u002Bof-the-test\\""$/m,
  "with the escapes of a program": /^secret\\x2ftoken\\u\{2B\}of\\U0000002dthe-test$/m,
  "with percent signs": /=secret%2Ftoken%2bof-the-test&/m,
  "with percent signs twice": /=secret%252Ftoken%25252Bof-the-test$/m,
  "with a percent sign at each letter": /^(%..){11}n%u002Bof-the-test$/m,
  "as HTML": /^secret&#x2F;token&#43;of&#045;the-test$/m,
  "as HTML with zeros": /^secret&#x002F;token&#0043;of-the-test$/m,
  "as base64": /^secret\/token\+of-the-test$/m,
  "as base64 after a user": /^Basic user:secret\/token\+of-the-test$/m,
  "as base64 after two letters": /^a:secret\/token\+of-the-test$/m,
  "as base64 after a word": /^Basic xy:secret\/token\+of-the-test$/m,
  "as base64 after one letter": /^:secret\/token\+of-the-test$/m,
  "as base64 within JSON within base64": /^\{.*"Bearer secret\/token\+of-the-test"\}$/m,
  "as base64 with the escapes of JSON": /^":secret\/token\+of-the-test(\\u003d){2}"$/m,
  "as base64 with percent signs": /^(fn5%2BPz8%2F){2}$/m,
  "as base64 of addresses": /_\n(~~~\?\?\?){2}$/m,
  "of signs that have a meaning in patterns": /^a\.b\*c\(d\)\[e\]\^\$\|, axb\*c/m,
  "of digits": /:0123456789\}/m,
  "that is short": /^1234567$/m,
  "that is just long enough": /^12345678$/m,
  "that is long": /^"(abc\/){60}" n$/m,
  "of as many letters as are spelled": /^(abc\/){50}, n$/m,
  "that is long and cut off where no more is spelled": /^(abc\/){50} n$/m,
  "that is long and cut off": /^(abc\/){51}\\\/a, n$/m,
  "that is long and cut off within JSON within JSON": /^(abc\/){51}\\\\\/a, n$/m,
  "that is long and cut off after the escapes of a program": /^(abc\/){51}\\x61\\u0062, n$/m,
  "that is long and quoted": /^'(abc\/){60}' n$/m,
  "that is long and within HTML": /^<b>(abc\/){60}<\/b>$/m,
  "that is long and before a sign": /^(abc\/){60}> n$/m,
  "that is long and ends a line of JSON": /^(abc\/){60}\\n$/m,
  "that is long and cut off too early": /^(abc\/){49}, n$/m,
  "that is long and as base64": /^Basic (abc\/){60}, n$/m,
  "a part of it": /^secret\/token\+of-the-tes$/m,
  "another one": /^secret\/token\+of-the-text$/m,
  "base64 of another one": /^user:secret\/token\+of-the-text$/m,
  nothing: /^\n$/,
};

test("each case has the text that its name says, and each text has its case", () => {
  const others = cases.filter(({ name, text }) => {
    const read = (word: string) => Buffer.from(word, "base64").toString("latin1");
    return !forms[name]?.test(`${text}\n${text.replace(/[\w+/=-]{16,}/g, read)}`);
  });
  expect(others).toEqual([]);
  expect(cases.map(({ name }) => name).sort()).toEqual(Object.keys(forms).sort());
});

test("whatever is left out of the redactor, or of its patterns, a case fails", () => {
  const script = scriptOf(readFileSync(join(root, "clients/redactor.ts"), "utf8"));
  const { minRedactedLength, maxSpelledLength, spelledLetterPattern, tokenRestPattern } = policy;
  const known = { minRedactedLength, maxSpelledLength, spelledLetterPattern, tokenRestPattern };
  const fails = (text: string, changed = {}) => {
    const make = compileFunction(`${text}; return redactor;`, Object.keys(known)) as (
      ...values: unknown[]
    ) => typeof redactor;
    const changedRedactor = make(...Object.values({ ...known, ...changed }));
    try {
      // It takes long to make one.
      const tokens = new Set(cases.map(({ token }) => token));
      const redactors = new Map(Array.from(tokens, (token) => [token, changedRedactor(token)]));
      return cases.some(({ token, text, shown }) => redactors.get(token)!(text) !== shown);
    } catch {
      return true;
    }
  };
  const trials = changeScript(script).map(([what, text]) => [what, fails(text)] as const);
  for (const name of ["minRedactedLength", "maxSpelledLength"] as const)
    for (const by of [-1, 1])
      trials.push([`${name} ${by}`, fails(script, { [name]: known[name] + by })]);
  for (const name of ["spelledLetterPattern", "tokenRestPattern"] as const)
    for (const [what, pattern] of [...changePattern(known[name]), ...shortenPattern(known[name])])
      trials.push([`${name}: ${what}`, fails(script, { [name]: pattern })]);
  expect(fails(script)).toBe(false);
  expect(trials.length).toBeGreaterThan(150);
  expect(trials.flatMap(([what, isNoticed]) => (isNoticed ? [] : [what]))).toEqual([]);
});
