// What the table's page tells beside the table: one's own row of a chart in view, a picture to share.
import { exchanges } from "./exchange.js";

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

// The picture as a PNG: shared where the device can, else kept as a file.
const TWICE = 2;

async function png(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const size = { resizeWidth: TWICE * image.naturalWidth, resizeHeight: TWICE * image.naturalHeight, resizeQuality: "high" };
  const canvas = Object.assign(document.createElement("canvas"), { width: size.resizeWidth, height: size.resizeHeight });
  canvas.getContext("bitmaprenderer").transferFromImageBitmap(await createImageBitmap(image, size));
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

async function share(link) {
  const file = new File([await png(link.dataset.share)], "shindig.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    return navigator.share({ files: [file], title: document.title }).catch(() => {});
  }
  const kept = document.createElement("a");
  kept.href = URL.createObjectURL(file);
  kept.download = file.name;
  kept.click();
  setTimeout(() => URL.revokeObjectURL(kept.href), 60_000);
}

document.addEventListener("click", (clicked) => {
  const link = clicked.target.closest?.("[data-share]");
  if (!link) return;
  clicked.preventDefault();
  share(link).catch(() => location.assign(link.href));
});

exchanges();
