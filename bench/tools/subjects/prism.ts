/** Prism as a mock: what a program meets that is developed against it. */
import { once } from "node:events";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import type { Readable } from "node:stream";
import { freePort } from "../../../scripts/support/port.ts";
import { reasonIn } from "../execute.ts";
import { body } from "../story.ts";
import { type Bench, Failure, type Tool } from "../tool.ts";

export const prism: Tool = {
  name: "Prism as a mock",
  package: "@stoplight/prism-cli",
  trials: [
    {
      does: "answers a request with an example",
      run: (bench) =>
        withMock(bench, async (send) => {
          const response = await send(body);
          const created = await response.json();
          if (!response.ok || typeof created.job_id !== "string")
            throw new Failure(`${response.status} ${JSON.stringify(created)}`);
        }),
    },
    {
      does: "refuses a wrong request",
      run: (bench) =>
        withMock(bench, async (send) => {
          const response = await send({});
          if (response.status < 400 || response.status > 499)
            throw new Failure(`${response.status} ${await response.text()}`);
        }),
    },
  ],
};

const command = createRequire(import.meta.url).resolve("@stoplight/prism-cli/dist/index.js");

/** Sends a request that creates an HP job. */
type Send = (body: unknown) => Promise<Response>;

async function withMock(
  { document, folder }: Bench,
  use: (send: Send) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const child = spawn(process.execPath, [command, "mock", "-p", String(port), document], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
    // Longer than both the start and the two requests take on a busy machine.
    timeout: 60_000,
  });
  const ended = once(child, "exit");
  try {
    await untilReady(child.stdout);
    await use((value) =>
      fetch(`http://127.0.0.1:${port}/api/hp_job`, {
        method: "POST",
        headers: { authorization: "Bearer any", "content-type": "application/json" },
        body: JSON.stringify(value),
      }),
    );
  } finally {
    child.kill();
    await ended;
  }
}

/** @throws {Failure} when the mock ends, or is ended, before it listens */
async function untilReady(output: Readable): Promise<void> {
  let printed = "";
  for await (const text of output.iterator({ destroyOnReturn: false })) {
    printed += text;
    if (!printed.includes("is listening on")) continue;
    // Nobody reads on, and a full pipe would hold the mock.
    output.resume();
    return;
  }
  throw new Failure(reasonIn(printed));
}
