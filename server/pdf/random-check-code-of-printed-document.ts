import { randomBytes } from 'node:crypto';
import { checkCodeCharacters } from '#kernel/check/parse-typed-check-code-of-printed-document.ts';

/** Sixteen letters, 80 bits: cannot be guessed, and short enough to type. */
export const randomCheckCode = (): string =>
  [...randomBytes(16)].map((byte) => checkCodeCharacters[byte % 32]).join('');
