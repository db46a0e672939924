// Messages of a browser whose page is closed: this device is told of turns where its person wishes that.
import { say } from "./texts.js";

const here = (id) => document.getElementById(id);
const box = here("push");
const can = "serviceWorker" in navigator && "PushManager" in globalThis && isSecureContext;

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const written = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const send = (path, fields) => fetch(`${document.documentElement.dataset.root}/turns/${path}`, { method: "POST", body: new URLSearchParams(fields), headers: { accept: "application/json" } });

function show(subscription) {
  here("push-on").hidden = Boolean(subscription);
  here("push-off").hidden = !subscription;
}

async function turnOn(manager) {
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(box.dataset.key) });
  const answer = await send("push", { endpoint: subscription.endpoint, p256dh: written(subscription.getKey("p256dh")), auth: written(subscription.getKey("auth")) });
  if (!answer.ok) await subscription.unsubscribe();
  here("push-said").textContent = say(answer.ok ? "script-push-on" : "script-push-failed");
  show(answer.ok ? subscription : null);
}

async function turnOff(manager) {
  const subscription = await manager.getSubscription();
  if (subscription) {
    await send("quiet", { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  here("push-said").textContent = say("script-push-off");
  show(null);
}

if (box && can) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const fail = () => (here("push-said").textContent = say("script-push-refused"));
  show(await pushManager.getSubscription());
  here("push-on").addEventListener("click", () => turnOn(pushManager).catch(fail));
  here("push-off").addEventListener("click", () => turnOff(pushManager).catch(fail));
  box.hidden = false;
}
