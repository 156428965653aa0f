/** The cases that the tests of every client read, whatever its language. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../scripts/support/locations.ts";
import type { TemporaryFolder } from "./temporary-folder.ts";

/** A text that a service sends back, and what is shown of it. */
export interface RedactorCase {
  name: string;
  token: string;
  text: string;
  shown: string;
}

const readTable = (file: string) => readFile(join(root, file), "utf8");

async function readCases(file: string, defaults: object): Promise<string> {
  const cases = parse(await readTable(file)) as object[];
  const text = JSON.stringify(cases.map((each) => ({ ...defaults, ...each })));
  return (
    text
      .replace(/<(\d+) times (.+?)>/g, (_, count: string, what: string) => what.repeat(+count))
      // A text such as `=7.0` stands for the number that JSON writes so.
      .replace(/"=([^"]+)"/g, "$1")
  );
}

/** The cases of `clients/outputs.yaml` as JSON, each with all of its fields. */
export const readOutputs = () =>
  readCases("clients/outputs.yaml", {
    ...{ jobId: "job-1", contentType: "", wanted: "" },
    ...{ texts: [], textType: "text/plain", types: {}, bodies: {}, leftOut: [], failed: [] },
  });

/** Those of `clients/redactor.yaml`, with the token that its head names. */
export async function readRedactorCases(): Promise<RedactorCase[]> {
  const file = "clients/redactor.yaml";
  const [, token] = /The token is `(.+?)`/.exec(await readTable(file))!;
  return JSON.parse(await readCases(file, { token })) as RedactorCase[];
}

type WhereTo = "thisMachine" | "thisMachineInOtherWords" | "metadata" | "private" | "public";

/** Hosts by where they lead: `test/support/addresses.yaml`. */
export async function readAddresses(): Promise<Record<WhereTo, string[]>> {
  const text = await readFile(join(import.meta.dirname, "addresses.yaml"), "utf8");
  return parse(text) as Record<WhereTo, string[]>;
}

/** A header that a caller gives, and what is sent of it: `headers.yaml`. */
export interface HeaderCase {
  name: string;
  value: string;
  call: string;
  download: string;
}

export async function readHeaders(): Promise<HeaderCase[]> {
  const text = await readFile(join(import.meta.dirname, "headers.yaml"), "utf8");
  return parse(text) as HeaderCase[];
}

/** What a client says, by what it says it of: `sentences.yaml`. */
export async function readSentences(
  language: "typescript" | "python" | "go",
): Promise<[name: string, says: string][]> {
  const text = await readFile(join(import.meta.dirname, "sentences.yaml"), "utf8");
  const table = parse(text) as Record<string, Record<string, string>>;
  return Object.entries(table).flatMap(([name, { [language]: says }]) =>
    says === undefined ? [] : [[name, says] as [string, string]],
  );
}

/** @returns the path of a file that has all of them, as JSON */
export async function writeSharedCases(folder: TemporaryFolder): Promise<string> {
  const addresses = Object.entries(await readAddresses()).flatMap(([where, hosts]) =>
    hosts.map((host) => ({ where, host })),
  );
  const headers = await readHeaders();
  const sentencesOfPython = Object.fromEntries(await readSentences("python"));
  const sentencesOfGo = Object.fromEntries(await readSentences("go"));
  const others = {
    redactor: await readRedactorCases(),
    addresses,
    headers,
    sentencesOfPython,
    sentencesOfGo,
  };
  const text = `{"outputs":${await readOutputs()},${JSON.stringify(others).slice(1)}`;
  return folder.write("cases.json", text);
}
