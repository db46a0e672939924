// On every page: the room as a program of its own on the device, and a word when it cannot be reached.
import { say } from "./texts.js";

const table = document.getElementById("main")?.dataset.table;
const note = document.createElement("p");
note.className = "offline";
note.setAttribute("role", "status");
note.textContent = say("script-offline");

function tell(away) {
  if (away && !table) document.body.append(note);
  else note.remove();
}

addEventListener("online", () => tell(false));
addEventListener("offline", () => tell(true));
tell(!navigator.onLine || "kept" in document.body.dataset);

// When the page has done all else, or after two seconds; cards are fetched beforehand only where that costs nothing.
async function settle() {
  await navigator.serviceWorker.register(`${document.documentElement.dataset.root}/worker.js`);
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.connection?.saveData) active.postMessage("faces");
}

const begin = () => (globalThis.requestIdleCallback ?? setTimeout)(() => settle().catch(() => {}), { timeout: 2000 });
if ("serviceWorker" in navigator && isSecureContext) document.readyState === "complete" ? begin() : addEventListener("load", begin);

// More contrast: a wish of this device, here or of its system.
export const contrast = () => document.documentElement.classList.toggle("contrast", localStorage.getItem("sense-contrast") === "on" || matchMedia("(prefers-contrast: more)").matches);
contrast();
