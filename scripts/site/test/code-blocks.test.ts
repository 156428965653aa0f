/** Every block of code that a page writes: what a reader can run is run, in the order of the page. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { collectGaps } from "openapi-gaps";
import { contract } from "../../../test/support/contract.ts";
import { hpRequest } from "../../../test/support/example-requests.ts";
import { RepositoryCopy } from "../../../test/support/repository-copy.ts";
import { requires, type Tool, tools } from "../../../test/support/requires.ts";
import { type CodeBlock, codeBlocks } from "./support/code-blocks.ts";
import { Reader } from "./support/reader.ts";
import { startBoth } from "./support/serve.ts";

/** Blocks that another test runs. */
const elsewhere: { page: string; code: RegExp; test: string }[] = [
  { page: "quickstart", code: /./, test: "test/start.test.ts" },
  { page: "hp-jobs", code: /./, test: "scripts/site/test/samples.test.ts" },
  { page: "test-your-app", code: /./, test: "test/recipes.test.ts" },
  { page: "command", code: /"mcpServers"/, test: "clients/command/test/package.test.ts" },
  { page: "sdks", code: /^export GONOSUMDB/, test: "clients/go/test/package.test.ts" },
  { page: "sdks", code: /^pip install/, test: "clients/python/test/package.test.ts" },
  {
    page: "owner",
    code: /^npx openapi-gaps answers/,
    test: "scripts/site/test/code-blocks.test.ts",
  },
];
const openGaps = new Set(collectGaps(contract).map(({ id }) => id));

const shown = codeBlocks.filter(
  ({ page, language, code }) =>
    // What directives show, samples.test.ts runs.
    !["sample", "run"].includes(language) &&
    !elsewhere.some((other) => other.page === page && other.code.test(code)),
);
const pagesWith = (...languages: string[]) =>
  Object.entries(
    Object.groupBy(
      shown.filter(({ language }) => languages.includes(language)),
      ({ page }) => page,
    ),
  ) as [page: string, blocks: CodeBlock[]][];

/** Starts a server, sends it a request once it says its address, and ends it. */
const serve = `serve() {
  rm -f served.txt
  setsid "$@" > served.txt 2>&1 & local server=$!
  until address=$(grep --only-matching 'http://127[0-9.:]*' served.txt | sed 1q); do kill -0 $server; sleep 0.1; done
  curl --fail --silent --show-error "$address/api/avatars/public" --header "Authorization: Bearer emulator-token"
  kill -INT -- -$server
  wait $server || true
}`;

let both: Awaited<ReturnType<typeof startBoth>>;
let reader: Reader;
let clock: NodeJS.Timeout;

beforeAll(async () => {
  both = await startBoth();
  const { token } = both.emulator;
  const url = both.address.slice(0, -1);
  const job = await fetch(`${url}/api/hp_job`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(hpRequest()),
  });
  const { job_id: jobId } = (await job.json()) as { job_id: string };
  reader = await Reader.create({
    VIDEO_GENERATION_BASE_URL: url,
    VIDEO_GENERATION_TOKEN: token,
    JOB_ID: jobId,
  });
  // Jobs end while programs wait for them.
  clock = setInterval(() => void both.emulator.clock.advance("1m"), 200);
});

afterAll(async () => {
  clearInterval(clock);
  await reader[Symbol.asyncDispose]();
  await both[Symbol.asyncDispose]();
});

/** What a reader puts in, and what would not end by itself. */
function fillIn(code: string): string {
  return code
    .replaceAll(/http:\/\/127.0.0.1:8080|https:\/\/service.example/g, both.address.slice(0, -1))
    .replace("--environment live", "$& --mock")
    .replace(/<API_TOKEN>/g, both.emulator.token)
    .replace(/^npx .* video-generation-emulator( --renderer local)?$/gm, "serve $& --port 0");
}

it("every other block is run or read here", () => {
  const known = ["bash", "sh", "typescript", "http", "json", "yaml"];
  expect(shown.filter(({ language }) => !known.includes(language))).toEqual([]);
});

const needs: Record<string, Tool[]> = { emulator: [tools.ffmpeg, tools.flite, tools.espeak] };

for (const [page, blocks] of pagesWith("bash", "sh"))
  it(`the commands of ${page} run`, requires(tools.curl, ...(needs[page] ?? [])), async () => {
    await reader.run([serve, ...blocks.map(({ code }) => fillIn(code))].join("\n"));
  });

it.each(pagesWith("typescript"))("the TypeScript of %s runs", async (_, blocks) => {
  const surroundings = join(import.meta.dirname, "support/surroundings.ts");
  const files = blocks.map((_, index) => `./program-${index}.mts`);
  for (const [index, { code }] of blocks.entries()) await reader.save(files[index]!, code);
  // One after the other in one process, which takes longer to start than to run them.
  await reader.save("all.mts", files.map((file) => `await import("${file}");\n`).join(""));
  await reader.runProgram(process.execPath, "--import", surroundings, "all.mts");
});

it.each(pagesWith("http"))("the request of %s succeeds", async (_, [block]) => {
  const [, method = "", path = "", name = "", value = ""] =
    /^(\w+) (\S+) HTTP\/1\.1\n(\S+): (.*)$/.exec(fillIn(block!.code)) ?? [];
  const url = both.address.slice(0, -1) + path;
  const { status } = await fetch(url, { method, headers: { [name]: value } });
  expect(status).toBe(200);
});

it.runIf(openGaps.size > 0)(
  "the answers that the owner's page shows close gaps, by the commands of that page",
  async () => {
    const [example, commands] = codeBlocks.filter(({ page }) => page === "owner");
    const { answers, ...who } = parse(example!.code) as { answers: object };
    const open = Object.entries(answers).filter(([id]) => openGaps.has(id));
    // In a repository whose owner has answered already, another question shows the same.
    const asked =
      open.length > 0 ? open : [[[...openGaps][0]!, { words: "What our handbook says of it." }]];
    await using clone = await RepositoryCopy.create();
    await clone.write("answers.yaml", stringify({ ...who, answers: Object.fromEntries(asked) }));
    execFileSync("bash", ["-ec", commands!.code], { cwd: clone.folder });
    expect(clone.git("diff", "--stat", "openapi", "generated")).toMatch(/^ openapi\//m);
    // What the commands themselves read and write is not committed by mistake.
    expect(clone.git("ls-files", "--others", "--exclude-standard")).toBe("");
  },
);
