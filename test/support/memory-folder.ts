import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

const place = "/dev/shm";
const prefix = "video-generation-tests-";

/** Of the place, and of the memory behind it: several times what all tests together have had at once. */
const minRoom = 4 * 2 ** 30;

/**
 * Has this process and its children write their temporary files to memory, until it ends: a disk takes up to ten times
 * the processor time for copies of the repository, installations and profiles of browsers. Does nothing where `TMPDIR` is
 * set, and where there is too little memory or no such place, as in most containers.
 */
export function useMemoryForTemporaryFiles(): void {
  if (process.env["TMPDIR"] || !hasRoom()) return;
  clearLeftOver();
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`));
  // A database that a test starts is another user's.
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.env["TMPDIR"] = folder;
}

/** A process that was killed could not remove its own, and nothing else gives the memory back. */
function clearLeftOver(): void {
  for (const name of readdirSync(place)) {
    if (!name.startsWith(prefix) || isRunning(Number.parseInt(name.slice(prefix.length), 10)))
      continue;
    rmSync(join(place, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // That of another user may not be signalled.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function hasRoom(): boolean {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
    const mount = mounts.find((line) => line.split(" ")[1] === place)?.split(" ") ?? [];
    const [, , type, options = ""] = mount;
    // Tests run what they compile.
    if (type !== "tmpfs" || options.split(",").includes("noexec")) return false;
    const { bavail, bsize } = statfsSync(place);
    return Math.min(bavail * bsize, freemem()) >= minRoom;
  } catch {
    return false;
  }
}
