import { randomBytes } from 'node:crypto';
import { codeLetters } from '#kernel/check/check-code.ts';

/** Sixteen letters, 80 bits: not to be guessed, and short enough to be typed. */
export const makeCheckCode = (): string => [...randomBytes(16)].map((byte) => codeLetters[byte % 32]).join('');
