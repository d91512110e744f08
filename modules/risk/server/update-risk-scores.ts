import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { systemCaller } from '#server/caller.ts';
import { lockKeysInOrder } from '#server/db/lock-keys-in-order-until-transaction-ends.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { riskOverrideExpiredMessage } from '../contract/message-about-expired-risk-override.ts';
import { riskScore } from '../contract/risk-score.ts';
import { scoredEnterpriseStates } from '../contract/risk-score-components-and-limits.ts';
import { backfillRiskScoresOfPastMonths } from './backfill-risk-scores-of-past-months.ts';
import { computeRiskScoresSql, findRiskWeightsInForceOn } from './compute-risk-scores-from-contributors-sql.ts';

/**
 * Measures these enterprises, or all, in one statement. What stays the same is not written, nor what was read before the
 * measurement that is stored.
 */
async function measure(
  db: Queryable,
  contributors: readonly RiskContributor[],
  model: number,
  of?: readonly number[],
): Promise<void> {
  await db.query(sql`insert into risk_measurement as r (enterprise_id, score, contributions, model_id, is_new, risk_class, measured_at)
    select s.*, statement_timestamp() from (${computeRiskScoresSql({ contributors, model, ...(of && { of }) })}) s
    on conflict (enterprise_id) do update set score = excluded.score, risk_class = excluded.risk_class, is_new = excluded.is_new,
      model_id = excluded.model_id, contributions = excluded.contributions, measured_at = excluded.measured_at
    where r.measured_at <= excluded.measured_at and (r.score, r.risk_class, r.is_new, r.model_id, r.contributions)
      is distinct from (excluded.score, excluded.risk_class, excluded.is_new, excluded.model_id, excluded.contributions)`);
}

const fromEnterprise = (column: Sql) => sql`(select e.${column} from enterprise e where e.id = t.enterprise_id)`;
const fromMeasurement = (column: Sql) =>
  sql`(select m.${column} from risk_measurement m where m.enterprise_id = t.enterprise_id)`;

/** The columns of a score, computed from its enterprise and its measurement. */
const measured = {
  name: fromEnterprise(sql`name`),
  ent_type: fromEnterprise(sql`ent_type`),
  area_code: fromEnterprise(sql`area_code`),
  score: fromMeasurement(sql`score`),
  measured_class: fromMeasurement(sql`risk_class`),
  risk_class: sql`case when t.status = 'overridden' then t.risk_class else ${fromMeasurement(sql`risk_class`)} end`,
};

/** Condition: the score differs from these values. */
const outOfDate = sql`t.status <> 'ended' and exists (select from risk_measurement m join enterprise e on e.id = m.enterprise_id
  where m.enterprise_id = t.enterprise_id and (t.score <> m.score or t.measured_class <> m.risk_class or t.name <> e.name
    or t.ent_type <> e.ent_type or t.area_code is distinct from e.area_code or (t.status = 'measured' and t.risk_class <> m.risk_class)))`;

/** Enterprises that show another class than their score has. */
const classDiffers = sql`exists (select from risk_score s
  where s.enterprise_id = t.id and s.status <> 'ended' and s.risk_class is distinct from t.risk_class)`;

const enterpriseClass = sql`(select s.risk_class from risk_score s where s.enterprise_id = t.id)`;

/** Copies the class of these scores to their enterprises. */
export const copyClassesToEnterprises = (engine: Engine, tx: Transaction, of: readonly number[]): Promise<number[]> =>
  changeRows(
    engine,
    enterprise,
    systemCaller(),
    { where: sql`t.id = any(${[...of]}::bigint[]) and ${classDiffers}`, set: { risk_class: enterpriseClass } },
    tx,
  );

/** Rows per transaction: few enough that nobody who writes one of them waits. */
const atOnce = 500;
/** Name of the locks on enterprises whose scores are being written. */
const lock = 'risk scores';

