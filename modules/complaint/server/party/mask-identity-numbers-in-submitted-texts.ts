import { maskPersonalNumbers } from '#kernel/check/find-personal-numbers-in-text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';

/**
 * The text of a party with identity and card numbers masked, as it is stored: the other party, other offices and the
 * public page read it. Telephone numbers stay, because they may be what the complaint is about.
 */
export const maskIdentityNumbers = (text: string): string =>
  maskPersonalNumbers(text, shanghaiToday(), new Set(['mobile'] as const));
