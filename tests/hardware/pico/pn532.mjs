// A PN532 on the RP2040's UART, with tags in its field. It follows NXP's manual (UM0701-02), as does
// the driver: sections 6.2.1 and 7.

const BYTE = 87_000; // nanoseconds that a byte takes at 115200 baud
const ACK = [0, 0, 0xff, 0, 0xff, 0];
const LIST = 0x4a;

export class Pn532 {
  constructor() {
    this.tags = [];
    this.hasPower = true;
  }

  /** Wire the module to `uart`; again after each power-up of the board. */
  connect(uart, clock) {
    this.heard = [];
    this.said = [];
    this.uart = uart;
    this.alarm = clock.createAlarm(() => this.speak());
    uart.onByte = (byte) => this.hear(byte);
  }

  hear(byte) {
    this.heard.push(byte);
    const head = this.heard.findIndex((_, at) => this.heard[at] === 0xff && this.heard[at - 1] === 0);
    const length = this.heard[head + 1];
    if (head < 0 || length === undefined || this.heard.length < head + 5 + length) return;
    const command = this.heard[head + 4];
    this.heard = [];
    if (this.hasPower) this.answer(command);
  }

  answer(command) {
    const data = [0xd5, command + 1, ...(command === LIST ? this.listed() : [])];
    const sum = data.reduce((a, b) => a + b, 0);
    this.said.push(...ACK, 0, 0, 0xff, data.length, -data.length & 0xff, ...data, -sum & 0xff, 0);
    if (!this.alarm.scheduled) this.alarm.schedule(BYTE);
  }

  listed() {
    const found = this.tags.slice(0, 2).map((tag) => Buffer.from(tag, "hex"));
    return [found.length, ...found.flatMap((id, at) => [at + 1, 0, 4, 0, id.length, ...id])];
  }

  speak() {
    this.alarm.scheduled = false;
    this.uart.feedByte(this.said.shift());
    if (this.said.length) this.alarm.schedule(BYTE);
  }
}
