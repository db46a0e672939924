// Of all tabs of a browser with one name one leads: the one that was opened or looked at last. When it goes, another
// one leads. A page that came without encryption has no locks; there the tabs tell each other.
export function lead(name, begins) {
  const tab = { leads: false };
  const change = (leads) => {
    tab.leads = leads;
    if (leads) begins();
  };
  const [take, drop] = navigator.locks ? byLock(name, change) : byMessage(name, change);
  const look = () => document.visibilityState === "visible" && !tab.leads && !tab.gone && take();
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", ({ persisted }) => persisted && look());
  addEventListener("pagehide", drop);
  queueMicrotask(take);
  return Object.assign(tab, { gone: false, drop: () => ((tab.gone = true), drop()) });
}

function byLock(name, change) {
  let current;
  // Take the lock from another tab, or wait until it is free.
  const request = (steal) => {
    current?.abort();
    const own = (current = new AbortController());
    const hold = () => new Promise((free) => {
      if (own.signal.aborted) return free();
      own.signal.addEventListener("abort", free);
      change(true);
    });
    // A later request of this tab tells what comes of it.
    const ended = () => {
      if (own !== current) return;
      change(false);
      if (!own.signal.aborted) request(false);
    };
    navigator.locks.request(name, steal ? { steal } : { signal: own.signal }, hold).then(ended, ended);
  };
  return [() => request(document.visibilityState === "visible"), () => current?.abort()];
}

function byMessage(name, change) {
  const channel = new BroadcastChannel(name);
  let mine = "";
  let free = 0;
  const take = () => {
    clearTimeout(free);
    mine = `${Date.now()} ${Math.random()}`;
    channel.postMessage(mine);
    change(true);
  };
  const drop = () => {
    clearTimeout(free);
    if (mine) channel.postMessage("");
    mine = "";
    change(false);
  };
  // Of two tabs that take the lead at once the later one has it. An empty message says that the lead is free.
  channel.onmessage = ({ data }) => {
    clearTimeout(free);
    if (!data) free = setTimeout(take, 300 * Math.random());
    else if (mine < data) {
      mine = "";
      change(false);
    }
  };
  return [take, drop];
}
