import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { systemCaller } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { whereInForceOn } from '#server/read/condition/version-in-force-sql.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { changeRowsInBatches } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { creditEvent } from '../contract/credit-event.ts';
import type { CreditEventKind } from '../contract/credit-event-kinds-lists-and-grounds.ts';
import { creditFormula } from '../contract/credit-score-formula-version.ts';
import { type CreditSubject, enterpriseSubject } from './enterprise-or-guide-as-credit-subject.ts';

/** The key of the formula in force on a day, as an expression. Null: none is. */
export const formulaInForceOn = (day: string): Sql =>
  sql`(select t.id from credit_formula t where ${whereInForceOn(creditFormula, day)} order by t.effective_from desc, t.id desc limit 1)`;

/** The key of the formula in force on a day (`2026-05-01`); undefined: none is. */
export async function findFormulaInForceOn(db: Queryable, day: string): Promise<number | undefined> {
  const row = await db.row<{ id: number | null }>(sql`select ${formulaInForceOn(day)} as id`);
  return row?.id ?? undefined;
}

/** Points of an event `e` by a rule `r`: rounded half away from zero. */
export const pointsSql: Sql = sql`round(e.share * r.points / 100.0)::int`;
/** The first day on which an event `e` no longer counts by a rule `r`. */
export const expirySql: Sql = sql`(e.happened_on + make_interval(months => r.months))::date`;
/** What no formula counts is on record for a year, without points. */
const withoutRule = sql`(e.happened_on + interval '1 year')::date`;

const collected = text('从业务办理结果自动归集', 'Collected from the business it concerns');

/**
 * Records facts as credit events of one kind. `facts` selects `enterprise_id` (of guides `guide_id`), `source` (`complaint/complaint:7`),
 * `happened_on`, `share` (percent), `title`, `title_en` and `document_no`. A source has one event of the kind at a time;
 * with `daily` one for each day. Points, basis and expiry are those of the formula in force. Returns the number of events.
 */
export function recordCreditEvents(
  engine: Engine,
  tx: Transaction,
  kind: CreditEventKind,
  {
    facts,
    daily = false,
    subject = enterpriseSubject,
  }: { readonly facts: Sql; readonly daily?: boolean; readonly subject?: CreditSubject },
): Promise<number> {
  const { events, eventTable, key, keyName } = subject;
  const recorded = sql`exists (select from ${eventTable} k where k.source = e.source and k.kind = ${kind} and k.status <> 'withdrawn'
    and ${daily ? sql`k.happened_on = e.happened_on` : sql`true`})`;
  return addRows(
    engine,
    events,
    systemCaller(),
    {
      columns: [
        'id',
        keyName,
        'kind',
        'source',
        'happened_on',
        'share',
        'title',
        'title_en',
        'document_no',
        'basis',
        'basis_en',
        'points',
        'expires_on',
      ],
      select: sql`select nextval(pg_get_serial_sequence(${tableOf(events)}, 'id')), e.${key}, ${kind}, e.source, e.happened_on, e.share,
          left(e.title, 200), left(e.title_en, 200), e.document_no, r.basis, r.basis_en, coalesce(${pointsSql}, 0), coalesce(${expirySql}, ${withoutRule})
        from (${facts}) e left join credit_formula_rule r on r.formula_id = ${formulaInForceOn(shanghaiToday())} and r.kind = ${kind}
        where e.${key} is not null and e.happened_on is not null and not ${recorded}`,
      note: collected,
    },
    tx,
  );
}

/**
 * Withdraws the events `t` of these sources (`complaint/complaint:7`), because what they rest on was undone; `which`
 * narrows them further, where a source has several.
 */
export const annulCreditEvents = (
  engine: Engine,
  tx: Transaction,
  sources: readonly string[],
  kinds: readonly CreditEventKind[],
  which: Sql = sql`true`,
): Promise<number[]> =>
  moveRows(
    engine,
    creditEvent,
    systemCaller(),
    {
      move: 'annul',
      where: sql`t.source = any(${[...sources]}::text[]) and t.kind = any(${[...kinds]}::text[]) and t.status in ('counted', 'objected') and ${which}`,
    },
    tx,
  );

/** Gives events that still count the points, basis and expiry of a formula, where they differ. */
export function applyFormulaToEvents(engine: Engine, { events }: CreditSubject, formula: number): Promise<number> {
  const byRule = (value: Sql) =>
    sql`(select ${value} from credit_formula_rule r cross join (select t.share, t.happened_on) e where r.formula_id = ${formula}::bigint and r.kind = t.kind)`;
  return changeRowsInBatches(engine, events, systemCaller(), {
    where: sql`t.status in ('counted', 'objected') and exists (
      select from credit_formula_rule r cross join (select t.share, t.happened_on) e where r.formula_id = ${formula}::bigint and r.kind = t.kind
        and (t.points, t.basis, t.basis_en, t.expires_on) is distinct from (${pointsSql}, r.basis, r.basis_en, ${expirySql}))`,
    set: { points: byRule(pointsSql), basis: byRule(sql`r.basis`), expires_on: byRule(expirySql) },
    english: { basis: byRule(sql`r.basis_en`) },
  });
}
