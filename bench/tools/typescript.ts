/** Judges generated TypeScript: does it compile, and what does it say about a success? */
import ts from "typescript";
import { Failure } from "./tool.ts";

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: ["node"],
};

/** Types that say nothing about a value. */
const sayingNothing =
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.Void |
  ts.TypeFlags.Never |
  ts.TypeFlags.Undefined;

/** The libraries are the same for every tool. Parsing them takes longer than all the rest. */
const libraries = new Map<string, ts.SourceFile | undefined>();

function createHost(): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (file, ...rest) => {
    if (!file.includes("/node_modules/")) return getSourceFile(file, ...rest);
    if (!libraries.has(file)) libraries.set(file, getSourceFile(file, ...rest));
    return libraries.get(file);
  };
  return host;
}

/** Compiles a file with all that it imports. */
export class Compilation {
  readonly #program: ts.Program;
  readonly #file: string;

  constructor(file: string, folder: string) {
    this.#file = file;
    const typeRoots = [`${folder}/node_modules/@types`];
    this.#program = ts.createProgram([file], { ...options, typeRoots }, createHost());
  }

  /** @throws {Failure} with the first error and their number */
  expectNoError(): void {
    const errors = ts.getPreEmitDiagnostics(this.#program);
    const [first] = errors;
    if (!first) return;
    const text = ts.flattenDiagnosticMessageText(first.messageText, " ");
    const name = first.file?.fileName.split("/").at(-1);
    throw new Failure(
      `${name}: ${text}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ""}`,
    );
  }

  /**
   * The function `story` of the file returns the successes; each has to be an object that names a job.
   *
   * @throws {Failure} with the type of a success that says less
   */
  expectTypedSuccesses(): void {
    for (const [name, type] of this.#typesOfSuccesses()) {
      const job = this.#checker.getPropertyOfType(type, "job_id");
      const isNamed = job && this.#checker.getTypeOfSymbol(job).flags & ts.TypeFlags.StringLike;
      if (type.flags & sayingNothing || !isNamed)
        throw new Failure(`the type of ${name} is ${this.#checker.typeToString(type)}`);
    }
  }

  #typesOfSuccesses(): [name: string, ts.Type][] {
    const source = this.#program.getSourceFile(this.#file)!;
    const story = source.statements.find(
      (statement) => ts.isFunctionDeclaration(statement) && statement.name?.text === "story",
    );
    const signature = this.#checker.getSignatureFromDeclaration(story as ts.FunctionDeclaration)!;
    const result = this.#checker.getAwaitedType(signature.getReturnType())!;
    return this.#checker
      .getPropertiesOfType(result)
      .map((property) => [`the ${property.name} job`, this.#checker.getTypeOfSymbol(property)]);
  }

  get #checker(): ts.TypeChecker {
    return this.#program.getTypeChecker();
  }
}
