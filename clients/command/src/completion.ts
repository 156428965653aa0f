/** Completion: one answer to what may come next, and for each shell the few lines that ask for it. */
import type { Command, Option } from "commander";
import type { Shell } from "./program.ts";

const name = "video-generation";

/** A word, and what it does. */
type Candidate = [word: string, description: string];

/**
 * What may take the place of the last word, a line each. Nothing where a file or a text is expected.
 *
 * @param words what is typed after the name of the command; the last may be empty
 */
export function complete(program: Command, words: string[]): string {
  const last = words.at(-1) ?? "";
  let command = program;
  const before = words.slice(0, -1);
  while (command.commands.length > 0 && before.length > 0) {
    const next = command.commands.find((each) => each.name() === before[0]);
    if (!next) return "";
    command = next;
    before.shift();
  }
  return candidates(command, before, last.startsWith("-"))
    .filter(([word]) => word.startsWith(last))
    .map(([word, description]) => `${word}\t${description.split("\n")[0]}\n`)
    .join("");
}

function candidates(command: Command, before: string[], isFlag: boolean): Candidate[] {
  const visible = command.createHelp().visibleCommands(command);
  const below = visible.map((each): Candidate => [each.name(), each.summary()]);
  const options = command.createHelp().visibleOptions(command);
  const previous = options.find((option) => namesOf(option).includes(before.at(-1) ?? ""));
  if (previous?.required) return (previous.argChoices ?? []).map((word) => [word, ""]);
  const flags = options
    .filter((option) => option.variadic || !namesOf(option).some((each) => before.includes(each)))
    .map((option): Candidate => [option.long ?? "", option.description]);
  const choices = (command.registeredArguments[0]?.argChoices ?? []).map((word) => [word, ""]);
  const words = [...below, ...(choices as Candidate[])];
  // Flags are many: where another word is expected, they come when a dash is typed.
  return words.length > 0 && !isFlag ? words : [...words, ...flags];
}

const namesOf = ({ long, short }: Option) => [long ?? "", ...(short ? [short] : [])];

/** A script for each shell. Where there is no candidate, the shell offers files. */
export const completionScripts: Record<Shell, string> = {
  bash: `_video_generation() {
  local IFS=$'\\n'
  COMPREPLY=($(${name} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _video_generation ${name}
`,
  zsh: `_video_generation() {
  local -a lines items
  local line
  lines=("\${(@f)$(${name} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -z "$lines" ]] && { _files; return }
  for line in $lines; do
    items+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe '${name}' items
}
compdef _video_generation ${name}
`,
  fish: `function __video_generation
  set -l found (${name} complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c ${name} -f -a '(__video_generation)'
`,
};
