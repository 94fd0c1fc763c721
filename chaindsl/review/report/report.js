"use strict";
for (const frame of document.querySelectorAll(".frame")) {
  const picture = frame.querySelector(".picture"), svg = picture.querySelector("svg"), tools = frame.querySelector(".zoom");
  if (!svg) continue;
  const natural = svg.viewBox.baseVal.width * 96 / 72;
  let scale = Math.min(1, (picture.clientWidth - 18) / natural);
  if (scale < 0.45) scale = Math.min(1, 0.45);
  const start = scale;
  const show = () => { svg.style.width = `${natural * scale}px`; };
  const zoom = (factor, x, y) => {
    const before = scale;
    scale = Math.min(4, Math.max(0.1, scale * factor));
    const left = picture.scrollLeft + x, top = picture.scrollTop + y;
    show();
    picture.scrollLeft = left * scale / before - x;
    picture.scrollTop = top * scale / before - y;
  };
  const middle = factor => zoom(factor, picture.clientWidth / 2, picture.clientHeight / 2);
  const reset = () => { scale = start; show(); picture.scrollTo(0, 0); };
  const actions = { in: () => middle(1.25), out: () => middle(0.8), reset };
  for (const button of tools.querySelectorAll("button")) button.addEventListener("click", actions[button.value]);
  const keys = { "+": actions.in, "=": actions.in, "-": actions.out, "0": reset };
  picture.addEventListener("keydown", event => {
    if (keys[event.key] && !event.ctrlKey && !event.metaKey) { keys[event.key](); event.preventDefault(); }
  });
  picture.addEventListener("wheel", event => {
    if (!event.ctrlKey) return;
    const box = picture.getBoundingClientRect();
    zoom(event.deltaY < 0 ? 1.1 : 0.9, event.clientX - box.left, event.clientY - box.top);
    event.preventDefault();
  }, { passive: false });
  let from = null, moved = false;
  picture.addEventListener("pointerdown", event => {
    if (event.pointerType !== "mouse" || event.button) return;
    from = [event.clientX + picture.scrollLeft, event.clientY + picture.scrollTop];
    moved = false;
  });
  addEventListener("pointermove", event => {
    if (!from) return;
    const left = from[0] - event.clientX, top = from[1] - event.clientY;
    if (Math.abs(left - picture.scrollLeft) + Math.abs(top - picture.scrollTop) > 4) moved = true;
    if (!moved) return;
    picture.classList.add("dragged");
    picture.scrollLeft = left;
    picture.scrollTop = top;
  });
  addEventListener("pointerup", () => { from = null; picture.classList.remove("dragged"); });
  picture.addEventListener("click", event => { if (moved) event.preventDefault(); }, true);
  picture.classList.add("ready");
  tools.hidden = false;
  show();
}
const open = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const around = target && target.closest("details");
  if (around && !around.open) { around.open = true; target.scrollIntoView({ block: "center" }); }
};
addEventListener("hashchange", open);
open();
