// @ts-check
// The filter of the gap register.

const filter = /** @type {HTMLFormElement | null} */ (document.querySelector(".filter"));
if (filter) enable(filter);

/** @param {HTMLFormElement} form */
function enable(form) {
  const count = /** @type {HTMLElement} */ (document.querySelector("#gap-count"));
  const gaps = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("article.gap")]);

  const apply = () => {
    const wanted = new FormData(form);
    const kind = String(wanted.get("kind"));
    const impact = String(wanted.get("impact"));
    const operation = String(wanted.get("operation"));
    for (const gap of gaps) {
      const { kind: ownKind, impact: ownImpact, operations = "" } = gap.dataset;
      gap.hidden =
        (kind !== "" && ownKind !== kind) ||
        (impact !== "" && ownImpact !== impact) ||
        (operation !== "" && !operations.split(" ").includes(operation));
    }
    const shown = gaps.filter(({ hidden }) => !hidden).length;
    count.textContent = shown === 1 ? "1 gap" : `${shown} gaps`;
  };

  form.addEventListener("change", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  // A link to a gap that the filter hides shows it all the same.
  addEventListener("hashchange", () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target?.hidden) {
      form.reset();
      setTimeout(() => target.scrollIntoView());
    }
  });
}
