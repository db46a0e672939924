// A page that is not finished asks for itself until it is, and takes what is new in: nobody loses their place on it.
import { morph } from "./morph.js";

const EVERY = 3000;
const main = () => document.getElementById("main");

async function ask() {
  const answer = await fetch(location.href).catch(() => null);
  const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
  if (page) morph(main(), page);
  wait();
}

const wait = () => "waits" in main().dataset && setTimeout(ask, EVERY);
wait();
