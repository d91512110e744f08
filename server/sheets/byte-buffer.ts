/** Bytes of a piece; a row that is longer makes it grow. */
const usualSize = 192 * 1024;

/** Bytes that are put one behind the other and handed over in pieces. Whoever writes into `bytes` reserved the room before. */
export class ByteBuffer {
  bytes: Buffer = Buffer.allocUnsafeSlow(usualSize);
  length = 0;

  /** Makes room for so many more bytes. */
  reserve(count: number): void {
    if (this.bytes.length - this.length >= count) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + count));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  add(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    // a loop: a call into the engine's own copying costs more than the few bytes of a cell
    const to = this.bytes;
    let at = this.length;
    for (let i = 0; i < bytes.length; i++) to[at++] = bytes[i] as number;
    this.length = at;
  }

  /** What was put together so far; the next piece begins empty. */
  take(): Buffer {
    const result = this.bytes.subarray(0, this.length);
    this.bytes = Buffer.allocUnsafeSlow(usualSize);
    this.length = 0;
    return result;
  }
}
