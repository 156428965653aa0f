import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createSearch, type Entry } from "../../../docs/theme/search-index.js";
import { siteFolder } from "../../support/locations.ts";

interface Query {
  query: string;
  found: string[];
}

const data = readFileSync(join(siteFolder, "assets/search-data.js"), "utf8");
const entries = JSON.parse(data.slice(data.indexOf("["), data.lastIndexOf("]") + 1)) as Entry[];
const list = readFileSync(join(import.meta.dirname, "queries.yaml"), "utf8");
const known = entries.map(({ address }) => address);
const isGone = (found: string) => !known.some((address) => address.startsWith(found));
/** A closed gap answers nothing, and what is left may not be the best. */
const isOfClosedGap = (found: string) => found.startsWith("gaps.html#") && isGone(found);
const written = parse(list) as Query[];
const queries = written.filter(({ found }) => !found.some(isOfClosedGap));
const search = createSearch(entries);

/** Of the questions, this share has to be answered by the first three results. */
const minShare = 0.96;

describe("the search", () => {
  it("answers what people ask in the first three results", () => {
    expect(written.length).toBeGreaterThanOrEqual(60);
    const missed = queries.flatMap(({ query, found }) => {
      const first = search(query).slice(0, 3);
      const addresses = first.map(({ address }) => address);
      const isAnswered = addresses.some((address) => found.some((one) => address.startsWith(one)));
      return isAnswered ? [] : [`${query}: ${addresses.join(", ")}`];
    });
    expect(1 - missed.length / queries.length, missed.join("\n")).toBeGreaterThanOrEqual(minShare);
  });

  it.each([
    ["/api/hp_job", "operation-createHpJob.html"],
    ["POST /api/hp_job", "operation-createHpJob.html"],
    ["/api/avatars/public", "operation-listPublicAvatars.html"],
    ["client.createHpJob", "sdks.html"],
    ["/emulator/clock", "emulator.html"],
    ["status:rendering", ""],
    ["output.videos", ""],
    ["reserved", "emulator.html#reserved-values"],
    // The first cell of a row, and the head of a column.
    ["emulator:fail-row-3", "emulator.html#reserved-values"],
    ["malformed-json", "emulator.html#faults"],
    ["POST /emulator/finish", "emulator.html#control-plane"],
    ["job-status-values", "gaps.html#job-status-values"],
  ])("finds the path or the name %s", (query, address) => {
    const found = search(query).slice(0, 3);
    expect(found.map(({ address }) => address).join()).toContain(address);
    expect(found).not.toEqual([]);
  });

  it("has a field once that many operations have", () => {
    const fields = entries.filter(({ kind }) => kind === "field");
    expect(new Set(fields.map(({ title, text }) => `${title} ${text}`)).size).toBe(fields.length);
  });

  it.each(
    entries
      .filter(({ kind }) => !["page", "detail"].includes(kind))
      .map(({ title, kind }) => ({ title, kind })),
  )("finds the $kind $title by its name", ({ title }) => {
    const titles = search(title)
      .slice(0, 5)
      .map(({ title }) => title);
    expect(titles).toContain(title);
  });
});
