import { createHash, timingSafeEqual } from 'node:crypto';

/** The signature of WeChat over a token and other texts, in any order: hexadecimal SHA-1 of them sorted and joined. */
export const signCallback = (...texts: readonly string[]): string =>
  createHash('sha1').update(texts.toSorted().join('')).digest('hex');

/** Compares in time that does not depend on where two signatures differ. */
export const isSameSignature = (sent: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};
