// The showdown's motion: hands grow one after another in the order of the rules, then chips move to who has won. With
// reduced motion all lies there at once.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const STEP = 420;
const hands = () => [...document.querySelectorAll(".reveal li")];

export const shown = () => new Set(hands().map((one) => one.id));

export function reveal(before) {
  const fresh = hands().filter((one) => !before.has(one.id) && one.checkVisibility())
    .sort((one, other) => one.dataset.at - other.dataset.at);
  const won = hands().some((one) => one.classList.contains("won") && !before.has(one.id));
  if (calm.matches || document.hidden || !(fresh.length || won)) return;
  fresh.forEach((one, at) => { one.style.animationDelay = `${at * STEP}ms`; });
  if (won) setTimeout(pay, fresh.length * STEP + 200);
}

const middle = (one) => {
  const box = one.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

// A stack of chips from the middle of the cloth to each who has won.
function pay() {
  for (const hand of document.querySelectorAll(".reveal .won")) {
    const to = hand.checkVisibility() ? hand.querySelector(".whose") : document.querySelector("#dock .mine");
    const cloth = document.querySelector(".cloth");
    if (!to || !cloth) continue;
    const chips = Object.assign(document.createElement("i"), { className: "payout", ariaHidden: "true" });
    document.body.append(chips);
    const [[x, y], [toX, toY]] = [middle(cloth), middle(to)];
    const path = [{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${toX}px, ${toY}px) scale(.6)` }];
    chips.animate(path, { duration: 700, easing: "cubic-bezier(.5, 0, .2, 1)" }).finished.finally(() => chips.remove());
  }
}
