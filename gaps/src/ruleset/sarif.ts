/** Problems as SARIF 2.1.0, which code scanning and editors read. */
import { pathToFileURL } from "node:url";
import type { Problem } from "../problem.ts";
import { presets } from "./index.ts";

export function toSarif(problems: Problem[]): object {
  const rules = presets.sources.map(({ code, description }) => ({
    id: code,
    shortDescription: { text: description },
  }));
  return {
    version: "2.1.0",
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    runs: [
      {
        tool: { driver: { name: "openapi-gaps", rules } },
        results: problems.map(({ file, line, column, severity, rule, message }) => ({
          ruleId: rule,
          level: severity,
          message: { text: message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: addressOf(file) },
                region: { startLine: line, startColumn: column },
              },
            },
          ],
        })),
      },
    ],
  };
}

/** Relative to the repository where it can be, and encoded, as SARIF asks. */
const addressOf = (file: string): string =>
  file.startsWith("/") || file.startsWith("..")
    ? pathToFileURL(file).href
    : file.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
