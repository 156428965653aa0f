/**
 * `npm run score`: Redocly's score of the contract, for people to read. What its missing points
 * stand for is explained in `docs/README.md`.
 */
import { join } from "node:path";
import { generatedFolder } from "../support/locations.ts";
import { redocly, runTool } from "../support/tool.ts";

const contract = join(generatedFolder, "openapi.yaml");
const { stdout } = await runTool(redocly, "score", contract);
console.log(stdout);
