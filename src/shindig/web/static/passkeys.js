// Passkeys: before such a form is sent, the browser makes a passkey or signs with one, and the form carries its answer.
import { say } from "./texts.js";

const can = isSecureContext && "PublicKeyCredential" in globalThis;
const api = `${document.documentElement.dataset.root}/api`;

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const written = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const read = (credentials = []) => credentials.map((one) => ({ ...one, id: bytes(one.id) }));

class Refusal extends Error {}

async function askOptions(form) {
  const body = form.elements.password ? JSON.stringify({ password: form.elements.password.value }) : null;
  const headers = { accept: "application/json", ...(body && { "content-type": "application/json" }) };
  const answer = await fetch(`${api}/${form.dataset.passkey}`, { method: "POST", body, headers });
  if (answer.ok) return answer.json();
  throw new Refusal(answer.status === 429 ? "script-passkey-often" : body && answer.status === 400 ? "script-passkey-password" : "script-passkey-failed");
}

function make(options) {
  const user = { ...options.user, id: bytes(options.user.id) };
  return navigator.credentials.create({ publicKey: { ...options, user, challenge: bytes(options.challenge), excludeCredentials: read(options.excludeCredentials) } });
}

function sign(options) {
  return navigator.credentials.get({ publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: read(options.allowCredentials) } });
}

function write({ id, rawId, type, response }) {
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const parts = names.filter((name) => response[name]).map((name) => [name, written(response[name])]);
  return JSON.stringify({ id, rawId: written(rawId), type, response: Object.fromEntries(parts) });
}

function explain(error) {
  if (error instanceof Refusal) return error.message;
  return { NotAllowedError: "script-passkey-stopped", InvalidStateError: "script-passkey-known" }[error.name] ?? "script-passkey-failed";
}

async function prove(form) {
  const status = form.querySelector("[role=status]");
  status.textContent = "";
  form.querySelector("button").disabled = true;
  try {
    const options = await askOptions(form);
    form.elements.credential.value = write(await (options.user ? make(options) : sign(options)));
    if (form.elements.password) form.elements.password.disabled = true;
    form.submit();
  } catch (error) {
    status.textContent = say(explain(error));
    form.querySelector("button").disabled = false;
  }
}

if (can) {
  for (const sentence of document.querySelectorAll("[data-no-passkeys]")) sentence.hidden = true;
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      prove(form);
    });
  }
}
