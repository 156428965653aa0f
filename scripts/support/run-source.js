/** Runs a command of this repository from its TypeScript source. Plain JavaScript, which any Node reads. */

/**
 * Runs a module that starts a command, with the arguments of this process.
 *
 * @param {URL} source the module
 */
export async function runSource(source) {
  if (process.features.typescript) {
    await import(source.href);
  } else {
    console.error(
      `✗ The source needs Node 24, and this is ${process.version}. Run npm ci, which brings one, and start the command with npx; or run npm run build.`,
    );
    process.exitCode = 1;
  }
}
