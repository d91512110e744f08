import { hashText } from '#kernel/evidence-chain/hash-chain-entry.ts';
import { text } from '#kernel/text/text.ts';
import { canonicalJson } from '#kernel/wire/canonical-json.ts';
import { publicAddressOrHost } from '#modules/document/contract/settings-required-to-issue-documents.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import {
  boolean,
  enumOf,
  integer,
  key,
  list,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { isDeliverable } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';
import type { DrawCeremonyAnswer, LapsedPerson } from '../../contract/draw/draw-call-answer-types.ts';
import type { DrawnKind } from '../../contract/draw/format-and-parse-draw-record-ids.ts';
import { drawVerificationPage } from '../../contract/draw/path-and-title-of-draw-verification-page.ts';
import { resourcesOfDrawKind, tablesOfDrawKind } from './database-tables-of-inspection-or-expert-draw.ts';
import { readCommittedDraw } from './public-draw-commitment-and-record-calls.ts';
import { witnessCodeHandoverWayAnswerSchema } from './witness-code-handover-way-answer-schema.ts';

type Columns = { readonly [column: string]: unknown };

/** What a kind of draw has in columns of its own. */
const columns = {
  enterprise: {
    name: sql`t.name`,
    plan: sql`(select p.name from enforcement_plan p where p.id = t.plan_id)`,
    pairing: sql`t.pairing`,
    officers: sql`t.officer_count`,
    officerRoot: sql`t.officer_root`,
  },
  expert: {
    name: sql`t.matter`,
    plan: sql`null::text`,
    pairing: sql`'none'`,
    officers: sql`null::int`,
    officerRoot: sql`null::text`,
  },
} as const;

const moment = (column: string): Sql =>
  sql`floor(extract(epoch from ${sql.raw(column)}))::float8 as ${sql.raw(column.slice(2))}`;

const today = sql`(now() at time zone 'Asia/Shanghai')::date`;

/**
 * Those of a frozen list who could not be listed any more: their certificate or term has ended, or they were suspended.
 * The list is fixed, so that they may still be drawn.
 */
const lapsedOf = {
  enterprise: (id: number) => sql`
    select l.name, case when l.cert_valid_to < ${today} then l.cert_valid_to::text end as until
    from enforcement_draw_officer f join library_officer l on l.id = f.officer_id
    where f.draw_id = ${id} and not exists (select from library_eligible_officer e where e.id = l.id) order by l.name, l.id`,
  expert: (id: number) => sql`
    select x.name, case when x.valid_to < ${today} then x.valid_to::text end as until
    from enforcement_expert_draw_object o join library_expert x on x.id = o.expert_id
    where o.draw_id = ${id} and not exists (select from library_eligible_expert e where e.id = x.id) order by x.name, x.id`,
} as const;

export const readLapsedPersons = (db: Queryable, kind: DrawnKind, id: number): Promise<readonly LapsedPerson[]> =>
  db.rows<LapsedPerson & Columns>(lapsedOf[kind](id));

const answer = object({
  kind: enumOf('enterprise', 'expert'),
  id: key,
  no: orNull(string),
  name: string,
  plan: orNull(string),
  status: string,
  count: integer,
  pairing: enumOf('local', 'crossed', 'none'),
  object_count: orNull(integer),
  officer_count: orNull(integer),
  object_root: orNull(string),
  officer_root: orNull(string),
  server_seed_hash: orNull(string),
  beacon_source: orNull(string),
  beacon: orNull(string),
  result_hash: orNull(string),
  committed_at: orNull(integer),
  draw_at: integer,
  drawn_at: orNull(integer),
  published_at: orNull(integer),
  void_reason: orNull(string),
  witnesses: list(
    object({
      id: key,
      name: string,
      code_way: orNull(witnessCodeHandoverWayAnswerSchema),
      code_to: orNull(string),
      code_at: orNull(integer),
      can_send: boolean,
      entered_at: orNull(integer),
    }),
  ),
  lapsed: list(object({ name: string, until: orNull(string) })),
  commitment_hash: orNull(string),
  verify_address: orNull(string),
  now: integer,
});

/** `GET ceremony`: commitment, witnesses and progress of a draw, for its page and for the hall. */
export const drawCeremonyProgressCall = (kind: DrawnKind) =>
  call({
    gate: 'rule',
    node: `${resourcesOfDrawKind[kind].draw.name}/index`,
    silent: true,
    summary: text('抽取现场：承诺、见证人与进度', 'The draw in the hall: commitment, witnesses and progress'),
    limit: { perMinute: 240 },
    input: { id: rowKeyInput(text('抽取编号', 'Draw ID')) },
    answer,
    async run({ engine, caller, input, request }): Promise<DrawCeremonyAnswer> {
      const scope = scopeOf(resourcesOfDrawKind[kind].draw, caller, engine.find);
      const { draws, witnesses } = tablesOfDrawKind(kind);
      const { name, plan, pairing, officers, officerRoot } = columns[kind];
      const found = await engine.db.row<
        Omit<DrawCeremonyAnswer, 'commitment_hash' | 'verify_address' | 'lapsed'> & Columns
      >(sql`
        select ${kind} as kind, t.id, t.no, ${name} as name, ${plan} as plan, t.status, t.count, ${pairing} as pairing, t.object_count,
          ${officers} as officer_count, t.object_root, ${officerRoot} as officer_root, t.server_seed_hash, t.beacon_source, t.beacon, t.result_hash,
          ${moment('t.committed_at')}, ${moment('t.draw_at')}, ${moment('t.drawn_at')}, ${moment('t.published_at')}, t.void_reason,
          floor(extract(epoch from now()))::float8 as now,
          (select coalesce(json_agg(json_build_object('id', w.id, 'name', w.name, 'code_way', w.code_way, 'code_to', w.code_to,
              'code_at', floor(extract(epoch from w.code_at)),
              'can_send', (w.email is not null and ${isDeliverable(engine, 'email')}) or (w.mobile is not null and ${isDeliverable(engine, 'mobile')}),
              'entered_at', floor(extract(epoch from w.entered_at))) order by w.weigh, w.id), '[]')
            from ${witnesses} w where w.draw_id = t.id) as witnesses
        from ${draws} t where t.id = ${input.id}${scope ? sql` and ${scope}` : sql.empty}`);
      if (!found) throw notFound();
      const committed = found.no && (await readCommittedDraw(engine.db, found.no));
      return {
        ...found,
        lapsed: found.status === 'committed' ? await readLapsedPersons(engine.db, kind, found.id) : [],
        commitment_hash: committed ? hashText(sm3, canonicalJson(committed.commitment)) : null,
        verify_address:
          found.status === 'published' && found.no
            ? `${publicAddressOrHost(engine.settings, request)}${drawVerificationPage.path.replace(':no?', found.no)}`
            : null,
      };
    },
  });
