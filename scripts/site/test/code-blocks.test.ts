/** Every block of code that a page shows: what a reader can run is run, in the order of the page. */
import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { collectGaps } from "openapi-gaps";
import { freePort } from "../../../test/support/port.ts";
import { root } from "../../support/locations.ts";
import { findPython } from "../../../test/support/python.ts";
import { RepositoryCopy } from "../../../test/support/repository-copy.ts";
import { hpRequest } from "../../../test/support/example-requests.ts";
import { contract } from "../../../test/support/contract.ts";
import { requires, type Tool, tools } from "../../../test/support/requires.ts";
import { startBoth } from "./support/both.ts";
import { type CodeBlock, readCodeBlocks } from "./support/code-blocks.ts";
import { Reader } from "./support/reader.ts";
import { guides, samples } from "./support/samples.ts";

/** Their commands are those of the repository, as they say. */
const ofRepository = ["owner"];

const openGaps = new Set(collectGaps(contract).map(({ id }) => id));

/** What the commands of a page need, {@link serve} included. */
function toolsOf(page: string): Tool[] {
  const usesCurl = codeOf(page, commands).some((code) =>
    /\bcurl\b|^npx .* video-generation-emulator/m.test(code),
  );
  const renders = page === "emulator";
  return [
    ...(usesCurl ? [tools.curl] : []),
    ...(renders ? [tools.ffmpeg, tools.flite, tools.espeak] : []),
  ];
}

/** Blocks that are not run here, and why. */
const exceptions: { page: string; code: RegExp; why: string }[] = [
  { page: "quickstart", code: /./, why: "run by test/start.test.ts" },
  { page: "hp-jobs", code: /./, why: "run by scripts/site/test/guide.test.ts" },
  { page: "test-your-app", code: /./, why: "run by test/recipes.test.ts" },
  { page: "command", code: /"mcpServers"/, why: "run by clients/command/test/package.test.ts" },
  {
    page: "sdks",
    code: /^package main|^export GONOSUMDB/,
    why: "run by clients/go/test/package.test.ts",
  },
  { page: "sdks", code: /^pip install/, why: "run by clients/python/test/package.test.ts" },
  { page: "emulator", code: /^FROM |^services:/, why: "need Docker" },
];

/** What a reader has: an address, a token, a job. */
interface Own {
  url: string;
  token: string;
  jobId: string;
  ports: [number, number];
}

/** What a reader puts in, and what would not end by itself. */
const replacements: [place: RegExp, by: string | ((own: Own) => string)][] = [
  [
    /http:\/\/127\.0\.0\.1:8080|https:\/\/(address-of-your-provider|service\.example)/g,
    ({ url }) => url,
  ],
  [/your-token|(?<=TOKEN=)…|<API_TOKEN>/g, ({ token }) => token],
  [/the job_id of your job|example-job-id/g, ({ jobId }) => jobId],
  [/(?<=--port |127\.0\.0\.1:)4010/g, ({ ports }) => String(ports[0])],
  // Answers of the emulator are no evidence of anything else.
  [/^npx openapi-gaps (check|propose) .*$/gm, "$& --mock"],
  // It changes the contract: test/closing.test.ts does.
  [/^npx \S+ apply \S+\.yaml$/gm, ""],
  // Without a question there is nothing to answer, and it says so.
  [/^npx openapi-gaps answers .*$/gm, openGaps.size > 0 ? "$&" : "! $&"],
  [/^npx .* video-generation-emulator( --renderer local)?$/gm, "serve $& --port 0"],
  [/^npx redocly proxy /gm, ({ ports }) => `serve $&--port ${ports[1]} `],
];

/** Starts a server, sends it a request once it says its address, and ends it. */
const serve = `serve() {
  rm -f served.txt
  setsid "$@" > served.txt 2>&1 & local server=$!
  until address=$(grep --only-matching 'http://127[0-9.:]*' served.txt | sed 1q); do kill -0 $server; sleep 0.1; done
  curl --fail --silent --show-error "$address/api/avatars/public" --header "Authorization: Bearer $API_TOKEN"
  kill -INT -- -$server
  wait $server || true
}`;

const blocks = readCodeBlocks();
const pages = [...new Set(blocks.map(({ page }) => page))];
const isExcepted = ({ page, code }: CodeBlock) =>
  exceptions.some((exception) => exception.page === page && exception.code.test(code));
/** Those of the contract and the guides run in samples.test.ts. */
const ofSamples = new Set([...samples, ...guides].map(({ source }) => source.trimEnd()));
const isSample = ({ language, code }: CodeBlock) => language !== "bash" && ofSamples.has(code);
const shown = blocks.filter(
  (block) => pages.includes(block.page) && !isExcepted(block) && !isSample(block),
);

const commands = ["bash", "sh"];
const typescript = ["typescript", "ts"];
const python = ["python"];
const data = ["json", "yaml", "http", ""];

function pagesWith(languages: string[]): string[] {
  return [
    ...new Set(shown.flatMap((block) => (languages.includes(block.language) ? block.page : []))),
  ];
}

