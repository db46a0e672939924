// Texts of the scripts in the page's language, by ids without "script-". Values stand in for {names}.
const texts = JSON.parse(document.getElementById("texts").textContent);

export const say = (id, values = {}) => texts[id.slice(7)].replace(/\{(\w+)\}/g, (_, name) => values[name]);
