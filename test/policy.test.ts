/** Each line of `clients/policy.yaml` is needed: something that is listed here, or told in prose, fails without it. */
import { readFileSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { root } from "../scripts/support/locations.ts";
import { readAddresses, readOutputs } from "./support/shared-cases.ts";
import { changePattern } from "./support/weaker.ts";

const read = (file: string) => parse(readFileSync(join(root, file), "utf8")) as unknown;
const policy = read("clients/policy.yaml") as Record<string, unknown>;
const { constants } = read("test/support/figures.yaml") as {
  constants: Record<string, Record<string, unknown>>;
};

/** What a pattern of the policy matches, and what it must not. */
const patterns = {
  failedStatusPattern: {
    matches: [
      ...["failed", "Error", "CANCELLED", "aborted", "rejected by moderation"],
      ...["fail", "cancel", "abort", "reject"],
      ...["has_failed", "has_errors", "is-canceled", "job_aborted", "xrejectx"],
    ],
    others: ["rendering", "completed", "done", "queued"],
  },
  secretHeaderPattern: {
    matches: [
      ...["authorization", "set-cookie", "x-auth-token", "client-secret", "x-api-key"],
      ...["cookie", "token", "secret", "key"],
      ...["x-gateway-authorization-2", "cookie2", "token-id", "x-secret-of", "x-gateway-key-id"],
    ],
    others: ["x-tokens-left", "x-request-id", "content-type", "retry-after"],
  },
};

describe.each(Object.entries(patterns))("%s", (name, { matches, others }) => {
  const pattern = String(policy[name]);
  const isMatched = (text: string, written = pattern) => new RegExp(written, "i").test(text);

  it.each(matches)("matches %s", (text) => expect(isMatched(text)).toBe(true));
  it.each(others)("does not match %s", (text) => expect(isMatched(text)).toBe(false));

  it.each(changePattern(pattern))("is no other: %s", (_, written) => {
    const isAlike = [...matches, ...others].every(
      (text) => isMatched(text, written) === isMatched(text),
    );
    expect(isAlike, "no text above tells it from the pattern").toBe(false);
  });
});

/** As a client sees a host. */
const spelledByBrowsers = (host: string) =>
  new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, "");

test.each(policy["refusedNetworks"] as string[])(
  "%s refuses what half of it does not",
  async (network) => {
    const [start = "", length] = network.split("/");
    const family = `ipv${isIP(start)}` as "ipv4" | "ipv6";
    // There is no half of one address.
    if (Number(length) === (family === "ipv4" ? 32 : 128)) return;
    const [whole, half] = [new BlockList(), new BlockList()];
    whole.addSubnet(start, Number(length), family);
    half.addSubnet(start, Number(length) + 1, family);
    const { metadata } = await readAddresses();
    const hosts = metadata.map(spelledByBrowsers).filter((host) => `ipv${isIP(host)}` === family);
    const refused = hosts.filter((host) => whole.check(host, family) && !half.check(host, family));
    expect(refused, "addresses.yaml has none of its last addresses").not.toEqual([]);
  },
);

test.each(policy["refusedNetworks"] as string[])(
  "%s refuses what nothing else does",
  async (network) => {
    const { metadata } = await readAddresses();
    const hosts = metadata.map(spelledByBrowsers);
    // Each family has a list of its own: in Node, one of IPv4 covers its forms within IPv6, in other languages it does not.
    const rest = { ipv4: new BlockList(), ipv6: new BlockList() };
    const familyOf = (address: string) => `ipv${isIP(address)}` as "ipv4" | "ipv6";
    for (const each of policy["refusedNetworks"] as string[]) {
      const [start = "", length] = each.split("/");
      const family = familyOf(start);
      if (each !== network) rest[family].addSubnet(start, Number(length), family);
    }
    expect(hosts.filter((host) => !rest[familyOf(host)].check(host, familyOf(host)))).not.toEqual(
      [],
    );
  },
);

test("each ending of a file has its case", async () => {
  const cases = JSON.parse(await readOutputs()) as {
    types: Record<string, string>;
    files: { url: string; name: string }[];
  }[];
  const tried = cases.flatMap(({ types, files }) =>
    files
      .filter(({ url }) => url in types)
      .map(({ url, name }) => [types[url], /\.\w+$/.exec(name)?.[0]]),
  );
  expect(Object.fromEntries(tried)).toEqual(policy["fileEndings"]);
});

/** Figures in the comments of the policy, which every client repeats: by the value below, and as it is told. */
const commented: Record<string, [told: string, value: unknown]> = {
  readTimeoutMs: ["Half a minute", 30_000],
  retries: ["Two retries", 2],
  maxDownloadBytes: ["4 GiB: more than an hour of video at 8 Mbit/s", 4 * 1024 ** 3],
};

test("each figure of a comment is that of the value below", () => {
  const text = readFileSync(join(root, "clients/policy.yaml"), "utf8");
  const figure =
    /\b(half an?|two|three|five|ten|twenty|\d+) (?=minute|second|hour|retr|time|.?i?B\b)/i;
  const found: Record<string, string> = {};
  for (const [, comment = "", name = ""] of text.matchAll(/((?:^#.*\n)+)^(\w+):/gm))
    if (figure.test(comment)) found[name] = comment.replaceAll(/\n?# /g, " ");
  expect(Object.keys(found).sort()).toEqual(Object.keys(commented).sort());
  for (const [name, [told, value]] of Object.entries(commented))
    expect([found[name], policy[name]]).toEqual([expect.stringContaining(told), value]);
  // What the limit of a file is compared with.
  expect(Number(policy["maxDownloadBytes"]) / (8_000_000 / 8)).toBeGreaterThan(3600);
});

/** What no prose tells, and the tests that hold it. */
const elsewhere: Record<string, string> = {
  pendingStatuses: "clients/typescript/test/wait.test.ts",
  pauseJitter: "clients/typescript/test/sending.test.ts",
  pollPauseGrowth: "clients/typescript/test/wait.test.ts",
  maxLastPollMs: "clients/typescript/test/wait.test.ts",
  requestIdHeaders: "clients/faults/scenarios.yaml",
  minRedactedLength: "clients/redactor.yaml",
  maxSpelledLength: "clients/redactor.yaml",
  spelledLetterPattern: "clients/redactor.yaml",
  tokenRestPattern: "clients/redactor.yaml",
  maxExcerptLength: "clients/typescript/test/client.test.ts",
  baseUrlVariable: "test/figures.test.ts",
  tokenVariable: "test/figures.test.ts",
};

test("every line is told in prose, or tried", () => {
  const told = Object.keys(constants["clients/policy.yaml"]!);
  const tried = [...Object.keys(patterns), "refusedNetworks", "fileEndings"];
  expect([...told, ...tried, ...Object.keys(elsewhere)].sort()).toEqual(Object.keys(policy).sort());
});
