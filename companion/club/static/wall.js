"use strict";
// Follows the event: a stream of server-sent events (stream.js) brings a wall, then the parts of it
// that change, which are morphed into those that are shown. A new alert has a tint for two seconds. A
// wall that heard nothing for a while says so, and since when: what it shows would look like the present.
(() => {
  const STALE = 10000; // ms without a sign of life after which the page says so
  const stale = document.getElementById("stale");
  const alerts = () => [...document.querySelectorAll(".alert[id]")].map((one) => one.id);
  const show = (html) => {
    const before = new Set(alerts());
    const box = document.createElement("template");
    box.innerHTML = html;
    for (const part of [...box.content.children]) {
      const shown = document.getElementById(part.id);
      if (shown) Idiomorph.morph(shown, part, { morphStyle: "outerHTML", ignoreActiveValue: true });
    }
    for (const id of alerts()) {
      if (before.has(id)) continue;
      const one = document.getElementById(id);
      one.classList.add("new");
    }
  };
  const look = (silent) => {
    if (silent <= STALE || !stale.hidden) return;
    // The clock on the page has stopped with the news.
    const clock = document.querySelector("[data-clock]").textContent;
    stale.textContent = stale.dataset.says.replace("{time}", clock);
    stale.hidden = false;
  };
  const fresh = () => { stale.hidden = true; };
  const news = (html) => { fresh(); show(html); };
  followStream(() => "/stream" + location.search, { page: news, parts: news, alive: fresh }, look).open();
})();
