(() => {
  const lost = document.getElementById("lost").getBoundingClientRect();
  const isBelow = ({ top, bottom, left, right }) =>
    bottom > lost.top + 2 && top < lost.bottom - 2 && right > lost.left && left < lost.right;
  const words = [...document.querySelectorAll("#page .Words")];
  const needed = words.filter((e) => !e.key.startsWith("bar"));
  return needed.filter((e) => isBelow(e.getBoundingClientRect())).map((e) => e.textContent);
})()
