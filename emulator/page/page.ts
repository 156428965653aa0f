/** Shows what the emulator does while it does it, and tells it what to do. */
import { html, render } from "htm/preact/standalone";
import { act, follow, model } from "./model.ts";
import { clock, faults, gaps, jobs, requests, send } from "./sections.ts";

const sections = new Map(Object.entries({ jobs, requests, send, faults, gaps, clock }));

const titleOf = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);

function page() {
  const { state, section, connection, problem } = model;
  if (!state) return html`<p role="alert">${connection}</p>`;
  const counts: Record<string, number> = {
    jobs: state.jobs,
    faults: state.faults,
    gaps: state.gaps,
  };
  const advance = (by: string) => () => act("PATCH", "clock", { advance: by });
  return html`<header>
      <h1>Emulator</h1>
      <p class="line">
        <time id="now">${state.clock.now.replace("T", " ").slice(0, 19)}</time>
        ${state.clock.mode === "auto" ? "goes with the real time" : "stands still"}
        <button onClick=${advance("10s")}>Advance 10 seconds</button>
        <button onClick=${advance("2m")}>2 minutes</button>
      </p>
      <p>${state.url} · token ${state.token} · seed ${state.seed}</p>
      <nav aria-label="Sections">
        ${[...sections.keys()].map(
          (id) =>
            html`<a href="#${id}" aria-current=${id === section ? "page" : null}
              >${titleOf(id)} ${counts[id] ? html`<b>${counts[id]}</b>` : ""}</a
            >`,
        )}
        <a href=${state.site ? `${state.site}assumptions.html` : "/emulator/assumptions"}
          >Assumptions</a
        >
        ${state.site && html`<a href=${state.site}>Reference</a>`}
      </nav>
    </header>
    <main id=${section} key=${section}>
      <h2>${titleOf(section)}</h2>
      <p class="problem" role="alert">${connection || problem}</p>
      ${sections.get(section)?.(state)}
    </main>`;
}

await follow(() => render(page(), document.body));
