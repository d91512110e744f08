import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { systemCaller } from '#server/caller.ts';
import { lockKeysInOrder } from '#server/db/lock-keys-in-order-until-transaction-ends.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { changeRows, changeRowsInBatches } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { moveRows, moveRowsInBatches } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { creditListing } from '../contract/red-or-black-list-entry.ts';
import { creditScoreSelectSql } from './calculate-credit-scores-sql.ts';
import { type CreditSubject, creditSubjects, enterpriseSubject } from './enterprise-or-guide-as-credit-subject.ts';
import { applyFormulaToEvents, findFormulaInForceOn } from './record-and-annul-credit-events.ts';

/**
 * Measures these enterprises or guides, or all, in one statement. What stays the same is not written, nor what was read
 * before the measurement that is stored.
 */
const measure = (db: Queryable, subject: CreditSubject, formula: number, of?: readonly number[]): Promise<unknown> =>
  db.query(sql`insert into ${subject.measurementTable} as r (${subject.key}, score, grade, scored_grade, formula_id, kinds, measured_at)
    select s.*, statement_timestamp() from (${creditScoreSelectSql({ subject, formula, day: shanghaiToday(), ...(of && { of }) })}) s
    on conflict (${subject.key}) do update set score = excluded.score, grade = excluded.grade, scored_grade = excluded.scored_grade,
      formula_id = excluded.formula_id, kinds = excluded.kinds, measured_at = excluded.measured_at
    where r.measured_at <= excluded.measured_at and (r.score, r.grade, r.scored_grade, r.formula_id, r.kinds)
      is distinct from (excluded.score, excluded.grade, excluded.scored_grade, excluded.formula_id, excluded.kinds)`);

const columns = (alias: string, names: readonly string[]): Sql =>
  sql.join(names.map((name) => sql`${sql.raw(alias)}.${sql.id(name)}`));
const measuredColumns = ['score', 'grade', 'scored_grade'];

const isScored = ({ table, key, scoredStates }: CreditSubject): Sql =>
  sql`exists (select from ${table} e where e.id = t.${key} and e.status = any(${[...scoredStates]}::text[]))`;

/** The columns of a score, from whom it is of and from the measurement. */
function measured({ table, key, measurementTable, repeated }: CreditSubject): Record<string, Sql> {
  const measurement = (column: string) =>
    sql`(select m.${sql.id(column)} from ${measurementTable} m where m.${key} = t.${key})`;
  const own = (column: string) => sql`(select e.${sql.id(column)} from ${table} e where e.id = t.${key})`;
  return {
    ...Object.fromEntries(repeated.map((column) => [column, own(column)])),
    ...Object.fromEntries(measuredColumns.map((column) => [column, measurement(column)])),
    changed_on: sql`case when (t.score, t.grade) is distinct from (${measurement('score')}, ${measurement('grade')})
      then ${shanghaiToday()}::date else t.changed_on end`,
  };
}

/** Condition: the score differs from these values. */
const outOfDate = ({ table, key, measurementTable, repeated }: CreditSubject): Sql =>
  sql`t.status <> 'ended' and exists (select from ${measurementTable} m join ${table} e on e.id = m.${key}
    where m.${key} = t.${key} and (${columns('t', measuredColumns)}, ${columns('t', repeated)})
      is distinct from (${columns('m', measuredColumns)}, ${columns('e', repeated)}))`;

/** Enterprises that show another grade than they have. */
const gradeDiffers = sql`exists (select from credit_score s
  where s.enterprise_id = t.id and s.status <> 'ended' and s.grade is distinct from t.credit_grade)`;
const gradeOfEnterprise = sql`(select s.grade from credit_score s where s.enterprise_id = t.id)`;

/** Rows per transaction: few enough that nobody who writes one of them waits. */
const atOnce = 500;

/** Enterprises or guides that are scored and have no score. */
const lacksScore = ({ key, scoreTable, scoredStates }: CreditSubject): Sql =>
  sql`t.status = any(${[...scoredStates]}::text[]) and not exists (select from ${scoreTable} s where s.${key} = t.id)`;

/** Adds a score to those of these that have none. They have been measured, and are locked. */
function addMissing(engine: Engine, tx: Transaction, subject: CreditSubject, of: readonly number[]): Promise<number> {
  const { table, key, scores, measurementTable, repeated } = subject;
  const copied = [...repeated, ...measuredColumns];
  return addRows(
    engine,
    scores,
    systemCaller(),
    {
      columns: ['id', subject.keyName, ...copied, 'changed_on'],
      select: sql`select nextval(pg_get_serial_sequence(${tableOf(scores)}, 'id')), t.id, ${columns('t', copied)}, ${shanghaiToday()}::date
        from (select t.id, ${columns('t', repeated)}, ${columns('m', measuredColumns)}
          from ${table} t join ${measurementTable} m on m.${key} = t.id
          where t.id = any(${[...of]}::bigint[]) and ${lacksScore(subject)} order by t.id) t`,
    },
    tx,
  );
}

