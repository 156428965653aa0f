/**
 * The client's part of `npm run bench -- client`: size, overhead, leaks. Figures for a person to read;
 * nothing fails on them.
 */
import { measureLeaks } from "./leaks.ts";
import { measureOverhead } from "./overhead.ts";
import { measureSizes } from "./sizes.ts";

await measureSizes();
await measureOverhead("read");
await measureOverhead("create");
await measureLeaks();
