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

// What may become the other: of one kind by its name and its first class, so that no place on the page becomes another one.
const kind = (node) => `${node.nodeName} ${node.classList?.[0] ?? ""}`;
const alike = (one, other) => !one.id && !other.id && kind(one) === kind(other);

function morphChildren(from, to) {
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const kept = wanted.id && from.querySelector(`:scope > [id="${CSS.escape(wanted.id)}"]`);
    if (kept) {
      if (kept !== at) from.insertBefore(kept, at);
      at = kept.nextSibling;
      morph(kept, wanted);
    } else if (at && alike(at, wanted)) {
      const next = at.nextSibling;
      morph(at, wanted);
      at = next;
    } else {
      from.insertBefore(wanted, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    from.removeChild(at);
    at = next;
  }
}

export function parsed(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html.trim();
  return holder.content.firstElementChild;
}
