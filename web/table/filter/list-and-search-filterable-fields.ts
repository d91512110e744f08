import type { AnyField } from '#kernel/declaration/field.ts';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { fieldOf, hasCalendarRanges, operatorsOf } from '#kernel/list/list-query-in-url.ts';
import { relativeRanges } from '#kernel/time/day-ranges-relative-to-today.ts';
import { translate } from '#web/i18n/locale.ts';
import { matchNameOrPinyinInitials } from '#web/i18n/pinyin-initials.ts';
import { optionsOf } from '#web/input/control/select-radio-checkbox-and-switch-inputs.tsx';
import { filtersWithoutRelatedRowsCallerMayNotList } from './leave-out-filters-by-related-rows-caller-may-not-list.ts';

/** The options of a filter, retired ones included: rows still have them. */
export function optionsOfFilterField(field: AnyField): { value: string; label: string }[] | undefined {
  if (field.options.options) return optionsOf(field);
  return kindOf(field)
    .choices?.(field.options)
    .map(([value, word]) => ({ value, label: translate(word) }));
}

/** A value of a field that is a complete filter. */
interface FilterValue {
  readonly label: string;
  readonly condition: Condition;
}

/** A field to filter by, with such values: options, calendar ranges. */
export interface FilterableFieldWithValues {
  readonly name: string;
  readonly label: string;
  readonly values: readonly FilterValue[];
}

/** The filterable fields of a list, state and deadline first; `plain`: without personal data. */
export function filterableFieldsWithValues(resource: AnyResource, plain = false): FilterableFieldWithValues[] {
  const rank = (name: string) => (name === 'status' ? 0 : name === 'due_at' ? 1 : 2);
  return filtersWithoutRelatedRowsCallerMayNotList(resource)
    .flatMap((name) => {
      const field = fieldOf(resource, name);
      if (!field || (plain && field.privacy)) return [];
      return [{ name, label: translate(field.label), values: valuesOf(resource, name, field) }];
    })
    .sort((one, other) => rank(one.name) - rank(other.name));
}

function valuesOf(resource: AnyResource, name: string, field: AnyField): FilterValue[] {
  const operators = operatorsOf(resource, name);
  if (hasCalendarRanges(field) && operators.includes('RANGE'))
    return Object.entries(relativeRanges).map(([range, label]) => ({
      label: translate(label),
      condition: { field: name, operator: 'RANGE', value: range },
    }));
  const operator = (['=', 'FIND_IN_SET'] as const).find((one) => operators.includes(one));
  if (!operator) return [];
  return (optionsOfFilterField(field) ?? []).map(({ value, label }) => ({
    label,
    condition: { field: name, operator, value },
  }));
}

/** Matches for a typed text, best first: fields, and single values with their field. */
interface FoundFilter {
  readonly key: string;
  readonly field: FilterableFieldWithValues;
  readonly value?: FilterValue;
}

const mostFound = 40;

export function searchFiltersByTypedText(choices: readonly FilterableFieldWithValues[], typed: string): FoundFilter[] {
  const found = choices.flatMap((field) => [
    { key: field.name, field, rank: matchNameOrPinyinInitials(field.label, typed) },
    ...field.values.map((value) => ({
      key: `${field.name} ${value.condition.value}`,
      field,
      value,
      rank: matchNameOrPinyinInitials(value.label, typed),
    })),
  ]);
  return found
    .filter((one) => one.rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .slice(0, mostFound);
}
