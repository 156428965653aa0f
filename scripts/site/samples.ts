/**
 * The code samples: one file for each operation and language, and a few longer ones for the guides.
 */
import { glob, readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { docsFolder } from "../support/locations.ts";
import { type Problem } from "../support/problem.ts";

export interface Language {
  /** As a reader knows it. */
  label: string;
  /** As Redoc and the highlighter know it. */
  name: string;
  extension: string;
}

/** The languages of every sample, in the order of their tabs. */
export const languages: Language[] = [
  { label: "curl", name: "bash", extension: ".sh" },
  { label: "TypeScript", name: "typescript", extension: ".ts" },
  { label: "Python", name: "python", extension: ".py" },
];

export interface Sample {
  /** `createHpJob`, or `guides/hp-job`. */
  name: string;
  language: Language;
  /** Path relative to the repository. */
  file: string;
  source: string;
}

/** Reads every file of `docs/samples/`, in the order of names and languages. */
export async function readSamples(): Promise<Sample[]> {
  const samples: Sample[] = [];
  for await (const path of glob("**/*.*", { cwd: join(docsFolder, "samples") })) {
    const language = languages.find(({ extension }) => extension === extname(path));
    if (!language) continue;
    const source = await readFile(join(docsFolder, "samples", path), "utf8");
    const name = path.slice(0, -language.extension.length);
    samples.push({ name, language, file: `docs/samples/${path}`, source });
  }
  return samples.sort(
    (a, b) =>
      a.name.localeCompare(b.name) || languages.indexOf(a.language) - languages.indexOf(b.language),
  );
}

/** The samples of one name, in the order of the languages. */
export function samplesNamed(samples: Sample[], name: string): Sample[] {
  return languages.flatMap((language) =>
    samples.filter((sample) => sample.name === name && sample.language === language),
  );
}

/** Samples of operations that do not exist, and operations without a sample in each language. */
export function findSampleProblems(samples: Sample[], operationIds: string[]): Problem[] {
  const orphans = samples
    .filter(({ name }) => !name.startsWith("guides/") && !operationIds.includes(name))
    .map(({ name, file }) =>
      problem(
        file,
        `The contract has no operation ${basename(name)}. Rename the file after one of ${operationIds.join(", ")}, or move it to docs/samples/guides/.`,
      ),
    );
  const missing = operationIds.flatMap((operationId) =>
    languages
      .filter(
        (language) =>
          !samples.some((sample) => sample.name === operationId && sample.language === language),
      )
      .map(({ label, extension }) =>
        problem(
          `docs/samples/${operationId}${extension}`,
          `The operation ${operationId} has no sample in ${label}. Write this file.`,
        ),
      ),
  );
  return [...orphans, ...missing];
}

function problem(file: string, message: string): Problem {
  return { file, line: 1, column: 1, severity: "error", rule: "sample-for-operation", message };
}
