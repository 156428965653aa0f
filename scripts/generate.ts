/** Everything the contract yields, as the content of `generated/`. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { stringify } from "yaml";
import { collectAssumptions } from "./contract/assumptions.ts";
import { renderAssumptions } from "./emit/assumption-register.ts";
import { type Bundle } from "./contract/bundle.ts";
import { emulatorContract } from "./emit/emulator-contract.ts";
import { collectGaps } from "../gaps/src/notes/gaps.ts";
import { generatedFolder, policyFile, root } from "./support/locations.ts";
import { generateObservations } from "./emit/observations.ts";
import { generateMethods } from "./emit/methods.ts";
import { generateOperations } from "./emit/operations.ts";
import { generateCommand } from "./emit/command.ts";
import { generateGo } from "./emit/go.ts";
import { generatePython } from "./emit/python.ts";
import { portableCopy } from "./emit/portable.ts";
import { registerOf, renderRegister } from "./emit/gap-register.ts";
import { renderAnswerForm, renderQuestions } from "./emit/questions.ts";
import { strictCopy } from "./contract/strict.ts";
import { generateTypes } from "./emit/types.ts";
import { goPolicy, pythonPolicy, typescriptPolicy } from "./emit/policy.ts";

/** Paths of files, and their content. Paths are relative to `generated/`; some lead out of it, into the package of a client. */
export type GeneratedFiles = Map<string, string>;

/** Where clients hold what is generated for them. */
const goClient = "../clients/go";
const pythonClient = "../clients/python/src/video_generation/_generated";

/**
 * Derives every generated file from the bundle. Writes nothing, so that a failure leaves
 * `generated/` as it was.
 */
export async function generateFiles({ yaml, document }: Bundle): Promise<GeneratedFiles> {
  const policy = await readFile(policyFile, "utf8");
  const strict = strictCopy(document);
  const portable = portableCopy(document);
  const emulator = await emulatorContract(document);
  const assumptions = collectAssumptions(emulator, collectGaps(document));
  return new Map([
    ["openapi.yaml", yaml],
    ["openapi.json", toJson(document)],
    ["openapi.strict.json", toJson(strict)],
    ["openapi.portable.yaml", stringify(portable, { lineWidth: 0 })],
    ["openapi.portable.json", toJson(portable)],
    ["schema.d.ts", await generateTypes(document)],
    ["operations.ts", generateOperations(document)],
    ["methods.ts", generateMethods(document)],
    ["observations.ts", generateObservations(strict)],
    ["policy.ts", typescriptPolicy(policy)],
    [`${goClient}/policy.gen.go`, goPolicy(policy)],
    [
      `${pythonClient}/__init__.py`,
      '"""What is generated. Do not edit: run npm run generate."""\n',
    ],
    [`${pythonClient}/policy.py`, pythonPolicy(policy)],
    ...generatePython(document),
    ...generateGo(document),
    ...generateCommand(document),
    ["gaps.json", toJson(registerOf(document))],
    ["gaps.md", renderRegister(document)],
    ["questions.md", renderQuestions(document)],
    ["answers.yaml", renderAnswerForm(document)],
    ["emulator.openapi.yaml", stringify(emulator, { lineWidth: 0 })],
    ["emulator.openapi.json", toJson(emulator)],
    ["assumptions.json", toJson({ total: assumptions.length, assumptions })],
    ["assumptions.md", renderAssumptions(assumptions)],
  ]);
}

/**
 * Replaces `generated/` as a whole: readers see the old files or the new ones, never some of each.
 */
export async function writeGenerated(files: GeneratedFiles): Promise<void> {
  const next = join(root, `.generated-${process.pid}`);
  try {
    // `next` stands beside `generated/`, so what leads out of one leads to the same place from the other.
    const folders = new Set([...files.keys()].map((name) => dirname(join(next, name))));
    for (const folder of folders) await mkdir(folder, { recursive: true });
    await Promise.all([...files].map(([name, content]) => writeFile(join(next, name), content)));
    await mkdir(generatedFolder, { recursive: true });
    const previous = `${next}.previous`;
    await rename(generatedFolder, previous);
    await rename(next, generatedFolder);
    await rm(previous, { recursive: true });
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

/**
 * Names of the files in `generated/` that are missing, superfluous, or differ from what the
 * contract yields.
 */
export async function staleFiles(files: GeneratedFiles): Promise<string[]> {
  const present = await filesIn(generatedFolder);
  const names = [...new Set([...files.keys(), ...present])].sort();
  const isFresh = async (name: string) =>
    (await readFile(join(generatedFolder, name), "utf8").catch(() => undefined)) ===
    files.get(name);
  const fresh = await Promise.all(names.map(isFresh));
  return names.filter((_, index) => !fresh[index]);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
