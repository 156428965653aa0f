/** Shows what the emulator does while it does it, and tells it what to do. */
import { render } from "htm/preact/standalone";
import { page } from "./frame.ts";
import { follow, listed, readAddress } from "./model.ts";

/** `/` finds, the arrows choose, Enter reads what is chosen, Escape closes it. */
function onKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  const target = event.target as HTMLElement;
  const search = document.querySelector<HTMLElement>("[type=search]");
  const isTyping = target.closest("input, select, textarea, video");
  if (!search || ctrlKey || metaKey || altKey || (isTyping && target !== search)) return;
  // The address is ahead of the model, which follows it.
  const { section, chosen } = readAddress();
  const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
  const focusRow = (id: string) => focus(`[data-key="${id}"] a`);
  if (key === "/" && !isTyping) {
    event.preventDefault();
    search.focus();
  } else if (key === "Escape" && chosen) {
    location.hash = section;
    focusRow(chosen);
  } else if (key === "Enter" && target.closest("tr[aria-current]")) focus(".detail");
  else if (isTyping ? /Enter|ArrowDown/.test(key) : /Arrow(Up|Down)/.test(key)) {
    const ids = listed().map(({ id }) => String(id));
    const next = ids[Math.max(0, ids.indexOf(chosen) + (key === "ArrowUp" ? -1 : 1))];
    if (!next || target.closest(".detail")) return;
    event.preventDefault();
    location.replace(`#${section}/${next}`);
    focusRow(next);
  }
}

addEventListener("keydown", onKey);
await follow(() => render(page(), document.body));
