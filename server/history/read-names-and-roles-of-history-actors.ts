import { roleInRowLabels } from '#kernel/access/member-rights-by-role.ts';
import { peopleResourceOf } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import { memberRoleNames } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { type Caller, systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** Name and role of a person in history. */
export interface NamedActor {
  readonly name: string;
  readonly role: string;
}

const texts = {
  system: text('系统', 'System'),
  platform: text('平台自动办理', 'handled automatically by the platform'),
  public: text('社会公众', 'A member of the public'),
  formerly: text('会员', 'member'),
  authority: text('主管部门', 'Competent authority'),
};

interface Actor {
  readonly kind: string;
  readonly actor_type: string;
  readonly actor_id: number | null;
  readonly actor_name: string;
}

interface Row {
  readonly [column: string]: unknown;
  id: number;
  username?: string;
  name: string;
  role: string | null;
}

/** Names the actors of a page with two statements, however many there are. */
export async function readNamesAndRolesOfActors(
  { db, find }: Pick<Engine, 'db' | 'find'>,
  resource: AnyResource,
  caller: Caller,
  row: number,
  actors: readonly Actor[],
): Promise<(actor: Actor) => NamedActor> {
  const keys = (type: string) => [
    ...new Set(actors.flatMap((one) => (one.actor_type === type && one.actor_id ? [one.actor_id] : []))),
  ];
  // consequences of somebody's act are recorded under their key and account, without saying whether they are an officer
  // or a member
  const [officers, members] = [
    [...(caller.type === 'member' ? [] : keys('admin')), ...keys('system')],
    [...keys('member'), ...keys('system')],
  ];
  const people = peopleResourceOf(resource, find);
  const held = people && people === find(resource.people ?? '') ? people : undefined;
  const [named, holding] = await Promise.all([
    officers.length === 0
      ? []
      : db.rows<Row>(sql`select a.id, a.username, coalesce(nullif(a.nickname, ''), a.username) as name,
          coalesce(d.name, (select string_agg(g.name, '、' order by g.id) from auth_group g where g.id = any(a.group_arr))) as role
        from auth_admin a left join auth_department d on d.id = a.department_id where a.id = any(${officers}::bigint[])`),
    members.length === 0
      ? []
      : db.rows<Row>(
          sql`select m.id, m.username, coalesce(nullif(m.nickname, ''), m.username) as name, ${
            held
              ? sql`(select p.role from ${sql.id(tableOf(held))} p where p.user_id = m.id and p.${sql.id(held.partOf as string)} = ${row} order by p.id desc limit 1)`
              : sql`null::text`
          } as role from member m where m.id = any(${members}::bigint[])`,
        ),
  ]);
  const byKey = new Map<string, Row>([
    ...named.map((one) => [`admin ${one.id}`, one] as const),
    ...holding.map((one) => [`member ${one.id}`, one] as const),
  ]);
  const textOf = (one: Text) => one[caller.locale];
  const personOf = (type: string, id: number | null, name: string): NamedActor => {
    const found = byKey.get(`${type} ${id ?? 0}`);
    const role = memberRoleNames.find((one) => one === found?.role);
    const as = type === 'member' ? textOf(role ? roleInRowLabels[role] : texts.formerly) : (found?.role ?? '');
    return { name: found?.name ?? name, role: as };
  };
  return ({ kind, actor_type, actor_id, actor_name }) => {
    if (actor_type !== 'system') return personOf(actor_type, actor_id, actor_name);
    if (actor_name === systemCaller().name || kind === 'message' || kind === 'notice')
      return { name: textOf(texts.system), role: textOf(texts.platform) };
    // somebody without an account: a person who objected to a public notice, or a tourist who called for help
    if (actor_name === '') return { name: textOf(texts.public), role: '' };
    const because = ['admin', 'member'].find((type) => byKey.get(`${type} ${actor_id ?? 0}`)?.username === actor_name);
    // members see officers as the authority; of an account renamed since, only the key is recorded
    const officers = because === 'admin' || (because === undefined && byKey.has(`admin ${actor_id ?? 0}`));
    if (officers && caller.type === 'member') return { name: textOf(texts.authority), role: '' };
    return because ? personOf(because, actor_id, actor_name) : { name: actor_name, role: '' };
  };
}
