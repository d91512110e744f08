import type { Text } from '../text/text.ts';

/** A field whose value is said as it is, or in words: `['tourist_count', text('{n} 人', '{n} pax')]`. */
export type HeadingPart = string | readonly [field: string, text: Text];
