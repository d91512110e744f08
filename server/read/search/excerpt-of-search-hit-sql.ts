import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { hasColumn, kindOf } from '#kernel/field/field.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { withFieldsVisibleToCaller } from '../scope/declaration-with-fields-visible-to-caller.ts';

/** Characters before the word found, and of the whole excerpt. */
const before = 20;
const length = 90;

/**
 * SQL of a part of the texts of a row (alias `t`) around the first word of a search: of texts besides the title that the
 * caller reads. Null: they do not contain it.
 */
export function excerptSql(
  declared: AnyResource,
  interpretations: readonly (readonly string[])[],
  caller: Caller,
  find: FindResource,
): Sql {
  const one = withFieldsVisibleToCaller(declared, caller, find);
  const names = Object.keys(one.fields).filter((name) => {
    const field = one.fields[name];
    if (!field || name === one.title || !field.search || !hasColumn(field) || field.fromSource || field.reads)
      return false;
    return ['text', 'textarea'].includes(kindOf(field).name);
  });
  if (names.length === 0) return sql`null::text`;
  const texts = sql`concat_ws(' ', ${sql.join(names.map((name) => sql`t.${sql.id(name)}`))})`;
  const terms = [...new Set(interpretations.flat())].filter((word) => [...word].length > 1).slice(0, 8);
  const cases = terms.map((word) => {
    const place = sql`position(${word} in lower(${texts}))`;
    return sql`when ${place} > 0 then case when ${place} > ${before + 1} then '…' else '' end || substr(${texts}, greatest(1, ${place} - ${before}), ${length})`;
  });
  return cases.length === 0 ? sql`null::text` : sql`case ${sql.join(cases, ' ')} end`;
}
