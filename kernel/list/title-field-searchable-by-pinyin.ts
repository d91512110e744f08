import type { AnyResource } from '../declaration/resource.ts';
import { hasColumn, kindOf } from '../field/field.ts';
import { tableOf } from '../resource/table-and-controller-names.ts';

/**
 * The field by which rows are found by first letters of pinyin and in traditional characters, too: a title that quick
 * search covers, that people write as a name, and that everybody who sees the row reads as it is. Undefined: there is none, or each
 * reads only their own rows.
 */
export function titleFieldSearchableByPinyin(one: AnyResource): string | undefined {
  const title = one.fields[one.title];
  if (
    !title?.search ||
    title.initials === false ||
    !hasColumn(title) ||
    title.from ||
    title.through ||
    title.fromSource
  )
    return undefined;
  if (title.privacy || title.reads || title.write === 'server' || one.scope === 'own') return undefined;
  const kind = kindOf(title);
  return kind.column === 'text' && kind.sorts && !kind.compact && !kind.sealed ? one.title : undefined;
}

/** Resources whose rows are found by name, with table and field. */
export const titlesSearchableByPinyin = (resources: readonly AnyResource[]) =>
  resources.flatMap((one) => {
    const field = titleFieldSearchableByPinyin(one);
    return field === undefined ? [] : [{ resource: one.name, table: tableOf(one), field }];
  });
