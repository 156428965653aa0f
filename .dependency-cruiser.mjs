/** Which folder may import which: all arrows point one way. `npm test -- --checks imports` holds them. */

const model = ["gaps/", "scripts/support/"];
const products = [...model, "scripts/lint/", "scripts/emit/", "generated/", "docs/"];
const entryOfClient = "clients/typescript/src/(index|save|openapi-fetch)\\.ts$";
const entriesOfGaps = "^gaps/src/(index|document|evidence|ruleset)\\.ts$";
const redactor = "clients/redactor\\.ts$";
const entryOfEmulator = "emulator/src/index\\.ts$";

/** What a folder may import beside itself, npm packages and Node. One that is not listed may import all of these. */
const folders = [
  {
    folder: "gaps/",
    // Its bin runs the source where nothing is built.
    imports: ["scripts/support/run-source.js"],
    because: "It is an npm package that knows nothing of this API.",
  },
  {
    folder: "scripts/support/",
    imports: ["gaps/"],
    because: "Every other folder of scripts stands on it.",
  },
  {
    folder: "scripts/lint/",
    imports: model,
    because: "It judges a document, and what is made of one is made after that.",
  },
  {
    folder: "scripts/emit/",
    imports: model,
    because: "An emitter makes files of a document, and reads nothing else.",
  },
  {
    folder: "generated/",
    imports: [],
    because: "It has to be usable without the rest of the repository.",
  },
  {
    folder: "clients/",
    imports: ["generated/", ...model, "test/support/(example-requests|listen)\\.ts"],
    because:
      "A client ships what is generated; the model serves its build and its tests in other runtimes.",
  },
  {
    folder: "emulator/",
    imports: ["generated/", ...model],
    because: "It is a package of its own: what it shares with others is generated or the model.",
  },
  {
    folder: "renderer/",
    imports: ["generated/", ...model, entryOfEmulator],
    because: "It knows the emulator by its published types only.",
  },
  {
    folder: "conformance/",
    imports: ["generated/", ...model, redactor],
    because: "It sends its own requests, so that no client hides what a service does.",
  },
  {
    folder: "docs/",
    imports: ["generated/", entryOfClient],
    because: "Samples and the scripts of the site show what a reader can do.",
  },
  { folder: "scripts/site/", imports: products, because: "It shows what the pipeline has made." },
  {
    folder: "scripts/release/",
    imports: products,
    because: "It packs what the pipeline has made.",
  },
];

/** The folders of the method, each of which may import those before it. */
const foldersOfGaps = ["document", "notes", "ruleset", "register", "api", "evidence", "close"];
/** The same of the emulator: an engine, the service, the app. */
const foldersOfEmulator = [
  ...["time", "contract", "download", "jobs", "http", "faults", "gaps", "pipeline", "control"],
  ...["service", "app", "explore"],
];

/**
 * The rules that hold the order of the folders in `source`, above which its entries stand.
 *
 * @param {string} source
 * @param {string[]} folders
 * @param {string[]} entries
 * @param {string} because
 * @returns {import("dependency-cruiser").IForbiddenRuleType[]}
 */
function rulesOfFloors(source, folders, entries, because) {
  const [room] = source.split("/", 1);
  const arrows = folders.map((folder, index) => ({
    name: `arrows-within-${room}-${folder}`,
    comment: because,
    severity: "error",
    from: { path: `^${source}${folder}/` },
    to: {
      path: `^${source}(((${folders.slice(index + 1).join("|")})/)|(${entries.join("|")})\\.ts$)`,
    },
  }));
  const missing = {
    name: `folders-of-${room}`,
    comment:
      "A folder without a place in the order escapes it: name it in .dependency-cruiser.mjs.",
    severity: "error",
    from: {},
    to: { path: `^${source}[^/]+/`, pathNot: `^${source}(${folders.join("|")})/` },
  };
  return [...arrows, missing];
}

