/**
 * The client's part of `npm run bench:client`: size, overhead, leaks. Figures for a person to read;
 * nothing fails on them.
 */
import { gzipSync } from "node:zlib";
import { bundleClient } from "../../scripts/release/bundle-client.ts";
import { measureLeaks } from "./leaks.ts";
import { measureOverhead } from "./overhead.ts";

for (const entry of ["index", "observe"] as const) {
  const bytes = gzipSync(await bundleClient(entry), { level: 9 }).length;
  console.log(`${entry.padEnd(8)} ${bytes} bytes, minified and gzipped, with all it imports`);
}
await measureOverhead("read");
await measureOverhead("create");
await measureLeaks();
