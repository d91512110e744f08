import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import {
  boolean,
  integer,
  key,
  list,
  nothing,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import { notFound } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { guideCreditEvent } from '../contract/guide-credit-event.ts';
import {
  guideObjectionFields,
  guideStatementFields,
  type OwnCreditEvent,
  type OwnCreditListing,
  type OwnCreditOfGuide,
} from '../contract/own-credit-of-guide-answer-types.ts';
import { creditListing } from '../contract/red-or-black-list-entry.ts';
import { guideSubject } from './enterprise-or-guide-as-credit-subject.ts';
import { creditScoreExplanationSchema, explainCreditScore } from './explain-credit-score.ts';

const received = text('已提交', 'Submitted');
const mostEvents = 100;
const mostListings = 30;

type Stored<T> = T & { readonly [column: string]: unknown };

const guideOf = ({ id }: Caller): Sql => sql`(select g.id from ${sql.id(tableOf(guide))} g where g.user_id = ${id})`;

const readEvents = (db: Queryable, { caller, whose }: { readonly caller: Caller; readonly whose: number }) =>
  db.rows<Stored<OwnCreditEvent>>(sql`
    select id, kind, ${caller.locale === 'en' ? sql`coalesce(title_en, title)` : sql`title`} as title, coalesce(document_no, '') as document_no,
      happened_on::text, coalesce(points, 0) as points, expires_on::text, status, objection, decision,
      status = 'counted' and objection is null as objectable
    from ${sql.id(tableOf(guideCreditEvent))} where guide_id = ${whose} order by happened_on desc, id desc limit ${mostEvents}`);

const readListings = (db: Queryable, whose: number) =>
  db.rows<Stored<OwnCreditListing>>(sql`
    select id, coalesce(no, '') as no, list, status, reason, basis_authority || ' ' || basis_no as basis, measures, notice_no, statement_until::text, statement, opinion,
      decision_no, starts_on::text, ends_on::text, status = 'noticed' and not heard as awaits_statement
    from ${sql.id(tableOf(creditListing))} where guide_id = ${whose} and subject = 'guide' and status <> 'draft' order by id desc limit ${mostListings}`);

const read = call({
  gate: 'login',
  summary: text('导游本人的信用评分、事项和名单', "A guide's own credit score, events and listings"),
  limit: { perMinute: 120 },
  answer: object({
    guide: orNull(object({ name: string, card_no: string })),
    score: orNull(creditScoreExplanationSchema),
    events: list(
      object({
        id: key,
        kind: string,
        title: string,
        document_no: string,
        happened_on: string,
        points: integer,
        expires_on: orNull(string),
        status: string,
        objection: orNull(string),
        decision: orNull(string),
        objectable: boolean,
      }),
    ),
    listings: list(
      object({
        id: key,
        no: string,
        list: string,
        status: string,
        reason: string,
        basis: string,
        measures: list(string),
        notice_no: orNull(string),
        statement_until: orNull(string),
        statement: orNull(string),
        opinion: orNull(string),
        decision_no: orNull(string),
        starts_on: orNull(string),
        ends_on: orNull(string),
        awaits_statement: boolean,
      }),
    ),
  }),
  async run({ engine: { db }, caller }): Promise<OwnCreditOfGuide> {
    const found = await db.row<{ id: number; name: string; card_no: string }>(
      sql`select g.id, g.name, g.card_no from ${sql.id(tableOf(guide))} g where g.user_id = ${caller.id}`,
    );
    if (!found) return { guide: null, score: null, events: [], listings: [] };
    const { id: whose, name, card_no } = found;
    const [score, events, listings] = await Promise.all([
      explainCreditScore(db, guideSubject, { where: sql`t.guide_id = ${whose}`, locale: caller.locale }),
      readEvents(db, { caller, whose }),
      readListings(db, whose),
    ]);
    return { guide: { name, card_no }, score, events, listings };
  },
});

interface OwnMove {
  readonly resource: typeof guideCreditEvent | typeof creditListing;
  readonly move: string;
  readonly id: number;
  readonly input: Readonly<Record<string, unknown>>;
  /** Files that the guide uploaded, by field. */
  readonly files?: Readonly<Record<string, readonly string[]>>;
}

/** Makes a move of a row about the calling guide, in their name. Rows about others are not found, nor is a draft. */
async function moveOwn(
  { engine, caller }: { readonly engine: Engine; readonly caller: Caller },
  { resource, move, id, input, files }: OwnMove,
): Promise<Answer> {
  await engine.db.transaction(async (tx) => {
    const own = await tx.row(
      sql`select id from ${sql.id(tableOf(resource))} where id = ${id} and guide_id = ${guideOf(caller)} and status <> 'draft' for update`,
    );
    if (!own) throw notFound();
    const attached = files ? { set: files, filesOf: { type: 'member', id: caller.id } as const } : {};
    const request = { operation: 'move', move, id, input, unread: true, unseen: true, ...attached } as const;
    await write(engine, resource, onBehalfOf(caller), request, tx);
  });
  return new Answer(null, received[caller.locale]);
}

const ofRow = (label: ReturnType<typeof text>) => ({ id: field.integer(label, { required: true, min: 1 }) });

const object_ = call({
  gate: 'login',
  methods: ['POST'],
  title: text('导游对信用事项提出异议', 'Guide: object to a credit event'),
  summary: text('导游对本人的信用事项提出异议，仅一次', 'A guide objects to a credit event about them, once'),
  limit: { perMinute: 10 },
  inputFrom: 'body',
  input: { ...ofRow(text('信用事项', 'Credit event')), ...guideObjectionFields },
  answer: nothing,
  run: (made) => {
    const { id, objection, objection_files } = made.input;
    const files = { objection_files: objection_files ?? [] };
    return moveOwn(made, { resource: guideCreditEvent, move: 'object', id, input: { objection }, files });
  },
});

const listingRow = ofRow(text('信用名单', 'Credit listing'));

const state = call({
  gate: 'login',
  methods: ['POST'],
  title: text('导游陈述申辩', 'Guide: state the case'),
  summary: text('导游对拟列入信用名单陈述申辩', 'A guide states their case before a listing'),
  limit: { perMinute: 10 },
  inputFrom: 'body',
  input: { ...listingRow, ...guideStatementFields },
  answer: nothing,
  run: (made) => {
    const { id, statement, statement_files } = made.input;
    const files = { statement_files: statement_files ?? [] };
    return moveOwn(made, { resource: creditListing, move: 'state', id, input: { statement }, files });
  },
});

const waive = call({
  gate: 'login',
  methods: ['POST'],
  title: text('导游放弃陈述申辩', 'Guide: waive the statement'),
  summary: text('导游放弃对拟列入信用名单的陈述申辩', 'A guide waives their statement before a listing'),
  limit: { perMinute: 10 },
  inputFrom: 'body',
  input: listingRow,
  answer: nothing,
  run: (made) => moveOwn(made, { resource: creditListing, move: 'waive', id: made.input.id, input: {} }),
});

/** What a guide reads and says about their own credit. */
export const ownCreditOfGuideController: Controller = {
  app: 'api',
  name: 'credit.own',
  actions: { read, object: object_, state, waive },
};
