/** The colours of code. */
import bash from "@speed-highlight/core/languages/bash.js";
import docker from "@speed-highlight/core/languages/docker.js";
import go from "@speed-highlight/core/languages/go.js";
import http from "@speed-highlight/core/languages/http.js";
import json from "@speed-highlight/core/languages/json.js";
import python from "@speed-highlight/core/languages/py.js";
import typescript from "@speed-highlight/core/languages/ts.js";
import yaml from "@speed-highlight/core/languages/yaml.js";
import { type ShjLanguageData, type ShjToken, tokenizeWith } from "@speed-highlight/core/tokenize";
import { escapeHtml } from "./html.ts";

/**
 * A text in a command, such as a body, goes on over lines; an option is no command, an address no number,
 * and a command inside of one has its own colours.
 */
const shell = [
  { type: "str", match: /'[^']*'|"(?:\\.|[^"\\])*"/g },
  { match: /(?<=\s)--?[a-z][\w-]*|https?:\S+|\d[\d.]*|\$\(/gi },
  ...bash,
];

/** By the names that fences of Markdown give them. */
const languages = {
  ...{ bash: shell, dockerfile: docker, go, http, json, python, sh: shell },
  ...{ javascript: typescript, ts: typescript, typescript, yaml },
} as Record<string, ShjLanguageData>;

/** Short, because there are many on a page. */
const text = ["<i>", "</i>"];
const word = ["<b>", "</b>"];
const value = ["<i class=v>", "</i>"];
const quiet = ["<i class=q>", "</i>"];
const elements: Partial<Record<ShjToken, string[]>> = {
  str: text,
  kwd: word,
  func: word,
  num: value,
  bool: value,
  cmnt: quiet,
};

/** Code as HTML, with its parts coloured when the language is known. */
export function highlight(code: string, name: string): string {
  const language = Object.hasOwn(languages, name) ? languages[name]! : [];
  let html = "";
  const add = (part: string, token?: ShjToken) => {
    const element = part.trim() && token && elements[token];
    html += element ? element.join(escapeCode(part)) : escapeCode(part);
  };
  tokenizeWith(code, language, add, { languages });
  // A name and its value that are both texts are one element.
  return html.replace(/(<i>"[^<]*")<\/i>: <i>/g, "$1: ");
}

/** Quotes need no escape in an element. */
function escapeCode(text: string): string {
  return escapeHtml(text).replaceAll("&quot;", '"');
}
