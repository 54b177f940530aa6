"use strict";
// Follows the game: a stream of server-sent events (stream.js) brings each new page, which is morphed
// into the one that is shown. Buttons carry their move; the answer is a sentence, or a page in the stream.
// Written in ES2018, for old phones.
(() => {
  const DEAF = 400; // ms in which a new button, or one with another meaning, does not answer
  const SILENCE = 3000; // ms without a sign of life after which the page is offline
  const SHOWN = 6000;
  const PATIENCE = 8000; // ms in which the table answers a tap
  const born = new WeakMap();
  const offline = document.getElementById("offline");
  const said = document.getElementById("said");
  const sounds = makeSounds();
  let waiting = null, holding = false, hide = 0;

  const page = () => document.getElementById("page");
  const here = () => location.pathname + location.search;

  // --- what is new -------------------------------------------------------------------------------
  const mark = (root) => {
    const now = performance.now();
    if (root.nodeType !== 1) return;
    if (root.matches("[data-move], a[href], button")) born.set(root, now);
    root.querySelectorAll("[data-move], a[href], button").forEach((one) => born.set(one, now));
  };
  new MutationObserver((changes) => {
    for (const change of changes) {
      if (change.type === "attributes") born.set(change.target, performance.now());
      else change.addedNodes.forEach(mark);
    }
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-move", "data-since", "href"] });
  const isDeaf = (one) => performance.now() - (born.get(one) || 0) < DEAF;

  // What asks something of the player, with its sound: whatever is new is heard, felt and seen.
  const asks = () => page().dataset.asks ? page().dataset.asks.split(" ") : [];
  let known = new Set(asks());
  const announce = () => {
    const now = asks(), news = now.filter((one) => !known.has(one));
    known = new Set(now);
    if (document.hidden) return news.length > 0;
    for (const one of news) {
      if (navigator.vibrate) navigator.vibrate(80);
      sounds.play(`${one.slice(one.indexOf(":") + 1)}.wav`);
    }
    return news.length > 0;
  };
  const [DOWN, UP, CANCEL] = window.PointerEvent ? ["pointerdown", "pointerup", "pointercancel"] : ["touchstart", "touchend", "touchcancel"];

  const sums = () => [...document.querySelectorAll("[data-count]")].map((one) => one.textContent);
  const count = (before) => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    document.querySelectorAll("[data-count]").forEach((one, place) => {
      const to = one.textContent, from = before[place];
      const a = Number((from || "").replace(/\D/g, "")), b = Number(to.replace(/\D/g, ""));
      if (!from || from === to || !Number.isFinite(a + b)) return;
      const digits = to.match(/\d.*\d|\d/)[0], mark = (digits.match(/\D/) || [","])[0], start = performance.now();
      const step = (at) => {
        const share = Math.min(1, (at - start) / 350);
        if (share >= 1 || one.dataset.goal !== to) { if (share >= 1) one.textContent = to; return; }
        const now = String(Math.round(a + (b - a) * share)).replace(/\B(?=(\d{3})+$)/g, mark);
        one.textContent = to.replace(digits, now);
        requestAnimationFrame(step);
      };
      one.dataset.goal = to;
      requestAnimationFrame(step);
    });
  };

  // --- morphing: never under a finger ------------------------------------------------------------
  const show = (html) => {
    if (holding) { waiting = html; return; }
    waiting = null;
    const before = sums(), kind = page().dataset.kind;
    Idiomorph.morph(page(), html, { morphStyle: "outerHTML", ignoreActiveValue: true });
    count(before);
    const isNew = announce(), now = page().dataset.kind;
    if (now !== kind || (isNew && (now === "wallet" || now === "auction"))) scrollTo(0, 0);
  };
  document.addEventListener(DOWN, () => { holding = true; }, true);
  const release = () => setTimeout(() => { holding = false; if (waiting !== null) show(waiting); }, 0);
  document.addEventListener(UP, release, true);
  document.addEventListener(CANCEL, release, true);

  // --- the stream --------------------------------------------------------------------------------
  const setOffline = (is) => {
    if (is === !offline.hidden) return;
    offline.hidden = !is;
    document.body.classList.toggle("gone", is);
    const at = offline.querySelector("[data-as-of]");
    if (is) at.textContent = at.dataset.asOf.replace("{time}", new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }));
  };
  const stream = followStream(() => "/stream?page=" + encodeURIComponent(here()), {
    page: (html) => { setOffline(false); show(html); },
    alive: () => setOffline(false),
    away: () => { setOffline(true); return false; },
    gone: () => { stream.close(); location.reload(); },
  }, (silent) => { if (silent > SILENCE) setOffline(true); });
  // A browser has six connections to a server: a page that nobody sees leaves its own to others.
  const connect = () => { if (document.hidden) stream.close(); else stream.open(); };
  // Browsers end streams silently while they sleep.
  document.addEventListener("visibilitychange", connect);
  window.addEventListener("pagehide", stream.close);
  window.addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
  window.addEventListener("popstate", connect);

  // --- taps --------------------------------------------------------------------------------------
  const say = (sentence) => {
    said.textContent = sentence;
    said.hidden = false;
    clearTimeout(hide);
    hide = setTimeout(() => { said.hidden = true; }, SHOWN);
  };
  const identity = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const wish = async (move, button) => {
    const since = Number(button.dataset.since);
    const ending = new AbortController();
    const late = setTimeout(() => ending.abort(), PATIENCE);
    button.classList.add("pending");
    try {
      const answer = await fetch("/wish", {
        method: "POST",
        signal: ending.signal,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ move, since, request: identity() }),
      });
      const told = await answer.json();
      if (told.said) say(told.said);
      else { said.hidden = true; if (here().startsWith("/trade")) go("/"); }
    } catch (error) {
      say(said.dataset.unsent);
      if (!ending.signal.aborted) setOffline(true);
    } finally {
      clearTimeout(late);
      button.classList.remove("pending");
    }
  };
  const go = (address) => { history.pushState(null, "", address); scrollTo(0, 0); connect(); };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-move], a[href]");
    if (!button || button.tagName === "FORM" || button.rel === "external") return;
    event.preventDefault();
    if (isDeaf(button) || button.classList.contains("pending")) return;
    if (!offline.hidden) { say(said.dataset.offline); return; }
    if (button.dataset.move) wish(button.dataset.move, button);
    else go(button.getAttribute("href"));
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method === "post") return;
    event.preventDefault();
    if (isDeaf(form) || !offline.hidden) return;
    const fields = new FormData(form);
    if (form.dataset.move) {
      const amount = String(parseInt(fields.get("amount"), 10));
      document.activeElement.blur();
      wish(form.dataset.move.replace("{amount}", amount), form);
      form.reset();
    } else {
      document.activeElement.blur();
      go("/trade?" + new URLSearchParams([...fields].filter(([, value]) => value)));
    }
  });
  let from = null;
  document.addEventListener("touchstart", (event) => { from = event.touches[0]; }, { passive: true });
  document.addEventListener("touchend", (event) => {
    const title = event.target.closest(".title"), to = event.changedTouches[0];
    if (!title || !from || Math.abs(to.clientX - from.clientX) < 60) return;
    const address = to.clientX < from.clientX ? title.dataset.after : title.dataset.before;
    if (address) go(address);
  }, { passive: true });
  connect();
  document.getElementById("stuck").remove();
})();
