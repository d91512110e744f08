import { shanghaiToday } from '#kernel/calendar.ts';
import { conditionsOf } from '#kernel/guard.ts';
import { holdersAmong, type Role, roles } from '#kernel/holding.ts';
import type { Beginning, HomeLine } from '#kernel/home.ts';
import { stateOf } from '#kernel/lifecycle.ts';
import { type AnyResource, tableOf } from '#kernel/resource.ts';
import { notice } from '#modules/message/contract/notice.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { compileChecks } from '#server/read/compare.ts';
import { askedBy, heldIn, roleText } from '#server/read/held.ts';
import { listAddress } from '#server/read/list-address.ts';
import { shownColumn } from '#server/read/shown.ts';
import type { Waiting } from './waiting.ts';

/** Rows counted of each line, rows of what one holds, and messages shown. */
const mostCounted = 1000;
const mostHeld = 12;
const mostDecided = 5;

/** Who has to see to it that something is done; viewers look on. */
const acting: readonly Role[] = ['owner', 'operator'];

/** What the lines of modules come to for a member, in one statement; what is nothing is left out. */
export async function readHomeLines(engine: Engine, caller: Caller, lines: readonly HomeLine[]): Promise<Waiting[]> {
  const day = shanghaiToday();
  const counts = lines.flatMap((line, place) => {
    const resource = engine.find(line.of);
    if (!resource || caller.withheld?.has(line.of.toLowerCase())) return [];
    const mine =
      line.mobile === undefined
        ? heldIn(resource, acting, caller, engine.find)
        : sql`t.${sql.id(line.mobile)} = (select m.mobile from member m where m.id = ${caller.id})`;
    const checks = [...compileChecks(resource, conditionsOf(line.where, day)), ...lacking(engine, line, day)];
    return [
      sql`(${place}::int, (select count(*)::int from (select from ${sql.id(tableOf(resource))} t
        where ${mine} and ${sql.join(checks, ' and ')} limit ${mostCounted}) c))`,
    ];
  });
  if (counts.length === 0) return [];
  const rows = await engine.db.rows<{ place: number; count: number }>(
    sql`select * from (values ${sql.join(counts)}) n (place, count) where n.count > 0 order by n.place`,
  );
  return rows.flatMap(({ place, count }) => {
    const line = lines[place];
    if (!line) return [];
    const { of, label, tone, to } = line;
    const path = `/user/${to ?? listAddress({ name: of }, conditionsOf(line.where, day))}`;
    return [{ resource: of, title: label[caller.locale], tone, count, path }];
  });
}

/** That nothing refers to a row of alias `t`, of what the line says it lacks. */
function lacking({ find }: Engine, { lacks }: HomeLine, day: string): Sql[] {
  const other = lacks && find(lacks.of);
  if (!other) return [];
  const by = sql.id(lacks.by);
  const parts = [sql`t.${by} is not null`, ...compileChecks(other, conditionsOf(lacks.where, day))];
  return [sql`t.id not in (select t.${by} from ${sql.id(tableOf(other))} t where ${sql.join(parts, ' and ')})`];
}

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
