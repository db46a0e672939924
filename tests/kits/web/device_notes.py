"""Notes of the fair cut that a page keeps: read, replaced, and a storage for scripts without a browser."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

STORAGE = """
globalThis.localStorage = new (class {
  getItem(key) { return this[key] ?? null; }
  setItem(key, text) { this[key] = `${text}`; }
  removeItem(key) { delete this[key]; }
})();
"""
LATE = """
{
  const whole = localStorage;
  const changed = new Set();
  const late = new (class {
    getItem(key) { return this[key] ?? null; }
    setItem(key, text) { this[key] = `${text}`; changed.add(key); }
    removeItem(key) { delete this[key]; changed.add(key); }
  })();
  Object.assign(late, whole, { draws: 50 });
  Object.defineProperty(globalThis, "localStorage", { value: late });
  const put = (key) => (key in late ? whole.setItem(key, late[key]) : whole.removeItem(key));
  globalThis.arrive = () => changed.forEach(put);
}
"""
"""A tab whose storage is that of another process: it does not see what other tabs write, and its own arrives later."""
READ = """async (table) => {
  const { seenAt } = await import(new URL("seen.js", document.querySelector("script[src$='shell.js']").src));
  return seenAt(table);
}"""
REPLACE = """([table, notes]) => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(`cuts-${table}/`)) localStorage.removeItem(key);
  localStorage.setItem(`cuts-${table}`, notes);
}"""


def read_notes(page: Page, table: str) -> dict[str, Any]:
    """What a page's browser knows of a table's cuts, by their numbers."""
    found: dict[str, Any] = page.evaluate(READ, table)
    return found


def replace_notes(page: Page, table: str, notes: dict[str, Any]) -> None:
    """Give a browser these notes of a table, as release 1.0 kept them. Pages have to be loaded anew."""
    page.evaluate(REPLACE, [table, json.dumps(notes)])
