import { execFile } from "node:child_process";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../scripts/locations.ts";
import { readSamples, type Sample } from "../../scripts/site/samples.ts";
import { ContractServer } from "./support/contract-server.ts";

const samples = await readSamples();
const interpreters: Record<string, string> = {
  bash: "sh",
  python: "python3",
  typescript: process.execPath,
};

/** Operations that each longer sample of the guides calls. */
const callsOfGuides: Record<string, string[]> = {
  "guides/finished-hp-job": ["createHpJob", "getHpJob", "getHpJob"],
};

describe("a sample runs as it stands, sends what the contract allows, and prints what came", () => {
  it.concurrent.each(samples)("$file", async (sample) => {
    await using server = await ContractServer.start();
    const output = await run(sample, server);

    expect(server.objections).toEqual([]);
    expect(server.calls).toEqual(callsOfGuides[sample.name] ?? [sample.name]);
    expect(output).toMatch(expectedOutput(sample.name));
  });
});

function expectedOutput(name: string): RegExp {
  if (name.startsWith("guides/")) return /example-job-id[^]*status-of-a-sample/;
  return basename(name).startsWith("list") ? /avatars|voices/ : /example-job-id[^]*rendering/;
}

function run({ file, language }: Sample, server: ContractServer): Promise<string> {
  const command = interpreters[language.name];
  if (!command) throw new Error(`Nothing runs ${language.label}`);
  const environment = {
    ...process.env,
    BASE_URL: server.address,
    API_TOKEN: server.token,
    JOB_ID: "example-job-id",
  };
  return new Promise((resolve, reject) => {
    execFile(command, [join(root, file)], { env: environment }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${file} failed: ${stderr}\n${server.objections.join("\n")}`));
      else resolve(stdout);
    });
  });
}
