// @ts-check
// The filter of the gap register.

const filter = /** @type {HTMLFormElement | null} */ (document.querySelector(".filter"));
if (filter) enable(filter);

/** @param {HTMLFormElement} form */
function enable(form) {
  const count = /** @type {HTMLElement} */ (document.querySelector("#gap-count"));
  const gaps = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("details.gap")]);

  const apply = () => {
    const wanted = new FormData(form);
    const kind = String(wanted.get("kind"));
    const operation = String(wanted.get("operation"));
    for (const gap of gaps) {
      const { kind: ownKind, operations = "" } = gap.dataset;
      gap.hidden =
        (kind !== "" && ownKind !== kind) ||
        (operation !== "" && !operations.split(" ").includes(operation));
    }
    const shown = gaps.filter(({ hidden }) => !hidden).length;
    count.textContent = shown === 1 ? "1 question" : `${shown} questions`;
  };

  form.addEventListener("change", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  // A link to a question opens it, also where the filter hides it.
  const openTarget = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target?.hidden) form.reset();
    target?.setAttribute("open", "");
    if (target) setTimeout(() => target.scrollIntoView());
  };
  addEventListener("hashchange", openTarget);
  openTarget();
}