/** Whatever stands above the folders, and is imported by nobody. */
const above = ["bench/", "scripts/app/"];
const tests = ["(^|/)test/", "\\.test(-d)?\\.(ts|js)$", "^vitest\\.config\\.ts$"];
const everything =
  "^(bench|clients|conformance|docs|emulator|gaps|generated|openapi|renderer|scripts|test)/";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Of two modules that need each other neither can be read, tested or moved alone.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "only-tests-import-tests",
      comment: "What a product needs is no test double: it belongs to scripts/support.",
      severity: "error",
      // Benches and the fault matrix use what only they and the tests need.
      from: { pathNot: [...tests, "^bench/", "^clients/faults/"] },
      to: { path: tests },
    },
    {
      name: "nothing-imports-what-stands-above",
      comment: "They start or measure everything, so nothing may depend on them.",
      severity: "error",
      from: { pathNot: [...tests, "^scripts/cli.ts$", ...above.map((folder) => `^${folder}`)] },
      to: { path: above.map((folder) => `^${folder}`) },
    },
    {
      name: "gaps-by-its-entries",
      comment: "It is a package for everybody, and this repository uses it as everybody does.",
      severity: "error",
      from: { pathNot: "^gaps/" },
      to: { path: "^gaps/src/", pathNot: entriesOfGaps },
    },
    ...rulesOfFloors(
      "gaps/src/",
      foldersOfGaps,
      ["cli", "commands", "index", "document", "evidence"],
      "Who reads gaps/ from its first folder to its last meets nothing before it is told.",
    ),
    ...rulesOfFloors(
      "emulator/src/",
      foldersOfEmulator,
      ["cli", "index"],
      "The engine knows no service, and the service no app: each floor is read without those above.",
    ),
    {
      name: "no-dead-imports",
      comment: "An import that leads nowhere escapes every other rule.",
      severity: "error",
      // The packages of the benches are not in everybody's installation; their own type check sees to them.
      from: { pathNot: "^bench/" },
      to: { couldNotResolve: true },
    },
    ...folders.map(({ folder, imports, because }) => ({
      name: `arrows-of-${folder.slice(0, -1).replace("/", "-")}`,
      comment: because,
      severity: "error",
      from: { path: `^${folder}`, pathNot: tests },
      to: { path: everything, pathNot: [folder, ...imports].map((path) => `^${path}`) },
    })),
    {
      name: "emitters-know-the-model-alone",
      comment: "An emitter turns the model into files; what two of them need is part of the model.",
      severity: "error",
      from: { path: "^scripts/emit/[^/]+$", pathNot: ["^scripts/emit/(generate|policy)\\.ts$"] },
      to: { path: "^scripts/emit/[^/]+$" },
    },
    {
      name: "languages-read-no-document",
      comment: "The model has nothing of OpenAPI left to interpret.",
      severity: "error",
      from: { path: "^scripts/emit/(python|go)\\.ts$" },
      to: { path: "^gaps/" },
    },
    {
      name: "arrows-between-clients",
      comment:
        "Each client is a package of its own; what they share is generated, the redactor, or clients/faults.",
      severity: "error",
      from: {
        path: "^clients/([^/]+)/",
        pathNot: [...tests, "^clients/faults/drivers/", "^clients/command/"],
      },
      to: { path: "^clients/", pathNot: ["^clients/$1/", "^clients/faults/", `^${redactor}`] },
    },
    {
      name: "arrows-of-the-command-line",
      comment: "It is made of the client for TypeScript, and knows it by its published entry only.",
      severity: "error",
      from: { path: "^clients/command/", pathNot: tests },
      to: {
        path: "^clients/",
        pathNot: ["^clients/(command|faults)/", `^${redactor}`, entryOfClient],
      },
    },
  ],
  options: {
    // Types are imports too: who reads the type of a folder depends on it.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: new URL("tsconfig.json", import.meta.url).pathname },
    doNotFollow: { path: "node_modules" },
    // What is built, and the copies that StrykerJS breaks.
    exclude: { path: "(^|/)dist/|^mutation/reports/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
  },
};
