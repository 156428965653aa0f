/** What stands around a section: the navigation, the clock, and whatever is on that is not as it would be by itself. */
import { html } from "htm/preact/standalone";
import { assumptions, clock, faults, gaps, send } from "./controls.ts";
import { jobs, requests } from "./lists.ts";
import { act, base, model, type State } from "./model.ts";
import { chip, live } from "./parts.ts";

const sections = { jobs, requests, send, faults, gaps, clock, assumptions };

export function page() {
  const { state, connection, problem } = model;
  if (!state) return html`<p role="alert" class="card empty">${connection}</p>`;
  const section = model.section as keyof typeof sections;
  return html`<div class="bars">${side(state)} ${bar(state)}</div>
    <main id=${section} key=${section} tabindex="0">
      <p class="text-(--bad) empty:hidden" role="alert">${connection || problem}</p>
      ${Object.hasOwn(sections, section) && sections[section](state)}
    </main>`;
}

function side({ jobs, requests, faults, gaps, site, url, token, seed }: State) {
  const counts: Record<string, number> = { jobs, requests, faults, gaps };
  const link = (id: string) =>
    html`<a href="#${id}" aria-current=${id === model.section ? "page" : null}
      >${id} <small>${counts[id] ? counts[id].toLocaleString("en") : ""}</small></a
    >`;
  return html`<header>
    <a class="brand" href="#jobs"
      ><img src="${base}/emulator/logo.svg" alt="" width="28" /> Emulator</a
    >
    <nav aria-label="Sections">
      ${Object.keys(sections).map(link)} ${site && html`<a href=${site}>Reference</a>`}
    </nav>
    <small class="max-wide:hidden">${url}<br />token ${token}<br />seed ${seed}</small>
  </header>`;
}

function bar({ clock: { now, mode }, faults, gaps }: State) {
  const advance = (by: string) => () => act("PATCH", "clock", { advance: by });
  return html`<div class="bar line border-b px-4 py-3" role="region" aria-label="Clock">
    <time>${now.replace("T", " ").slice(0, 19)}</time>
    ${mode === "auto" ? chip("runs", live) : chip("stands still", "text-(--value)")}
    <button onClick=${advance("10s")}>+ 10 s</button>
    <button onClick=${advance("2m")}>+ 2 min</button>
    <button onClick=${() => act("POST", "finish")}>Finish all jobs</button>
    ${faults > 0 && html`<a href="#faults">${chip(`Faults on: ${faults}`, "text-(--value)")}</a>`}
    ${gaps > 0 && html`<a href="#gaps">${chip(`Gaps played: ${gaps}`, "text-(--value)")}</a>`}
  </div>`;
}
