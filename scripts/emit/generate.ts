/** Everything the contract yields: `generated/`, and the generated files in the packages of Python and Go. */
import { globSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { collectAssumptions, emulatorContract, renderAssumptions } from "./emulator.ts";
import { type Bundle, toYaml } from "../support/contract.ts";
import { strictCopy } from "./strict.ts";
import {
  parseFile,
  readLetter,
  registerOf,
  renderAnswerForm,
  renderLetter,
  renderRegister,
  UserError,
  withCallouts,
  writeWhole,
} from "openapi-gaps";
import { parsePointer, walk } from "openapi-gaps/document";
import { letterFile, policyFile, root } from "../support/locations.ts";
import { renderCommands, renderInputSchemas } from "./command.ts";
import { goLiteral, renderGoOperations, renderGoTypes } from "./go.ts";
import { readModel } from "./model/model.ts";
import { banner, UnwritableError } from "./model/names.ts";
import { goPolicy, pythonPolicy, readPolicy, statusPolicy, typescriptPolicy } from "./policy.ts";
import { portableCopy } from "./portable.ts";
import { renderSamples } from "./samples.ts";
import { pythonFolder, renderPythonOperations, renderPythonTypes } from "./python.ts";
import { renderMethods, renderNames, renderRoutes, renderSchema } from "./typescript.ts";

/** Generated files, by their paths in the repository. */
export type GeneratedFiles = Map<string, string>;

/** What holds nothing but generated files. Packages that are whole in their own folder have theirs there. */
const generatedPlaces = ["generated/**/*.*", `${pythonFolder}/*.*`, "clients/go/*.gen.go"];

/** The contract that tests of open gaps are about. It is as old as the first thing that the service has shown or said. */
const frozenFolder = "test/support/frozen";

/**
 * Derives every generated file from the bundle. Writes nothing, so that a failure leaves everything
 * as it was.
 *
 * @throws {UserError} for what an emitter has no form for, with its place in the source
 */
export async function generateFiles(bundle: Bundle): Promise<GeneratedFiles> {
  try {
    return await emitAll(bundle);
  } catch (error) {
    if (!(error instanceof UnwritableError)) throw error;
    const place = bundle.sources.locate(parsePointer(error.pointer));
    const problem = {
      ...place,
      severity: "error",
      rule: "generate",
      message: error.message,
    } as const;
    throw new UserError("The clients cannot be written. Nothing was written.", [problem]);
  }
}

async function emitAll({ document }: Bundle): Promise<GeneratedFiles> {
  const model = readModel(document);
  // Whoever reads the contract in a tool of his own finds each gap in the description of its place. Everything else reads the notes.
  const published = withCallouts(document);
  const letter = readLetter(parseFile(letterFile), relative(root, letterFile), document);
  const policy = [...readPolicy(policyFile), ...statusPolicy(document)];
  const licence = await readFile(join(root, "LICENSE"), "utf8");
  const strict = strictCopy(document);
  const portable = portableCopy(document);
  const emulator = await emulatorContract(document);
  const assumptions = collectAssumptions(emulator, model.gaps);
  const files: GeneratedFiles = new Map([
    ["generated/openapi.yaml", toYaml(published)],
    ["generated/openapi.json", toJson(published)],
    ["generated/openapi.strict.json", toJson(strict)],
    ["generated/openapi.portable.yaml", toYaml(portable)],
    ["generated/openapi.portable.json", toJson(portable)],
    ["generated/emulator.openapi.yaml", toYaml(emulator)],
    ["generated/emulator.openapi.json", toJson(emulator)],
    ["generated/assumptions.json", toJson({ total: assumptions.length, assumptions })],
    ["generated/assumptions.md", renderAssumptions(assumptions)],
    ["generated/gaps.json", toJson(registerOf(document))],
    ["generated/gaps.md", renderRegister(document)],
    ["generated/questions.md", renderLetter(document, letter)],
    ["generated/answers.yaml", renderAnswerForm(document, letter)],
    ["generated/schema.d.ts", await renderSchema(model)],
    ["generated/names.ts", renderNames(model)],
    ["generated/operations.ts", renderRoutes(model)],
    ["generated/methods.ts", renderMethods(model)],
    ["generated/policy.ts", typescriptPolicy(policy)],
    ["generated/command/commands.ts", renderCommands(model)],
    ["generated/command/schemas.ts", renderInputSchemas(model)],
    [`${pythonFolder}/__init__.py`, `"""What the contract yields. ${banner}"""\n`],
    [`${pythonFolder}/types.py`, renderPythonTypes(model)],
    [`${pythonFolder}/operations.py`, renderPythonOperations(model)],
    [`${pythonFolder}/policy.py`, pythonPolicy(policy)],
    ["clients/python/LICENSE", licence],
    ["clients/go/types.gen.go", renderGoTypes(model)],
    ["clients/go/operations.gen.go", renderGoOperations(model)],
    ["clients/go/policy.gen.go", goPolicy(policy)],
    ["clients/go/LICENSE", licence],
    ...(await renderSamples(model, (time) => goLiteral(time, segmentTime, model.inputs))),
  ]);
  if (walk(document).some(({ value }) => value["x-verified"])) return files;
  files.set(`${frozenFolder}/openapi.json`, toJson(document));
  for (const name of ["emulator.openapi.json", "assumptions.json"])
    files.set(`${frozenFolder}/${name}`, files.get(`generated/${name}`)!);
  return files;
}

const segmentTime = { kind: "named", name: "SegmentTime" } as const;

/** Writes what differs, each file as a whole, and removes what the contract does not yield. */
export async function writeGenerated(files: GeneratedFiles): Promise<void> {
  for (const name of await staleFiles(files)) {
    const path = join(root, name);
    const content = files.get(name);
    if (content === undefined) {
      await rm(path);
      continue;
    }
    await mkdir(dirname(path), { recursive: true });
    writeWhole(path, content);
  }
}

/**
 * Paths of generated files that are missing, superfluous, or differ from what the contract yields.
 */
export async function staleFiles(files: GeneratedFiles): Promise<string[]> {
  const present = globSync(generatedPlaces, { cwd: root });
  const names = [...new Set([...files.keys(), ...present])].sort();
  const isFresh = async (name: string) =>
    (await readFile(join(root, name), "utf8").catch(() => undefined)) === files.get(name);
  const fresh = await Promise.all(names.map(isFresh));
  return names.filter((_, index) => !fresh[index]);
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
