/**
 * The fenced blocks of this site: what each becomes on a page, and in its copy in Markdown.
 *
 * `sample` names a sample, and perhaps the languages to show it in; without, all. `run` names an operation, and sends its
 * request. `examples` names an operation, and shows its requests and responses. `gaps` lists gaps.
 */
import { calloutOf, type ClosedGap, type Gap } from "openapi-gaps";
import { type Json, type OpenApiDocument, operationsOf } from "openapi-gaps/document";
import { type ExamplePair, examplesOf } from "../emit/model/messages.ts";
import { renderGapNotes } from "./gaps.ts";
import { escapeHtml, toScript } from "./html.ts";
import { renderCode } from "./markdown.ts";
import { type Sample, writeSamples } from "./samples.ts";

export interface Directive {
  /** Nothing for words that name nothing. */
  html: (words: string) => string | undefined;
  markdown: (words: string) => string;
  /** What to do about words that name nothing. */
  remedy?: (words: string) => string;
}

export interface DirectiveSources {
  document: OpenApiDocument;
  samples: Sample[];
  gaps: Gap[];
  closedGaps: ClosedGap[];
}

export function createDirectives(sources: DirectiveSources): Record<string, Directive> {
  const gapsNamed = (words: string) =>
    words.split("\n").flatMap((id) => sources.gaps.find((gap) => gap.id === id) ?? []);
  const known = [...sources.gaps, ...sources.closedGaps].map(({ id }) => id);
  const unknownGap = (words: string) => words.split("\n").find((id) => !known.includes(id));
  const samplesNamed = (words: string) => {
    const [wanted, ...languages] = words.split(" ");
    const named = sources.samples.filter(({ name }) => name === wanted);
    return languages.length === 0
      ? named
      : named.filter(({ language }) => languages.includes(language.name));
  };
  const callNamed = (words: string) => findCall(sources.document, words);
  const remedy = (words: string) =>
    `There is no operation "${words}". Write the operationId of one.`;
  return {
    gaps: {
      html: (words) => (unknownGap(words) ? undefined : renderGapNotes(gapsNamed(words))),
      markdown: (words) =>
        gapsNamed(words)
          .map((gap) => calloutOf(gap, `[${gap.id}](gap:${gap.id})`))
          .join("\n\n"),
      remedy: (words) =>
        `There is no gap "${unknownGap(words)}". Write the id of one, a line each: generated/gaps.md lists them.`,
    },
    sample: {
      html: (words) => {
        const named = samplesNamed(words);
        return named.length > 0 ? renderLanguages(named) + renderTabs(named) : undefined;
      },
      markdown: (words) => samplesNamed(words).map(writeSample).join("\n\n"),
      remedy: (words) => {
        const [name = ""] = words.split(" ");
        const known = samplesNamed(name).map(({ language }) => language.name);
        return known.length > 0
          ? `The sample ${name} is in ${known.join(", ")}, and not in a language of "${words}". Correct the language.`
          : `There is no sample "${name}". Write docs/samples/${name}.ts and .py, or correct the name.`;
      },
    },
    run: {
      html: (words) => {
        const call = callNamed(words);
        return call && renderRun(call);
      },
      markdown: () => "",
      remedy,
    },
    examples: {
      html: (words) => {
        const call = callNamed(words);
        return call && renderExamples(call);
      },
      markdown: (words) => {
        const response = callNamed(words)?.examples[0]?.response;
        const samples = samplesNamed(words).map(writeSample);
        if (response !== undefined) samples.push(`\`\`\`json\n${toText(response)}\n\`\`\``);
        return samples.join("\n\n");
      },
      remedy,
    },
  };
}

/** An operation with its examples. */
interface Call {
  operationId: string;
  method: string;
  path: string;
  examples: ExamplePair[];
  /** Path of the operation that reads back what this one creates; empty where there is none. */
  readPath: string;
}

