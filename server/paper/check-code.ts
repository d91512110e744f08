import { randomBytes } from 'node:crypto';

/** Letters that are not taken for one another when a code is read from paper (Crockford). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Sixteen letters, 80 bits: not to be guessed, and short enough to be typed. */
export const makeCheckCode = (): string => [...randomBytes(16)].map((byte) => letters[byte % 32]).join('');

/** A code as somebody typed it; undefined when it is none. */
export function readCheckCode(written: unknown): string | undefined {
  if (typeof written !== 'string' || written.length > 40) return undefined;
  const code = written.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : undefined;
}
