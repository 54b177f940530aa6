() => {
  const asked = document.querySelector("#page").getAttribute("aria-hidden") === "true";
  const all = document.querySelectorAll(asked ? "#over *" : "#page *, #over *");
  const keys = [...all].filter((e) => e.matches("button, [role=button]") && !e.hasAttribute("aria-disabled"));
  return keys.map((e) => {
    const box = e.getBoundingClientRect();
    return [e.key, e.getAttribute("aria-label") || "", box.left + box.width / 2, box.top + box.height / 2];
  });
}
