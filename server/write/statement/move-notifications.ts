import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { tableOf } from '#kernel/resource/names.ts';
import type { Locale, Text } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/connect.ts';
import { quoteLiteral } from '#server/db/quote-literal.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { DeclaredMoveNotification } from '#server/engine/declared-move-notification.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { UntypedWriteHooks } from '#server/engine/untyped-write-hooks.ts';
import { columnInLanguage } from '#server/read/field/english-column.ts';
import { readableValue } from '#server/read/field/heading.ts';
import { isMaskedForOfficers } from '#server/read/field/masked-columns.ts';
import { notifyHolders, notifyPersonOf } from './inbox-message.ts';

/** The messages that a move sends. */
export const notificationsOf = (
  { hooks }: Pick<Engine, 'hooks'>,
  { name }: AnyResource,
  move: string,
): readonly DeclaredMoveNotification[] =>
  (hooks.get(name) ?? []).flatMap(({ notify }) =>
    notify && Object.hasOwn(notify, move) ? [notify[move] as DeclaredMoveNotification] : [],
  );

/** Where the value of a placeholder comes from. */
const sourceOf = ({ values }: DeclaredMoveNotification, place: string): string | Text => values?.[place] ?? place;

/** Throws if a message of a move has a placeholder that nothing fills, or shows personal data. */
export function checkNotifications(resource: AnyResource, { notify = {} }: Pick<UntypedWriteHooks, 'notify'>): void {
  for (const [name, one] of Object.entries(notify)) {
    const move = moveOf(resource.life, name);
    if (!move) throw new Error(`${resource.name}: a message for ${name}, which is no move`);
    if (!one) continue;
    const at = `${resource.name}: message ${one.template.code} of ${name}`;
    if (!one.template.inbox) throw new Error(`${at} has no inbox`);
    if (one.to && !Object.hasOwn(resource.fields, one.to.field)) throw new Error(`${at}: no field ${one.to.field}`);
    for (const place of Object.keys(one.values ?? {}))
      if (!Object.hasOwn(one.template.places, place)) throw new Error(`${at} has no placeholder ${place}`);
    for (const place of Object.keys(one.template.places)) {
      const source = sourceOf(one, place);
      if (typeof source !== 'string') continue;
      const field = inputOf(move, source) ?? (resource.fields[source] as AnyField | undefined);
      if (!field) throw new Error(`${at}: nothing fills {${place}}`);
      if (isMaskedForOfficers(field) || field.privacy) throw new Error(`${at} shows personal data in {${place}}`);
    }
  }
}

/** An input of a move, if it has one of that name. */
const inputOf = ({ input = {} }: { readonly input?: Fields | undefined }, name: string): AnyField | undefined =>
  Object.hasOwn(input, name) ? input[name] : undefined;

/** A move that has been stored. */
interface StoredMove {
  readonly resource: AnyResource;
  readonly move: string;
  /** Its input in wire form. */
  readonly input: Readonly<Record<string, unknown>>;
  /** English of the platform's own texts in `input`. */
  readonly english?: Readonly<Record<string, string>>;
}

/**
 * Sends the messages of a move to those who hold the moved rows. Two statements, however many rows; nothing where the
 * move has no messages.
 */
export async function sendNotifications(
  engine: Engine,
  tx: Queryable,
  stored: StoredMove,
  ids: readonly number[],
): Promise<void> {
  const { resource, move } = stored;
  const notifications = notificationsOf(engine, resource, move);
  if (notifications.length === 0 || ids.length === 0) return;
  const rows = await tx.rows<{ id: number; zh: Values; en: Values }>(
    sql`select t.id, ${valuesOf(engine, stored, notifications, 'zh-cn')} as zh, ${valuesOf(engine, stored, notifications, 'en')} as en
      from ${sql.id(tableOf(resource))} t where t.id = any(${[...ids]}::bigint[]) order by t.id`,
  );
  for (const one of notifications) {
    const places = Object.keys(one.template.places);
    const pick = (of: Values, locale: Locale) =>
      Object.fromEntries(
        places.map((place) => {
          const source = sourceOf(one, place);
          return [place, typeof source === 'string' ? (of[source] ?? '') : source[locale]];
        }),
      );
    const notices = rows.map(({ id, zh, en }) => ({ row: id, values: pick(zh, 'zh-cn'), english: pick(en, 'en') }));
    if (one.to) {
      const own = { by: one.to.field, to: one.to.opens };
      await notifyPersonOf(engine, tx, resource, one.template, own, notices);
    } else await notifyHolders(engine, tx, resource, one.template, notices);
  }
}

type Values = Readonly<Record<string, string | null>>;

/** The values of all placeholders in one language, by source, as a JSON object of row `t`. */
function valuesOf(
  { find }: Pick<Engine, 'find'>,
  { resource, move, input, english = {} }: StoredMove,
  notifications: readonly DeclaredMoveNotification[],
  locale: Locale,
): Sql {
  const inputs = moveOf(resource.life, move)?.input ?? {};
  const sources = new Set(
    notifications.flatMap((one) =>
      Object.keys(one.template.places).flatMap((place) => {
        const source = sourceOf(one, place);
        return typeof source === 'string' ? [source] : [];
      }),
    ),
  );
  const pairs = [...sources].map((source) => {
    const given = inputOf({ input: inputs }, source);
    if (!given) return sql`${source}::text, ${readField(resource, source, locale, find)}`;
    const value = locale === 'en' && english[source] !== undefined ? english[source] : input[source];
    return sql`${source}::text, ${readableInput(given, value, locale)}::text`;
  });
  return sql`json_build_object(${sql.join(pairs)})`;
}

/** A field of row `t` as a reader of the message sees it. */
function readField(resource: AnyResource, name: string, locale: Locale, find: Engine['find']): Sql {
  const one = resource.fields[name] as AnyField;
  const column = `t."${name}"`;
  if (one.english) return sql.raw(columnInLanguage(locale, one, column));
  if (kindOf(one).comparison === 'moment')
    return sql.raw(`to_char(${column} at time zone 'Asia/Shanghai', ${quoteLiteral('YYYY-MM-DD HH24:MI')})`);
  return sql.raw(readableValue(name, one, locale, 't', find));
}

function readableInput(one: AnyField, value: unknown, locale: Locale): string {
  if (value === undefined || value === null) return '';
  return kindOf(one).toText?.(value, one.options, locale) ?? String(value);
}
