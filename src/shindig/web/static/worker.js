// The service worker: what is the same for everybody is kept on the device, so that rules can be read and lessons played
// without the room. Nothing else is kept: no table, no stream, nobody's data. The server puts KEPT before these lines.
const NAME = `kept-${KEPT.version}`;
const FACES = "faces";
const inner = (path) => path.slice(KEPT.root.length);
const FOREVER = /^\/(static|looks|faces)\//;
const LESSON = /^\/learn\/([\w-]+)\/(\w+)$/;

// Asked for without a name, one after another, so that what is kept is nobody's, and the room has time for others.
async function keep(name, paths) {
  const cache = await caches.open(name);
  for (const path of paths) {
    if (await cache.match(path)) continue;
    const answer = await fetch(path, { credentials: "omit", cache: FOREVER.test(inner(path)) ? "default" : "no-cache" });
    if (!answer.ok || answer.redirected) throw new Error(`${path} cannot be kept`);
    await cache.put(path, answer);
  }
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keep(NAME, [...KEPT.shell, ...KEPT.pages]));
});

async function begin() {
  for (const name of await caches.keys()) if (name !== NAME && name !== FACES) await caches.delete(name);
  await clients.claim();
}

addEventListener("activate", (event) => event.waitUntil(begin()));

// The cards of lessons and rules come when a page says that it has nothing else to do.
async function keepFaces() {
  const cache = await caches.open(NAME);
  const texts = await Promise.all(KEPT.pages.map(async (path) => (await cache.match(path))?.text() ?? ""));
  const faces = new Set(texts.join().match(/\/faces\/[^"'\s&\\]+\.svg/g)?.map((path) => KEPT.root + path));
  const drawn = (path) => /\/faces\/([^/]+)/.exec(path)?.[1];
  const held = await caches.open(FACES);
  for (const { url } of await held.keys()) if (drawn(url) !== drawn([...faces][0])) await held.delete(url);
  await keep(FACES, faces);
}

addEventListener("message", (event) => {
  if (event.data === "faces") event.waitUntil(keepFaces().catch(() => {}).then(() => event.ports[0]?.postMessage("kept")));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  const asked = inner(pathname);
  if (request.method === "GET" && FOREVER.test(asked)) event.respondWith(lasting(request));
  else if (request.mode === "navigate" && request.method === "GET") event.respondWith(page(request, pathname));
  else if (LESSON.test(asked)) event.respondWith(lesson(request, LESSON.exec(asked)));
});

// A message of the server tells of a turn while no page is open. It names a table and people, and no cards.
addEventListener("push", (event) => {
  const { title, body, path } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag: `${KEPT.root}${path}` }));
});

// A notice leads to the table that it came from, whose path is its tag.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.tag));
});

async function visit(path) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === path);
  return there ? there.focus() : clients.openWindow(path);
}

// What has its version in its address never changes.
async function lasting(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic") (await caches.open(request.url.includes("/faces/") ? FACES : NAME)).put(request, answer.clone());
  return answer;
}

// Pages always come from the room; only where it cannot be reached, those that were kept.
async function page(request, path) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(NAME);
    const kept = (KEPT.pages.includes(path) && (await cache.match(path))) || (await cache.match(`${KEPT.root}/offline`));
    return kept ? marked(kept) : Response.error();
  }
}

// A kept page says that it is one.
async function marked(kept) {
  return new Response((await kept.text()).replace("<body", "<body data-kept"), { headers: kept.headers });
}

const json = (told) => new Response(JSON.stringify(told), { headers: { "content-type": "application/json" } });

// A lesson goes on without the room: its first hand was kept as data, and where the learner stands is told by the page.
async function lesson(request, [, game, deed]) {
  const asked = request.clone();
  try {
    return await fetch(request);
  } catch {
    if (deed === "advice") return json({ advice: [KEPT.texts.advice] });
    const form = request.method === "POST" ? await asked.formData() : new FormData();
    const whole = await (await caches.match(`${KEPT.root}/learn/${game}/whole.json`))?.json();
    const at = /^first-(\d+)$/.exec(form.get("token"))?.[1];
    const go = WAYS[deed];
    if (!whole || at === undefined || !go) return json({ error: KEPT.texts.lesson });
    return json(go(whole, Number(at), form));
  }
}

// The same answers as the room's own.
const WAYS = {
  onward: (whole, at) => news(whole, whole.moments[at].right === undefined ? Math.min(at + 1, whole.moments.length - 1) : at),
  back: (whole, at) => news(whole, Math.max(at - 1, 0)),
  first: (whole) => news(whole, 0),
  show: (whole, at) => news(whole, at, whole.moments[at].shown),
  move: (whole, at, form) => {
    const { right, wrong } = whole.moments[at];
    const action = chosen(whole.moments[at], form);
    return action === right ? news(whole, at + 1) : news(whole, at, wrong?.[action]);
  },
};

function chosen({ amounts }, form) {
  if (form.get("press")) return Number(form.get("press"));
  const [first, low] = amounts?.[form.get("amount")] ?? [];
  return first + Number(form.get(`value-${form.get("amount")}`)) - low;
}

// What the page shows at a moment; `coach` is another text of the coach's than usual.
function news({ texts, moments }, at, coach) {
  const { html, log, turn } = moments[at];
  const regions = Object.fromEntries(Object.entries(html).map(([id, text]) => [id, texts[text]]));
  if (coach !== undefined) regions["r-coach"] = texts[coach];
  return { html: regions, log: log.map(([number, text]) => [number, texts[text]]), fresh: true, you: 0, state: "playing", turn, left: null };
}