function codeOf(page: string, languages: string[]): string[] {
  return shown.flatMap((block) =>
    block.page === page && languages.includes(block.language) ? block.code : [],
  );
}

let both: Awaited<ReturnType<typeof startBoth>>;
let clone: RepositoryCopy;
let reader: Reader;
let own: Own;
let clock: NodeJS.Timeout;

beforeAll(async () => {
  [both, clone] = await Promise.all([startBoth(), RepositoryCopy.create()]);
  const { token } = both.emulator;
  const url = both.address.slice(0, -1);
  const job = await fetch(`${url}/api/hp_job`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(hpRequest()),
  });
  const { job_id: jobId } = (await job.json()) as { job_id: string };
  own = { url, token, jobId, ports: [await freePort(), await freePort()] };
  const variables = {
    BASE_URL: url,
    API_TOKEN: token,
    VIDEO_GENERATION_BASE_URL: url,
    VIDEO_GENERATION_TOKEN: token,
    JOB_ID: jobId,
    SITE: url,
  };
  reader = await Reader.create(variables);
  // Jobs end while programs wait for them.
  clock = setInterval(() => void both.emulator.clock.advance("1m"), 200);
});

afterAll(async () => {
  clearInterval(clock);
  await reader[Symbol.asyncDispose]();
  await clone[Symbol.asyncDispose]();
  await both[Symbol.asyncDispose]();
});

function fillIn(code: string): string {
  return replacements.reduce(
    (text, [place, by]) => text.replace(place, typeof by === "string" ? by : by(own)),
    code,
  );
}

it.each(exceptions)("blocks of $page that $why are there", ({ page, code, why }) => {
  expect(blocks.filter((block) => block.page === page && code.test(block.code))).not.toEqual([]);
  const [test = "package.json"] = /\S+\.test\.ts/.exec(why) ?? [];
  expect(existsSync(join(root, test))).toBe(true);
});

it("every other block is of a language that is run or read", () => {
  const known = [commands, data, typescript, python].flat();
  expect(shown.filter(({ language }) => !known.includes(language))).toEqual([]);
});

/** A file of answers shows what an answer looks like, also to a question that has been settled since. */
function withoutSettled(code: string): string {
  const { answers, ...rest } = parse(code) as { answers?: object };
  if (!answers) return code;
  const open = Object.entries(answers).filter(([id]) => openGaps.has(id));
  const other = [...openGaps].slice(0, 1).map((id) => [id, "It is so."]);
  return stringify({ ...rest, answers: Object.fromEntries(open.length > 0 ? open : other) });
}

for (const page of pagesWith(commands))
  it(`the commands of ${page} run`, requires(...toolsOf(page)), async () => {
    const own = shown.filter((block) => block.page === page);
    const lines = own.map(({ language, code }, index) => {
      if (commands.includes(language)) return fillIn(code);
      // A file stands in a block of its own, and the next command names it.
      const [file] = /[\w-]+\.yaml/.exec(own[index + 1]?.code ?? "") ?? [];
      return file && language === "yaml"
        ? `cat > ${file} <<'END'\n${withoutSettled(code)}\nEND`
        : "";
    });
    const folder = ofRepository.includes(page) ? clone.folder : reader.folder;
    await reader.run([serve, ...lines].join("\n"), folder);
  });

it.each(pagesWith(typescript))("the TypeScript of %s runs", async (page) => {
  const surroundings = join(import.meta.dirname, "support/surroundings.ts");
  for (const code of codeOf(page, typescript)) {
    await reader.save("program.mts", code);
    await reader.runProgram(process.execPath, "--import", surroundings, "program.mts");
  }
});

for (const page of pagesWith(python))
  it(`the Python of ${page} runs`, requires(tools.httpx), async () => {
    const source = join(root, "clients/python/src");
    await cp(source, join(reader.folder, "client/src"), { recursive: true });
    const client = 'client = Client(os.environ["BASE_URL"], os.environ["API_TOKEN"])';
    const lines = ["import os", "from video_generation import Client", client];
    const program = [...lines, ...codeOf(page, python).map(fillIn)].join("\n");
    await reader.save("client/src/program.py", program);
    await reader.runProgram(findPython("httpx")!, "client/src/program.py");
  });

it("the data of every page can be read", () => {
  const texts = pages.flatMap((page) => codeOf(page, ["json", "yaml", ""]));
  expect(texts.length).toBeGreaterThan(20);
  for (const text of texts) parse(text);
});

it.each(pagesWith(["http"]))("the request of %s is answered", async (page) => {
  const [request = ""] = codeOf(page, ["http"]).map(fillIn);
  const [, method = "", path = "", name = "", value = ""] =
    /^(\w+) (\S+) HTTP\/1\.1\n(\S+): (.*)$/.exec(request) ?? [];
  const { status } = await fetch(own.url + path, { method, headers: { [name]: value } });
  expect(status).toBe(200);
});
