// @ts-check
// Clips play when the page is loaded and they are seen, and stop at a button. Who wants no motion has their pictures.

const clips = /** @type {NodeListOf<HTMLVideoElement>} */ (document.querySelectorAll(".clip"));
const [first] = clips;
if (first && !matchMedia("(prefers-reduced-motion: reduce)").matches)
  window.addEventListener("load", () => playBelow(first));

/** @param {HTMLVideoElement} first has the button for all */
function playBelow(first) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "clip-switch";
  button.textContent = "Pause";
  let isPaused = false;
  const seen = new Set();
  const update = () => {
    button.textContent = isPaused ? "Play" : "Pause";
    for (const clip of clips)
      // A browser may refuse, and then the picture stands.
      if (seen.has(clip) && !isPaused) clip.play().catch(() => {});
      else clip.pause();
  };
  button.addEventListener("click", () => {
    isPaused = !isPaused;
    update();
  });
  first.after(button);
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) seen.add(target);
      else seen.delete(target);
    update();
  });
  for (const clip of clips) observer.observe(clip);
}
