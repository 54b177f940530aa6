"use strict";
// Follows the event: a stream of server-sent events brings each new wall, which is morphed into the
// one that is shown. A new alert has a tint for two seconds.
(() => {
  const SILENCE = 6000; // ms without a sign of life after which the stream is opened again
  let stream = null, last = 0;
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
  const connect = () => {
    if (stream) stream.close();
    last = performance.now();
    stream = new EventSource("/stream");
    stream.addEventListener("page", (event) => { last = performance.now(); show(event.data); });
    stream.addEventListener("alive", () => { last = performance.now(); });
  };
  setInterval(() => { if (performance.now() - last > SILENCE) connect(); }, 1000);
  connect();
})();
