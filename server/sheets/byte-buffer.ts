/** Initial size in bytes; a longer row makes the buffer grow. */
const initialSize = 192 * 1024;

/** Collects bytes and returns them in pieces. Call {@link reserve} before writing into `bytes`. */
export class ByteBuffer {
  bytes: Buffer = Buffer.allocUnsafeSlow(initialSize);
  length = 0;

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.bytes.length - this.length >= count) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + count));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  add(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    // a loop: for the few bytes of a cell it is faster than a call of the engine's copying
    const to = this.bytes;
    let at = this.length;
    for (let i = 0; i < bytes.length; i++) to[at++] = bytes[i] as number;
    this.length = at;
  }

  /** Returns the bytes collected so far and starts an empty piece. */
  take(): Buffer {
    const result = this.bytes.subarray(0, this.length);
    this.bytes = Buffer.allocUnsafeSlow(initialSize);
    this.length = 0;
    return result;
  }
}
