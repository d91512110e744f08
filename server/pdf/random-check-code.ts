import { randomBytes } from 'node:crypto';
import { checkCodeLetters } from '#kernel/check/document-check-code.ts';

/** Sixteen letters, 80 bits: cannot be guessed, and short enough to type. */
export const randomCheckCode = (): string => [...randomBytes(16)].map((byte) => checkCodeLetters[byte % 32]).join('');
