/**
 * Runs a command of this repository from its TypeScript source. Plain JavaScript for any Node: the bins
 * of the packages call it on the machine's own.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The Node that `npm ci` brought: see the devDependency `node`. */
const ownNode = fileURLToPath(
  new URL(
    `../../node_modules/node/bin/node${process.platform === "win32" ? ".exe" : ""}`,
    import.meta.url,
  ),
);
const minMajor = 24;

/**
 * Runs a module that starts a command, with the arguments of this process.
 *
 * @param {URL} source the module
 */
export async function runSource(source) {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= minMajor && process.features.typescript) {
    await import(source.href);
  } else if (existsSync(ownNode)) {
    await runOnOwnNode(fileURLToPath(source));
  } else {
    console.error(
      `✗ The source needs Node ${minMajor}, and this is ${process.version}. Run npm ci, which brings one, or npm run build.`,
    );
    process.exitCode = 1;
  }
}

/**
 * Ends as the command ends: with its exit code, or by its signal.
 *
 * @param {string} path
 */
function runOnOwnNode(path) {
  const child = spawn(ownNode, [path, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      // Ctrl-C reaches the child from the terminal too, and a second signal would end it at once.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      process.exitCode = code ?? 1;
      if (signal) {
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
      }
      resolve(undefined);
    });
  });
}
