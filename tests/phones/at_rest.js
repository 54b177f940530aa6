// The top of a page whose short animations are over.
() => {
  scrollTo(0, 0);
  for (const one of document.getAnimations())
    if (one.effect.getTiming().duration < 1000) one.finish();
}