/** Adds all scores that are missing, some at a time. Another transaction may be adding one of them. */
async function addAllMissing(engine: Engine, subject: CreditSubject, signal: AbortSignal | undefined): Promise<number> {
  const { table, key, measurementTable, lock } = subject;
  let added = 0;
  for (let more = atOnce; more === atOnce; ) {
    signal?.throwIfAborted();
    more = await engine.db.transaction(async (tx) => {
      const found = await tx.rows<{ id: number }>(sql`select t.id from ${table} t
        where ${lacksScore(subject)} and exists (select from ${measurementTable} m where m.${key} = t.id) order by t.id limit ${atOnce}`);
      const ids = found.map(({ id }) => id);
      await lockKeysInOrder(tx, lock, ids);
      added += await addMissing(engine, tx, subject, ids);
      return ids.length;
    });
  }
  return added;
}

/** Ends and resumes scores as those whose they are do. */
async function followSubjects(engine: Engine, tx: Transaction, subject: CreditSubject, some: Sql): Promise<void> {
  const { scores } = subject;
  const scored = isScored(subject);
  await moveRows(engine, scores, systemCaller(), { move: 'end', where: sql`${some} and not ${scored}` }, tx);
  await moveRows(engine, scores, systemCaller(), { move: 'reopen', where: sql`${some} and ${scored}` }, tx);
}

/** Adds a point to the curve of scores that differ from their last one. */
const addPoints = (db: Queryable, { key, scoreTable, pointTable }: CreditSubject, some: Sql): Promise<unknown> =>
  db.query(sql`insert into ${pointTable} (${key}, day, score, grade)
    select t.${key}, ${shanghaiToday()}::date, t.score, t.grade from ${scoreTable} t
    left join lateral (select p.score, p.grade from ${pointTable} p where p.${key} = t.${key} order by p.day desc limit 1) l on true
    where t.status <> 'ended' and ${some} and (l.score is null or (l.score, l.grade) <> (t.score, t.grade))
    on conflict (${key}, day) do update set score = excluded.score, grade = excluded.grade`);

/** Updates the scores of these enterprises or guides in the transaction of what changed. */
export async function updateCreditScoresOf(
  engine: Engine,
  tx: Transaction,
  subject: CreditSubject,
  of: readonly number[],
): Promise<void> {
  const formula = await findFormulaInForceOn(tx, shanghaiToday());
  if (formula === undefined || of.length === 0) return;
  const ids = [...of];
  const { key, scores } = subject;
  // one after another: whoever measured before the last fact must not store its score after it
  await lockKeysInOrder(tx, subject.lock, ids);
  const some = sql`t.${key} = any(${ids}::bigint[])`;
  await measure(tx, subject, formula, ids);
  await followSubjects(engine, tx, subject, some);
  await addMissing(engine, tx, subject, ids);
  const late = { where: sql`${some} and ${outOfDate(subject)}`, set: measured(subject) };
  await changeRows(engine, scores, systemCaller(), late, tx);
  if (subject === enterpriseSubject) {
    const copy = {
      where: sql`t.id = any(${ids}::bigint[]) and ${gradeDiffers}`,
      set: { credit_grade: gradeOfEnterprise },
    };
    await changeRows(engine, enterprise, systemCaller(), copy, tx);
  }
  await addPoints(tx, subject, some);
}

/** What a computation of all scores did. */
export interface CreditScoreRun {
  readonly added: number;
  readonly changed: number;
}

/**
 * Computes the scores of all enterprises and guides: measured in one statement, and applied in batches where they differ.
 * Before, events get the points of the formula in force.
 */
export async function updateAllCreditScores(
  engine: Engine,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<CreditScoreRun> {
  const { db } = engine;
  const formula = await findFormulaInForceOn(db, shanghaiToday());
  const run = { added: 0, changed: 0 };
  if (formula === undefined) return run;
  for (const subject of creditSubjects) {
    await applyFormulaToEvents(engine, subject, formula);
    signal?.throwIfAborted();
    await measure(db, subject, formula);
    await db.transaction((tx) => followSubjects(engine, tx, subject, sql`true`));
    run.added += await addAllMissing(engine, subject, signal);
    const late = { where: outOfDate(subject), set: measured(subject) };
    run.changed += await changeRowsInBatches(engine, subject.scores, systemCaller(), late);
    signal?.throwIfAborted();
    await addPoints(db, subject, sql`true`);
  }
  await changeRowsInBatches(engine, enterprise, systemCaller(), {
    where: gradeDiffers,
    set: { credit_grade: gradeOfEnterprise },
  });
  return run;
}

/** Ends listings and events whose time is over. Returns their numbers. */
export async function endListingsAndEvents(
  engine: Engine,
): Promise<{ readonly listings: number; readonly events: number }> {
  const today = shanghaiToday();
  const listings = await moveRowsInBatches(engine, creditListing, systemCaller(), {
    move: 'expire',
    where: sql`t.ends_on < ${today}::date`,
    set: { removed_on: sql`${today}::date` },
  });
  let events = 0;
  for (const subject of creditSubjects)
    events += await moveRowsInBatches(engine, subject.events, systemCaller(), {
      move: 'expire',
      where: sql`t.expires_on <= ${today}::date`,
    });
  return { listings, events };
}
