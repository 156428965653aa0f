import { createRequire } from "node:module";

/** Script behind the `prism` command. Only tests and benches need it, so the pipeline does not look for it. */
export const prism = createRequire(import.meta.url).resolve("@stoplight/prism-cli/dist/index.js");
