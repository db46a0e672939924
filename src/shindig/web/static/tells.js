// The marked row of a chart in view, exchanges, and pictures to share.
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

// Which ends of a box that scrolls have more.
const log = document.getElementById("log");

function mark(box) {
  box.classList.toggle("more-above", box.scrollTop > 1);
  box.classList.toggle("more-below", box.scrollTop + box.clientHeight < box.scrollHeight - 1);
}

const marks = () => [log, ...panels.querySelectorAll("[open] .scroll")].forEach(mark);
const observe = (change, ...attributeFilter) => new MutationObserver(change).observe(panels, { childList: true, subtree: true, attributes: true, attributeFilter });

observe(inView, "aria-current", "open");
observe(marks, "open", "class");
new ResizeObserver(marks).observe(log);
document.addEventListener("scroll", marks, { capture: true, passive: true });
inView();
marks();

// Few games have exchanges, so their script is loaded with the first one.
const watched = new MutationObserver(exchange);

async function exchange() {
  if (!document.querySelector("#r-ask .exchange")) return;
  watched.disconnect();
  (await import("./exchange.js")).exchanges();
}

watched.observe(document.getElementById("r-ask").parentElement, { childList: true, subtree: true });
exchange();
