import { owningResourcesAmong } from '#kernel/access/member-rights-by-role.ts';
import { memberRoleNames, type RoleInRow } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { stateOf } from '#kernel/lifecycle/lifecycle.ts';
import type { MemberFirstStep, MemberHomeAction } from '#kernel/module/member-home-page-declaration.ts';
import type { Screen } from '#kernel/module/module.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { inboxNotice } from '#modules/message/contract/inbox-notice.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { headingColumn } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { heldByMember, roleText, withCallerKey } from '#server/read/scope/rows-and-fields-readable-by-member-sql.ts';

/** Most holdings and messages shown. */
const mostHeld = 12;
const mostDecided = 5;

/** A record the member acts for, such as an enterprise, with the member's role and its state. */
export interface HeldRecord {
  readonly resource: string;
  readonly id: number;
  readonly title: string;
  /** Null if the record is the member, such as a guide by the guide card. */
  readonly role: RoleInRow | null;
  /** Empty without a life cycle. */
  readonly state: string;
  readonly tone: string;
  /** Screen below `/user`. Default: the record's own page. */
  readonly to?: string;
}

/**
 * Reads the records a member acts for, the first of each resource, and those that are the member, with the screen that
 * opens for them.
 */
export async function readHeldRecords(
  engine: Engine,
  caller: Caller,
  screens: readonly Screen[],
): Promise<HeldRecord[]> {
  const { db, find, resources } = engine;
  const held = owningResourcesAmong(resources, find).map((one) => {
    const role = roleText(one, find);
    return readStandingsOf(
      one,
      heldByMember(one, memberRoleNames, caller, find),
      role === undefined ? sql`'owner'` : withCallerKey(role, caller),
    );
  });
  const own = screens.flatMap(({ name, opensFor }) => {
    const one = opensFor && find(opensFor.of);
    return one ? [readStandingsOf(one, sql`t.${sql.id(opensFor.by)} = ${caller.id}`, sql`null`, name)] : [];
  });
  return (await Promise.all([...held, ...own])).flat();
  async function readStandingsOf(one: AnyResource, where: Sql, role: Sql, to?: string): Promise<HeldRecord[]> {
    const rows = await db.rows<{ id: number; title: string; role: RoleInRow | null; status: string | null }>(sql`
      select t.id, ${headingColumn(one, find, caller.locale)} as title,
        ${role}::text as role, ${one.life ? sql`t.status` : sql`null::text`} as status
      from ${sql.id(tableOf(one))} t where ${where} order by t.id desc limit ${mostHeld}`);
    return rows.map(({ status, ...row }) => {
      const state = status === null ? undefined : stateOf(one.life, status);
      return {
        resource: one.name,
        ...row,
        state: state?.[caller.locale] ?? '',
        tone: state?.tone ?? 'muted',
        ...(to === undefined ? {} : { to }),
      };
    });
  }
}

/** The member's latest messages. */
export const readRecentNotices = ({ db }: Pick<Engine, 'db'>, { id, locale }: Caller) =>
  db.rows<{ id: number; kind: string; label: string; content: string; createtime: number }>(sql`
    select t.id, t.kind, ${sql.id(locale === 'en' ? 'label_en' : 'label')} as label, ${sql.id(locale === 'en' ? 'content_en' : 'content')} as content,
      floor(extract(epoch from t.createtime))::bigint as createtime
    from ${sql.id(tableOf(inboxNotice))} t where t.user_id = ${id} order by t.id desc limit ${mostDecided}`);

/** First steps for members who hold nothing yet. */
export const readFirstSteps = (begins: readonly MemberFirstStep[], { locale }: Caller) =>
  begins.map(({ label, text, to }) => ({ label: label[locale], text: text[locale], to }));

/** A daily task as the home page shows it. */
export interface OfferedAction {
  readonly resource: string;
  readonly title: string;
  /** Path on this site. */
  readonly path: string;
}

/**
 * The daily tasks of a member, in their order. A row of something that itself belongs to an enterprise, such as a count of
 * visitors of a scenic spot, is offered only to members who have the spot.
 */
export async function readOfferedActions(
  { db, find }: Engine,
  caller: Caller,
  acts: readonly MemberHomeAction[],
): Promise<OfferedAction[]> {
  const parents = acts.map(({ of }) => {
    const one = find(of);
    const parent = one?.partOf === undefined ? undefined : find(String(one.fields[one.partOf]?.options.to));
    return parent?.partOf === undefined ? undefined : parent;
  });
  const wanted = [...new Set(parents.filter((one) => one !== undefined))];
  const rows = await Promise.all(
    wanted.map((one) =>
      db.row(
        sql`select 1 as found from ${sql.id(tableOf(one))} t where ${scopeOf(one, caller, find) ?? sql`true`} limit 1`,
      ),
    ),
  );
  const held = new Set(wanted.filter((_, at) => rows[at] !== undefined));
  return acts.flatMap(({ of, label, to }, at) => {
    const parent = parents[at];
    if (parent && !held.has(parent)) return [];
    return [{ resource: of, title: label[caller.locale], path: `/user/${to ?? `${of}?form=add`}` }];
  });
}
