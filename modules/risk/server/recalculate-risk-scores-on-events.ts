import type { DomainEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { creditScore } from '#modules/credit/contract/credit-score.ts';
import { creditListing } from '#modules/credit/contract/red-or-black-list-entry.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { roadsideCheck } from '#modules/enforcement/contract/roadside-check.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { licence } from '#modules/enterprise/contract/licence.ts';
import { agencyCoverage } from '#modules/insurance/contract/liability-coverage-of-agency.ts';
import { order } from '#modules/reform/contract/correction-order.ts';
import { finding } from '#modules/travel/contract/anomaly/anomaly-finding.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';
import { on, type SubscriberContext } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { riskWeights } from '../contract/risk-weights.ts';
import { updateScoresOfEnterprises } from './update-risk-scores.ts';

/** The task that computes all scores, after other weights came into force. */
export const rescoreAllTask = 'rescore_all_enterprises';

const enterpriseEvents = [
  'activated',
  'changed',
  'suspended',
  'resumed',
  'suspension_annulled',
  'cancelled',
  'revoked',
] as const;

/** Whatever may change whether a licence is expired; the nightly run changes most. */
const licenceEvents = ['added', 'edited', 'moved', 'confirmed', 'renewed', 'cancelled', 'expired'] as const;

const keysOf = (facts: readonly DomainEvent[]): number[] => facts.map(({ row_id }) => row_id);

/**
 * Updates the scores of enterprises when a fact behind them changes. What changes only with time is updated at night.
 */
export function rescoreEnterprisesSubscribers(
  contributors: () => readonly RiskContributor[],
): Readonly<Record<string, Subscriber>> {
  const update = async ({ engine, tx }: Pick<SubscriberContext, 'engine' | 'tx'>, enterprises: Sql) => {
    const of = await tx.rows<{ id: number }>(
      sql`select distinct e.id from (${enterprises}) e (id) where e.id is not null`,
    );
    await updateScoresOfEnterprises(
      engine,
      tx,
      contributors(),
      of.map(({ id }) => id),
    );
  };
  return {
    rescore_enterprise: on(enterprise, enterpriseEvents, {
      laterInBatches: (facts, context) => update(context, sql`select unnest(${keysOf(facts)}::bigint[])`),
    }),
    rescore_agency: on(finding, ['added', 'moved', 'confirmed', 'dismissed'], {
      laterInBatches: (facts, context) =>
        update(
          context,
          sql`select i.agency_id from travel_finding f join travel_itinerary i on i.id = f.itinerary_id where f.id = any(${keysOf(facts)}::bigint[])`,
        ),
    }),
    rescore_holder: on(licence, licenceEvents, {
      laterInBatches: (facts, context) =>
        update(
          context,
          sql`select l.enterprise_id from enterprise_licence l where l.id = any(${keysOf(facts)}::bigint[])`,
        ),
    }),
    rescore_insured: on(agencyCoverage, ['added', 'edited', 'moved', 'lapsed', 'restored'], {
      laterInBatches: (facts, context) =>
        update(
          context,
          sql`select c.enterprise_id from insurance_coverage c where c.id = any(${keysOf(facts)}::bigint[])`,
        ),
    }),
    rescore_corrected: on(order, ['lapsed', 'submitted', 'extended', 'escalated', 'cancelled'], {
      laterInBatches: (facts, context) =>
        update(context, sql`select o.enterprise_id from reform_order o where o.id = any(${keysOf(facts)}::bigint[])`),
    }),
    rescore_by_credit: on(creditScore, ['added', 'edited'], {
      laterInBatches: (facts, context) =>
        update(context, sql`select s.enterprise_id from credit_score s where s.id = any(${keysOf(facts)}::bigint[])`),
    }),
    rescore_listed: on(creditListing, ['published', 'removed', 'expired'], {
      laterInBatches: (facts, context) =>
        update(context, sql`select l.enterprise_id from credit_listing l where l.id = any(${keysOf(facts)}::bigint[])`),
    }),
    // all scores take longer than a transaction should
    rescore_all: on(riskWeights, ['published', 'retired'], {
      later: (_, { tx }) => addTask(tx, rescoreAllTask, {}, { key: rescoreAllTask, queue: rescoreAllTask }),
    }),
    rescore_checked: on(roadsideCheck, 'added', {
      laterInBatches: (facts, context) =>
        update(
          context,
          sql`select unnest(array[i.agency_id, v.enterprise_id]) from enforcement_roadside_check c
            left join travel_itinerary i on i.id = c.itinerary_id left join ${sql.id(tableOf(vehicle))} v on v.id = c.vehicle_id where c.id = any(${keysOf(facts)}::bigint[])`,
        ),
    }),
  };
}
