/** Every option that a command's help names is used by a test of its room. */
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { root } from "../scripts/support/locations.ts";
import { optionsOf } from "./support/command.ts";

const run = promisify(execFile);
const bin = (name: string) => join(root, "node_modules/.bin", name);
const field = /^--(no-)?[a-z]+([-.][a-z]+)*$/;

test.each<[command: string, tests: string, count: number]>([
  ["video-generation hp create", "clients/{command/test,faults/drivers}/**", 30],
  ["video-generation hp get", "clients/{command/test,faults/drivers}/**", 15],
  ["video-generation mcp", "clients/{command/test,faults/drivers}/**", 10],
  ["video-generation jobs", "clients/command/test/**", 3],
  ["video-generation-emulator", "{emulator/test,test,scripts/site/test}/**", 15],
  ["video-generation-emulator explore", "emulator/test/**", 9],
  ["video-generation-renderer", "{renderer/test,test}/**", 5],
  ["video-generation-conformance", "conformance/test/**", 12],
  ["openapi-gaps", "{gaps/test,test}/**", 2],
  ["openapi-gaps lint", "gaps/test/**", 4],
  ["openapi-gaps register", "gaps/test/**", 3],
  ["openapi-gaps draft", "gaps/test/**", 3],
  ["openapi-gaps letter", "gaps/test/**", 5],
  ["openapi-gaps check", "gaps/test/**", 5],
  ["openapi-gaps propose", "gaps/test/**", 5],
  ["openapi-gaps answers", "gaps/test/**", 2],
  ["openapi-gaps apply", "gaps/test/**", 3],
])("%s", async (command, tests, count) => {
  const [name = "", ...words] = command.split(" ");
  const { stdout } = await run(process.execPath, [bin(name), ...words, "--help"]);
  const flags = optionsOf(stdout).filter((flag) => field.test(flag));
  expect(flags.length).toBeGreaterThanOrEqual(count);
  // Those of fields come from the contract, as all of them do: some are tried for all.
  const ofFields = /--(no-)?(actor|script|base|data|variable|project|music|customi[sz]ations)/;
  const texts = globSync(`${tests}/*.ts`, { cwd: root }).map((file) =>
    readFileSync(join(root, file), "utf8"),
  );
  const isUsed = (flag: string) =>
    texts.some((text) => text.includes(flag) || text.includes(`"${flag.slice(2)}"`));
  const everywhere = ["--help", "--version"];
  const left = flags.filter((flag) => !ofFields.test(flag) && !everywhere.includes(flag));
  expect(left.filter((flag) => !isUsed(flag))).toEqual([]);
});

test.each([
  [["--takes", "films"], /--takes is "films"\. Set it to hp, slides, lipsync/],
  [["--allow-hosts", "a"], /--allow-hosts/],
])("a worker with %j is refused", async (words, says) => {
  const given = ["work", "--queue", "postgres://u@localhost/d", "--storage", "s", ...words];
  await expect(
    run(process.execPath, [bin("video-generation-renderer"), ...given]),
  ).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(says),
  });
});
