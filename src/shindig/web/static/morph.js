// Morphing: make one element like another, keeping what is the same, so that focus and touched cards stay. What is marked whole is told
// anew: its words do not move.
export function morph(from, to) {
  if (from.nodeType !== to.nodeType || from.nodeName !== to.nodeName || from.id !== to.id) {
    from.parentNode.replaceChild(to, from);
    return;
  }
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  if (from.isEqualNode(to)) return;
  if ("whole" in to.dataset) return from.replaceWith(to);
  const open = from.tagName === "DETAILS" && from.open;
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  if (from.tagName === "DETAILS") from.open = open;
  morphChildren(from, to);
}

// What may become the other: of one kind by its name and its first class, and of one key. The key of a button is what it sends, that of
// a form where it sends it; data-of names whom or what an element is about. So a button never becomes another one under a finger.
const KEYS = { BUTTON: (one) => one.name && !one.dataset.label && `${one.name} ${one.value}`, FORM: (one) => one.getAttribute("action") };
const key = (node) => node.id || node.dataset?.of || KEYS[node.nodeName]?.(node) || "";
const kind = (node) => `${node.nodeName} ${node.id ? "" : (node.classList?.[0] ?? "")}`;
const alike = (one, other) => key(one) === key(other) && kind(one) === kind(other);

// The next child of that key, from `at` on; what has no key is only looked for at its place.
function find(at, wanted) {
  let one = at;
  while (one && !alike(one, wanted)) one = key(wanted) ? one.nextSibling : null;
  return one;
}

function morphChildren(from, to) {
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const kept = find(at, wanted);
    if (!kept) {
      from.insertBefore(wanted, at);
      continue;
    }
    // What has the focus would lose it if it moved: what is before it goes instead.
    if (kept.contains(document.activeElement)) while (at !== kept) at = moveToEnd(at);
    else if (kept !== at) from.insertBefore(kept, at);
    at = kept === at ? kept.nextSibling : at;
    morph(kept, wanted);
  }
  while (at) {
    const next = at.nextSibling;
    from.removeChild(at);
    at = next;
  }
}

function moveToEnd(node) {
  const next = node.nextSibling;
  node.parentNode.append(node);
  return next;
}

export function parsed(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html.trim();
  return holder.content.firstElementChild;
}
