import { expect, it } from "vitest";
import { RepositoryCopy } from "../../test/support/repository-copy.ts";
import { writeSyntheticContract } from "./large-contract.ts";

it("a contract of any size keeps the rules, or there is nothing to measure", async () => {
  await using copy = await RepositoryCopy.create();
  await writeSyntheticContract(copy.folder, 3);
  const { exitCode, output } = await copy.run("scripts/cli.ts", "generate");
  expect(exitCode, output).toBe(0);
});
