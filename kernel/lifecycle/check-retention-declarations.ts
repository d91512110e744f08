import type { AnyField } from '../declaration/field.ts';
import type { AnyResource } from '../declaration/resource.ts';
import type { RowRetention } from '../declaration/retention-of-rows-in-days-or-months.ts';
import { checkConditionDeclarations } from '../field/check-condition-and-guard-declarations.ts';
import { hasColumn, kindOf } from '../field/field.ts';

/** Converts the value of `keep`, one retention or several, to a list. */
export const retentionsOf = <R>(keep: R | readonly R[] | undefined): readonly R[] =>
  keep === undefined ? [] : Array.isArray(keep) ? (keep as readonly R[]) : [keep as R];

/** The longest time that is accepted, a century. Anything longer is a typing error. */
const mostDays = 36_525;

/** Throws if the length of a retention, or the number of rows it keeps, makes no sense. */
export function checkRetentionDeclaration(at: string, { days, months, most }: RowRetention): void {
  if ((days === undefined) === (months === undefined)) throw new Error(`${at}: keep needs days or months`);
  for (const span of [days, typeof months === 'number' ? months * 31 : undefined])
    if (typeof span === 'number' && !(Number.isInteger(span) && span >= 1 && span <= mostDays))
      throw new Error(`${at}: keep is a whole number of days or months, from one day to a century`);
  if (most !== undefined && !(Number.isInteger(most) && most >= 1))
    throw new Error(`${at}: keep.most is a whole number from 1`);
}

/** Throws if `keep` of a resource is invalid. */
export function checkRetentionDeclarations(
  { name, keep }: AnyResource,
  fields: Readonly<Record<string, AnyField>>,
): void {
  if (Array.isArray(keep) && keep.length === 0) throw new Error(`${name}: keep needs days or months`);
  for (const one of retentionsOf<RowRetention>(keep)) {
    checkRetentionDeclaration(name, one);
    const { from = 'createtime', where } = one;
    const field = Object.hasOwn(fields, from) ? fields[from] : undefined;
    if (!field || !hasColumn(field) || !['date', 'timestamptz'].includes(kindOf(field).column))
      throw new Error(`${name}: keep counts from ${from}, which is no date of its rows`);
    if (where?.length === 0) throw new Error(`${name}: keep names no condition in where`);
    checkConditionDeclarations(`${name}: keep`, where ?? [], fields);
  }
}
