import type { AnyResource } from '#kernel/declaration/resource.ts';
import { stateOf } from '#kernel/lifecycle/lifecycle.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, type Text, textIn } from '#kernel/text/text.ts';
import { decodeMessage, validationMessages } from '#kernel/text/validation-messages.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { headingColumn } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { rowJson } from '#server/read/row/read-one-row-as-json.ts';
import { notFound, Refused } from '#server/refusal.ts';
import type { RequiredState, WriteContext } from './write-hooks-of-module.ts';

/**
 * Reads a row with a lock that conflicts with moves and edits of it and that many writes can share (`for share`). Does
 * not check whether the caller may see it: references have already been checked.
 */
export async function requireState<R>(
  { tx, engine, fail }: Pick<WriteContext, 'tx' | 'engine' | 'fail'>,
  resource: AnyResource,
  id: number,
  { status, field }: RequiredState,
): Promise<R | undefined> {
  const found = await tx.row<{ row: Record<string, unknown>; title: string | null }>(
    sql`select ${rowJson(resource, systemCaller(), 'plain', engine.find)} as row, ${headingColumn(resource, engine.find)} as title
      from ${sql.id(tableOf(resource))} t where t.id = ${id} for share of t`,
  );
  if (!found) {
    if (!field) throw notFound();
    fail(
      field,
      both((locale) => decodeMessage('invalid_option', locale)),
    );
    return undefined;
  }
  const { row } = found;
  if (status.includes(String(row.status))) return row as R;
  const message = both((locale) => {
    const name = (state: unknown) => stateOf(resource.life, state)?.[locale] ?? String(state);
    return textIn(validationMessages.must_be, locale, {
      label: resource.label[locale],
      title: found.title ?? `#${id}`,
      state: name(row.status),
      states: status.map(name).join(locale === 'en' ? ' or ' : '”或“'),
    });
  });
  if (!field)
    throw new Refused(message, {
      data: { reason: 'bad_transition', resource: resource.name, id, from: row.status, allowed: [] },
    });
  fail(field, message);
  return undefined;
}

const both = (textFor: (locale: Locale) => string): Text => ({ 'zh-cn': textFor('zh-cn'), en: textFor('en') });
