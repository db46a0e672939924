// Texts of the scripts in the page's language: the page brings those that it needs. Values stand in for {names}.
const texts = JSON.parse(document.getElementById("texts").textContent);

export const say = (id, values = {}) => texts[id].replace(/\{(\w+)\}/g, (_, name) => values[name]);
