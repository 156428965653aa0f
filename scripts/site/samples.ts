/** Code samples: written from the contract for each operation, and by hand for the guides. */
import { glob, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Json, OpenApiDocument, OperationPlace } from "openapi-gaps/document";
import { docsFolder } from "../support/locations.ts";
import { goLiteral } from "../emit/go.ts";
import { type Model, readModel } from "../emit/model/model.ts";
import { capitalize } from "../emit/model/names.ts";
import { methodName, pythonLiteral } from "../emit/python.ts";

type Call = Pick<OperationPlace, "operationId" | "path">;

export interface Language {
  /** As a reader knows it. */
  label: string;
  /** As Redoc and the highlighter know it. */
  name: string;
  extension: string;
  /** A program that calls an operation and prints what came. */
  write: (call: Call, body: Json | undefined, document: OpenApiDocument) => string;
}

/** The languages of samples, in the order of their tabs. */
const languages: Language[] = [
  { label: "TypeScript", name: "typescript", extension: ".ts", write: writeTypeScript },
  { label: "Python", name: "python", extension: ".py", write: writePython },
  { label: "Go", name: "go", extension: ".go", write: writeGo },
  { label: "Shell", name: "bash", extension: ".sh", write: writeCurl },
];

export interface Sample {
  /** `createHpJob`, or `guides/first-video`. */
  name: string;
  language: Language;
  source: string;
}

/** A sample of an operation in each language. */
export function writeSamples(call: Call, document: OpenApiDocument, body?: Json): Sample[] {
  return languages.map((language) => ({
    ...{ name: call.operationId, language },
    source: language.write(call, body, document),
  }));
}

/** Reads every file of `docs/samples/`, in the order of the languages. */
export async function readGuideSamples(): Promise<Sample[]> {
  const samples: Sample[] = [];
  for await (const path of glob("**/*.*", { cwd: join(docsFolder, "samples") })) {
    const language = languages.find(({ extension }) => extension === extname(path));
    if (!language) continue;
    const source = await readFile(join(docsFolder, "samples", path), "utf8");
    samples.push({ name: path.slice(0, -language.extension.length), language, source });
  }
  return samples.sort((a, b) => languages.indexOf(a.language) - languages.indexOf(b.language));
}

function writeCurl({ path }: Call, body?: Json): string {
  const lines = [
    "curl --fail-with-body --silent --show-error",
    `"$VIDEO_GENERATION_BASE_URL${path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}"`,
    '--header "Authorization: Bearer $VIDEO_GENERATION_TOKEN"',
  ];
  if (body !== undefined) {
    const json = indent(JSON.stringify(body, null, 2).replaceAll("'", `'\\''`), 2);
    lines.push('--header "Content-Type: application/json"', `--data '${json}'`);
  }
  return `${lines.join(" \\\n  ")}\n`;
}

function writeTypeScript({ operationId, path }: Call, body?: Json): string {
  const parameters = parametersOf(path);
  const values = body === undefined ? parameters : [...parameters, toTypeScript(body)];
  const variables = [
    'VIDEO_GENERATION_BASE_URL: baseUrl = ""',
    'VIDEO_GENERATION_TOKEN: token = ""',
    ...parameters.map((name) => `${name} = ""`),
  ];
  return `import { createClient } from "video-generation-client";

const {
  ${variables.join(",\n  ")},
} = process.env;
const client = createClient({ baseUrl, token });

const result = await client.${operationId}(${values.join(", ")});

console.log(JSON.stringify(result, null, 2));
`;
}

function writePython({ operationId, path }: Call, body?: Json): string {
  const variables = ["VIDEO_GENERATION_BASE_URL", "VIDEO_GENERATION_TOKEN"];
  const [baseUrl, token, ...values] = [...variables, ...parametersOf(path)].map(
    (name) => `os.environ["${name}"]`,
  );
  if (body !== undefined) values.push(indent(pythonLiteral(body), 4));
  return `import os

from video_generation import Client

with Client(
    ${baseUrl},
    ${token},
) as client:
    result = client.${methodName(operationId)}(${values.join(", ")})
    print(result.raw_text)
`;
}

/** Of each document once: every page asks. */
const models = new WeakMap<OpenApiDocument, Model>();

function writeGo({ operationId, path }: Call, body: Json | undefined, document: OpenApiDocument) {
  const model = models.get(document) ?? readModel(document);
  models.set(document, model);
  const { operations, inputs } = model;
  const type = operations.find(({ id }) => id === operationId)?.body?.type;
  const values = [
    "context.Background()",
    ...parametersOf(path).map((name) => `os.Getenv("${name}")`),
  ];
  if (body !== undefined && type)
    values.push(goLiteral(body, { kind: "named", name: type }, inputs, "\t"));
  return `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	videogeneration "video-generation.example/videogeneration"
)

func main() {
	client, err := videogeneration.New(videogeneration.Options{
		BaseURL: os.Getenv("VIDEO_GENERATION_BASE_URL"),
		Token:   videogeneration.Token(os.Getenv("VIDEO_GENERATION_TOKEN")),
	})
	if err != nil {
		log.Fatal(err)
	}
	result, err := client.${capitalize(operationId)}(${values.join(", ")})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(result.Raw))
}
`;
}

function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name.toUpperCase());
}

/** JSON with names as a TypeScript formatter leaves them, and commas after the last items. */
function toTypeScript(value: Json): string {
  return JSON.stringify(value, null, 2)
    .replace(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:")
    .replace(/([^,{[\s])$(?=\n\s*[}\]])/gm, "$1,");
}

function indent(text: string, width: number): string {
  return text.replaceAll("\n", `\n${" ".repeat(width)}`);
}
