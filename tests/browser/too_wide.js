() => {
  const found = [];
  for (const e of document.querySelectorAll("#page .Words, #over .Words")) {
    const box = e.getBoundingClientRect(), range = document.createRange();
    range.selectNodeContents(e);
    const words = range.getBoundingClientRect();
    if (words.width > box.width + 3) found.push(`${e.textContent}: ${words.width} in ${box.width}`);
  }
  return found;
}
