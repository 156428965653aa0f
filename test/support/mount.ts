/** A disk that is soon full. */
import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";

export const mounts = {
  name: "mounts",
  isPresent: () =>
    spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0,
  install: "run the tests as root",
};

/** Use with `using`. */
export async function mount(path: string, size: string) {
  await mkdir(path);
  const resize = (options: string) => {
    const done = spawnSync("mount", ["-t", "tmpfs", "-o", options, "none", path]);
    if (done.status !== 0) throw new Error(done.stderr.toString());
  };
  resize(`size=${size}`);
  return { resize, [Symbol.dispose]: () => void spawnSync("umount", [path]) };
}
