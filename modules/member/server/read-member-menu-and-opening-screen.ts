import { conditionsOnOwningRow } from '#kernel/access/conditions-on-target-rows-of-reference-field.ts';
import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import {
  owningResourceOf,
  type RowsHeldByMember,
} from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import { memberRoleNames } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { Lifecycle, State } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { actionLabels } from '#kernel/declaration/standard-actions.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import type { Module } from '#kernel/module/module.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { compileDeclaredConditions } from '#server/read/condition/compile-column-conditions-to-sql.ts';
import { heldByMember } from '#server/read/scope/rows-and-fields-readable-by-member-sql.ts';

/** A menu rule of the member centre as sent in the start-up answer (wire contract §2.6). */
interface SentRule {
  id: number;
  pid: number;
  type: 'menu_dir' | 'menu' | 'route' | 'button';
  title: string;
  name: string;
  path: string;
  icon: string;
  menu_type: string;
  url: string;
  component: string;
  keepalive: string | 0;
  extend: string;
  children?: SentRule[];
}

/**
 * Actions a member may take on rows of a resource in any of the member's roles, with labels. Each row states its own
 * actions again. Resources that members own directly are listed even if empty.
 */
function actionsFor(
  one: AnyResource,
  held: readonly RowsHeldByMember[],
  find: FindResource,
): readonly [string, Text][] {
  const holder = owningResourceOf(one, find);
  const theirs = held.find((each) => each.resource === holder?.name)?.roles ?? [];
  // a member with a role may be a mere viewer of records
  const mine: readonly string[] = theirs.length > 0 ? [...theirs, 'onlooker'] : holder === one ? ['owner'] : [];
  const lets = (action: string) => memberRolesThatMay(one, action).some((role) => mine.includes(role));
  const moves = Object.entries<{ label: Text }>(one.life?.moves ?? {}).map(([name, { label }]): [string, Text] => [
    name,
    label,
  ]);
  const standard = standardActionsOf(one).map((action): [string, Text] => [action, actionLabels[action]]);
  return lets('index') ? [...standard, ...moves].filter(([action]) => lets(action)) : [];
}

interface GrantedRule extends Omit<SentRule, 'keepalive' | 'children'> {
  [column: string]: unknown;
  title_en: string;
}

/** The rules granted by a member's group, with their parents, in menu order. */
const readGranted = (db: Queryable, memberId: number): Promise<GrantedRule[]> =>
  db.rows<GrantedRule>(sql`
    select r.id, coalesce(r.pid, 0)::bigint as pid, r.type, r.title, coalesce(r.title_en, '') as title_en, r.name, coalesce(r.path, r.name) as path,
      coalesce(r.icon, '') as icon, r.menu_type, coalesce(r.url, '') as url, coalesce(r.component, '') as component, r.extend
    from user_rule r where r.status and r.id in (
      with recursive granted as (
        select g.id, g.pid from member m join user_group u on u.id = m.group_id and u.status join user_rule g on g.status and (u.rules is null or g.id = any(u.rules))
          where m.id = ${memberId}
        union select a.id, a.pid from granted b join user_rule a on a.id = b.pid
      ) select id from granted) order by r.weigh desc, r.id`);

/**
 * Resources that cannot belong to anything the member holds: a hotel has neither products nor coaches. One statement,
 * in which shared conditions are evaluated once.
 */
async function readForeign(engine: Engine, caller: Caller, names: readonly string[]): Promise<Set<string>> {
  const { db, find } = engine;
  const questions = new Map<string, { question: ReturnType<typeof sql>; of: string[] }>();
  for (const name of names) {
    const one = find(name);
    const holder = one && owningResourceOf(one, find);
    const trade = one ? conditionsOnOwningRow(one, find) : [];
    if (!one || !holder || trade.length === 0) continue;
    const may = memberRolesThatMay(one, 'index');
    const key = JSON.stringify([holder.name, trade, may]);
    const checks = compileDeclaredConditions(holder, toListConditions(trade, shanghaiToday()));
    const question = sql`exists (select from ${sql.id(tableOf(holder))} t where ${sql.join([heldByMember(holder, may, caller, find), ...checks], ' and ')})`;
    questions.set(key, { question, of: [...(questions.get(key)?.of ?? []), name] });
  }
  const all = [...questions.values()];
  if (all.length === 0) return new Set();
  const row = await db.row<{ yes: boolean[] }>(
    sql`select array[${sql.join(all.map(({ question }) => question))}] as yes`,
  );
  return new Set(all.flatMap(({ of }, at) => (row?.yes[at] ? [] : of)));
}

