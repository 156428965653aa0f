/** Saves all that the output of a job points to. */
import { mkdir } from "node:fs/promises";
import type { Invocation } from "./arguments.ts";
import type { Connection } from "./connect.ts";
import { CommandError } from "./errors.ts";
import { exitCodes } from "./exit-codes.ts";
import { fileName } from "./file-names.ts";
import { findAddresses } from "./find-addresses.ts";
import { printable } from "./printable.ts";
import type { Progress } from "./progress.ts";
import { describeSize } from "./quantities.ts";
import { describeError } from "./report-error.ts";
import { type SavedFile, saveFile } from "./save-file.ts";

const defaultMaxFiles = 10_000;
const defaultDeadlineMs = 3_600_000;

/** A file that was saved, or was not, as JSON lines report it. */
export type SaveResult = { address: string } & (SavedFile | { error: string; message: string });

/**
 * @returns what became of each address
 * @throws {CommandError} when there is nothing to download, or too much
 */
export async function saveOutputs(
  job: { job_id: string; output: unknown },
  folder: string,
  { numbers, switches }: Invocation,
  { baseUrl, token, signal }: Connection,
  progress: Progress,
): Promise<SaveResult[]> {
  const addresses = findAddresses(job.output);
  const maxFiles = numbers["max-files"] ?? defaultMaxFiles;
  if (addresses.length === 0) throw refusal("The output of the job names no address to download.");
  if (addresses.length > maxFiles) {
    throw refusal(
      `The output names ${addresses.length} addresses. --max-files allows ${maxFiles}.`,
    );
  }
  await makeFolder(folder);
  const results: SaveResult[] = [];
  for (const [index, address] of addresses.entries()) {
    signal.throwIfAborted();
    progress.show(`downloading ${index + 1} of ${addresses.length}`);
    try {
      refuseUnsafe(address, baseUrl, switches.has("allow-plain-http"));
      const saved = await saveFile(address, {
        folder,
        nameOf: (type) => fileName(job.job_id, index + 1, address, type),
        isForced: switches.has("force"),
        options: {
          baseUrl,
          token,
          signal,
          allowPlainHttp: switches.has("allow-plain-http"),
          // Each step of a redirect is looked at, before it is taken.
          fetch: (url, init) => {
            refuseUnsafe(url, baseUrl, switches.has("allow-plain-http"));
            return fetch(url, { ...init, redirect: "manual" });
          },
          deadlineMs: numbers["download-deadline"] ?? defaultDeadlineMs,
          maxBytes: numbers["max-size"],
        },
      });
      results.push({ address, ...saved });
    } catch (error) {
      const report = describeError(error, signal);
      if (!report || signal.aborted) throw error;
      results.push({ address, error: report.error, message: report.message });
    }
  }
  return results;
}

/** One line for each file. */
export function describeSaved(result: SaveResult): string {
  if ("error" in result) return `✗ ${printable(result.address)}: ${printable(result.message)}`;
  const { path, bytes, wasThere } = result;
  return `${wasThere ? "There already" : "Saved"}: ${path} (${describeSize(bytes)})`;
}

/** Plain http would show what is downloaded, and reaches into networks that only this machine sees. */
function refuseUnsafe(address: string, baseUrl: string, allowsPlainHttp: boolean): void {
  const { protocol, origin } = new URL(address);
  if (protocol === "https:" || allowsPlainHttp || origin === new URL(baseUrl).origin) return;
  throw refusal("Plain http is refused for other origins than --base-url. See --allow-plain-http.");
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw refusal(`The folder ${folder} cannot be made: ${error.code}.`);
  });
}

function refusal(message: string): CommandError {
  return new CommandError("download", exitCodes.downloads, message);
}
