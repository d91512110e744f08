import type { Actor } from '../declaration/account-types-and-member-role-names.ts';
import type { Field } from '../declaration/field.ts';
import type { Move } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { kindOf } from '../field/field.ts';
import { isReference } from '../kind/linked/reference.ts';

/**
 * What a stamp writes: the moment or the day of the write, or the account of the officer (`admin`) or member who makes
 * it.
 */
export type StampedValueKind = 'moment' | 'day' | Actor;

/** The kind of account that a stamped reference points at, by resource. */
const accounts: Readonly<Record<string, Actor>> = { 'auth/admin': 'admin', 'user/user': 'member' };

/** What a stamp on this field writes, depending on its kind. Undefined: the field cannot be stamped. */
export function stampedValueKindOf(one: Field): StampedValueKind | undefined {
  const { column } = kindOf(one);
  if (column === 'timestamptz') return 'moment';
  if (column === 'date') return 'day';
  return isReference(one) ? accounts[String(one.options.to)] : undefined;
}

/** Throws if a stamped field does not exist, is written by people, or is neither a moment, a day nor an account. */
export function checkStampedFields({ name, fields, stamps = [], life }: AnyResource): void {
  const check = (where: string, stamped: readonly string[], input: object = {}) => {
    for (const each of stamped) {
      const one = Object.hasOwn(fields, each) ? (fields[each] as Field) : undefined;
      if (!one || stampedValueKindOf(one) === undefined)
        throw new Error(`${where} stamps ${each}, which is no date, datetime or reference to accounts`);
      if (one.write !== 'server' || one.through || one.from)
        throw new Error(`${where} stamps ${each}, which the server must write: write: 'server'`);
      if (Object.hasOwn(input, each)) throw new Error(`${where} stamps ${each}, which is in its input too`);
    }
  };
  check(name, stamps);
  for (const [move, { stamps: stamped = [], input }] of Object.entries<Move>(life?.moves ?? {}))
    check(`${name}: ${move}`, stamped, input);
}