const lacksScore = sql`t.status = any(${[...scoredEnterpriseStates]}::text[])
  and not exists (select from risk_score s where s.enterprise_id = t.id)`;

/** Adds a score for each of these enterprises that operates and has none. They are locked. */
const addMissing = (engine: Engine, tx: Transaction, of: readonly number[]): Promise<number> =>
  addRows(
    engine,
    riskScore,
    systemCaller(),
    {
      columns: [
        'id',
        'enterprise_id',
        'name',
        'ent_type',
        'area_code',
        'score',
        'risk_class',
        'measured_class',
        'status',
      ],
      select: sql`select nextval(pg_get_serial_sequence('risk_score', 'id')), t.id, t.name, t.ent_type, t.area_code, 0, t.risk_class, t.risk_class, 'measured'
        from (select t.id, t.name, t.ent_type, t.area_code, coalesce(t.risk_class, 'B') as risk_class from enterprise t
          where t.id = any(${[...of]}::bigint[]) and ${lacksScore} order by t.id) t`,
    },
    tx,
  );

/** Adds all scores that are missing, some at a time. Another transaction may be adding one of them. */
async function addAllMissing(engine: Engine, signal: AbortSignal | undefined): Promise<number> {
  let added = 0;
  for (let more = atOnce; more === atOnce; ) {
    signal?.throwIfAborted();
    more = await engine.db.transaction(async (tx) => {
      const found = await tx.rows<{ id: number }>(
        sql`select t.id from enterprise t where ${lacksScore} order by t.id limit ${atOnce}`,
      );
      const ids = found.map(({ id }) => id);
      await lockKeysInOrder(tx, lock, ids);
      added += await addMissing(engine, tx, ids);
      return ids.length;
    });
  }
  return added;
}

const operates = sql`exists (select from enterprise e where e.id = t.enterprise_id and e.status = any(${[...scoredEnterpriseStates]}::text[]))`;

/** Ends and resumes scores as their enterprises do. */
async function followEnterprises(engine: Engine, tx: Transaction, some: Sql): Promise<void> {
  await moveRows(engine, riskScore, systemCaller(), { move: 'end', where: sql`${some} and not ${operates}` }, tx);
  await moveRows(engine, riskScore, systemCaller(), { move: 'reopen', where: sql`${some} and ${operates}` }, tx);
}

/** Adds a point to the curve of scores that differ from their last one. */
const addPoints = (db: Queryable, some: Sql): Promise<unknown> =>
  db.query(sql`insert into risk_score_point (enterprise_id, day, score, risk_class)
    select t.enterprise_id, ${shanghaiToday()}::date, t.score, t.risk_class from risk_score t
    left join lateral (select p.score, p.risk_class from risk_score_point p where p.enterprise_id = t.enterprise_id order by p.day desc limit 1) l on true
    where t.status <> 'ended' and ${some} and (l.score is null or (l.score, l.risk_class) <> (t.score, t.risk_class))
    on conflict (enterprise_id, day) do update set score = excluded.score, risk_class = excluded.risk_class`);

/** Updates the scores of these enterprises in the transaction of what changed. */
export async function updateScoresOfEnterprises(
  engine: Engine,
  tx: Transaction,
  contributors: readonly RiskContributor[],
  of: readonly number[],
): Promise<void> {
  const weights = await findRiskWeightsInForceOn(tx, shanghaiToday());
  if (weights === undefined || of.length === 0) return;
  // one after another: whoever measured before the last fact must not store its score after it
  await lockKeysInOrder(tx, lock, of);
  const some = sql`t.enterprise_id = any(${[...of]}::bigint[])`;
  await measure(tx, contributors, weights, of);
  await followEnterprises(engine, tx, some);
  await addMissing(engine, tx, of);
  await changeRows(engine, riskScore, systemCaller(), { where: sql`${some} and ${outOfDate}`, set: measured }, tx);
  await copyClassesToEnterprises(engine, tx, of);
  await addPoints(tx, some);
}

