// Search in the rules: what does not have all the words steps back; what has them is marked, and the first is shown.
import { say } from "./texts.js";

const box = document.getElementById("find");
const told = document.getElementById("found");
const text = document.querySelector(".text");
const LISTS = "UL, OL, TABLE";

// The smallest parts that are found as a whole: a clause, a row, a paragraph.
function partsOf(block) {
  const inner = block.matches(LISTS) ? block : block.querySelector("table");
  if (!inner) return [block];
  return [...(inner.matches("TABLE") ? inner.querySelectorAll("tbody tr") : inner.children)];
}

const blocks = [...text.children].filter((one) => !one.matches("h1, h2, h3"));
const pictured = (one) => [...one.querySelectorAll("img")].map((card) => card.alt).join(" ");
const index = blocks.flatMap(partsOf).map((one) => ({ one, words: `${one.textContent} ${pictured(one)}`.toLowerCase() }));

function find() {
  const wanted = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = index.filter(({ words }) => wanted.every((word) => words.includes(word)));
  const kept = new Set(found.map(({ one }) => one));
  for (const { one } of index) one.hidden = wanted.length > 0 && !kept.has(one);
  for (const block of blocks) block.classList.toggle("nothing", partsOf(block).every((one) => one.hidden));
  for (const head of text.querySelectorAll("h2, h3")) head.hidden = wanted.length > 0 && !leads(head);
  const said = { 0: "script-found-none", 1: "script-found-one" }[found.length] ?? "script-found";
  told.textContent = wanted.length ? say(said, { count: found.length }) : "";
  mark(found.map(({ one }) => one), wanted);
  return found;
}

// A heading stays if something under it does.
function leads(head) {
  for (let next = head.nextElementSibling; next && !(next.matches("h2") || next.tagName === head.tagName); next = next.nextElementSibling)
    if (!next.matches("h3") && !next.classList.contains("nothing")) return true;
  return false;
}

function mark(parts, wanted) {
  if (!globalThis.Highlight) return;
  const ranges = [];
  for (const part of wanted.length ? parts : []) {
    const letters = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = letters.nextNode(); node; node = letters.nextNode())
      for (const word of wanted)
        for (let at = node.data.toLowerCase().indexOf(word); at >= 0; at = node.data.toLowerCase().indexOf(word, at + 1)) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          ranges.push(range);
        }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

document.getElementById("contents").open = matchMedia("(min-width: 901px)").matches;
box.hidden = false;
box.addEventListener("input", find);
box.addEventListener("keydown", (pressed) => pressed.key === "Enter" && find()[0]?.one.scrollIntoView({ block: "center" }));
