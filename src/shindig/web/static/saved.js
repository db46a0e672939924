// The button of a form that shows what is stored wakes when something in it changes, one that sends a text or a file when
// there is one.
for (const form of document.querySelectorAll("form[data-saved]")) {
  const button = form.querySelector("button");
  button.disabled = true;
  form.addEventListener("input", () => { button.disabled = false; });
}
for (const form of document.querySelectorAll("form[data-filled]")) {
  const wake = () => { form.querySelector("button").disabled = ![...form.querySelectorAll("textarea, [name=file]")].some((part) => part.value); };
  form.addEventListener("input", wake);
  addEventListener("pageshow", wake);
  wake();
}
