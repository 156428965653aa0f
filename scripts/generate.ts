/** Everything the contract yields: `generated/`, and the generated files in the packages of Python and Go. */
import { glob, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
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
import { generatePython, pythonFolder } from "./emit/python.ts";
import { portableCopy } from "./emit/portable.ts";
import { registerOf, renderRegister } from "../gaps/src/register/register.ts";
import { renderAnswerForm, renderQuestions } from "../gaps/src/register/letter.ts";
import { strictCopy } from "./contract/strict.ts";
import { generateTypes } from "./emit/types.ts";
import { goPolicy, pythonPolicy, typescriptPolicy } from "./emit/policy.ts";

/** Generated files, by their paths in the repository. */
export type GeneratedFiles = Map<string, string>;

/** Places outside `generated/` that hold nothing but generated files: packages that are whole in their own folder. */
const generatedPlaces = [`${pythonFolder}/**`, "clients/go/*.gen.go"];

/**
 * Derives every generated file from the bundle. Writes nothing, so that a failure leaves everything
 * as it was.
 */
export async function generateFiles({ yaml, document }: Bundle): Promise<GeneratedFiles> {
  const policy = await readFile(policyFile, "utf8");
  const strict = strictCopy(document);
  const portable = portableCopy(document);
  const emulator = await emulatorContract(document);
  const assumptions = collectAssumptions(emulator, collectGaps(document));
  const licence = await readFile(join(root, "LICENSE"), "utf8");
  const generated = new Map([
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
  return new Map([
    ...[...generated].map(([name, content]) => [`generated/${name}`, content] as const),
    ...generatePython(document),
    ...generateGo(document),
    [`${pythonFolder}/policy.py`, pythonPolicy(policy)],
    ["clients/go/policy.gen.go", goPolicy(policy)],
    ["clients/python/LICENSE", licence],
    ["clients/go/LICENSE", licence],
  ]);
}

/**
 * Replaces `generated/` as a whole: readers see the old files or the new ones, never some of each. The generated files of
 * packages are replaced one by one, and only where they differ.
 */
export async function writeGenerated(files: GeneratedFiles): Promise<void> {
  const next = join(root, `.generated-${process.pid}`);
  const stale = await staleFiles(files);
  const isOfPackage = (name: string) => !name.startsWith("generated/");
  try {
    for (const [name, content] of files) {
      if (isOfPackage(name)) continue;
      const path = join(next, relative("generated", name));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
    await mkdir(generatedFolder, { recursive: true });
    const previous = `${next}.previous`;
    await rename(generatedFolder, previous);
    await rename(next, generatedFolder);
    await rm(previous, { recursive: true });
  } finally {
    await rm(next, { recursive: true, force: true });
  }
  for (const name of stale.filter(isOfPackage)) {
    const content = files.get(name);
    if (content === undefined) await rm(join(root, name));
    else await writeNew(join(root, name), content);
  }
}

/** Whoever reads the file meanwhile finds the old content or the new one. */
async function writeNew(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

/**
 * Paths of generated files that are missing, superfluous, or differ from what the contract yields.
 */
export async function staleFiles(files: GeneratedFiles): Promise<string[]> {
  const names = [...new Set([...files.keys(), ...(await presentFiles())])].sort();
  const isFresh = async (name: string) =>
    (await readFile(join(root, name), "utf8").catch(() => undefined)) === files.get(name);
  const fresh = await Promise.all(names.map(isFresh));
  return names.filter((_, index) => !fresh[index]);
}

async function presentFiles(): Promise<string[]> {
  const patterns = ["generated/**", ...generatedPlaces];
  const entries = glob(patterns, { cwd: root, withFileTypes: true, exclude: isCache });
  const names: string[] = [];
  for await (const entry of entries)
    if (entry.isFile()) names.push(relative(root, join(entry.parentPath, entry.name)));
  return names;
}

/** What Python leaves beside its modules. */
function isCache({ name }: { name: string }): boolean {
  return name === "__pycache__";
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
