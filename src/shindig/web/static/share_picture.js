// Links with `data-share` share a picture as a PNG where the device can, else keep it as a file.
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
