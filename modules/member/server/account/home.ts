import { holdersAmong, type Role, roles } from '#kernel/holding.ts';
import type { Beginning } from '#kernel/home.ts';
import { stateOf } from '#kernel/lifecycle.ts';
import { type AnyResource, tableOf } from '#kernel/resource.ts';
import { notice } from '#modules/message/contract/notice.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { askedBy, heldIn, roleText } from '#server/read/held.ts';
import { shownColumn } from '#server/read/shown.ts';

/** Rows of what one holds, and messages shown. */
const mostHeld = 12;
const mostDecided = 5;

/** Something a member holds other things by: what they are to it, and where it stands. */
export interface Standing {
  readonly resource: string;
  readonly id: number;
  readonly title: string;
  readonly role: Role;
  /** Empty where it has no life. */
  readonly state: string;
  readonly tone: string;
}

/** By what a member holds the rest: the first of each. */
export async function readStandings(engine: Engine, caller: Caller): Promise<Standing[]> {
  const { db, find, resources } = engine;
  const found = await Promise.all(holdersAmong(resources, find).map((one) => readStandingsOf(one)));
  return found.flat();
  async function readStandingsOf(one: AnyResource): Promise<Standing[]> {
    const title = one.fields[one.title];
    const role = roleText(one, find);
    const rows = await db.rows<{ id: number; title: string; role: Role; status: string | null }>(sql`
      select t.id, ${sql.raw(title ? shownColumn(one.title, title) : 't.id::text')} as title,
        ${role === undefined ? sql`'owner'` : askedBy(role, caller)} as role, ${one.life ? sql`t.status` : sql`null::text`} as status
      from ${sql.id(tableOf(one))} t where ${heldIn(one, roles, caller, find)} order by t.id desc limit ${mostHeld}`);
    return rows.map(({ status, ...row }) => {
      const state = status === null ? undefined : stateOf(one.life, status);
      return { resource: one.name, ...row, state: state?.[caller.locale] ?? '', tone: state?.tone ?? 'muted' };
    });
  }
}

/** What a member was told last. */
export const readDecided = ({ db }: Pick<Engine, 'db'>, { id, locale }: Caller) =>
  db.rows<{ id: number; kind: string; label: string; content: string; createtime: number }>(sql`
    select t.id, t.kind, ${sql.id(locale === 'en' ? 'label_en' : 'label')} as label, ${sql.id(locale === 'en' ? 'content_en' : 'content')} as content,
      floor(extract(epoch from t.createtime))::bigint as createtime
    from ${sql.id(tableOf(notice))} t where t.user_id = ${id} order by t.id desc limit ${mostDecided}`);

/** How somebody begins who holds nothing. */
export const readBeginnings = (begins: readonly Beginning[], { locale }: Caller) =>
  begins.map(({ label, text, to }) => ({ label: label[locale], text: text[locale], to }));
