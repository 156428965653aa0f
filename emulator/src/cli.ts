/** The command `video-generation-emulator`. */
import manifest from "../package.json" with { type: "json" };
import { help, readArguments } from "./app/arguments.ts";
import { createEmulator, type Emulator } from "./app/emulator.ts";
import { OptionError } from "./contract/option-error.ts";

try {
  const words = process.argv.slice(2);
  // Loaded when it is asked for: a start needs nothing of it.
  if (words[0] === "explore")
    await (await import("./explore/command.ts")).runExplore(words.slice(1));
  else await run(words);
} catch (error) {
  if (!(error instanceof OptionError)) throw error;
  console.error(error.message);
  // The user can correct it by calling the command differently.
  process.exitCode = 2;
}

async function run(words: string[]): Promise<void> {
  const options = await readArguments(words);
  if (options === "help") console.log(help);
  else if (options === "version") console.log(manifest.version);
  else {
    const emulator = await createEmulator(options);
    stopOnSignal(emulator);
    printStart(emulator, options.publicUrl);
  }
}

function printStart({ url, token, seed, controlToken }: Emulator, publicUrl = url): void {
  const entry = `${publicUrl}/emulator/enter?token=${encodeURIComponent(controlToken ?? "")}`;
  const authorization = `Authorization: Bearer ${token}`.replaceAll("'", "'\\''");
  console.log(`Address  ${publicUrl}
Token    ${token}
Seed     ${seed}
Control  ${controlToken === undefined ? `${url}/emulator` : entry}

Try      curl -H '${authorization}' ${publicUrl}/api/avatars/public
Stop     Ctrl-C`);
}

/** Ends in an orderly way at the first signal. A second one ends at once, as it does without us. */
function stopOnSignal(emulator: Emulator): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => void emulator.close());
  }
}
