// @ts-check
/** What is planned: faults, readings of gaps, and what the emulator assumes. */
import { call } from "./api.js";
import { at, button, make } from "./elements.js";

/** @typedef {{ id: string, left: number | null, times?: number, operation?: string } & Record<string, unknown>} Fault */

/** @param {Fault[]} faults */
export function showFaults(faults) {
  at("fault-count").textContent = faults.length > 0 ? String(faults.length) : "";
  at("faults-empty").hidden = faults.length > 0;
  at("fault-list").replaceChildren(
    ...faults.map(({ id, left, times: _, ...rest }) =>
      make(
        "li",
        {},
        make("p", {}, make("code", {}, JSON.stringify(rest))),
        make("p", { class: "quiet" }, left === null ? "No limit" : `${left} left`),
        button(`Remove ${id}`, () => void call("DELETE", `faults/${id}`).then(loadFaults)),
      ),
    ),
  );
}

async function loadFaults() {
  showFaults((await call("GET", "faults")).faults);
}

/** @typedef {{ gap: string, played: string | null, readings: { name: string, says: string, breaksContract: boolean }[] }} Gap */

/** @param {Gap[]} gaps */
export function showGaps(gaps) {
  countPlayed(gaps);
  at("gap-list").replaceChildren(...gaps.map(gapItem));
}

/** @param {Gap[]} gaps */
function countPlayed(gaps) {
  const count = gaps.filter(({ played }) => played !== null).length;
  at("gap-count").textContent = count > 0 ? String(count) : "";
}

/** @param {Gap} gap */
function gapItem({ gap, played, readings }) {
  const select = /** @type {HTMLSelectElement} */ (
    make("select", {}, make("option", { value: "" }, "As assumed"))
  );
  for (const { name, says, breaksContract } of readings)
    select.append(make("option", { value: name }, `${name}${breaksContract ? " *" : ""}: ${says}`));
  select.value = played ?? "";
  const play = async () => {
    if (select.value === "") await call("DELETE", `gaps/${gap}`);
    else await call("PUT", `gaps/${gap}`, { reading: select.value });
    countPlayed((await call("GET", "gaps")).gaps);
  };
  select.addEventListener("change", () => void play());
  return make("li", { "data-gap": gap }, make("label", {}, gap, select));
}

/** @param {{ id: string, closes: string, because: string, decides: string[] }[]} assumptions */
export function showAssumptions(assumptions) {
  const items = assumptions.map(({ id, closes, because, decides }) =>
    make(
      "li",
      {},
      make("p", {}, make("code", {}, id)),
      make("p", {}, decides.join(" ")),
      make("p", { class: "quiet" }, `Because: ${because} Gap: ${closes}`),
    ),
  );
  at("assumption-list").replaceChildren(...items);
  const filter = /** @type {HTMLFormElement} */ (document.querySelector("#assumptions .filter"));
  filter.addEventListener("submit", (event) => event.preventDefault());
  filter.addEventListener("input", () => {
    const text = String(new FormData(filter).get("text")).toLowerCase();
    for (const item of items) item.hidden = !item.textContent?.toLowerCase().includes(text);
  });
}

/** The forms of faults and gaps. */
export function listenToPlans() {
  const form = /** @type {HTMLFormElement} */ (at("add-fault"));
  const effect = /** @type {HTMLSelectElement} */ (form.elements.namedItem("effect"));
  const showFields = () => {
    for (const node of form.querySelectorAll("[data-for]")) {
      const label = /** @type {HTMLElement} */ (node);
      label.hidden = label.dataset["for"] !== effect.value;
    }
  };
  effect.addEventListener("change", showFields);
  showFields();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const problem = at("fault-problem");
    call("POST", "faults", readFields(form)).then(
      () => {
        problem.textContent = "";
        return loadFaults();
      },
      (/** @type {Error} */ error) => (problem.textContent = error.message),
    );
  });
  at("clear-faults").addEventListener(
    "click",
    () => void call("DELETE", "faults").then(loadFaults),
  );
  at("draw-gaps").addEventListener(
    "click",
    () => void call("POST", "gaps/random").then(({ gaps }) => showGaps(gaps)),
  );
}

/** The fields of a form that are seen and filled, numbers as numbers. @param {HTMLFormElement} form */
function readFields(form) {
  const fields = [...form.querySelectorAll("input, select")].map(
    (node) => /** @type {HTMLInputElement} */ (node),
  );
  const filled = fields.filter((field) => field.value !== "" && !field.closest("[hidden]"));
  return Object.fromEntries(
    filled.map(({ name, type, value }) => [name, type === "number" ? Number(value) : value]),
  );
}
