// The marked row of a chart in view, and pictures to share.
import { exchanges } from "./exchange.js";
import "./share_picture.js";

// The marked row of a chart in the middle of what shows of it, whenever it would not be seen whole: a chart stands still.
const panels = document.getElementById("r-panels");

let opened = !matchMedia("(min-width: 1000px)").matches;

function seen(row, box) {
  const above = row.offsetTop - box.scrollTop;
  return above >= 0 && above + row.offsetHeight <= box.clientHeight;
}

function inView() {
  const own = panels.querySelector("details:has([aria-current])");
  if (own && !opened) opened = own.open = true;
  for (const box of panels.querySelectorAll("details[open] .scroll")) {
    const row = box.querySelector("[aria-current]");
    if (row && !seen(row, box)) box.scrollTop = row.offsetTop - (box.clientHeight - row.offsetHeight) / 2;
  }
}

new MutationObserver(inView).observe(panels, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-current", "open"] });
inView();

exchanges();
