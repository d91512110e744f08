import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import { fieldOf } from '#kernel/list/list-query-in-url.ts';
import { translate } from '#web/i18n/locale.ts';

/**
 * Pairs whose keys are fields of the record (marks, requested changes), with labels in place of keys and option
 * values.
 */
export function labelFieldValuePairs(resource: AnyResource, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return (value as Partial<Pair>[]).map((pair) => {
    const field = typeof pair?.key === 'string' ? fieldOf(resource, pair.key) : undefined;
    if (!field) return pair;
    const options = field.options.options as Readonly<Record<string, Option>> | undefined;
    const option =
      typeof pair.value === 'string' && options && Object.hasOwn(options, pair.value) ? options[pair.value] : undefined;
    return { key: translate(field.label), value: option ? translate(option) : pair.value };
  });
}
