/**
 * The fenced blocks of this site: what each becomes on a page, and in its copy in Markdown.
 *
 * `sample` names a sample, and perhaps the languages to show it in; without, all. `run` names an operation, and perhaps what its
 * button says, and sends its request. `examples` names an operation, and shows its requests and responses. `gaps` lists gaps.
 */
import { calloutOf, type ClosedGap, type Gap, rankGaps } from "openapi-gaps";
import { type OpenApiDocument, operationsOf } from "openapi-gaps/document";
import { type ExamplePair, examplePairsOf } from "../emit/model/messages.ts";
import { foldAnswers, renderGapNotes } from "./gaps.ts";
import { escapeHtml, fillHtml, toScript } from "./html.ts";
import { renderCode, renderMarkdown, renderTab, renderTabButtons } from "./markdown.ts";
import { answerOf } from "./pages.ts";
import { type Sample, writeSamples } from "./samples.ts";

/** What words become, or what to do about words that name nothing. */
interface Block {
  html?: string;
  markdown?: string;
  problem?: string;
}

export interface DirectiveSources {
  document: OpenApiDocument;
  guides: Sample[];
  gaps: Gap[];
  closedGaps: ClosedGap[];
}

/** What each fenced block makes of its words. */
export function createDirectives({
  document,
  guides,
  gaps,
  closedGaps,
}: DirectiveSources): Record<string, (words: string) => Block> {
  const known = [...gaps, ...closedGaps].map(({ id }) => id);
  const ofOperation = (id: string, write: (call: Call) => Block): Block => {
    const call = findCall(document, id);
    return call
      ? write(call)
      : { problem: `There is no operation "${id}". Write the operationId of one.` };
  };
  return {
    gaps(words) {
      const ids = words.split("\n");
      const unknown = ids.find((id) => !known.includes(id));
      if (unknown !== undefined)
        return {
          problem: `There is no gap "${unknown}". Write the id of one, a line each: generated/gaps.md lists them.`,
        };
      const open = rankGaps(gaps.filter(({ id }) => ids.includes(id)));
      const callouts = open.map((gap) => calloutOf(gap, `[${gap.id}](gap:${gap.id})`));
      const answers = closedGaps.filter(({ id }) => ids.includes(id)).map((gap) => answerOf(gap));
      const { html } = renderMarkdown(answers.join("\n\n"), { name: "gaps", file: "" });
      const markdown = [...callouts, ...answers].join("\n\n");
      return { html: renderGapNotes(open) + foldAnswers(html, answers.length), markdown };
    },
    sample(words) {
      const [name = "", ...wanted] = words.split(" ");
      const call = findCall(document, name);
      const all = call ? firstSamples(call) : guides.filter((sample) => sample.name === name);
      const isWanted = ({ language }: Sample) =>
        wanted.length === 0 || wanted.includes(language.name);
      const shown = all.filter(isWanted);
      if (shown.length > 0) {
        const [only] = shown.length === 1 ? shown : [];
        const html = only
          ? renderCode(only.source, only.language.name)
          : renderLanguages(shown) + renderTabs(shown);
        return { html, markdown: toMarkdown(shown) };
      }
      const languages = all.map(({ language }) => language.name).join(", ");
      return {
        problem: languages
          ? `The sample ${name} is in ${languages}, and not in a language of "${words}". Correct the language.`
          : `There is no sample "${name}". Write docs/samples/${name}.ts and .py, or correct the name.`,
      };
    },
    run(words) {
      const [id = "", ...label] = words.split(" ");
      const write = (call: Call) => ({
        html: renderRun(call, label.join(" ") || "Send"),
        markdown: "",
      });
      return ofOperation(id, write);
    },
    examples: (words) =>
      ofOperation(words, (call) => {
        const response = call.examples[0]?.response;
        const json =
          response === undefined
            ? ""
            : `\n\n\`\`\`json\n${JSON.stringify(response, null, 2)}\n\`\`\``;
        return { html: renderExamples(call), markdown: toMarkdown(firstSamples(call)) + json };
      }),
  };
}

/** An operation with its examples. */
interface Call {
  document: OpenApiDocument;
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
  const examples = examplePairsOf(document, node);
  return { document, operationId, method, path, examples, readPath: reader?.path ?? "" };
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
    inExample(name, renderTabs(writeSamples(call, call.document, request))),
  );
  const responses = examples.flatMap(({ name, response }) => {
    const json = JSON.stringify(response, null, 2);
    return response === undefined ? [] : [inExample(name, renderCode(json, "json"))];
  });
  return `<h2>Request</h2>
${picker}
${renderRun(call, "Send")}
${renderCode(environmentOf(path), "bash")}
${renderLanguages(firstSamples(call))}
${requests.join("\n")}
<h2>Response</h2>
${responses.join("\n")}`;
}

/** What the script of the page sends. A job that can be read back is also waited for. */
function renderRun({ method, path, readPath, examples }: Call, label: string): string {
  const requests = Object.fromEntries(
    examples.flatMap(({ name, request }) => (request === undefined ? [] : [[name, request]])),
  );
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = ""]) => `<label>${name} <input name="${name}" required autocomplete="off"></label>`,
  );
  const body = examples.some(({ request }) => request !== undefined)
    ? `<label>Body <textarea name="body" spellcheck="false"></textarea></label>`
    : "";
  return `<div class="run needs-script">
<form data-method="${method.toUpperCase()}" data-path="${escapeHtml(path)}" data-read="${escapeHtml(readPath)}">
${parameters.join("\n")}
<button type="submit" class="primary">${escapeHtml(label)}</button>
<details class="edit"><summary>Edit</summary>
<label>Address <input name="address" type="url" pattern="https?://.+" title="It begins with https:// or http://" autocomplete="off" spellcheck="false"></label>
<label>Token <input name="token" type="password" pattern="\\s*[!-~]*\\s*" title="Letters, digits and signs of ASCII, without spaces" autocomplete="off"></label>
${body}
</details>
<span class="run-target">to ${fillHtml("<code>{{address}}</code> with token <code>{{token}}</code>")}</span>
</form>
<script type="application/json">${toScript(requests)}</script>
<p class="run-state" role="status"></p>
<div class="run-response"></div>
</div>
`;
}

/** The same in several languages, of which one is shown; without scripts and on paper, all. */
function renderTabs(samples: Sample[]): string {
  const tabs = samples.map(({ language, source }) => {
    const code = renderCode(source, language.name);
    return renderTab(language.label, code);
  });
  return `<div class="tabs">${tabs.join("")}</div>\n`;
}

const renderLanguages = (samples: Sample[]) =>
  renderTabButtons(samples.map(({ language }) => language.label));

function firstSamples(call: Call): Sample[] {
  return writeSamples(call, call.document, call.examples[0]?.request);
}

function toMarkdown(samples: Sample[]): string {
  return samples
    .map(({ language, source }) => `\`\`\`${language.name}\n${source.trimEnd()}\n\`\`\``)
    .join("\n\n");
}

/** The variables that the samples read. */
function environmentOf(path: string): string {
  const own = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = ""]) => `\nexport ${name.toUpperCase()}="the ${name} of your job"`,
  );
  return `export VIDEO_GENERATION_BASE_URL="{{address}}"\nexport VIDEO_GENERATION_TOKEN="{{token}}"${own.join("")}`;
}
