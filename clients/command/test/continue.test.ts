/** The command that goes on with a job, as it is printed where a wait or a download ends too early. */
import { execFileSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { optionsOf } from "../../../test/support/command.ts";
import { doneStatus } from "../../../test/support/gaps.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type Responder, sendJson, startFaultServer } from "../../faults/fault-server.ts";
import { runAgainst, runCommand, testToken } from "./support/run-command.ts";

const folder = await temporaryFolder();
afterAll(() => folder.remove());
const token = await folder.write("my token", testToken);
const headers = await folder.write("my headers", "x-other: 1");

/** Each option of the command that reads a job, as it is given, and as it is said again. */
const options: Record<string, [given: string[], said?: string]> = {
  "--wait": [["--wait"]],
  "--max-wait": [["--max-wait", "0.04s"], "--max-wait 40ms"],
  "--interval": [["--interval", "0.005s"], "--interval 5ms"],
  "--pending": [["--pending", "queued", "--pending", "in line"], "queued --pending 'in line'"],
  "--download": [["--download", `${folder.path}/a b`], `--download '${folder.path}/a b'`],
  "--only": [["--only", "row=1"], "--only 'row=1'"],
  "--force": [["--force"]],
  "--format": [["--format", "jsonl"]],
  "--base-url": [["--base-url", "http://127.0.0.1:9"], "--base-url 'http://127.0.0.1:9'"],
  "--token-file": [["--token-file", token], `--token-file '${token}'`],
  "--header": [
    ["--header", "x-key: hunter2", "--header", `@${headers}`],
    `--header 'x-key: …' --header '@${headers}'`,
  ],
  "--allow-plain-http": [["--allow-plain-http"]],
  "--timeout": [["--timeout", "1m"], "--timeout 60000ms"],
  "--deadline": [["--deadline", "2m"], "--deadline 120000ms"],
  "--retries": [["--retries", "0"]],
  "--verbose": [["--verbose"]],
};

test("every option of the command that reads a job has a row", async () => {
  const { output } = await runCommand(["hp", "get", "--help"]);
  const own = optionsOf(output).filter((name) => name !== "--help");
  expect(own.toSorted()).toEqual(Object.keys(options).toSorted());
});

test.each(Object.entries(options))("%s is said again", async (_, [given, said]) => {
  const respond: Responder = (response) => sendJson(response, { job_id: "1", status: "rendering" });
  const words = ["hp", "get", "job-1", "--wait", "--max-wait", "20ms", ...given];
  const { messages } = await runAgainst(respond, words);
  const [line = ""] = /To wait again: .*$/m.exec(messages) ?? [];
  expect(line).toContain(said ?? given.join(" "));
  expect(messages).not.toContain("hunter2");
});

test("runs as it is printed, until the videos are there", async () => {
  let status = "rendering";
  let video = 500;
  await using videos = await temporaryFolder();
  const server = await startFaultServer({
    respond: (response, _, { path }) => {
      if (path === "/1.mp4") return void response.writeHead(video).end(Buffer.alloc(100));
      const output = [`${server.baseUrl}/1.mp4`, `${server.baseUrl}/2.mp4`];
      sendJson(response, { job_id: "it's mine", status, output });
    },
  });
  const words = ["it's mine", "--max-wait", "30ms", "--pending", "in line", "--only", "1.mp4"];
  const first = ["hp", "get", ...words, "--download", `${videos.path}/a b`, "--retries", "0"];

  const waited = await run(first);
  status = "in line";
  const again = await run(printedIn(waited.messages, "To wait again"));
  status = doneStatus;
  const saved = await run(printedIn(again.messages, "To wait again"));
  video = 200;
  const goneOn = await run(printedIn(saved.messages, "To go on"));
  await server.close();

  const codes = [waited, again, saved, goneOn].map(({ exitCode }) => exitCode);
  expect(codes).toEqual([6, 6, 7, 0]);
  expect(await readdir(`${videos.path}/a b`)).toHaveLength(1);
  expect(printedIn(saved.messages, "To go on"), "the job has ended").not.toContain("--wait");

  function run(given: string[]) {
    return runCommand(given, { baseUrl: server.baseUrl });
  }
});

/** The words of a printed command, as a shell reads them. */
function printedIn(messages: string, lead: string): string[] {
  const [, command] = new RegExp(`${lead}: video-generation (.*)`).exec(messages)!;
  const words = execFileSync("sh", ["-c", `printf '%s\\0' ${command}`], { encoding: "utf8" });
  return words.split("\0").slice(0, -1);
}
