import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { keyOfVisibleDeclaration } from '#kernel/resource/declaration-visible-to-caller.ts';
import { quoteLiteral } from '#server/db/quote-literal.ts';
import { valueIfRoleMayRead } from '../scope/rows-and-fields-readable-by-member-sql.ts';

/**
 * SQL of key-value pairs by field (a pending change, marks of a return), without fields hidden from the reader in a row
 * of alias `t`; null if none is left. A function, because few rows have such data and inline SQL would cost every row.
 */
export function pendingChangeAndCorrectionMarksWithoutHiddenFieldsSql(
  visible: AnyResource,
  stored: string,
  find: FindResource,
): string {
  if (keyOfVisibleDeclaration(visible) === '') return stored;
  const always: string[] = [];
  const some: string[] = [];
  for (const [name, one] of Object.entries<AnyField>(visible.fields)) {
    if (one.reads === undefined) always.push(name);
    else
      some.push(`case when ${valueIfRoleMayRead(visible, one, 'true', find)} is true then ${quoteLiteral(name)} end`);
  }
  const names = `${quoteLiteral(`{${always.join(',')}}`)}::text[]${some.length === 0 ? '' : ` || array[${some.join(', ')}]`}`;
  return `case when ${stored} is not null then visible_pairs(${stored}, ${names}) end`;
}

/**
 * {@link pendingChangeAndCorrectionMarksWithoutHiddenFieldsSql} for answers to a return. Empty answers are kept: everything may be corrected without
 * explanation.
 */
export const correctionExplanationsWithoutHiddenFieldsSql = (
  visible: AnyResource,
  stored: string,
  find: FindResource,
): string =>
  `case when ${stored} is not null then coalesce(${pendingChangeAndCorrectionMarksWithoutHiddenFieldsSql(visible, stored, find)}, '[]') end`;
