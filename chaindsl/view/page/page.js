"use strict";
// Search is all that this does; everything else works without it.
(() => {
  const tools = document.getElementById("tools");
  if (!tools) return;
  const steps = Array.from(document.querySelectorAll("#steps > .step"));
  const find = document.getElementById("find");
  const bad = document.getElementById("bad");
  const found = document.getElementById("found");
  const texts = new Map();
  const text = (step) => {
    if (!texts.has(step)) texts.set(step, step.textContent.toLowerCase());
    return texts.get(step);
  };
  const fits = (step, words) =>
    (!bad.checked || !step.classList.contains("is-ok")) && words.every((word) => text(step).includes(word));
  const filter = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const step of steps) {
      step.hidden = !fits(step, words);
      count += step.hidden ? 0 : 1;
    }
    found.textContent = words.length || bad.checked ? `${count} of ${steps.length}` : "";
  };
  let waiting = 0;
  find.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 120);
  });
  bad.addEventListener("change", filter);
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.classList.contains("step")) return;
    target.hidden = false;
    target.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", open);
  tools.hidden = false;
  open();
})();
