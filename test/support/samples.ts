/** The samples of a README, and a service that they can be run against. */
import { readFile } from "node:fs/promises";
import { hpJob } from "../../clients/faults/faults.ts";
import { endedStatus } from "../../clients/faults/scenarios.ts";
import { type FaultServer, sendJson, startFaultServer } from "../../clients/faults/fault-server.ts";

export async function readSamples(readme: string, language: string): Promise<string[]> {
  return samplesIn(await readFile(readme, "utf8"), language);
}

/** The blocks of a language in a Markdown text, in their order. */
export function samplesIn(text: string, language: string): string[] {
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms");
  return [...text.matchAll(block)].map(([, code = ""]) => code);
}

/** Every job is rendering when it is first asked for, and has ended with one video after that. */
export async function startSampleService(): Promise<FaultServer> {
  const polls = new Map<string, number>();
  const server = await startFaultServer({
    respond: (response, _, { method, path }) => {
      if (path === "/video.mp4") {
        return void response.writeHead(200, { "content-type": "video/mp4" }).end("\0 video");
      }
      if (method === "POST") return sendJson(response, { ...hpJob, input: {}, output: "" });
      if (!path.startsWith("/api/hp_job/")) {
        return sendJson(response, { avatars_list: [], voices_list: [] });
      }
      polls.set(path, (polls.get(path) ?? 0) + 1);
      const isDone = polls.get(path)! > 1;
      const output = { video: `${server.baseUrl}/video.mp4` };
      sendJson(response, isDone ? { ...hpJob, status: endedStatus, output } : hpJob);
    },
  });
  return server;
}