/**
 * Changes the rows that meet a condition, some at a time. They are found once: a first computation changes all, and
 * finding each piece anew would read those before it again.
 */
async function changeInPieces(
  db: Queryable,
  resource: AnyResource,
  where: Sql,
  signal: AbortSignal | undefined,
  change: (some: Sql) => Promise<readonly number[]>,
): Promise<number> {
  const due = await db.rows<{ id: number }>(
    sql`select t.id from ${sql.id(tableOf(resource))} t where ${where} order by t.id`,
  );
  let changed = 0;
  for (let at = 0; at < due.length; at += atOnce) {
    signal?.throwIfAborted();
    const some = due.slice(at, at + atOnce).map(({ id }) => id);
    changed += (await change(sql`t.id = any(${some}::bigint[]) and ${where}`)).length;
  }
  return changed;
}

/** What a computation of all scores did. */
export interface RiskScoreRun {
  readonly added: number;
  readonly changed: number;
  readonly expired: number;
}

/** Computes the scores of all enterprises: measured in one statement, and applied in batches where they differ. */
export async function updateAllScores(
  engine: Engine,
  contributors: readonly RiskContributor[],
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<RiskScoreRun> {
  const { db } = engine;
  const weights = await findRiskWeightsInForceOn(db, shanghaiToday());
  if (weights === undefined) return { added: 0, changed: 0, expired: 0 };
  await backfillRiskScoresOfPastMonths(db, contributors, weights, signal);
  await measure(db, contributors, weights);
  signal?.throwIfAborted();
  const expired = await db.transaction((tx) => expireOverrides(engine, tx));
  await db.transaction((tx) => followEnterprises(engine, tx, sql`true`));
  const added = await addAllMissing(engine, signal);
  const changed = await changeInPieces(db, riskScore, outOfDate, signal, (where) =>
    changeRows(engine, riskScore, systemCaller(), { where, set: measured }),
  );
  await changeInPieces(db, enterprise, classDiffers, signal, (where) =>
    changeRows(engine, enterprise, systemCaller(), { where, set: { risk_class: enterpriseClass } }),
  );
  await addPoints(db, sql`true`);
  return { added, changed, expired };
}

/** Ends expired overrides and notifies the officers who made them. Returns their number. */
async function expireOverrides(engine: Engine, tx: Transaction): Promise<number> {
  const where = sql`t.status = 'overridden' and t.override_until < ${shanghaiToday()}::date`;
  const due = await tx.rows<{ id: number; officer: number | null; name: string; score: number; risk_class: string }>(
    sql`select t.id, t.override_by as officer, t.name, m.score, m.risk_class from risk_score t
      join risk_measurement m on m.enterprise_id = t.enterprise_id where ${where} order by t.id for update of t`,
  );
  if (due.length === 0) return 0;
  await moveRows(
    engine,
    riskScore,
    systemCaller(),
    { move: 'expire', where: sql`t.id = any(${due.map(({ id }) => id)}::bigint[])`, set: clearedRiskOverride },
    tx,
  );
  const withOfficer = due.filter(({ officer }) => officer !== null);
  if (withOfficer.length > 0)
    await tx.query(
      inboxMessagesTo(
        engine,
        riskOverrideExpiredMessage,
        withOfficer.map(({ id, name, score: points, risk_class }) => ({
          row: id,
          values: { name, risk_class, score: String(points) },
        })),
        sql`select o.officer as admin_id, null::bigint as user_id, ${riskScore.name}::text as resource, t.id as row_id, t.name as row_title
          from unnest(${withOfficer.map(({ id }) => id)}::bigint[], ${withOfficer.map(({ officer }) => officer)}::bigint[]) o (id, officer)
          join risk_score t on t.id = o.id`,
      ),
    );
  return due.length;
}

/** Empties what an override wrote; the class follows from the score again. */
export const clearedRiskOverride = {
  override_class: null,
  override_until: null,
  override_reason: null,
  override_by: null,
  risk_class: sql`t.measured_class`,
};
