// Begins a command with what Node compiled the last time. The first file in TypeScript would come too early
// for that, and Node would load its compiler for that one alone.
import { enableCompileCache } from "node:module";

enableCompileCache();
await import("./cli.ts");
