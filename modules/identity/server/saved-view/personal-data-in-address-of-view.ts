import { findPersonalNumbers, maskPersonalNumbers } from '#kernel/check/find-personal-numbers-in-text.ts';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf, normalizeValue } from '#kernel/field/field.ts';
import { fieldOf, writeListQuery } from '#kernel/list/list-query-in-url.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { isMaskedForOfficers } from '#server/read/field/masked-columns.ts';
import { queryOfView } from './list-query-and-rows-of-saved-view.ts';

/**
 * Whether a condition compares what officers see masked with a value in full. A value with an asterisk is what everybody with
 * the list sees.
 */
function comparesInFull(resource: AnyResource, { field, operator, value }: Condition): boolean {
  const one = fieldOf(resource, field);
  return operator === '=' && one !== undefined && isMaskedForOfficers(one) && !/[*＊]/.test(value);
}

/** Whether a view compares personal data in full. */
export function comparesPersonalDataInFull(resource: AnyResource, address: string): boolean {
  const { conditions, anyOf = [] } = queryOfView(resource, address);
  return [...conditions, ...anyOf.flat()].some((one) => comparesInFull(resource, one));
}

/** Whether an address contains personal data in full: the value of a masked field, or the number of a person anywhere. */
export function containsPersonalData(list: AnyResource, address: string): boolean {
  if (comparesPersonalDataInFull(list, address)) return true;
  const { conditions, anyOf = [], keyword } = queryOfView(list, address);
  const today = shanghaiToday();
  return [keyword, ...[...conditions, ...anyOf.flat()].map(({ value }) => value)].some(
    (written) => findPersonalNumbers(written, today).length > 0,
  );
}

/** The condition with its value as everybody with the list sees it. Nothing: the value has no mask. */
function maskedCondition(list: AnyResource, condition: Condition): Condition[] {
  const { field, value } = condition;
  const one = fieldOf(list, field);
  if (!one || !comparesInFull(list, condition))
    return [{ ...condition, value: maskPersonalNumbers(value, shanghaiToday()) }];
  const shown = kindOf(one).maskValue?.(normalizeValue(one, value));
  return shown?.includes('*') ? [{ ...condition, value: shown }] : [];
}

/** An address with its personal data masked. What has no mask is left out. */
export function maskPersonalDataInAddress(list: AnyResource, address: string): string {
  const query = queryOfView(list, address);
  const masked = (some: readonly Condition[]) => some.flatMap((one) => maskedCondition(list, one));
  const anyOf = query.anyOf?.map(masked).filter((group) => group.length > 0);
  return writeListQuery(
    {
      ...query,
      conditions: masked(query.conditions),
      ...(anyOf ? { anyOf } : {}),
      keyword: maskPersonalNumbers(query.keyword, shanghaiToday()),
    },
    new URLSearchParams(address),
  ).toString();
}
