/** Completion: one answer to what may come next, and for each shell the few lines that ask for it. */
import { bodyFlags, formats, mcpFlags, ownFlags } from "./flags.ts";
import { type CommandNode, resources, tree } from "./tree.ts";

const program = "video-generation";

/** Other commands than those of the contract, and what may follow them. */
const others: Record<string, Candidate[]> = {
  mcp: mcpFlags.map(({ name, help }) => [`--${name}`, help]),
  completion: [
    ["bash", ""],
    ["zsh", ""],
    ["fish", ""],
  ],
};

/** A word, and what it does. */
export type Candidate = [word: string, description: string];

/**
 * What may stand in place of the last word. Nothing where a file or a text is expected.
 *
 * @param words what is typed after the name of the command; the last may be empty
 */
export function complete(words: string[]): Candidate[] {
  const [first = "", second = "", ...rest] = words;
  const last = words.at(-1) ?? "";
  const candidates =
    words.length <= 1
      ? firstWords()
      : (others[first] ??
        (words.length === 2
          ? tree.filter(({ resource }) => resource === first).map(verbOf)
          : afterCommand(first, second, rest)));
  return candidates.filter(([word]) => word.startsWith(last));
}

function firstWords(): Candidate[] {
  return [
    ...resources.map((resource): Candidate => [resource, ""]),
    ...Object.keys(others).map((name): Candidate => [name, ""]),
    ["--help", ""],
    ["--version", ""],
  ];
}

function verbOf({ verb, operations }: CommandNode): Candidate {
  return [verb, operations[0]!.summary];
}

function afterCommand(resource: string, verb: string, words: string[]): Candidate[] {
  const node = tree.find((each) => each.resource === resource && each.verb === verb);
  if (!node) return [];
  const own = ownFlags(node);
  const fields = bodyFlags(node);
  const previous = words.at(-2)?.replace(/^--/, "");
  const owner = own.find(({ name }) => name === previous);
  const field = fields.find(({ name }) => name === previous);
  if (owner?.value) return owner.value === "format" ? formats.map((word) => [word, ""]) : [];
  if (field && field.kind !== "boolean") return (field.values ?? []).map((word) => [word, ""]);
  return [
    ...fields.flatMap(({ name, kind, notes }): Candidate[] => [
      [`--${name}`, notes[0] ?? ""],
      ...(kind === "boolean" ? [[`--no-${name}`, notes[0] ?? ""] as Candidate] : []),
    ]),
    ...own.map(({ name, help }): Candidate => [`--${name}`, help]),
  ].filter(([word]) => !words.slice(0, -1).includes(word));
}

/** A script for each shell. Where there is no candidate, the shell offers files. */
export const completionScripts: Record<string, string> = {
  bash: `_video_generation() {
  local IFS=$'\\n'
  COMPREPLY=($(${program} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _video_generation ${program}
`,
  zsh: `_video_generation() {
  local -a lines items
  local line
  lines=("\${(@f)$(${program} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -z "$lines" ]] && { _files; return }
  for line in $lines; do
    items+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe '${program}' items
}
compdef _video_generation ${program}
`,
  fish: `function __video_generation
  set -l found (${program} complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c ${program} -f -a '(__video_generation)'
`,
};
