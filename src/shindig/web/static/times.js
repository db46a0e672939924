// Times in the reader's own zone, near days by their names: "today at 4:20". Without scripts they stay in UTC.
import { say } from "./texts.js";

const { lang } = document.documentElement;
const locale = navigator.languages.find((one) => one.startsWith(lang)) ?? lang;
const DAY = 86_400_000;
const midnight = (time) => new Date(time).setHours(0, 0, 0, 0);

function nameDay(time) {
  const days = Math.round((midnight(time) - midnight(Date.now())) / DAY);
  if (Math.abs(days) < 2) return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(days, "day");
  return new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(time);
}

function write(time) {
  return say("script-time", { day: nameDay(time), time: new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(time) });
}

for (const element of document.querySelectorAll("time[data-local]")) {
  const text = write(new Date(element.dateTime));
  element.textContent = element.previousSibling ? text : text[0].toLocaleUpperCase(locale) + text.slice(1);
}
