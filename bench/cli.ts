/** `npm run bench`: figures for people to read. Nothing fails on them. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { root } from "../scripts/support/locations.ts";
import { benchPackages } from "./packages.ts";

interface Bench {
  measures: string;
  run: () => Promise<unknown>;
  /** What `npm run` has to build first, so that what is measured is what is published. */
  needs?: string[];
  /** Whether it is run without being named. */
  isLong?: boolean;
}

const benches: Record<string, Bench> = {
  pipeline: {
    measures: "generate and site against the bare tools",
    run: () => import("./pipeline/run.ts"),
    needs: ["build"],
  },
  site: {
    measures: "Lighthouse on every page",
    run: () => import("./site/run.ts"),
    needs: ["build"],
  },
  client: {
    measures: "overhead of a call. Its size in three bundlers is a test: client/sizes.test.ts",
    run: () => import("./client/overhead.ts"),
  },
  renderer: {
    measures: "the renderer against bare commands of ffmpeg",
    run: () => import("./renderer/run.ts"),
  },
  emulator: {
    measures: "the emulator against a bare server and Prism, by processor time",
    run: () => import("./emulator/run.ts"),
    needs: ["build", "-w", "video-generation-emulator"],
  },
  soak: {
    measures: "an hour of load with restarts and kills, or as many minutes as are named",
    run: () => import("./emulator/soak.ts"),
    needs: ["build", "-w", "video-generation-emulator"],
    isLong: true,
  },
  evidence: {
    measures: "what four tools state of hidden services after a recording, and what of it is false",
    run: () => import("./evidence.ts"),
  },
  tools: {
    measures: "six generators of clients on the portable copy: does what they write compile?",
    run: () => import("./tools.ts"),
  },
};

const [name] = process.argv.slice(2);
if (name === "--help" || name === "-h") {
  const lines = Object.entries(benches).map(
    ([name, { measures }]) => `  ${name.padEnd(12)} ${measures}`,
  );
  console.log(`Usage: npm run bench [-- <name>]\n\n${lines.join("\n")}\n`);
  console.log("Without a name: all but soak. Install first: npm ci --prefix bench");
} else if (name !== undefined && !(name in benches)) {
  console.error(`✗ There is no bench "${name}", but ${Object.keys(benches).join(", ")}.`);
  process.exitCode = 2;
} else if (!benchPackages.isPresent()) {
  console.error(`✗ What the benches need is not installed. Run ${benchPackages.install}.`);
  process.exitCode = 1;
} else {
  const chosen = Object.values(benches).filter(({ isLong }) => !isLong);
  for (const { run, needs } of name === undefined ? chosen : [benches[name]!]) {
    // With an address, as it is published: then it preloads its fonts.
    const env = { SITE_ADDRESS: "https://video.example", ...process.env };
    if (needs) await promisify(execFile)("npm", ["run", ...needs], { cwd: root, env });
    await run();
  }
}
