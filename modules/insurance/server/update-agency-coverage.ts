import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { can, systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readOfficersGroupedByPermissions } from '#server/message/officers-grouped-by-permissions.ts';
import { sendInboxMessageAboutRows } from '#server/message/send-inbox-message-about-rows.ts';
import { urlPathOfFilteredList } from '#server/read/list/url-path-of-filtered-list.ts';
import { hasCountyDuties } from '#server/read/scope/areas-where-caller-acts-at-office-level.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import type { NewRowValues } from '#server/write/hook/change-rows-request-type.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { write } from '#server/write/write-pipeline.ts';
import { inForceInsurancePolicyStates } from '../contract/insurance-policy.ts';
import { agencyCoverage, insuranceRequiredStates } from '../contract/liability-coverage-of-agency.ts';
import { coverLapsedHere } from '../contract/message-templates.ts';

/** Verified liability policies of the agency of row `t`. */
const policies = sql`from insurance_policy p where p.enterprise_id = t.enterprise_id and p.kind = 'liability'
  and p.verification = 'verified' and p.status = any(${[...inForceInsurancePolicyStates]}::text[])`;

/** SQL for the cover of the agency of row `t` on a day. Adjacent policies count as one span. */
function coverageOn(today: string): Readonly<Record<'coveredTo' | 'gapFrom' | 'nextFrom' | 'trades', Sql>> {
  const spans = sql`unnest(coalesce((select range_agg(daterange(p.from_on, p.to_on, '[]')) ${policies}), '{}'::datemultirange)) r (span)`;
  const coveredTo = sql`(select upper(r.span) - 1 from ${spans} where r.span @> ${today}::date)`;
  return {
    coveredTo,
    gapFrom: sql`(case when ${coveredTo} is null then coalesce((select max(upper(r.span)) from ${spans} where upper(r.span) <= ${today}::date),
      (select least((e.createtime at time zone 'Asia/Shanghai')::date, ${today}::date) from enterprise e where e.id = t.enterprise_id)) end)`,
    nextFrom: sql`(select min(lower(r.span)) from ${spans} where lower(r.span) > ${today}::date)`,
    trades: sql`exists (select from enterprise e where e.id = t.enterprise_id and e.ent_type = 'agency' and e.status = any(${[...insuranceRequiredStates]}::text[]))`,
  };
}

/**
 * Updates the cover of these agencies to a day, in a fixed number of statements. Each row records whether cover lapsed
 * or was restored. Returns the rows whose cover lapsed.
 */
export async function updateAgencyCoverage(
  engine: Engine,
  tx: Transaction,
  { of, today = shanghaiToday() }: { of: readonly number[]; today?: string },
): Promise<number[]> {
  const some = (column: Sql) => sql`${column} = any(${[...of]}::bigint[])`;
  const fresh = await tx.rows<{
    id: number;
    name: string;
    area_code: string;
  }>(sql`select e.id, e.name, e.area_code from enterprise e
    where e.ent_type = 'agency' and e.status = any(${[...insuranceRequiredStates]}::text[]) and ${some(sql`e.id`)}
      and not exists (select from insurance_coverage c where c.enterprise_id = e.id) order by e.id`);
  for (const { id, name, area_code } of fresh)
    await write(
      engine,
      agencyCoverage,
      systemCaller(),
      { operation: 'add', input: {}, set: { enterprise_id: id, name, area_code }, unread: true },
      tx,
    );
  const { coveredTo, gapFrom, nextFrom, trades } = coverageOn(today);
  const mine = some(sql`t.enterprise_id`);
  const days = { covered_to: coveredTo, gap_from: gapFrom, next_from: nextFrom };
  const move = (name: 'end' | 'renew' | 'lapse', when: Sql, set: NewRowValues<typeof agencyCoverage>) =>
    moveRows(
      engine,
      agencyCoverage,
      systemCaller(),
      { move: name, where: sql`${mine} and ${when}`, set, ignoresGuards: true },
      tx,
    );
  await move('end', sql`not ${trades}`, { covered_to: null, gap_from: null, next_from: null, cover_by: null });
  await move('renew', sql`${trades} and ${coveredTo} is not null`, { ...days, cover_by: null });
  const lapsed = await move('lapse', sql`${trades} and ${coveredTo} is null`, days);
  const claimed = sql`(select coalesce(sum(c.amount_paid), 0) from insurance_claim c where c.policy_id in (select p.id ${policies}))`;
  const premiums = sql`(select coalesce(sum(p.premium), 0) ${policies})`;
  const figures = {
    ...days,
    premiums,
    paid: claimed,
    name: sql`(select e.name from enterprise e where e.id = t.enterprise_id)`,
    area_code: sql`(select e.area_code from enterprise e where e.id = t.enterprise_id)`,
    paid_share: sql`round(${claimed} * 100.0 / nullif(${premiums}, 0), 1)`,
  };
  await changeRows(
    engine,
    agencyCoverage,
    systemCaller(),
    { where: sql`${mine} and t.status <> 'ended'`, set: figures },
    tx,
  );
  await notifyCounty(engine, tx, lapsed);
  return lapsed;
}

/** Agencies updated per transaction: only their rows are locked meanwhile. */
const atOnce = 500;

/**
 * Updates the cover of all agencies to a day, by county and in batches. An interrupted run continues where it stopped.
 * Returns the number of agencies whose cover lapsed.
 */
export async function updateAllAgencyCoverage(
  engine: Engine,
  { today = shanghaiToday(), signal }: { today?: string; signal?: AbortSignal } = {},
): Promise<number> {
  const agencies = await engine.db.rows<{ id: number }>(sql`select e.id from enterprise e
    where e.ent_type = 'agency' and (e.status = any(${[...insuranceRequiredStates]}::text[])
      or exists (select from insurance_coverage c where c.enterprise_id = e.id and c.status <> 'ended')) order by e.area_code, e.id`);
  let lapsed = 0;
  for (let at = 0; at < agencies.length; at += atOnce) {
    signal?.throwIfAborted();
    const of = agencies.slice(at, at + atOnce).map(({ id }) => id);
    lapsed += (await engine.db.transaction((tx) => updateAgencyCoverage(engine, tx, { of, today }))).length;
  }
  return lapsed;
}

/** Notifies the officers of a county of the number of agencies whose cover lapsed. */
async function notifyCounty(engine: Engine, tx: Transaction, lapsed: readonly number[]): Promise<void> {
  if (lapsed.length === 0) return;
  for (const { caller, ids } of await readOfficersGroupedByPermissions(tx)) {
    if (!can(caller, `${agencyCoverage.name}/urge`) || !hasCountyDuties(engine.reference, caller.areaCode)) continue;
    const here = await tx.row<{ n: number }>(sql`select count(*)::int as n from insurance_coverage t
      where t.id = any(${[...lapsed]}::bigint[]) and ${scopeOf(agencyCoverage, caller, engine.find) ?? sql`true`}`);
    if (!here?.n) continue;
    const opens = urlPathOfFilteredList(
      agencyCoverage,
      [{ field: 'status', operator: '=', value: 'gap' }],
      'gap_from,desc',
    );
    await sendInboxMessageAboutRows(
      engine,
      tx,
      coverLapsedHere,
      { type: 'admin', ids },
      { values: { n: String(here.n) }, opens },
    );
  }
}
