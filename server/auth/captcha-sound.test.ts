import { expect, test } from 'vitest';
import { synthesizeDigits } from './captcha-sound.ts';

const rate = 11_025;
const frame = 220;

const samplesOf = (wav: Buffer): Float64Array =>
  Float64Array.from({ length: (wav.length - 44) >> 1 }, (_, at) => wav.readInt16LE(44 + at * 2));
const loudness = (samples: Float64Array): number =>
  Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / Math.max(1, samples.length));
const decibels = (one: number, other: number): number => 20 * Math.log10(one / Math.max(1, other));

/** The parts of a recording in which somebody speaks: those louder than a quarter of its maximum. */
function partsOf(samples: Float64Array): { from: number; to: number }[] {
  const levels = Array.from({ length: Math.floor(samples.length / frame) }, (_, at) =>
    loudness(samples.subarray(at * frame, (at + 1) * frame)),
  );
  const threshold = Math.max(...levels) / 4;
  const parts: { from: number; to: number }[] = [];
  for (const [at, level] of levels.entries()) {
    if (level < threshold) continue;
    const last = parts.at(-1);
    // a pause within a word is shorter than the pause between two words
    if (last && (at - last.to) * frame < rate * 0.22) last.to = at + 1;
    else parts.push({ from: at, to: at + 1 });
  }
  return parts.map(({ from, to }) => ({ from: from * frame, to: to * frame }));
}

test('four digits are heard separately, equally loud and louder than the background voices', () => {
  for (const [locale, code] of [
    ['zh-cn', '1279'],
    ['zh-cn', '4836'],
    ['zh-cn', '5914'],
    ['en', '5914'],
    ['en', '7283'],
    ['en', '1648'],
  ] as const) {
    const wav = synthesizeDigits(code, locale, `${code} of a test`);
    const samples = samplesOf(wav);
    expect([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([1, rate, 16]);
    const loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    expect(loudest, 'heard well, and nothing is cut').toBeGreaterThan(25_000);
    expect(loudest).toBeLessThan(32_000);
    const parts = partsOf(samples);
    expect(parts, `${locale} ${code}`).toHaveLength(4);
    const digits = parts.map(({ from, to }) => samples.subarray(from, to));
    for (const [at, { from }] of parts.entries()) {
      const pause = samples.subarray(parts[at - 1]?.to ?? 0, from);
      expect(pause.length / rate, `pause before ${code[at]}`).toBeGreaterThan(0.25);
      const clear = decibels(loudness(digits[at] ?? pause), loudness(pause));
      expect(clear, `${locale} ${code}: ${code[at]} above what is behind it`).toBeGreaterThan(12);
    }
    const levels = digits.map(loudness);
    expect(decibels(Math.max(...levels), Math.min(...levels)), 'no digit is lost beside a loud one').toBeLessThan(9);
  }
});
