"use strict";
// A stream of server-sent events, for the wallets and for a club's wall. A browser opens a stream
// again only if it ends; a host that loses its power, or a network that forgets a connection, ends
// nothing. So a stream that is silent is closed and opened again, at first soon, then less often.
// Written in ES2018, for old phones.
//
// followStream(address, events, silent): address() is where to open it; events has a function for
// each event, which gets its data; silent(ms) is called twice a second with the time since the last
// event that counts as news: one whose function does not return false. open() and close() it.
const followStream = (address, events, silent) => {
  const SILENCE = 6000; // ms without any event after which the stream is opened again
  const PAUSE = 2000; // ms after which a stream that was refused is opened again
  const LONGEST = 10000; // ms that both grow to while it does not help
  let stream = null, heard = 0, due = 0, silence = SILENCE, pause = PAUSE;

  const start = () => {
    if (stream) stream.close();
    const mine = stream = new EventSource(address());
    due = performance.now() + silence;
    for (const name of Object.keys(events)) {
      mine.addEventListener(name, (event) => {
        if (mine !== stream) return;
        const now = performance.now();
        silence = SILENCE;
        pause = PAUSE;
        due = now + silence;
        if (events[name](event.data) !== false) heard = now;
      });
    }
    mine.onerror = () => {
      if (mine !== stream || mine.readyState !== EventSource.CLOSED) return;
      due = performance.now() + pause;
      pause = Math.min(LONGEST, 2 * pause);
    };
  };
  const close = () => {
    if (stream) stream.close();
    stream = null;
  };
  const open = () => {
    heard = performance.now();
    silence = SILENCE;
    start();
  };
  setInterval(() => {
    if (!stream) return;
    const now = performance.now();
    if (now > due) {
      silence = Math.min(LONGEST, silence + PAUSE);
      start();
    }
    silent(now - heard);
  }, 500);
  return { open, close };
};
