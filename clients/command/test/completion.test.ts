/** What may come next, as the shells ask for it. */
import { expect, test } from "vitest";
import { runCommand } from "./support/run-command.ts";

test.each<[string[], string[]]>([
  [["av"], ["avatars"]],
  [["--"], ["--version", "--help"]],
  [
    ["hp", ""],
    ["create", "get"],
  ],
  [["hp", "c"], ["create"]],
  [["avatars", "list", "--c"], ["--custom"]],
  [["hp", "create", "--dr"], ["--dry-run"]],
  [["hp", "create", "--no-m"], ["--no-music"]],
  [["lipsync", "create", "--actor.avatar-t"], ["--actor.avatar-type"]],
  [
    ["lipsync", "create", "--model", ""],
    ["v1", "v2"],
  ],
  [
    ["hp", "get", "x", "--format", "j"],
    ["json", "jsonl"],
  ],
  [["hp", "get", "x", "--wait", "--wait"], []],
  [["hp", "create", "--file", ""], []],
  [["completion", "z"], ["zsh"]],
  [["mcp", "--allow-c"], ["--allow-create"]],
  [["nonsense", ""], []],
])("%j", async (words, expected) => {
  const { output, exitCode } = await runCommand(["complete", "--", ...words]);
  expect(exitCode).toBe(0);
  const lines = output.split("\n").filter(Boolean);
  expect(lines.map((line) => line.split("\t")[0])).toEqual(expected);
});

test.each(["bash", "zsh", "fish"])("%s asks the command itself", async (shell) => {
  const { output } = await runCommand(["completion", shell]);
  expect(output).toContain("video-generation complete -- ");
});
