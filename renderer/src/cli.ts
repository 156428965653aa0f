/** The command `video-generation-renderer`. */
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import manifest from "../package.json" with { type: "json" };
import { type Kind, kinds, withoutPassword } from "./queue/open-queue.ts";
import { work, type WorkOptions } from "./queue/work.ts";

const help = `Usage: video-generation-renderer work --queue <address> --storage <place>

Renders for an emulator that was started with the same queue and storage, on
this machine and as many others as there are.

  --queue <address>        postgres://user@host/database; the password comes from
                           PGPASSWORD, which no list of processes shows
  --storage <place>        a folder that all machines reach, or s3://bucket/prefix
  --takes <kind>           hp, slides or lipsync; may be repeated (all of them)
  --renderer <module>      makes the videos instead of this package: a file or a
                           package that exports createRenderer(settings)
  --allow-host <host>      a private host that addresses may lead to; may be repeated

  --version, --help

S3 takes its region, its keys and its address from AWS_REGION, AWS_ACCESS_KEY_ID,
AWS_SECRET_ACCESS_KEY and AWS_ENDPOINT_URL.

Exit codes: 0 stopped, 2 an option cannot be used.`;

const options = {
  queue: { type: "string" },
  storage: { type: "string" },
  takes: { type: "string", multiple: true },
  renderer: { type: "string" },
  "allow-host": { type: "string", multiple: true },
  version: { type: "boolean", short: "v" },
  help: { type: "boolean", short: "h" },
} as const;

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  if (values.help) return console.log(help);
  if (values.version) return console.log(manifest.version);
  const { queue, storage, takes } = values;
  if (positionals.join(" ") !== "work" || queue === undefined || storage === undefined)
    throw new Error(
      "Call it as: video-generation-renderer work --queue <address> --storage <place>",
    );
  const unknown = takes?.find((kind) => !Object.hasOwn(kinds, kind));
  if (unknown !== undefined)
    throw new Error(`--takes is "${unknown}". Set it to ${Object.keys(kinds).join(", ")}.`);
  const { createDownload } = await import("video-generation-emulator");
  const stop = await work({
    queue,
    storage,
    download: createDownload(values["allow-host"]),
    takes: takes as Kind[] | undefined,
    renderer: values.renderer === undefined ? undefined : await loadRenderer(values.renderer),
  });
  console.log(`Working   for ${withoutPassword(queue)}, files in ${storage}\nStop      Ctrl-C`);
  // A second signal ends at once, as it does without us.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => void stop());
}

/** @throws {Error} when the module cannot be loaded, or is no renderer */
async function loadRenderer(name: string): Promise<WorkOptions["renderer"]> {
  const address = /^[./]/.test(name) || existsSync(name) ? pathToFileURL(name).href : name;
  const module = (await import(address).catch(({ message }: Error) => {
    throw new Error(`--renderer ${name} cannot be loaded: ${message.split("\n")[0]}`);
  })) as { createRenderer?: WorkOptions["renderer"] };
  if (module.createRenderer) return module.createRenderer;
  throw new Error(`--renderer ${name} is no renderer. Export a function createRenderer(settings).`);
}
