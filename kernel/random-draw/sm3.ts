import type { Hash } from './hash-bytes-and-hmac.ts';

/** Words of a block, expanded (GB/T 32905, 5.3.2). Reused: a list of 100,000 entries needs 400,000 blocks. */
const expanded = new Int32Array(68);
const state = new Int32Array(8);
const start = Int32Array.of(
  0x7380166f,
  0x4914b2b9,
  0x172442d7,
  0xda8a0600,
  0xa96f30bc,
  0x163138aa,
  0xe38dee4d,
  0xb0fb0e4e,
);
/** T of each round, rotated by the number of the round. */
const constants = Int32Array.from({ length: 64 }, (_, round) =>
  rotate(round < 16 ? 0x79cc4519 : 0x7a879d8a, round % 32),
);

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

/** The rest of a message, the bit that ends it, and its length. Reused, because most messages are a block or two. */
const tail = new Uint8Array(128);

/**
 * SM3 (GB/T 32905-2016) without a library, for browsers and for builds of Node that lack it: for messages of a block or
 * two it takes half the time of `node:crypto`, which creates objects for each. Both give the same result. The server
 * hashes the lists of a draw by WebAssembly.
 */
export const sm3: Hash = (bytes) => {
  const { length } = bytes;
  const whole = length - (length % 64);
  state.set(start);
  for (let at = 0; at < whole; at += 64) compress(bytes, at);
  const end = length - whole < 56 ? 64 : 128;
  tail.fill(0);
  for (let at = whole; at < length; at += 1) tail[at - whole] = bytes[at] as number;
  tail[length - whole] = 0x80;
  writeWord(tail, end - 8, Math.floor(length / 2 ** 29));
  writeWord(tail, end - 4, length << 3);
  for (let at = 0; at < end; at += 64) compress(tail, at);
  const result = new Uint8Array(32);
  for (let n = 0; n < 8; n += 1) writeWord(result, n * 4, state[n] as number);
  return result;
};

/** Writes 32 bits, big-endian. */
function writeWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word >>> 24;
  bytes[at + 1] = word >>> 16;
  bytes[at + 2] = word >>> 8;
  bytes[at + 3] = word;
}

/**
 * Adds one block to the state (5.3.3). The names are those of the standard. The rounds before and from 16 on have loops
 * of their own, because they differ in FF and GG.
 */
function compress(bytes: Uint8Array, at: number): void {
  expand(bytes, at);
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let round = 0; round < 16; round += 1) {
    const a12 = rotate(a, 12);
    const ss1 = rotate((a12 + e + (constants[round] as number)) | 0, 7);
    const word = expanded[round] as number;
    const tt1 = ((a ^ b ^ c) + d + (ss1 ^ a12) + (word ^ (expanded[round + 4] as number))) | 0;
    const tt2 = ((e ^ f ^ g) + h + ss1 + word) | 0;
    d = c;
    c = rotate(b, 9);
    b = a;
    a = tt1;
    h = g;
    g = rotate(f, 19);
    f = e;
    e = tt2 ^ rotate(tt2, 9) ^ rotate(tt2, 17);
  }
  for (let round = 16; round < 64; round += 1) {
    const a12 = rotate(a, 12);
    const ss1 = rotate((a12 + e + (constants[round] as number)) | 0, 7);
    const word = expanded[round] as number;
    const tt1 = (((a & b) | (c & (a | b))) + d + (ss1 ^ a12) + (word ^ (expanded[round + 4] as number))) | 0;
    const tt2 = ((g ^ (e & (f ^ g))) + h + ss1 + word) | 0;
    d = c;
    c = rotate(b, 9);
    b = a;
    a = tt1;
    h = g;
    g = rotate(f, 19);
    f = e;
    e = tt2 ^ rotate(tt2, 9) ^ rotate(tt2, 17);
  }
  state[0] = (state[0] as number) ^ a;
  state[1] = (state[1] as number) ^ b;
  state[2] = (state[2] as number) ^ c;
  state[3] = (state[3] as number) ^ d;
  state[4] = (state[4] as number) ^ e;
  state[5] = (state[5] as number) ^ f;
  state[6] = (state[6] as number) ^ g;
  state[7] = (state[7] as number) ^ h;
}

function expand(bytes: Uint8Array, at: number): void {
  for (let n = 0; n < 16; n += 1) {
    const from = at + n * 4;
    expanded[n] =
      ((bytes[from] as number) << 24) |
      ((bytes[from + 1] as number) << 16) |
      ((bytes[from + 2] as number) << 8) |
      (bytes[from + 3] as number);
  }
  for (let n = 16; n < 68; n += 1) {
    const mixed = (expanded[n - 16] as number) ^ (expanded[n - 9] as number) ^ rotate(expanded[n - 3] as number, 15);
    expanded[n] =
      mixed ^
      rotate(mixed, 15) ^
      rotate(mixed, 23) ^
      rotate(expanded[n - 13] as number, 7) ^
      (expanded[n - 6] as number);
  }
}
