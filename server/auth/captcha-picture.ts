import { randomInt } from 'node:crypto';

/** The digits of a picture, and the picture. */
export interface DrawnCode {
  readonly code: string;
  readonly png: Buffer;
}

/** Background of the picture, light in every theme. */
export const backgroundColour = '#f8f6ef';
/**
 * Colours of digits: at least 8 : 1 on the background (WCAG 1.4.6 requires 7), and 4.5 : 1 against a line that crosses
 * them. They differ, because the lines through a digit have other colours.
 */
export const digitColours = ['#1f3d5c', '#5c1f1f', '#194424', '#4a2a63', '#3d3a12', '#143f45'];
/** Colours of the lines through the digits: faint enough for a person to read past them. */
export const lineColours = ['#b9b2a0', '#a9b6b0', '#c0a9a0'];

const size = { width: 220, height: 72 } as const;

/** The strokes of each digit, in a box of 40 × 60. */
const strokes: Readonly<Record<string, string>> = {
  1: 'M12 16 L23 6 V54',
  2: 'M7 19 C7 1 34 1 34 19 C34 31 15 40 7 54 H35',
  3: 'M7 13 C13 2 34 3 32 17 C31 27 23 28 17 28 C26 28 36 32 34 43 C32 58 10 58 6 46',
  4: 'M27 54 V6 L5 41 H37',
  5: 'M33 6 H12 L9 28 C17 20 35 23 35 39 C35 57 13 58 6 48',
  6: 'M30 6 C15 13 7 27 7 40 C7 59 34 59 34 40 C34 24 12 23 7 40',
  7: 'M6 6 H34 C26 19 18 36 15 54',
  8: 'M20 28 C5 26 7 6 20 6 C33 6 35 26 20 28 C3 31 5 54 20 54 C35 54 37 31 20 28',
  9: 'M33 20 C33 1 6 1 6 20 C6 37 29 37 33 20 C33 34 26 46 12 54',
};

const pick = <T>(of: readonly T[]): T => of[randomInt(of.length)] as T;
/** A random number between two whole numbers, in tenths. */
const between = (least: number, most: number): number => randomInt(least * 10, most * 10 + 1) / 10;

/** Four different digits from 1 to 9. */
function drawDifferentDigits(): string[] {
  const left = Object.keys(strokes);
  return Array.from({ length: 4 }, () => left.splice(randomInt(left.length), 1)[0] as string);
}

/** Draws a digit shifted, slanted and slightly distorted, differently each time. */
function drawDigit(digit: string, at: number): string {
  const path = (strokes[digit] ?? '').replaceAll(/\d+/g, (place) => String(Number(place) + between(-1, 1)));
  const [x, y] = [27 + at * 50 + between(-5, 5), size.height / 2 + between(-4, 4)];
  const turn = `translate(${x} ${y}) rotate(${between(-13, 13)}) skewX(${between(-9, 9)}) scale(${between(9, 11) / 10})`;
  return `<path d="${path}" stroke="${pick(digitColours)}" stroke-width="${between(6.5, 8.5)}" transform="${turn} translate(-20 -30)"/>`;
}

function drawThread(): string {
  const high = () => randomInt(6, size.height - 6);
  const path = `M${randomInt(20)} ${high()} C70 ${high()} 150 ${high()} ${size.width - randomInt(20)} ${high()}`;
  return `<path d="${path}" stroke="${pick(lineColours)}" stroke-width="2"/>`;
}

/** Draws a picture of four different digits. */
export async function drawCaptchaDigits(): Promise<DrawnCode> {
  const digits = drawDifferentDigits();
  const lines = [...digits.map(drawDigit), drawThread(), drawThread(), drawThread()];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="${backgroundColour}"/>
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">${lines.join('')}</g></svg>`;
  // loaded with the first picture instead of at the start of every process
  const { default: sharp } = await import('sharp');
  return { code: digits.join(''), png: await sharp(Buffer.from(svg)).png().toBuffer() };
}
