/** Reports of problems: for a terminal, for the annotations of GitHub, and as SARIF 2.1.0, which other systems read. */
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { formatAnnotation, formatProblem, type Problem } from "../problem.ts";
import { gapRules } from "./gap-rules.ts";

/** Each takes all problems of one call. */
export const reports = {
  text: (problems: Problem[]): string => problems.map(formatProblem).join("\n"),
  github: (problems: Problem[]): string =>
    problems.map((each) => formatAnnotation({ ...each, file: inWorkspace(each.file) })).join("\n"),
  sarif: (problems: Problem[]): string => JSON.stringify(toSarif(problems), null, 2),
};

/** The path of a file from the folder that holds the whole repository, as both formats want it. */
function inWorkspace(file: string): string {
  let folder = process.env["GITHUB_WORKSPACE"];
  for (let parent = resolve("."); folder === undefined; parent = dirname(parent))
    if (existsSync(join(parent, ".git"))) folder = parent;
    else if (parent === dirname(parent)) folder = resolve(".");
  return relative(folder, resolve(file)).replaceAll(sep, "/");
}

function toSarif(problems: Problem[]): object {
  const rules = gapRules.map(({ code: id, description: text }) => ({
    ...{ id, shortDescription: { text } },
  }));
  const driver = {
    name: manifest.name,
    version: manifest.version,
    informationUri: manifest.homepage,
  };
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { ...driver, rules } }, results: problems.map(toResult) }],
  };
}

function toResult({ rule, message, file, line, column, pointer = "" }: Problem): object {
  const uri = encodeURI(inWorkspace(file));
  const region = { startLine: line, startColumn: column };
  return {
    ruleId: rule,
    level: "error",
    message: { text: message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri, uriBaseId: "%SRCROOT%" }, region },
        ...(pointer && { logicalLocations: [{ fullyQualifiedName: pointer }] }),
      },
    ],
    // The same problem, although its line has moved.
    partialFingerprints: { "ruleAndPlace/v1": hash("sha256", `${rule} ${uri} ${pointer}`) },
  };
}
