import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#data/package-root.ts';
import type { Locale } from '#kernel/text/text.ts';

/** Samples per second of the digits in data/reference/speech and of the result. */
const rate = 11_025;
const headBytes = 44;
/** Volume of the background voices. */
const backgroundVolume = 0.08;

const spoken = new Map<string, Int16Array>();

/** The samples of a spoken digit. Its file is read once. */
function readDigit(locale: Locale, digit: string): Int16Array {
  const name = `${locale === 'en' ? 'en' : 'zh'}-${digit}.wav`;
  let samples = spoken.get(name);
  if (!samples) {
    const file = readFileSync(path.join(packageRoot, 'data/reference/speech', name));
    samples = Int16Array.from({ length: (file.length - headBytes) >> 1 }, (_, at) =>
      file.readInt16LE(headBytes + at * 2),
    );
    spoken.set(name, samples);
  }
  return samples;
}

/** Adds a sound to another, at a multiple of its speed. */
function mix(into: Float32Array, from: number, samples: Int16Array, { speed = 1, loud = 1 } = {}): number {
  const length = Math.floor((samples.length - 1) / speed);
  for (let at = 0; at < length && from + at < into.length; at++) {
    const place = at * speed;
    const before = Math.floor(place);
    const [one = 0, next = 0] = [samples[before], samples[before + 1]];
    into[from + at] = (into[from + at] ?? 0) + loud * (one + (next - one) * (place - before));
  }
  return length;
}

/**
 * Spoken digits at varying speeds and distances, over background voices that speak other digits backwards. The
 * variation follows from `secret`: a sound requested again or in parts, as players do, is the same, so that nobody can
 * compare two versions.
 */
export function synthesizeDigits(code: string, locale: Locale, secret: string): Buffer {
  const chance = createHash('shake256', { outputLength: 256 }).update(`${locale} ${code} ${secret}`).digest();
  let drawn = 0;
  const next = (): number => (chance[drawn++ % chance.length] ?? 0) / 256;
  const digits = [...code].map((digit) => ({
    samples: readDigit(locale, digit),
    speed: 0.9 + 0.2 * next(),
    pause: Math.floor(rate * (0.45 + 0.35 * next())),
  }));
  const length = digits.reduce((sum, { samples, speed, pause }) => sum + samples.length / speed + pause, rate * 0.5);
  const sound = new Float32Array(Math.ceil(length));
  for (let at = 0; at < sound.length; at += Math.floor(rate * (0.12 + 0.15 * next()))) {
    const voice = readDigit(locale, String(1 + Math.floor(9 * next()))).toReversed();
    mix(sound, at, voice, { speed: 0.75 + 0.6 * next(), loud: backgroundVolume });
  }
  let at = 0;
  for (const { samples, speed, pause } of digits) at += pause + mix(sound, at + pause, samples, { speed });
  return toWav(sound);
}

function toWav(sound: Float32Array): Buffer {
  const file = Buffer.alloc(headBytes + sound.length * 2);
  const loudest = sound.reduce((most, one) => Math.max(most, Math.abs(one)), 1);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(sound.length * 2, 40);
  for (const [at, one] of sound.entries()) file.writeInt16LE(Math.round((one / loudest) * 30_000), headBytes + at * 2);
  return file;
}
