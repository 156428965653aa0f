/** The commands of this repository. `package.json` gives each of them a name for `npm run`. */
import { enableCompileCache } from "node:module";

// Before anything else is loaded: what Node has compiled once, it need not compile again.
enableCompileCache();

/** Each command imports what it needs, and no more: the site, for one, needs no compiler. */
const commands: Record<string, (words: string[]) => Promise<unknown>> = {
  build: async () => (await import("./app/build.ts")).build(),
  packages: async (words) => (await import("./release/build-package.ts")).buildPackages(words),
  generate: async () => (await import("./app/build.ts")).generate(),
  lint: async () => (await import("./app/build.ts")).lint(),
  site: async () => (await import("./site/build-site.ts")).site(),
  start: async (words) => (await import("./app/start.ts")).start(words),
  fresh: async () => (await import("./app/build.ts")).checkFresh(),
};

const [name = "", ...words] = process.argv.slice(2);
const command = commands[name];
if (!command || (words.length > 0 && !["start", "packages"].includes(name))) {
  const known = Object.keys(commands).join(", ");
  console.error(`✗ Unknown command: ${[name, ...words].join(" ")}. There are ${known}.`);
  process.exitCode = 2;
} else {
  const { runCommand } = await import("./support/step.ts");
  await runCommand(() => command(words));
}
