"use strict";
// Sounds of the wallets and of the table's page. A browser plays none before the first touch.
// Written in ES2018, for old phones.
//
// makeSounds() returns play(file, volume): it plays a file of /static at a volume from 0 to 1.
const makeSounds = () => {
  const sounds = {};
  let context = null;

  const unlock = () => {
    const Audio = window.AudioContext || window.webkitAudioContext;
    if (Audio) { context = context || new Audio(); context.resume(); }
  };
  document.addEventListener(window.PointerEvent ? "pointerdown" : "touchstart", unlock, { once: true });

  const load = async (file) => {
    const data = await (await fetch(`/static/${file}`)).arrayBuffer();
    // Old browsers take functions here and return no promise.
    return new Promise((done, fail) => context.decodeAudioData(data, done, fail));
  };
  const play = async (file, volume = 1) => {
    if (!context || context.state !== "running") return;
    try {
      sounds[file] = sounds[file] || load(file);
      const source = context.createBufferSource(), gain = context.createGain();
      source.buffer = await sounds[file];
      gain.gain.value = volume;
      source.connect(gain);
      gain.connect(context.destination);
      source.start();
    } catch (error) { delete sounds[file]; }
  };
  return { play };
};
