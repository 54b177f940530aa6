"use strict";
// Follows the event: a stream of server-sent events (stream.js) brings each new wall, which is morphed
// into the one that is shown. A new alert has a tint for two seconds. A wall that heard nothing for a
// while says so, and since when: what it shows would look like the present.
(() => {
  const STALE = 10000; // ms without a sign of life after which the page says so
  const stale = document.getElementById("stale");
  const alerts = () => [...document.querySelectorAll(".alert[id]")].map((one) => one.id);
  const show = (html) => {
    const before = new Set(alerts());
    Idiomorph.morph(document.getElementById("page"), html, { morphStyle: "outerHTML" });
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
  followStream(() => "/stream", { page: (html) => { fresh(); show(html); }, alive: fresh }, look).open();
})();
