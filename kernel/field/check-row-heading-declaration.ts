import type { AnyField, Fields } from '../declaration/field.ts';
import type { RowHeadingPart } from '../declaration/row-heading-of-fields-and-texts.ts';
import type { Text } from '../text/text.ts';
import { hasColumn, holdsSeveralValues, kindOf, targetsOf } from './field.ts';

export const fieldOfHeadingPart = (part: RowHeadingPart): string => (typeof part === 'string' ? part : part[0]);
export const textOfHeadingPart = (part: RowHeadingPart): Text | undefined =>
  typeof part === 'string' ? undefined : part[1];

interface Named {
  readonly name: string;
  readonly heading?: readonly RowHeadingPart[];
  readonly subtitle?: readonly RowHeadingPart[];
}

/**
 * Throws if a heading or subtitle would disclose a field that not everybody may read. Headings appear with every
 * reference to the row, and subtitles in every picker. Personal data is not allowed in headings; subtitles show only
 * its end.
 */
export function checkRowHeadingDeclaration({ name, heading = [], subtitle = [] }: Named, fields: Fields): void {
  const fieldOf = (part: RowHeadingPart): AnyField => {
    const one = Object.hasOwn(fields, fieldOfHeadingPart(part)) ? fields[fieldOfHeadingPart(part)] : undefined;
    if (!one || !hasColumn(one) || one.reads !== undefined || one.privacy === 'hidden' || kindOf(one).secret)
      throw new Error(
        `${name}: ${fieldOfHeadingPart(part)} is not a column that everybody may read, so it cannot be in a heading`,
      );
    return one;
  };
  for (const part of heading) {
    const one = fieldOf(part);
    const isPlain = targetsOf(one).every(({ key }) => key === 'id') && !holdsSeveralValues(one);
    if (one.privacy || kindOf(one).sealed || !isPlain)
      throw new Error(`${name}: ${fieldOfHeadingPart(part)} is personal data or a list, so it cannot be in a heading`);
  }
  for (const part of subtitle) fieldOf(part);
}