/**
 * The screen the member centre opens with, if not the home page. Applicants and members of closed enterprises see their
 * status; a member who holds nothing but is named by a row sees the screen for it.
 */
export async function readOpeningScreen(
  { db, find }: Pick<Engine, 'db' | 'find'>,
  caller: Caller,
  held: readonly RowsHeldByMember[],
  modules: readonly Module[],
): Promise<string> {
  for (const { resource } of held.filter(({ roles }) => roles.length > 0)) {
    const one = find(resource);
    const states = Object.entries<State>((one?.life as Lifecycle | undefined)?.states ?? {});
    if (!one || states.length === 0) return '';
    const good = states.filter(([, { tone }]) => tone === 'good').map(([name]) => name);
    const works = await db.row(
      sql`select from ${sql.id(tableOf(one))} t where ${heldByMember(one, memberRoleNames, caller, find)} and t.status = any(${good}::text[]) limit 1`,
    );
    return works ? '' : resource;
  }
  for (const { name, opensFor } of modules.flatMap(({ member = [] }) => member)) {
    const of = opensFor && find(opensFor.of);
    if (!of) continue;
    const named = await db.row(
      sql`select from ${sql.id(tableOf(of))} t where t.${sql.id(opensFor.by)} = ${caller.id} limit 1`,
    );
    if (named) return name;
  }
  return '';
}

/** Screens for those whom a row names, which does not name the member: the credit of a guide. */
async function readScreensOfOthers(
  { db, find }: Pick<Engine, 'db' | 'find'>,
  caller: Caller,
  modules: readonly Module[],
): Promise<Set<string>> {
  const questions = modules.flatMap(({ member = [] }) =>
    member.flatMap(({ name, forNamedBy }) => {
      const of = forNamedBy && find(forNamedBy.of);
      if (!of) return [];
      const named = sql`exists (select from ${sql.id(tableOf(of))} t where t.${sql.id(forNamedBy.by)} = ${caller.id})`;
      return [{ name, named }];
    }),
  );
  if (questions.length === 0) return new Set();
  const row = await db.row<{ yes: boolean[] }>(
    sql`select array[${sql.join(questions.map(({ named }) => named))}] as yes`,
  );
  return new Set(questions.flatMap(({ name }, at) => (row?.yes[at] ? [] : name)));
}

/**
 * The menu of the member centre: the granted rules that apply to the member. A resource appears if the member may list
 * its rows in some role and holds an enterprise of a matching type; its actions are buttons below it. Screens for
 * owners appear with an enterprise, and those for whom a row names with such a row; folders appear with their content.
 */
export async function readMemberMenus(
  engine: Engine,
  caller: Caller,
  held: readonly RowsHeldByMember[],
  modules: readonly Module[],
): Promise<SentRule[]> {
  const { db, find } = engine;
  const { locale } = caller;
  const forHolders = new Set(
    modules.flatMap(({ member = [] }) => member.filter((one) => one.forHolders).map(({ name }) => name)),
  );
  const holds = held.some(({ roles }) => roles.length > 0);
  const rules = new Map<number, SentRule>();
  const granted = await readGranted(db, caller.id);
  const foreign = holds
    ? await readForeign(
        engine,
        caller,
        granted.map(({ name }) => name),
      )
    : new Set();
  const ofOthers = await readScreensOfOthers(engine, caller, modules);
  for (const { title_en, ...one } of granted) {
    const title = locale === 'en' && title_en !== '' ? title_en : one.title;
    if ((!holds && forHolders.has(one.name)) || foreign.has(one.name) || ofOthers.has(one.name)) continue;
    const resource = find(one.name);
    const rule: SentRule = { ...one, title, keepalive: one.type === 'menu' ? one.name : 0 };
    if (resource) {
      const actions = actionsFor(resource, held, find);
      if (actions.length === 0) continue;
      rule.children = actions.map(([action, label], place) => ({
        id: -(one.id * 1000 + place),
        pid: one.id,
        type: 'button',
        title: label[locale],
        name: `${one.name}/${action}`,
        path: `${one.name}/${action}`,
        icon: '',
        menu_type: 'tab',
        url: '',
        component: '',
        keepalive: 0,
        extend: 'none',
      }));
    }
    rules.set(one.id, rule);
  }
  const top: SentRule[] = [];
  for (const rule of rules.values()) {
    const above = rules.get(rule.pid);
    if (above) above.children = [...(above.children ?? []), rule];
    else if (rule.pid === 0) top.push(rule);
  }
  return top.filter((rule) => rule.type !== 'menu_dir' || rule.children !== undefined);
}
