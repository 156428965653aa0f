/** Keeps a program that reads what others have made from taking the machine, or staying behind. */
import { spawnSync } from "node:child_process";

/** In kilobytes: a frame of the largest video that is taken needs a tenth of it. */
const maxMemory = 4_000_000;
/** In blocks of 512 bytes: 2 GiB. */
const maxFileSize = 4_194_304;
/** The shell lowers the limits of its own process, and becomes the program. */
const withLimits = `ulimit -v ${maxMemory} && ulimit -f ${maxFileSize} && exec "$@"`;

/** Has Linux kill the program when this process dies, even by `kill -9`. Not every Linux has a `setpriv` that can. */
const withParent = ["setpriv", "--pdeathsig", "KILL"];

let wrapper: string[] | undefined;

/** The words that go before a command. None where there is no Linux. */
export function confine(): string[] {
  if (process.platform !== "linux") return [];
  const [name = "", ...words] = withParent;
  wrapper ??= spawnSync(name, [...words, "true"]).status === 0 ? withParent : [];
  return ["sh", "-c", withLimits, "sh", ...wrapper];
}
