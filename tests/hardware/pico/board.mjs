// A Raspberry Pi Pico in an emulator, with a dice tray around it.
//
//   node board.mjs MICROPYTHON.uf2 DESCRIPTOR
//
// Descriptors 0 and 1 are its USB serial line. On DESCRIPTOR, one JSON object a line comes in for
// each thing that happens to it, and goes out for each thing that it does:
//
//   {"pin": 2, "level": 0}   a key; {"tags": ["04a1"]} and {"chip": false}   the RFID reader
//   {"power": false}         the plug; {"hang": true}   the program
//   {"time": 12.5}           seconds of the board's own clock, which is slower than ours
//   {"lamp": true}, {"product": "…"}, {"reset": true}

import { readFileSync, readSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { Pn532 } from "./pn532.mjs";
import { flashOf, hang, start } from "./rom.mjs";

const require = createRequire(`${process.env.RP2040JS}/`);
const { RP2040, USBCDC, LogLevel, ConsoleLogger, GPIOPinState } = require("rp2040js");

const LAMP = 15;
const WATCHDOG = 0x40058;
const OSCILLATOR = 0x40060;
const RANDOM_BIT = 0x1c;
const SLICE = 5e6; // nanoseconds of the board between two looks at the line
const CYCLE = 8; // nanoseconds at 125 MHz
const CONTROL = Number(process.argv[3]);
const STRING = 3;
const PRODUCT = 2; // index of the product's string
const PINS = 30;

const flash = flashOf(readFileSync(process.argv[2]));
const reader = new Pn532();
const levels = new Array(PINS).fill(true); // a key that is not pressed is pulled up
let chip = null;
let line = null;
let begun = 0; // board time of this power-up
let outgoing = Buffer.alloc(0);
let incoming = Buffer.alloc(0);
let said = "";
let isReset = false;

function powerUp() {
  begun = chip ? begun + chip.clock.nanos : begun;
  chip = new RP2040();
  chip.logger = new ConsoleLogger(LogLevel.Error, false);
  chip.flash.set(flash);
  chip.flash = withMemory(chip);
  mend(chip.uart[0]);
  reader.connect(chip.uart[0], chip.clock);
  levels.forEach((level, pin) => chip.gpio[pin].setInputValue(level));
  chip.gpio[LAMP].addListener((state) => tell({ lamp: state === GPIOPinState.High }));
  watchDog(chip.peripherals[WATCHDOG]);
  swing(chip.peripherals[OSCILLATOR]);
  watchPlug(chip.usbCtrl);
  start(chip);
}

// A device shows itself to the computer by pulling a wire up, and hides by letting it go.
function watchPlug(usb) {
  const PULL_UP = 1 << 16;
  let isShown = false;
  const write = usb.handleSieCtrlWrite;
  usb.handleSieCtrlWrite = (value) => {
    write.call(usb, value);
    if (isShown === !!(value & PULL_UP)) return;
    isShown = !isShown;
    line = isShown ? enumerated(usb) : null;
  };
}

function enumerated(usb) {
  const line = new USBCDC(usb);
  line.onDeviceConnected = askForProduct;
  line.onSerialData = (data) => { outgoing = Buffer.concat([outgoing, data]); };
  usb.onUSBEnabled = () => {};
  usb.resetDevice();
  return line;
}

// What is written to the flash outlives the power.
function withMemory(chip) {
  const emulated = chip.flash;
  emulated.fill(0xff, flash.length);
  chip.keep = () => flash.set(emulated.subarray(0, flash.length));
  return emulated;
}

// The emulator would let a watchdog that has run out do so again at once, for ever.
function watchDog(watchdog) {
  watchdog.onWatchdogTrigger = () => {
    watchdog.timer.enable = false;
    isReset = true;
  };
}

// The emulator has no ring oscillator, from which some versions of MicroPython draw all randomness: each
// boot would have the same identity.
function swing(oscillator) {
  const read = oscillator.readUint32;
  oscillator.readUint32 = (offset) =>
    offset === RANDOM_BIT ? Math.round(Math.random()) : read.call(oscillator, offset);
}

// The emulator's UART says at any time that it has sent something, and MicroPython's handler of that
// interrupt never returns. Say it once for each byte.
function mend(uart) {
  const SENT = 1 << 5;
  const write = uart.writeUint32;
  uart.checkInterrupts = () => {
    chip.setInterrupt(uart.irq, !!(uart.interruptStatus & uart.interruptMask));
  };
  uart.writeUint32 = (offset, value) => {
    write.call(uart, offset, value);
    if (offset === 0) uart.interruptStatus |= SENT;
    uart.checkInterrupts();
  };
}

function askForProduct() {
  const usb = chip.usbCtrl;
  const written = usb.onEndpointWrite;
  usb.onEndpointWrite = (endpoint, data) => {
    if (endpoint !== 0 || data[1] !== STRING) return written(endpoint, data);
    usb.onEndpointWrite = written;
    return tell({ product: Buffer.from(data.subarray(2, data[0])).toString("utf16le") });
  };
  usb.sendSetupPacket(new Uint8Array([0x80, 6, PRODUCT, STRING, 0x09, 0x04, 0xff, 0]));
}

function now() {
  return begun + (chip ? chip.clock.nanos : 0);
}

function tell(what) {
  writeSync(CONTROL, `${JSON.stringify({ time: now() / 1e9, ...what })}\n`);
}

function happen(what) {
  if ("pin" in what) {
    levels[what.pin] = !!what.level;
    if (chip) chip.gpio[what.pin].setInputValue(levels[what.pin]);
  }
  if ("tags" in what) reader.tags = what.tags;
  if ("chip" in what) reader.hasPower = what.chip;
  if (what.hang) hang(chip);
  if (what.power) powerUp();
  if (what.power === false) powerDown();
  tell({ done: what });
}

function powerDown() {
  chip.keep();
  begun += chip.clock.nanos;
  chip = null;
}

// Bytes that are there, without waiting.
function taken(descriptor) {
  const buffer = Buffer.alloc(4096);
  try {
    return buffer.subarray(0, readSync(descriptor, buffer));
  } catch (failure) {
    if (failure.code === "EAGAIN" || failure.code === "EIO") return Buffer.alloc(0);
    throw failure;
  }
}

function listen() {
  said += taken(CONTROL).toString();
  const lines = said.split("\n");
  said = lines.pop();
  lines.forEach((text) => happen(JSON.parse(text)));
}

function exchange() {
  if (incoming.length < 256) incoming = Buffer.concat([incoming, taken(0)]);
  while (incoming.length && line?.initialized && !line.txFIFO.full) {
    line.sendSerialByte(incoming[0]);
    incoming = incoming.subarray(1);
  }
  if (!outgoing.length) return;
  try {
    outgoing = outgoing.subarray(writeSync(1, outgoing));
  } catch (failure) {
    if (failure.code !== "EAGAIN") throw failure;
  }
}

function run() {
  const { core, clock } = chip;
  const end = clock.nanos + SLICE;
  while (clock.nanos < end && !isReset) {
    if (core.waiting) clock.tick(Math.min(clock.nanosToNextAlarm || CYCLE, end - clock.nanos));
    else clock.tick(core.executeInstruction() * CYCLE);
  }
  if (!isReset) return;
  isReset = false;
  chip.keep();
  powerUp();
  tell({ reset: true });
}

const started = performance.now();
function turn() {
  listen();
  if (chip) {
    exchange();
    run();
    tell({});
  }
  const ahead = now() / 1e6 - (performance.now() - started);
  setTimeout(turn, chip ? Math.max(0, ahead) : 10); // never faster than a real board
}

process.on("uncaughtException", (failure) => {
  if (failure.code === "EPIPE") process.exit(0); // the test has ended
  console.error(failure);
  process.exit(1);
});
powerUp();
turn();
