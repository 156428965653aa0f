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

const help = `Commands of this repository:

  npm start                 build, serve the site and the emulator, and build again on every change;
                            npm start -- <options> takes those of the emulator
  npm run build             lint the contract, generate what it yields, render the site, build the packages
  npm run lint              lint the contract
  npm run generate          lint the contract and generate what it yields
  npm run site              render the site from what is generated, with the packages built last
  npm run build -w <name>   build one npm package from what is generated
  npm test -- --checks fresh
                            fail when a generated file is not what the contract yields

Exit codes: 0 done, 1 the contract or its output is wrong, 2 unknown command.`;

const [name = "--help", ...words] = process.argv.slice(2);
const command = commands[name];
if (name === "--help" || name === "-h") {
  console.log(help);
} else if (!command || (words.length > 0 && !["start", "packages"].includes(name))) {
  console.error(`Unknown command: ${[name, ...words].join(" ")}\n\n${help}`);
  process.exitCode = 2;
} else {
  const { runCommand } = await import("./support/step.ts");
  await runCommand(() => command(words));
}
