// A form that shows what is stored: its button wakes when something in it changes.
for (const form of document.querySelectorAll("form[data-saved]")) {
  const button = form.querySelector("button");
  button.disabled = true;
  form.addEventListener("input", () => { button.disabled = false; });
}