function findCall(document: OpenApiDocument, operationId: string): Call | undefined {
  const operations = operationsOf(document);
  const place = operations.find((operation) => operation.operationId === operationId);
  if (!place) return undefined;
  const { method, path, node } = place;
  const readers = operations.filter((operation) => operation.method === "get");
  const reader = readers.find((operation) => /^\/\{\w+\}$/.test(operation.path.replace(path, "")));
  const examples = examplesOf(document, node);
  return { operationId, method, path, examples, readPath: reader?.path ?? "" };
}

function renderExamples(call: Call): string {
  const { path, examples } = call;
  const options = examples.map(
    ({ name, summary }) => `<option value="${escapeHtml(name)}">${escapeHtml(summary)}</option>`,
  );
  const picker =
    options.length > 1
      ? `<label class="picker needs-script">Example <select name="example">${options.join("")}</select></label>`
      : "";
  // The first is shown until the reader chooses another.
  const inExample = (name: string, html: string) =>
    `<div class="example${name === examples[0]?.name ? "" : " other"}" data-example="${escapeHtml(name)}">${html}</div>`;
  const requests = examples.map(({ name, request }) =>
    inExample(name, renderTabs(writeSamples(call, request))),
  );
  const responses = examples.flatMap(({ name, response }) =>
    response === undefined ? [] : [inExample(name, renderCode(toText(response), "json"))],
  );
  return `<h2>Request</h2>
${picker}
${renderCode(environmentOf(path), "bash")}
${renderLanguages(writeSamples(call))}
${requests.join("\n")}
${renderRun(call)}
<h2>Response</h2>
${responses.join("\n")}`;
}

/** What the script of the page sends. A job that can be read back is also waited for. */
function renderRun({ method, path, readPath, examples }: Call): string {
  const requests = Object.fromEntries(
    examples.flatMap(({ name, request }) => (request === undefined ? [] : [[name, request]])),
  );
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = ""]) => `<label>${name} <input name="${name}" required autocomplete="off"></label>`,
  );
  const body = examples.some(({ request }) => request !== undefined)
    ? `<textarea name="body" aria-label="Request body" spellcheck="false"></textarea>`
    : "";
  return `<details class="run needs-script"><summary>Run</summary>
<form data-method="${method.toUpperCase()}" data-path="${escapeHtml(path)}" data-read="${escapeHtml(readPath)}">
<label>Address <input name="address" type="url" pattern="https?://.+" title="It begins with https:// or http://" autocomplete="off" spellcheck="false"></label>
<label>Token <input name="token" type="password" pattern="\\s*[!-~]*\\s*" title="Letters, digits and signs of ASCII, without spaces" autocomplete="off"></label>
${parameters.join("\n")}
${body}
<button type="submit">Send</button>
</form>
<script type="application/json">${toScript(requests)}</script>
<p class="run-state" role="status"></p>
<div class="run-response"></div>
</details>
`;
}

function renderLanguages(samples: Sample[]): string {
  const buttons = samples.map(
    ({ language }) =>
      `<button type="button" data-language="${language.name}">${escapeHtml(language.label)}</button>`,
  );
  return `<div class="languages needs-script" role="group" aria-label="Language">${buttons.join("")}</div>`;
}

/** The same in several languages, of which one is shown; without scripts and on paper, all. */
function renderTabs(samples: Sample[]): string {
  const tabs = samples.map(
    ({ language, source }) =>
      `<section class="tab" data-language="${language.name}"><p>${escapeHtml(language.label)}</p>${renderCode(source, language.name)}</section>`,
  );
  return `<div class="tabs">${tabs.join("")}</div>\n`;
}

function writeSample({ language, source }: Sample): string {
  return `\`\`\`${language.name}\n${source.trimEnd()}\n\`\`\``;
}

/** The variables that the samples read. */
function environmentOf(path: string): string {
  const own = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = ""]) => `\nexport ${name.toUpperCase()}="the ${name} of your job"`,
  );
  return `export VIDEO_GENERATION_BASE_URL="{{address}}"\nexport VIDEO_GENERATION_TOKEN="{{token}}"${own.join("")}`;
}

function toText(value: Json): string {
  return JSON.stringify(value, null, 2);
}
