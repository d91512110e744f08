import type { Text } from '../text/text.ts';

/** A field whose value is shown as it is, or inside a text: `['tourist_count', text('{n} 人', '{n} pax')]`. */
export type RowHeadingPart = string | readonly [field: string, text: Text];
