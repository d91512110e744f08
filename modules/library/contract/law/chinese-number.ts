const digits = '零一二三四五六七八九';
const values: ReadonlyMap<string, number> = new Map([
  ...[...digits].map((digit, value): [string, number] => [digit, value]),
  ['〇', 0],
  ['两', 2],
]);
const units: ReadonlyMap<string, number> = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);

/** The characters of a number in Chinese below ten thousand, for regular expressions. */
export const chineseNumerals = `${digits}〇两十百千`;

/** The number of an article as laws write it: 二十三 is 23, 一百零二 is 102. Undefined if it is no such number. */
export function parseChineseNumber(text: string): number | undefined {
  let sum = 0;
  let digit: number | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (const character of text) {
    const unit = units.get(character);
    const value = values.get(character);
    if (unit !== undefined) {
      if (unit >= smallest || digit === 0) return undefined;
      // 十二 stands for 一十二
      sum += (digit ?? 1) * unit;
      smallest = unit;
      digit = undefined;
    } else if (value === undefined || (digit !== undefined && digit !== 0)) return undefined;
    else digit = value;
  }
  return text === '' ? undefined : sum + (digit ?? 0);
}

/** The number as laws write it. Whole numbers from 0 to 9,999. */
export function formatChineseNumber(number: number): string {
  if (number === 0) return '零';
  let text = '';
  let hasGap = false;
  for (const [unit, size] of [
    ['千', 1000],
    ['百', 100],
    ['十', 10],
    ['', 1],
  ] as const) {
    const digit = Math.floor(number / size) % 10;
    if (digit === 0) {
      hasGap = text !== '';
      continue;
    }
    if (hasGap) text += '零';
    hasGap = false;
    // 十二, but 一百一十二
    text += digit === 1 && unit === '十' && text === '' ? unit : `${digits[digit]}${unit}`;
  }
  return text;
}
