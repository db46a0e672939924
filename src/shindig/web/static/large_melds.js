// A seat's melds, large, in a dialog: on a small cloth they lie over one another.
const dialog = document.getElementById("large");
let open = "";

function fill() {
  const laid = document.getElementById(open)?.querySelector(".laid");
  if (!laid) return dialog.close();
  const seat = laid.closest(".plate") ?? document.querySelector(".mine");
  const points = seat.querySelector(".said .whole") ?? seat.querySelector(".said");
  const title = [seat.querySelector(".name"), points].map((one) => one?.textContent.trim()).filter(Boolean).join(" · ");
  dialog.querySelector("h2").textContent = title;
  const melds = [...laid.querySelectorAll(".pile")].map((one) => one.cloneNode(true));
  for (const card of melds.flatMap((one) => [...one.querySelectorAll(".card")])) card.removeAttribute("style");
  dialog.querySelector(".melds").replaceChildren(...melds);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest(".enlarge");
  if (button && dialog) {
    open = button.closest(".plate, #r-mine").id;
    fill();
    dialog.showModal();
  } else if (target === dialog) dialog.close();
});

// What is laid down meanwhile comes into the open dialog.
export const refresh = () => dialog?.open && fill();
