/** A database of Postgres for tests and benches, in a temporary folder. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { chown, mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { freePort } from "./port.ts";
import { UserError } from "openapi-gaps";

const run = promisify(execFile);

export interface Database extends AsyncDisposable {
  address: string;
}

/** The folder of the newest server that Debian has installed. */
export function findPostgres(): string | undefined {
  const [found] = globSync("/usr/lib/postgresql/*/bin/initdb").sort().reverse();
  return found && dirname(found);
}

/** A server with an empty database. Use with `await using`. */
export async function startPostgres(): Promise<Database> {
  const bin = findPostgres();
  if (bin === undefined)
    throw new UserError("Postgres is missing. Run apt-get install postgresql.");
  const home = await mkdtempDisposable(join(tmpdir(), "postgres-"));
  const user = await findUser();
  if (user.uid !== undefined) await chown(home.path, user.uid, user.gid!);
  const options = { ...user, cwd: home.path };
  const data = ["-D", join(home.path, "data")];
  await run(join(bin, "initdb"), [...data, "-U", "tester", "--no-sync"], options);
  const port = await freePort();
  const postgres = join(bin, "postgres");
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const words = [...data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  // It ends with what asked for it, also where that is killed: its input ends then.
  const untilInputEnds = '"$@" & read -r _; kill -INT $!; wait $!';
  const server = spawn("sh", ["-c", untilInputEnds, "sh", postgres, ...words], {
    ...options,
    stdio: ["pipe", "ignore", "pipe"],
  });
  for await (const line of createInterface(server.stderr)) if (/ready to accept/.test(line)) break;
  server.stderr.resume();
  return {
    address: `postgres://tester@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      const ended = once(server, "exit");
      server.stdin.end();
      await ended;
      await home.remove();
    },
  };
}

/** The server refuses to run as root; its package brings a user for it. */
async function findUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const read = async (flag: string) => Number((await run("id", [flag, "postgres"])).stdout);
  return { uid: await read("-u"), gid: await read("-g") };
}
