import { commentGrace } from '#kernel/comment.ts';
import { isPartOfSeveral, parentOf } from '#kernel/part.ts';
import { type AnyResource, tableOf } from '#kernel/resource.ts';
import { type Caller, can } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { maySee } from '#server/read/row-in-sight.ts';
import { scopeOf } from '#server/read/scope.ts';
import { shownColumn } from '#server/read/shown.ts';

/** A line of the story as it is read: `data` is what the kind of line has of its own. */
export interface StoryLine {
  readonly [column: string]: unknown;
  readonly kind: 'change' | 'part' | 'comment' | 'message' | 'notice' | 'reveal';
  readonly rank: number;
  readonly id: number;
  /** Microseconds since 1970. */
  readonly at: number;
  readonly actor_type: string;
  readonly actor_id: number | null;
  readonly actor_name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Where a page of the story ended: `<microseconds>.<rank>.<id>`, as {@link placeOf} writes it. */
export const placeOf = ({ at, rank, id }: StoryLine): string => `${at}.${rank}.${id}`;

interface Place {
  readonly at: Sql;
  readonly rank: number;
  readonly id: number;
}

function readPlace(written: unknown): Place | undefined {
  const [, at, rank, id] = (typeof written === 'string' && /^(\d{1,16})\.(\d)\.(\d{1,15})$/.exec(written)) || [];
  if (at === undefined) return undefined;
  return {
    at: sql`('epoch'::timestamptz + ${at}::bigint * interval '1 microsecond')`,
    rank: Number(rank),
    id: Number(id),
  };
}

/** One source of lines: its rank among what happened at one moment, and its select of all columns of a {@link StoryLine}. */
type Source = (before: (rank: number, at: Sql, id: Sql) => Sql, last: Sql) => Sql;

const micros = (at: Sql) => sql`(extract(epoch from ${at}) * 1000000)::bigint`;

/** Everything that happened to a row and around it, the newest first: what this caller may know of, from a place on. */
export function readStory(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  id: number,
  from: unknown,
  limit: number,
): Promise<StoryLine[]> {
  const place = readPlace(from);
  const before = (rank: number, at: Sql, key: Sql): Sql =>
    place ? sql`(${at}, ${rank}::int, ${key}) < (${place.at}, ${place.rank}::int, ${place.id}::bigint)` : sql`true`;
  const last = sql.raw(`limit ${limit}`);
  const sources = [ofChanges, ofComments, ...(caller.type === 'member' ? [] : officersSources)].flatMap((source) =>
    source(engine, resource, caller, id),
  );
  const parts = sources.map((source) => sql`(${source(before, last)})`);
  return engine.db.rows<StoryLine>(
    sql`select * from (${sql.join(parts, ' union all ')}) s order by s.at desc, s.rank desc, s.id desc ${last}`,
  );
}

type SourcesOf = (engine: Engine, resource: AnyResource, caller: Caller, id: number) => Source[];

const changeData = sql.raw(
  `jsonb_build_object('action', h.action, 'move', h.move, 'from', h.from_status, 'to', h.to_status, 'note', h.note, 'changes', h.changes)`,
);

const ofChanges: SourcesOf = (_engine, resource, _caller, id) => [
  (
    before,
    last,
  ) => sql`select 'change' as kind, 5 as rank, h.id, ${micros(sql`h.createtime`)} as at, h.actor_type, h.actor_id, h.actor_name, ${changeData} as data
    from history h where h.resource = ${resource.name} and h.row_id = ${id} and ${before(5, sql`h.createtime`, sql`h.id`)}
    order by h.createtime desc, h.id desc ${last}`,
];

/** Rows that are part of this one, each resource its own source; what was deleted is told by nobody any more. */
const ofParts: SourcesOf = ({ resources, find }, resource, caller, id) =>
  resources
    .filter(
      (one) =>
        one.scope === 'parent' && !isPartOfSeveral(one) && parentOf(one, find) === resource && maySee(one, caller),
    )
    .map((one) => (before, last) => {
      const title = one.fields[one.title];
      const scope = scopeOf(one, caller, find);
      return sql`select 'part' as kind, 4 as rank, h.id, ${micros(sql`h.createtime`)} as at, h.actor_type, h.actor_id, h.actor_name,
          ${changeData} || jsonb_build_object('of', ${one.name}::text, 'row', t.id, 'title', ${sql.raw(title ? shownColumn(one.title, title) : 'null')}::text) as data
        from ${sql.id(tableOf(one))} t join history h on h.resource = ${one.name} and h.row_id = t.id
        where t.${sql.id(one.partOf as string)} = ${id}${scope ? sql` and ${scope}` : sql.empty} and ${before(4, sql`h.createtime`, sql`h.id`)}
        order by h.createtime desc, h.id desc ${last}`;
    });

/** Officers' are officers' alone, and members' members'. What was withdrawn at once was never said. */
const ofComments: SourcesOf = (_engine, resource, caller, id) => [
  (
    before,
    last,
  ) => sql`select 'comment' as kind, 3 as rank, c.id, ${micros(sql`c.createtime`)} as at, ${caller.type}::text as actor_type,
      coalesce(c.admin_id, c.user_id) as actor_id, c.author as actor_name,
      jsonb_build_object('content', case when c.withdrawn_at is null then c.content end, 'edited', c.edited_at is not null,
        'withdrawn', c.withdrawn_at is not null, 'mine', coalesce(c.admin_id, c.user_id) = ${caller.id}::bigint) as data
    from message_comment c where c.resource = ${resource.name} and c.row_id = ${id}
      and ${caller.type === 'member' ? sql`c.user_id is not null` : sql`c.admin_id is not null`}
      and (c.withdrawn_at is null or c.withdrawn_at >= c.createtime + make_interval(secs => ${commentGrace}))
      and ${before(3, sql`c.createtime`, sql`c.id`)}
    order by c.createtime desc, c.id desc ${last}`,
];

/** Which messages went to whom, not what they said: that stands in their queue, for who may read it. */
const ofQueue =
  (table: 'message_sms' | 'message_email', address: 'mobile' | 'email', rank: number): SourcesOf =>
  (_engine, resource, _caller, id) => [
    (
      before,
      last,
    ) => sql`select 'message' as kind, ${rank}::int as rank, m.id, ${micros(sql`m.createtime`)} as at, 'system' as actor_type, null::bigint as actor_id, '' as actor_name,
        jsonb_build_object('by', ${address}::text, 'template', m.template_code, 'to', m.${sql.id(address)}, 'state', m.status) as data
      from ${sql.id(table)} m where m.resource = ${resource.name} and m.row_id = ${id} and ${before(rank, sql`m.createtime`, sql`m.id`)}
      order by m.createtime desc, m.id desc ${last}`,
  ];

const callsAlone: readonly string[] = ['comment_mentioned', 'row_assigned'];

/** What was told to several at once is one line. What calls somebody to another line of the story is none. */
const ofNotices: SourcesOf = (_engine, resource, _caller, id) => [
  (
    before,
    last,
  ) => sql`select 'notice' as kind, 0 as rank, min(n.id) as id, ${micros(sql`n.createtime`)} as at, 'system' as actor_type, null::bigint as actor_id, '' as actor_name,
      jsonb_build_object('sort', n.kind, 'label', n.label, 'label_en', n.label_en, 'people', count(*), 'read', count(n.read_at), 'signed', count(n.signed_at)) as data
    from message_notice n where n.resource = ${resource.name} and n.row_id = ${id} and n.template_code <> all(${callsAlone}::text[])
    group by n.createtime, n.kind, n.label, n.label_en having ${before(0, sql`n.createtime`, sql`min(n.id)`)}
    order by n.createtime desc, min(n.id) desc ${last}`,
];

/** Looks at personal data in plain, as far as their log is the caller's to read. */
const ofReveals: SourcesOf = (_engine, resource, caller, id) =>
  can(caller, 'security/revealLog/index')
    ? [
        (
          before,
          last,
        ) => sql`select 'reveal' as kind, 6 as rank, l.id, ${micros(sql`l.createtime`)} as at, 'admin' as actor_type, l.admin_id as actor_id, l.username as actor_name,
            jsonb_build_object('fields', l.fields, 'reason', l.reason) as data
          from reveal_log l where l.resource = ${resource.name} and l.row_id = ${id}
            ${caller.super || caller.type === 'system' ? sql.empty : sql`and l.admin_id = ${caller.id}`} and ${before(6, sql`l.createtime`, sql`l.id`)}
          order by l.createtime desc, l.id desc ${last}`,
      ]
    : [];

const officersSources: readonly SourcesOf[] = [
  ofParts,
  ofQueue('message_sms', 'mobile', 2),
  ofQueue('message_email', 'email', 1),
  ofNotices,
  ofReveals,
];
