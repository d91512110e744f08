import type { Field } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { stampedValueKindOf } from '#kernel/lifecycle/fields-stamped-with-time-or-account.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';

/**
 * The values of stamped fields in wire form. An account is null where somebody else acts: the platform, or the other kind
 * of person.
 */
export function valuesOfStampedFields(
  { fields }: AnyResource,
  names: readonly string[],
  { type, id }: Caller,
): Readonly<Record<string, number | string | null>> {
  const valueAt = (name: string): number | string | null => {
    const stamp = stampedValueKindOf(fields[name] as Field);
    if (stamp === 'moment') return Math.floor(Date.now() / 1000);
    if (stamp === 'day') return shanghaiToday();
    return stamp === type ? id : null;
  };
  return Object.fromEntries(names.map((name) => [name, valueAt(name)]));
}
