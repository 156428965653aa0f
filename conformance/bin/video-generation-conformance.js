#!/usr/bin/env node
/** A tool of this repository, which is not built. */
import { runSource } from "../../scripts/support/run-source.js";

await runSource(new URL("../src/cli.ts", import.meta.url));
