// The coach at a real table: at each new turn of one's own it says what has not been explained yet, and is then known.
const main = document.getElementById("main");
const hints = document.getElementById("hints");
const address = `${main.dataset.base}/coach`;
const headers = { accept: "application/json" };
const token = () => document.querySelector("#move input[name=token]")?.value;
let asked;

function show(html, turn) {
  hints.innerHTML = html;
  hints.querySelector("[data-known]").addEventListener("click", () => hints.replaceChildren());
  for (const link of hints.querySelectorAll("p a")) link.target = "_blank";
  fetch(address, { method: "POST", body: new URLSearchParams({ token: turn }), headers }).catch(() => {});
}

async function listen() {
  const turn = token();
  if (!turn || turn === asked) return;
  asked = turn;
  hints.querySelector(".coach-note")?.remove();
  const answer = await fetch(address, { headers }).catch(() => null);
  const told = answer?.ok ? await answer.json() : {};
  if (told.html && token() === turn) show(told.html, turn);
}

new MutationObserver(listen).observe(document.getElementById("move"), { attributes: true, childList: true, subtree: true });
listen();
