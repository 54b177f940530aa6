window.times = [];
let lifted = 0;
addEventListener("pointerup", (event) => { lifted = event.timeStamp; });
new MutationObserver(() => {
  if (!lifted) return;
  const began = lifted, changed = performance.now();
  lifted = 0;
  const note = () => times.push([changed - began, performance.now() - began]);
  requestAnimationFrame(() => setTimeout(note));
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-picture"] });
