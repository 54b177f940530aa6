"use strict";
// The table in a browser: paints the nodes that it is told, and tells of fingers. It knows neither the
// game nor what a tap means. Written in ES2018, for old tablets.
(() => {
  const SILENCE = 3000; // ms without a sign of life after which the page says that it is cut off
  const PACE = 12; // ms between two messages with fingers
  const SVG = "http://www.w3.org/2000/svg";
  const { icons, glyphs, version } = window.facts;
  const find = (id) => document.getElementById(id);
  const above = find("above"), lost = find("lost"), news = find("news");
  const px = (length) => `${length}px`;
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const sounds = makeSounds();
  let less = false, scale = 1, picture = 0, shown = 0, secret = "";

  // --- looks: how each is painted; the fields are those of screens/parts.py -------------------------
  const looks = {
    Blank() {},
    Ground(e, [fill, radius]) {
      e.style.background = fill;
      e.style.borderRadius = px(radius);
    },
    Plate(e, [fill, edge, radius, border]) {
      e.style.background = fill;
      e.style.border = `${border}px solid ${edge}`;
      e.style.borderRadius = px(radius);
    },
    Key(e, [fill, edge, lip, radius, depth]) {
      e.style.background = fill;
      e.style.border = `2px solid ${edge}`;
      e.style.borderRadius = px(radius);
      e.style.height = px(e.node[3] - depth);
      e.style.boxShadow = e.isDown ? "none" : `0 ${depth}px 0 ${lip}`;
      e.depth = depth;
    },
    Dashed(e, [fill, edge, radius]) {
      e.style.background = fill;
      e.style.border = `2px dashed ${edge}`;
      e.style.borderRadius = px(radius);
    },
    Words(e, [lines, font, points, ink, align]) {
      e.style.font = `${points}px ${font}`;
      e.style.lineHeight = "1.18";
      e.style.color = ink;
      e.style.justifyContent = align === 0 ? "flex-start" : align === 1 ? "flex-end" : "center";
      e.style.textAlign = align === 0 ? "left" : align === 1 ? "right" : "center";
      e.textContent = lines.join("\n");
    },
    Pane(e, [length, , rows]) {
      if (!e.rows) {
        e.inner = e.appendChild(document.createElement("div"));
        e.rows = new Map();
        e.onscroll = () => tell(["scroll", e.key, e.scrollTop]);
      }
      e.inner.style.width = "100%";
      e.inner.style.height = px(length);
      for (const [key, row] of e.rows) if (!(key in rows)) drop(e.rows, key, row);
      for (const key of Object.keys(rows)) put(e.inner, e.rows, key, rows[key], e.key);
    },
    Drawing(e, [marks]) {
      e.innerHTML = marks.map(drawn).join("");
    },
  };
  const drawn = ([kind, ...mark]) => {
    if (kind === "box") {
      const [x, y, w, h, color, radius] = mark;
      return `<rect x="${x}" y="${y}" width="${Math.max(0, w)}" height="${Math.max(0, h)}" rx="${radius}" fill="${color}"/>`;
    }
    if (kind === "stripes") {
      const [x, y, w, h] = mark;
      return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="url(#stripes)"/>`;
    }
    if (kind === "line") {
      const [points, width, color] = mark;
      return `<polyline points="${points.join(" ")}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`;
    }
    if (kind === "code") {
      const [rows, x, y, side] = mark, unit = side / rows.length;
      let path = `M${x} ${y}h${side}v${side}h-${side}z`, dark = "";
      rows.forEach((row, down) => [...row].forEach((module, across) => {
        if (module !== "0") dark += `M${x + across * unit} ${y + down * unit}h${unit}v${unit}h-${unit}z`;
      }));
      return `<path d="${path}" fill="#fff"/><path d="${dark}" fill="#000" shape-rendering="crispEdges"/>`;
    }
    const [name, x, y, side, color] = mark;
    const [letters, font] = kind === "icon" ? [icons, "icons"] : [glyphs, "figures"];
    return `<text x="${x + side / 2}" y="${y + side / 2}" dominant-baseline="central" font-family="${font}" font-size="${side}" text-anchor="middle" fill="${color}">${letters[name]}</text>`;
  };

  // --- nodes: left, top, width, height, kind, fields, what a finger can do, motion, label -----------
  const layers = { nodes: { root: find("page"), known: new Map() }, over: { root: find("over"), known: new Map() } };
  const drop = (known, key, e) => { e.remove(); known.delete(key); };
  const put = (root, known, key, node, pane = "") => {
    const [x, y, w, h, kind, fields, can = "", moves = "", label = ""] = node;
    const tag = kind === "Drawing" ? "svg" : /[trd]/.test(can) ? "button" : "div";
    let e = known.get(key);
    const before = e && e.kind === kind && e.tag === tag ? e.node : null;
    if (!before) {
      const next = e ? e.nextSibling : null;
      if (e) drop(known, key, e);
      e = tag === "svg" ? document.createElementNS(SVG, tag) : document.createElement(tag);
      if (tag === "button") e.type = "button";
      Object.assign(e, { key, kind, tag, pane });
      root.insertBefore(e, next);
      known.set(key, e);
    }
    e.node = node;
    const classes = [kind];
    if (!less && moves === "slide") classes.push("slide");
    if (!less && !before && (moves === "appear" || moves === "drop")) classes.push(moves);
    e.setAttribute("class", classes.join(" "));
    name(e, kind, can, label);
    if (!before || [0, 1, 2, 3].some((i) => before[i] !== node[i])) {
      Object.assign(e.style, { left: px(x), top: px(y), width: px(w), height: px(h) });
    }
    looks[kind](e, fields);
    if (kind === "Words" && fields[5].length && !less) count(e, fields);
  };
  const name = (e, kind, can, label) => {
    const set = (attribute, value) => value ? e.setAttribute(attribute, value) : e.removeAttribute(attribute);
    set("aria-label", label);
    set("aria-disabled", can.includes("r") ? "true" : "");
    if (kind === "Drawing") {
      const isKey = /[trd]/.test(can);
      set("role", isKey ? "button" : label ? "img" : "");
      set("tabindex", isKey ? "0" : "");
      set("aria-hidden", label ? "" : "true");
    }
  };
  const count = (e, fields) => {
    const texts = fields[5], node = e.node;
    let step = 0;
    e.textContent = texts[0];
    const timer = setInterval(() => {
      if (e.node !== node) return clearInterval(timer);
      step += 1;
      if (step < texts.length) { e.textContent = texts[step]; return undefined; }
      clearInterval(timer);
      return looks.Words(e, fields);
    }, 350 / (texts.length + 1));
  };
  const inside = (known, key) => [...known].filter(([own]) => own === key || own.startsWith(`${key}.`)).map(([, e]) => e);
  const show = (told) => {
    picture = told.picture;
    less = told.less || calm.matches;
    if (told.scale) {
      scale = told.scale;
      document.documentElement.style.setProperty("--fall", px(-40 * scale));
    }
    if (told.rest) rest();
    if (told.page !== undefined) {
      for (const [key, e] of layers.nodes.known) drop(layers.nodes.known, key, e);
    }
    for (const layer of Object.keys(layers)) {
      const { root, known } = layers[layer], { put: changed = {}, gone = [], order = [] } = told[layer] || {};
      for (const key of gone) if (known.has(key)) drop(known, key, known.get(key));
      for (const key of Object.keys(changed)) put(root, known, key, changed[key]);
      arrange(root, known, order);
    }
    if (told.asks !== undefined) layers.nodes.root.setAttribute("aria-hidden", `${told.asks}`);
    if (told.pressed) press(told.pressed);
    if (told.carried !== undefined) carry(told.carried);
    if (told.reveal) reveal(...told.reveal);
    if (told.focus) focus(...told.focus);
    if (told.leads) location.assign(told.leads);
    if (told.said && news.textContent !== told.said) news.textContent = told.said;
    if (told.says !== undefined) say(told.says);
    for (const [sound, volume] of told.sounds || []) sounds.play(`${sound}.wav?${version}`, volume);
    fly(told.flights || []);
    shown = performance.now();
    document.documentElement.dataset.picture = `${picture}`;
  };
  // Elements stand in the order of painting, which is that of reading; few are moved.
  const arrange = (root, known, order) => {
    let next = null;
    for (const key of order.slice().reverse()) {
      const e = known.get(key);
      if (e.nextSibling !== next) root.insertBefore(e, next);
      next = e;
    }
  };

  // --- what fingers do to it ------------------------------------------------------------------------
  let pressed = [];
  // The element of a spot, then those within it.
  const elements = (over, key, row) => {
    const { known } = over ? layers.over : layers.nodes, e = known.get(key);
    const [all, own] = row && e && e.rows ? [e.rows, row] : [known, key];
    if (!all.has(own)) return [];
    return [all.get(own), ...inside(all, own).filter((one) => one !== all.get(own))];
  };
  const press = (spots) => {
    for (const e of pressed) sink(e, 0);
    pressed = [];
    for (const [over, key, row] of spots) {
      const found = elements(over, key, row), [first] = found;
      if (!first || first.kind !== "Key") continue;
      pressed.push(...found);
      for (const e of found) sink(e, first.depth);
    }
  };
  const sink = (e, depth) => {
    e.isDown = depth > 0;
    e.style.transform = depth ? `translateY(${depth}px)` : "";
    if (e.kind === "Key") looks.Key(e, e.node[5]);
  };
  const reveal = (over, key, offset) => {
    const [pane] = elements(over, key, "");
    if (pane) pane.scrollTop = offset;
  };
  const focus = (over, key, row) => {
    const [e] = key ? elements(over, key, row) : [];
    if (e) e.focus({ preventScroll: true });
    else if (document.activeElement) document.activeElement.blur();
  };
  let copy = null;
  const carry = (carried) => {
    if (!carried) {
      if (copy) copy.remove();
      copy = null;
      return;
    }
    const [key, x, y] = carried;
    if (!copy) {
      copy = above.appendChild(document.createElement("div"));
      for (const e of inside(layers.nodes.known, key)) copy.appendChild(e.cloneNode(true));
    }
    copy.style.transform = `translate(${x}px, ${y}px)`;
  };

  // --- what moves -----------------------------------------------------------------------------------
  const moving = new Set();
  const rest = () => {
    for (const motion of moving) motion.finish();
    moving.clear();
  };
  const go = (e, frames, duration, { delay = 0, easing = "ease-out", ends = () => {} } = {}) => {
    if (!e.animate) return ends();
    const motion = e.animate(frames, { duration, delay, easing, fill: "backwards" });
    moving.add(motion);
    motion.onfinish = () => { moving.delete(motion); ends(); };
    return motion;
  };
  const box = (key) => (layers.nodes.known.get(key) || layers.nodes.known.get("stage") || { node: null }).node;
  const raise = (x, y, w, h, style) => {
    const e = above.appendChild(document.createElement("div"));
    Object.assign(e.style, { left: px(x), top: px(y), width: px(w), height: px(h) }, style);
    return e;
  };
  const send = (e, [x0, y0], [x1, y1], number, begins) => {
    const lean = 14 * scale * (number % 3 - 1), [dx, dy] = [x1 - x0, y1 - y0];
    const way = [
      { transform: "none", opacity: 1 },
      { transform: `translate(${dx / 2 + lean}px, ${dy / 2}px)`, opacity: 1 },
      { transform: `translate(${dx}px, ${dy}px)`, opacity: 1 },
    ];
    e.style.opacity = 0;
    go(e, way, 420, { delay: 1000 * begins + 40 * number, ends: () => e.remove() });
  };
  const flights = {
    Flash: ([key, color]) => {
      const e = layers.nodes.known.get(key);
      if (!e) return;
      const [x, y, w, h] = e.node, light = raise(x, y, w, h, { border: `${6 * scale}px solid ${color}`, borderRadius: px(12 * scale) });
      go(light, [{ opacity: 1 }, { opacity: 0 }], 600, { ends: () => light.remove() });
    },
    Fill: ([key, seconds]) => {
      const e = layers.nodes.known.get(key);
      if (e) go(e, [{ width: 0 }, { width: px(e.node[2]) }], 1000 * seconds, { easing: "linear" });
    },
    Fly: ([start, end, chips, [ground, edge]], payment) => {
      const from = box(start), to = box(end);
      if (!from || !to || from === to) return;
      const [width, height] = [46 * scale, 28 * scale], middle = ([x, y, w, h]) => [x + (w - width) / 2, y + (h - height) / 2];
      for (let number = 0; number < chips; number += 1) {
        const [x, y] = middle(from);
        const chip = raise(x, y, width, height, { background: ground, border: `${2 * scale}px solid ${edge}`, borderRadius: px(5 * scale) });
        send(chip, [x, y], middle(to), number, 0.25 * payment);
      }
    },
    Walk: ([key, stops]) => {
      const places = stops.map((stop) => layers.nodes.known.get(stop)).filter(Boolean).map(({ node: [x, , w] }) => x + w / 2);
      if (places.length < 2) return;
      const end = places[places.length - 1], way = places.map((x) => ({ transform: `translateX(${x - end}px)` }));
      for (const e of inside(layers.nodes.known, key)) {
        go(e, way, Math.min(700, 70 * (places.length - 1)), { delay: 200, easing: "ease-in-out" });
      }
    },
    Rise: ([key, begins]) => {
      const parts = [...inside(layers.nodes.known, key)], end = ({ node: [, y, , h] }) => y + h;
      const base = Math.max(...parts.map(end));
      for (const e of parts) {
        const first = end(e) === base ? "scaleY(0)" : `translateY(${base - end(e)}px)`;
        const way = [{ transform: first, transformOrigin: "bottom", opacity: 0 }, { transform: "none", transformOrigin: "bottom", opacity: 1 }];
        go(e, way, 500, { delay: 1000 * begins });
      }
    },
    DealtDeeds: ([end, colors, begins]) => {
      const to = box(end);
      if (!to) return;
      colors.forEach((color, number) => {
        const [width, height] = [34 * scale, 46 * scale], y = window.innerHeight;
        const x = window.innerWidth * (number + 0.5) / colors.length - width / 2;
        const look = { background: "#fffdf6", border: `${2 * scale}px solid #2b2b2b`, borderRadius: px(4 * scale) };
        const deed = raise(x, y, width, height, Object.assign(look, { borderTop: `${14 * scale}px solid ${color}` }));
        send(deed, [x, y], [to[0] + (to[2] - width) / 2, to[1] + to[3] - height], number, begins);
      });
    },
    Confetti: ([colors, begins]) => {
      for (let number = 0; number < 48; number += 1) {
        const side = 18 * scale, look = { background: colors[number % colors.length] };
        const paper = raise(window.innerWidth * (number + 0.5) / 48, -side, side, side, look);
        const sway = side * (2 + number % 3) * (number % 2 ? -1 : 1);
        const fall = [{ transform: "none" }, { transform: `translate(${sway}px, ${window.innerHeight + 2 * side}px)` }];
        go(paper, fall, 2400, { delay: 1000 * begins + 40 * (number * 7 % 48), easing: "linear", ends: () => paper.remove() });
      }
    },
  };
  const fly = (told) => {
    let payments = 0;
    for (const [kind, ...facts] of told) {
      if (less && kind !== "Flash") continue;
      flights[kind](facts, payments);
      if (kind === "Fly") payments += 1;
    }
  };
  // --- the voice: the newest speech, until a finger hushes it --------------------------------------
  const voice = window.speechSynthesis;
  let speech = null; // Chromium tells of no end of what nobody keeps.
  const hush = () => { if (voice) voice.cancel(); };
  // Browsers of telephones speak only after something was said within a touch.
  const unlock = () => { if (voice) voice.speak(new SpeechSynthesisUtterance("")); };
  document.addEventListener(window.PointerEvent ? "pointerup" : "touchend", unlock, { once: true });
  const say = (told) => {
    hush();
    if (!voice || !told) return;
    const [speechNumber, words, lang, volume] = told;
    speech = Object.assign(new SpeechSynthesisUtterance(words), { lang, volume });
    speech.onend = () => tell(["spoken", speechNumber]);
    voice.speak(speech);
  };
  // --- fingers: one message at a time, so that they come in their order ----------------------------
  let waiting = [], number = 0, isSending = false;
  const tell = (...told) => {
    if (!lost.hidden) return;
    const does = ([kind, ...facts]) => kind === "move" || kind === "scroll" ? `${kind} ${facts[0]}` : "";
    for (const one of told) {
      const last = waiting[waiting.length - 1];
      if (last && does(one) && does(last) === does(one)) waiting.pop();
      waiting.push(one);
    }
    deliver();
  };
  const deliver = async () => {
    if (isSending || !waiting.length || !secret) return;
    isSending = true;
    const fingers = waiting.splice(0, 20), to = secret;
    number += 1;
    try {
      const message = { method: "POST", body: JSON.stringify({ secret, number, fingers }) };
      await fetch("/fingers", message);
    } catch (error) {
      if (to === secret) waiting = []; // What was touched on a page that is cut off is not meant later.
    }
    setTimeout(() => { isSending = false; deliver(); }, PACE);
  };
  const touching = new Set();
  // The picture that something is meant for, and the milliseconds for which it could be seen: however
  // late a finger is told of, the table knows what it saw.
  const meant = ({ timeStamp }) => [picture, Math.max(0, Math.round(Math.min(timeStamp, performance.now()) - shown))];
  const down = (id, x, y, event) => { hush(); touching.add(id); tell(["down", id, ...meant(event), x, y]); };
  const move = (id, x, y) => { if (touching.has(id)) tell(["move", id, x, y]); };
  const up = (id, x, y) => { if (touching.delete(id)) tell(["up", id, x, y]); };
  const gone = (id) => { if (touching.delete(id)) tell(["gone", id]); };
  if (window.PointerEvent) {
    const follow = (kind, call) => window.addEventListener(kind, (event) => {
      if (event.button > 0) return;
      call(event.pointerId, event.clientX, event.clientY, event);
    });
    follow("pointerdown", down);
    follow("pointermove", move);
    follow("pointerup", up);
    follow("pointercancel", gone);
  } else {
    const follow = (kind, call) => window.addEventListener(kind, (event) => {
      if (!event.target.closest(".Pane")) event.preventDefault(); // Neither zoom nor a click that follows.
      for (const touch of event.changedTouches) call(touch.identifier, touch.clientX, touch.clientY, event);
    }, { passive: false });
    follow("touchstart", down);
    follow("touchmove", move);
    follow("touchend", up);
    follow("touchcancel", gone);
  }
  // Keys: the ring around what they are on is a node, as everything else.
  const names = {
    Enter: "Return", " ": "Return", Esc: "Escape", ArrowLeft: "Left", ArrowRight: "Right", ArrowUp: "Up", ArrowDown: "Down",
  };
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const known = ["Tab", "Escape", "Backspace"].includes(event.key) || event.key.length === 1;
    let key = names[event.key] || (known ? event.key : "");
    if (!key) return;
    if (key === "Tab" && event.shiftKey) key = "BackTab";
    event.preventDefault();
    tell(["key", key, ...meant(event)]);
  });
  // A screen reader presses a button without a finger or a key.
  window.addEventListener("click", (event) => {
    const e = event.detail === 0 && event.target.closest("button, [role=button]");
    if (!e) return;
    const over = layers.over.root.contains(e);
    const [key, number, row] = e.pane ? [e.pane, parseInt(e.key, 10), e.key] : [e.key, -1, ""];
    tell(["press", over, key, number, row, ...meant(event)]);
  });
  window.addEventListener("contextmenu", (event) => event.preventDefault());

  // --- the line to the table ------------------------------------------------------------------------
  const size = () => [window.innerWidth, window.innerHeight];
  const address = () => {
    const [width, height] = size();
    return `/table?width=${width}&height=${height}`;
  };
  // It takes the place of the actions, which cannot be used then; without them the page gives way.
  const setLost = (is) => {
    if (is === !lost.hidden) return;
    const bar = layers.nodes.known.get("bar"), [, height] = size();
    const [left, top, wide, high] = bar ? bar.node : [0, height - 60, window.innerWidth, 60];
    Object.assign(lost.style, { left: px(left), top: px(top), width: px(wide), height: px(high), fontSize: px(high < 72 ? Math.min(26, wide / 25) : 26) });
    for (const { root } of Object.values(layers)) root.style.transform = is && !bar ? `scale(1, ${top / height})` : "";
    document.body.classList.toggle("lost", is);
    lost.hidden = !is;
    const at = lost.querySelector("[data-as-of]");
    if (is) at.textContent = at.dataset.asOf.replace("{time}", new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }));
  };
  const alive = () => setLost(false);
  const stream = followStream(address, {
    secret(told) {
      // A new viewer knows nothing of what this page shows.
      for (const { known } of Object.values(layers)) for (const [key, e] of known) drop(known, key, e);
      secret = told;
      number = 0;
      waiting = [];
      touching.clear();
      carry(null);
      alive();
    },
    news(told) { alive(); show(JSON.parse(told)); },
    alive,
    gone() { location.reload(); },
  }, (silent) => { if (silent > SILENCE) setLost(true); });
  // The screen stays on while the page is seen, where a browser offers that: on this machine, or by https.
  const stayAwake = async () => {
    if (!navigator.wakeLock || document.hidden) return;
    try { await navigator.wakeLock.request("screen"); } catch (error) { return; } // Such as an empty battery.
  };
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
  let resizing = 0;
  window.addEventListener("resize", () => {
    clearTimeout(resizing);
    resizing = setTimeout(() => tell(["fit", ...size()]), 80);
  });
  stream.open();
})();
