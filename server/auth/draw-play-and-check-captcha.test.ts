import sharp from 'sharp';
import { expect, test } from 'vitest';
import { backgroundColour, digitColours, drawCaptchaDigits, lineColours } from './captcha-picture.ts';
import { synthesizeDigits } from './captcha-sound.ts';

/** Relative luminance (WCAG 2.2). */
function luminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((one) => {
    const part = one / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const contrast = (one: readonly number[], other: readonly number[]): number => {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const channels = (colour: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

test.each(digitColours)('a digit in %s can be told from its paper, and from a line that crosses it', (colour) => {
  const digit = channels(colour);
  expect(contrast(digit, channels(backgroundColour))).toBeGreaterThanOrEqual(8);
  for (const line of lineColours) expect(contrast(digit, channels(line)), line).toBeGreaterThanOrEqual(4.5);
});

test('digits stand out from their paper in every picture, and are large', async () => {
  const ground = channels(backgroundColour);
  for (let time = 0; time < 30; time++) {
    const { code, png } = await drawCaptchaDigits();
    expect(code).toMatch(/^[1-9]{4}$/);
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
    for (let digit = 0; digit < code.length; digit++) {
      const middle = Math.round((info.width / 4) * (digit + 0.5));
      const strong: number[] = [];
      for (let y = 0; y < info.height; y++)
        for (let x = middle - 24; x < middle + 24; x++) if (contrast(at(x, y), ground) >= 4.5) strong.push(y);
      // only the strokes of a digit: the lines across it have a contrast of at most 2 : 1
      expect(strong.length, `${code[digit]} of ${code}`).toBeGreaterThan(180);
      expect(Math.max(...strong) - Math.min(...strong), `height of ${code[digit]} of ${code}`).toBeGreaterThan(36);
    }
  }
});

test('a code is spoken in both languages, equally with the same secret and differently with another', () => {
  for (const locale of ['zh-cn', 'en'] as const) {
    const spoken = synthesizeDigits('1379', locale, 'one');
    const seconds = (spoken.length - 44) / spoken.readUInt32LE(28);
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(8);
    expect(spoken.equals(synthesizeDigits('1379', locale, 'one'))).toBe(true);
    expect(spoken.equals(synthesizeDigits('1379', locale, 'other'))).toBe(false);
    expect(spoken.equals(synthesizeDigits('9731', locale, 'one'))).toBe(false);
  }
});
