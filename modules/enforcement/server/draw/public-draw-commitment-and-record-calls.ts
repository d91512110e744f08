import { Readable } from 'node:stream';
import { field } from '#kernel/field/field.ts';
import { merkleRootOfList } from '#kernel/random-draw/draw-inspection-objects-and-officers.ts';
import { type DrawCommitment, pairingModes } from '#kernel/random-draw/draw-record-types.ts';
import { text } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { responseSent } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { enumOf, integer, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';
import type { PublicDrawCommitment, WitnessCodeHandover } from '../../contract/draw/draw-call-answer-types.ts';
import {
  type DrawnKind,
  drawRecordIdOfEnterprise,
  drawRecordIdOfExpert,
  drawRecordIdOfOfficer,
} from '../../contract/draw/format-and-parse-draw-record-ids.ts';
import { tablesOfDrawKind } from './database-tables-of-inspection-or-expert-draw.ts';
import { witnessCodeHandoverWayAnswerSchema } from './witness-code-handover-way-answer-schema.ts';

const texts = {
  notYet: text('该次抽取的记录尚未公布', 'The record of this draw is not yet published'),
  notDrawn: text('该次抽取未进行即已作废，没有结果', 'This draw was voided before it was made: it has no result'),
};

/** Entries of a list sent at a time. */
const chunk = 5000;

interface CommittedDraw {
  readonly [column: string]: unknown;
  readonly kind: DrawnKind;
  readonly id: number;
  readonly status: string;
  readonly drawn: boolean;
  readonly void_reason: string | null;
  readonly commitment: DrawCommitment;
  readonly beacon: string | null;
}

const no = field.identifier(text('抽取编号', 'Number of the draw'), { required: true, max: 20 });

/** What a commitment says of officers; none are drawn with experts. */
const officersOf = {
  enterprise: { pairing: sql`t.pairing`, root: sql`t.officer_root`, count: sql`t.officer_count` },
  expert: { pairing: sql`'none'`, root: sql`${merkleRootOfList(sm3, [])}::text`, count: sql`0` },
} as const;

/** Draws of a kind that are public, by number. */
function committed(kind: DrawnKind, number: string): Sql {
  const { draws, witnesses } = tablesOfDrawKind(kind);
  const officers = officersOf[kind];
  return sql`select ${kind} as kind, t.id, t.status, t.drawn_at is not null as drawn, t.void_reason, t.beacon, json_build_object(
      'format', 'xingjian-draw/1', 'draw_no', t.no, 'count', t.count, 'pairing', ${officers.pairing}, 'object_root', t.object_root,
      'officer_root', ${officers.root}, 'object_count', t.object_count, 'officer_count', ${officers.count},
      'server_seed_hash', t.server_seed_hash, 'witnesses', (select coalesce(json_agg(w.name order by w.weigh, w.id), '[]')
        from ${witnesses} w where w.draw_id = t.id), 'beacon_source', t.beacon_source,
      'published_at', floor(extract(epoch from t.committed_at))::bigint, 'draw_at', floor(extract(epoch from t.draw_at))::bigint) as commitment
    from ${draws} t where compact_identifier(t.no) = compact_identifier(${number}) and t.status in ('committed', 'drawn', 'published', 'void')`;
}

/** A draw that is public, by its number. */
export async function readCommittedDraw(db: Queryable, number: string): Promise<CommittedDraw> {
  const found = await db.row<CommittedDraw>(
    sql`${committed('enterprise', number)} union all ${committed('expert', number)}`,
  );
  if (!found) throw notFound();
  return found;
}

/**
 * How each witness got their code. Officers are numbered in the order of the witnesses, not named; the address it was sent
 * to is not public, not even masked.
 */
const readHandovers = (db: Queryable, kind: DrawnKind, id: number): Promise<readonly WitnessCodeHandover[]> =>
  db.rows<WitnessCodeHandover & { readonly [column: string]: unknown }>(sql`
    select w.name as witness, w.code_way as way, floor(extract(epoch from w.code_at))::float8 as at,
      case when w.code_by is not null then dense_rank() over (order by f.first)::int end as officer,
      floor(extract(epoch from w.entered_at))::float8 as entered_at
    from ${tablesOfDrawKind(kind).witnesses} w left join (
        select code_by, min(id) as first from ${tablesOfDrawKind(kind).witnesses} where draw_id = ${id} group by code_by) f using (code_by)
    where w.draw_id = ${id} order by w.weigh, w.id`);

/** `GET /api/enforcement.draw/commitment?no=`: the commitment, from its publication on. */
export const drawCommitmentCall = call({
  gate: 'none',
  silent: true,
  summary: text('已公布的抽取承诺，含已作废的', 'The published commitment of a draw, void ones included'),
  limit: { perMinute: 60 },
  input: { no },
  answer: object({
    status: string,
    commitment: object({
      format: enumOf('xingjian-draw/1'),
      draw_no: string,
      count: integer,
      pairing: enumOf(...pairingModes),
      object_root: string,
      officer_root: string,
      object_count: integer,
      officer_count: integer,
      server_seed_hash: string,
      witnesses: list(string),
      beacon_source: orNull(string),
      published_at: integer,
      draw_at: integer,
    }),
    void_reason: orNull(string),
    handovers: list(
      object({
        witness: string,
        way: orNull(witnessCodeHandoverWayAnswerSchema),
        at: orNull(integer),
        officer: orNull(integer),
        entered_at: orNull(integer),
      }),
    ),
  }),
  async run({ engine, input }): Promise<PublicDrawCommitment> {
    const { kind, id, status, commitment, void_reason } = await readCommittedDraw(engine.db, input.no);
    return { status, commitment, void_reason, handovers: await readHandovers(engine.db, kind, id) };
  },
});

/**
 * `GET /api/enforcement.draw/record?no=`: the whole record as JSON by docs/formats/draw.md, sent in parts. It names
 * enterprises and officers by ids only.
 */
export const drawRecordCall = call({
  gate: 'none',
  silent: true,
  summary: text(
    '已公布的抽取记录，任何人可据以重新计算',
    'The published record of a draw, from which anybody can draw again',
  ),
  limit: { perMinute: 20 },
  input: { no },
  raw: 'application/json',
  async run({ engine, input, reply }) {
    const found = await readCommittedDraw(engine.db, input.no);
    if (!found.drawn && found.status === 'void') throw new Refused(texts.notDrawn, { data: { reason: 'not_drawn' } });
    if (found.status !== 'published' && found.status !== 'void')
      throw new Refused(texts.notYet, { data: { reason: 'not_published' } });
    reply
      .header('Content-Disposition', `inline; filename="${found.commitment.draw_no}.json"`)
      .header('Cache-Control', 'no-cache');
    await reply.type('application/json; charset=utf-8').send(Readable.from(partsOf(engine.db, found)));
    return responseSent;
  },
});

/** The record in parts, each read when the one before has been sent. */
async function* partsOf(db: Queryable, { kind, id, commitment, beacon }: CommittedDraw): AsyncGenerator<string> {
  const { witnesses, seeds: seedTable } = tablesOfDrawKind(kind);
  const seeds = await db.row<{ server: string; witnesses: string[] }>(sql`
    select max(s.opened) filter (where s.witness_id is null) as server,
      array_agg(s.opened order by w.weigh, w.id) filter (where s.witness_id is not null) as witnesses
    from ${seedTable} s left join ${witnesses} w on w.id = s.witness_id where s.draw_id = ${id}`);
  yield `{"commitment":${JSON.stringify(commitment)},"seeds":${JSON.stringify({ server: seeds?.server, witnesses: seeds?.witnesses, beacon })},"objects":[`;
  yield* kind === 'expert' ? expertParts(db, id) : enterpriseParts(db, id);
  yield ']}';
}

/** Enterprises, officers and results, without the brackets around them. */
async function* enterpriseParts(db: Queryable, id: number): AsyncGenerator<string> {
  yield* listed(
    db,
    (after) => sql`
    select o.enterprise_id as at, json_build_object('id', ${drawRecordIdOfEnterprise(0).slice(0, -1)} || o.enterprise_id, 'risk', o.risk,
      'area', o.area, 'domain', o.domain)::text as entry
    from enforcement_draw_object o where o.draw_id = ${id} and o.enterprise_id > ${after}
    order by o.enterprise_id limit ${chunk}`,
  );
  yield '],"officers":[';
  yield* listed(
    db,
    (after) => sql`
    select f.officer_id as at, json_build_object('id', ${drawRecordIdOfOfficer(0).slice(0, -1)} || f.officer_id, 'area', f.area,
      'domains', f.domains, 'recused', array(select ${drawRecordIdOfEnterprise(0).slice(0, -1)} || r from unnest(f.recused) with ordinality u (r, n) order by n),
      'capacity', f.capacity)::text as entry
    from enforcement_draw_officer f where f.draw_id = ${id} and f.officer_id > ${after} order by f.officer_id limit ${chunk}`,
  );
  yield '],"results":[';
  yield* listed(
    db,
    (after) => sql`
    select r.position as at, json_build_object('object', ${drawRecordIdOfEnterprise(0).slice(0, -1)} || r.enterprise_id, 'officers',
      array(select ${drawRecordIdOfOfficer(0).slice(0, -1)} || o from unnest(r.officers) with ordinality u (o, n) order by n))::text as entry
    from enforcement_draw_result r where r.draw_id = ${id} and r.position > ${after} order by r.position limit ${chunk}`,
  );
}

/** Experts and results: the drawn ones are those with a position. */
async function* expertParts(db: Queryable, id: number): AsyncGenerator<string> {
  const prefix = drawRecordIdOfExpert(0).slice(0, -1);
  yield* listed(
    db,
    (after) => sql`
    select o.expert_id as at, json_build_object('id', ${prefix} || o.expert_id, 'risk', 'A', 'area', o.area, 'domain', o.domain)::text as entry
    from enforcement_expert_draw_object o where o.draw_id = ${id} and o.expert_id > ${after} order by o.expert_id limit ${chunk}`,
  );
  yield '],"officers":[],"results":[';
  yield* listed(
    db,
    (after) => sql`
    select o.position as at, json_build_object('object', ${prefix} || o.expert_id, 'officers', '[]'::json)::text as entry
    from enforcement_expert_draw_object o where o.draw_id = ${id} and o.position > ${after} order by o.position limit ${chunk}`,
  );
}

/** The entries of a list, joined by the database, some thousand at a time. */
async function* listed(db: Queryable, entriesAfter: (after: number) => Sql): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const part = await db.row<{ entries: string | null; last: number | null }>(
      sql`select string_agg(entry, ',' order by at) as entries, max(at)::float8 as last from (${entriesAfter(after)}) e`,
    );
    if (!part?.entries || part.last === null) return;
    yield after === 0 ? part.entries : `,${part.entries}`;
    after = part.last;
  }
}
