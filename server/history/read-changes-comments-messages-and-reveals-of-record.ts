import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { childListsOf, parentReferenceFieldOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { commentEditSeconds } from '#kernel/resource/comment-limits-and-rows-open-to-comments.ts';
import { hasSeveralParents, parentOf } from '#kernel/resource/parent-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Caller, can } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { mayActOnChildRows } from '#server/read/field/child-list-permissions-and-columns.ts';
import { headingColumn } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { mayReadResource } from '#server/read/row/read-row-title-and-status-if-visible.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';

/** An entry of history as read from the database; `data` depends on its kind. */
export interface HistoryLine {
  readonly [column: string]: unknown;
  readonly kind: 'change' | 'part' | 'comment' | 'message' | 'notice' | 'reveal';
  readonly rank: number;
  readonly id: number;
  /** Microseconds since 1970. */
  readonly at: number;
  readonly actor_type: string;
  readonly actor_id: number | null;
  readonly actor_name: string;
  /** The transaction that wrote it, shared with the change it belongs to. Null for entries older than this column. */
  readonly tx: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Where a page of history ended: `<microseconds>.<rank>.<id>`. */
export const pagePositionOf = ({ at, rank, id }: HistoryLine): string => `${at}.${rank}.${id}`;

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

/**
 * A source of entries: its rank among simultaneous entries, and its select with all columns of a {@link HistoryLine}.
 */
type Source = (before: (rank: number, at: Sql, id: Sql) => Sql, last: Sql) => Sql;

const micros = (at: Sql) => sql`(extract(epoch from ${at}) * 1000000)::bigint`;

/** A resource with the fields that the reader may see in the given row. */
export type VisibilityInRow = (resource: AnyResource) => AnyResource;

/** Reads what happened to a row and around it, newest first, from a place on, as far as the caller may see it. */
export function readChangesCommentsMessagesAndReveals(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  know: VisibilityInRow,
  id: number,
  from: unknown,
  limit: number,
): Promise<HistoryLine[]> {
  const place = readPlace(from);
  const before = (rank: number, at: Sql, key: Sql): Sql =>
    place ? sql`(${at}, ${rank}::int, ${key}) < (${place.at}, ${place.rank}::int, ${place.id}::bigint)` : sql`true`;
  const last = sql.raw(`limit ${limit}`);
  const rows = { engine, resource, caller, know, id };
  const sources = [ofChanges, ofParts, ofComments, ...(caller.type === 'member' ? [] : officersSources)].flatMap(
    (source) => source(rows),
  );
  const parts = sources.map((source) => sql`(${source(before, last)})`);
  return engine.db.rows<HistoryLine>(
    sql`select * from (${sql.join(parts, ' union all ')}) s order by s.at desc, s.rank desc, s.id desc ${last}`,
  );
}

/** The row whose history is read, and the reader. */
interface HistoryQuery {
  readonly engine: Engine;
  readonly resource: AnyResource;
  readonly caller: Caller;
  readonly know: VisibilityInRow;
  readonly id: number;
}

type SourcesOf = (query: HistoryQuery) => Source[];

const changeDataOf = (note: string) =>
  sql.raw(
    `jsonb_build_object('action', h.action, 'move', h.move, 'from', h.from_status, 'to', h.to_status, 'note', ${note}, 'changes', h.changes)`,
  );
const changeDataIn = { 'zh-cn': changeDataOf('h.note'), en: changeDataOf('coalesce(h.note_en, h.note)') };

/** Evidence of the move `h`, for resources with moves that ask for it. */
const evidenceIn = ({ life }: AnyResource): Sql =>
  Object.values<Move>(life?.moves ?? {}).some(({ evidence }) => evidence)
    ? sql` || jsonb_build_object('evidence', (select jsonb_build_object('files', v.files, 'place', v.place,
        'device_time', extract(epoch from v.device_time)::bigint, 'signatures', v.signatures) from move_evidence v where v.history_id = h.id))`
    : sql.empty;

const ofChanges: SourcesOf = ({ resource, caller, id }) => [
  (
    before,
    last,
  ) => sql`select 'change' as kind, 5 as rank, h.id, ${micros(sql`h.createtime`)} as at, h.actor_type, h.actor_id, h.actor_name, h.tx::text as tx, ${changeDataIn[caller.locale]}${evidenceIn(resource)} as data
    from history h where h.resource = ${resource.name} and h.row_id = ${id} and ${before(5, sql`h.createtime`, sql`h.id`)}
    order by h.createtime desc, h.id desc ${last}`,
];

/** Child rows of the row: their resource, and the condition for them on alias `t`. */
interface Part {
  readonly of: AnyResource;
  readonly where: Sql;
}

/**
 * The child rows in the lists of rows given by their keys, and in lists within those. Everybody who sees the record
 * sees them.
 */
function listedIn(query: HistoryQuery, resource: AnyResource, keys: Sql): Part[] {
  const { engine, caller, know } = query;
  return childListsOf(know(resource)).flatMap(([, one]) => {
    const child = resourceOfChildList(one, engine.find);
    if (one.privacy === 'hidden' || !mayActOnChildRows(child, caller, 'index', engine.find)) return [];
    const where = sql`t.${sql.id(parentReferenceFieldOf(child))} in (${keys})`;
    const own = sql`select t.id from ${sql.id(tableOf(child))} t where ${where}`;
    return [{ of: child, where }, ...listedIn(query, child, own)];
  });
}

/** Other child rows that officers may see, by their own nodes and scope. */
function otherPartsOf(
  { engine: { resources, find }, resource, caller, id }: HistoryQuery,
  listed: readonly Part[],
): Part[] {
  if (caller.type === 'member') return [];
  const isPart = (one: AnyResource) =>
    one.scope === 'parent' &&
    !hasSeveralParents(one) &&
    parentOf(one, find) === resource &&
    mayReadResource(one, caller);
  return resources
    .filter((one) => isPart(one) && !listed.some(({ of }) => of === one))
    .map((one) => {
      const scope = scopeOf(one, caller, find);
      return {
        of: one,
        where: sql`t.${sql.id(parentReferenceFieldOf(one))} = ${id}${scope ? sql` and ${scope}` : sql.empty}`,
      };
    });
}

/** Changes of child rows, one source per resource. Deleted child rows are left out. */
const ofParts: SourcesOf = (query) => {
  const listed = listedIn(query, query.resource, sql`${query.id}::bigint`);
  return [...listed, ...otherPartsOf(query, listed)].map(({ of, where }) => (before, last) => {
    return sql`select 'part' as kind, 4 as rank, h.id, ${micros(sql`h.createtime`)} as at, h.actor_type, h.actor_id, h.actor_name, h.tx::text as tx,
          ${changeDataIn[query.caller.locale]}${evidenceIn(of)} || jsonb_build_object('of', ${of.name}::text, 'row', t.id, 'title', ${headingColumn(of, query.engine.find, query.caller.locale)}::text) as data
        from ${sql.id(tableOf(of))} t join history h on h.resource = ${of.name} and h.row_id = t.id
        where ${where} and ${before(4, sql`h.createtime`, sql`h.id`)}
        order by h.createtime desc, h.id desc ${last}`;
  });
};

/** Comments: officers see those of officers, members those of members. Comments withdrawn at once are left out. */
const ofComments: SourcesOf = ({ resource, caller, id }) => [
  (
    before,
    last,
  ) => sql`select 'comment' as kind, 3 as rank, c.id, ${micros(sql`c.createtime`)} as at, ${caller.type}::text as actor_type,
      coalesce(c.admin_id, c.user_id) as actor_id, c.author as actor_name, null::text as tx,
      jsonb_build_object('content', case when c.withdrawn_at is null then c.content end, 'edited', c.edited_at is not null,
        'withdrawn', c.withdrawn_at is not null, 'mine', coalesce(c.admin_id, c.user_id) = ${caller.id}::bigint) as data
    from message_comment c where c.resource = ${resource.name} and c.row_id = ${id}
      and ${caller.type === 'member' ? sql`c.user_id is not null` : sql`c.admin_id is not null`}
      and (c.withdrawn_at is null or c.withdrawn_at >= c.createtime + make_interval(secs => ${commentEditSeconds}))
      and ${before(3, sql`c.createtime`, sql`c.id`)}
    order by c.createtime desc, c.id desc ${last}`,
];

/** Messages and their recipients, without content: that is in the queue, for those who may read it. */
const ofQueue =
  (table: 'message_sms' | 'message_email', address: 'mobile' | 'email', rank: number): SourcesOf =>
  ({ resource, id }) => [
    (
      before,
      last,
    ) => sql`select 'message' as kind, ${rank}::int as rank, m.id, ${micros(sql`m.createtime`)} as at, 'system' as actor_type, null::bigint as actor_id, '' as actor_name, m.tx::text as tx,
        jsonb_build_object('by', ${address}::text, 'template', m.template_code, 'to', m.${sql.id(address)}, 'state', m.status) as data
      from ${sql.id(table)} m where m.resource = ${resource.name} and m.row_id = ${id} and ${before(rank, sql`m.createtime`, sql`m.id`)}
      order by m.createtime desc, m.id desc ${last}`,
  ];

const callsAlone: readonly string[] = ['comment_mentioned', 'row_assigned'];

/**
 * Notices. A notice to several recipients is one entry. Notices that only point to another entry of this history are
 * left out.
 */
const ofNotices: SourcesOf = ({ resource, id }) => [
  (
    before,
    last,
  ) => sql`select 'notice' as kind, 0 as rank, min(n.id) as id, ${micros(sql`n.createtime`)} as at, 'system' as actor_type, null::bigint as actor_id, '' as actor_name, n.tx::text as tx,
      jsonb_build_object('sort', n.kind, 'label', n.label, 'label_en', n.label_en, 'people', count(*), 'read', count(n.read_at), 'signed', count(n.signed_at)) as data
    from message_notice n where n.resource = ${resource.name} and n.row_id = ${id} and n.template_code <> all(${callsAlone}::text[])
    group by n.createtime, n.tx, n.kind, n.label, n.label_en having ${before(0, sql`n.createtime`, sql`min(n.id)`)}
    order by n.createtime desc, min(n.id) desc ${last}`,
];

/** Accesses to personal data in plain, as far as the caller may read their log. */
const ofReveals: SourcesOf = ({ resource, caller, id }) =>
  can(caller, 'security/revealLog/index')
    ? [
        (
          before,
          last,
        ) => sql`select 'reveal' as kind, 6 as rank, l.id, ${micros(sql`l.createtime`)} as at, 'admin' as actor_type, l.admin_id as actor_id, l.username as actor_name, null::text as tx,
            jsonb_build_object('fields', l.fields, 'reason', l.reason) as data
          from reveal_log l where l.resource = ${resource.name} and l.row_id = ${id}
            ${caller.super || caller.type === 'system' ? sql.empty : sql`and l.admin_id = ${caller.id}`} and ${before(6, sql`l.createtime`, sql`l.id`)}
          order by l.createtime desc, l.id desc ${last}`,
      ]
    : [];

const officersSources: readonly SourcesOf[] = [
  ofQueue('message_sms', 'mobile', 2),
  ofQueue('message_email', 'email', 1),
  ofNotices,
  ofReveals,
];
