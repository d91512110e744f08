import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { DomainEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { complaint } from '#modules/complaint/contract/complaint.ts';
import { depositTransfer } from '#modules/complaint/contract/payment-to-complainant-from-quality-deposit.ts';
import { checkAppeal } from '#modules/enforcement/contract/check/check-appeal.ts';
import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { agencyCoverage } from '#modules/insurance/contract/liability-coverage-of-agency.ts';
import { order } from '#modules/reform/contract/correction-order.ts';
import { rewardApplication } from '#modules/reward/contract/enterprise-application-for-tourist-bringing-reward.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { on, type SubscriberContext } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import type { CreditEventKind } from '../contract/credit-event-kinds-lists-and-grounds.ts';
import { annulCreditEvents, recordCreditEvents } from './record-and-annul-credit-events.ts';

type Context = Pick<SubscriberContext, 'engine' | 'tx'>;
/** By keys of the rows that emitted the event: the facts, as `recordCreditEvents` expects them. */
type FactsOf = (keys: Sql) => Sql;

const keysOf = (facts: readonly DomainEvent[]): number[] => facts.map(({ row_id }) => row_id);
const sourcesOf = (resource: AnyResource, facts: readonly DomainEvent[]): string[] =>
  facts.map(({ row_id }) => `${resource.name}:${row_id}`);
/** The source of a row with this key, as a value of the column. */
const source = (resource: AnyResource, id: Sql): Sql => sql`${`${resource.name}:`} || ${id}`;
const dayOf = (moment: Sql): Sql => sql`(${moment} at time zone 'Asia/Shanghai')::date`;

const record =
  (kind: CreditEventKind, factsOf: FactsOf, more: { readonly daily?: true } = {}) =>
  async (facts: readonly DomainEvent[], { engine, tx }: Context): Promise<void> => {
    await recordCreditEvents(engine, tx, kind, { facts: factsOf(sql`${keysOf(facts)}::bigint[]`), ...more });
  };

const annul =
  (resource: AnyResource, kinds: readonly CreditEventKind[]) =>
  async (facts: readonly DomainEvent[], { engine, tx }: Context): Promise<void> => {
    await annulCreditEvents(engine, tx, sourcesOf(resource, facts), kinds);
  };

const complaintFacts: FactsOf = (
  keys,
) => sql`select c.respondent_enterprise_id as enterprise_id, ${source(complaint, sql`c.id`)} as source,
    c.closed_on as happened_on, case c.responsibility when 'respondent' then 100 else 50 end as share,
    '投诉 ' || c.no || ' 认定有责' as title, 'Complaint ' || c.no || ': responsibility found' as title_en, null::text as document_no
  from complaint c where c.id = any(${keys}) and c.responsibility in ('respondent', 'shared') and c.closed_on is not null`;

const depositFacts: FactsOf = (
  keys,
) => sql`select d.enterprise_id, ${source(depositTransfer, sql`p.id`)} as source, p.approved_on as happened_on,
    100 as share, '质量保证金划拨 ' || p.decision_no as title, 'Payment out of the deposit ' || p.decision_no as title_en, p.decision_no as document_no
  from complaint_deposit_transfer p join enterprise_deposit d on d.id = p.deposit_id where p.id = any(${keys}) and p.status in ('approved', 'paid')`;

const orderFacts =
  (happened: Sql, condition: Sql, zh: string, en: string): FactsOf =>
  (keys) =>
    sql`select o.enterprise_id, ${source(order, sql`o.id`)} as source, ${happened} as happened_on, 100 as share,
      '责令改正 ' || o.no || ${zh} as title, 'Correction order ' || o.no || ${en} as title_en, o.notice_no as document_no
    from reform_order o where o.id = any(${keys}) and ${condition}`;

const checkFacts =
  (results: readonly string[], zh: string, en: string): FactsOf =>
  (keys) =>
    sql`select c.enterprise_id, ${source(check, sql`c.id`)} as source, ${dayOf(sql`coalesce(c.started_at, c.updatetime)`)} as happened_on,
      100 as share, '检查 ' || c.check_no || ${zh} as title, 'Check ' || c.check_no || ${en} as title_en, null::text as document_no
    from enforcement_check c where c.id = any(${keys}) and c.result_code = any(${[...results]}::text[]) and c.check_no is not null`;

const coverageFacts: FactsOf = (
  keys,
) => sql`select c.enterprise_id, ${source(agencyCoverage, sql`c.id`)} as source, c.gap_from as happened_on,
    100 as share, '责任险自 ' || c.gap_from || ' 断保' as title, 'Liability insurance lapsed on ' || c.gap_from as title_en, null::text as document_no
  from insurance_coverage c where c.id = any(${keys}) and c.gap_from is not null`;

const rewardFacts =
  (zh: string, en: string): FactsOf =>
  (keys) =>
    sql`select a.enterprise_id, ${source(rewardApplication, sql`a.id`)} as source, ${dayOf(sql`a.updatetime`)} as happened_on, 100 as share,
      '奖励申报 ' || a.no || ${zh} as title, 'Reward application ' || a.no || ${en} as title_en, null::text as document_no
    from reward_application a where a.id = any(${keys}) and a.no is not null`;

const suspensionFacts: FactsOf = (keys) => sql`select e.id as enterprise_id, ${source(enterprise, sql`e.id`)} as source,
    coalesce(e.suspended_from, ${dayOf(sql`e.updatetime`)}) as happened_on, 100 as share,
    '责令停业整顿' || coalesce('（' || e.suspension_no || '）', '') as title,
    'Ordered to suspend business' || coalesce(' (' || e.suspension_no || ')', '') as title_en, e.suspension_no as document_no
  from enterprise e where e.id = any(${keys})`;

/** Of the penalties `t` of an enterprise, those by a suspension that was annulled. */
const ofAnnulledSuspension: Sql = sql`exists (
  select from enterprise e cross join jsonb_array_elements(e.annulled_suspensions) a where e.id = t.enterprise_id and a->>'key' = t.document_no)`;

/**
 * Credit events from what other modules decide (domain reference §2.N). Only what an authority established counts: a
 * complaint with responsibility, a correction that is overdue, a reviewed check. What is undone there is undone here.
 */
export const enterpriseCreditEventSubscribers: Readonly<Record<string, Subscriber>> = {
  record_complaint: on(complaint, 'closed', { laterInBatches: record('complaint', complaintFacts) }),
  annul_complaint: on(complaint, 'reopened', { laterInBatches: annul(complaint, ['complaint']) }),
  record_deposit_payment: on(depositTransfer, 'approved', { laterInBatches: record('deposit_payment', depositFacts) }),
  record_overdue_correction: on(order, 'lapsed', {
    laterInBatches: record(
      'overdue_correction',
      orderFacts(sql`o.due_on`, sql`o.status <> 'cancelled'`, ' 逾期未改', ': not made in time'),
    ),
  }),
  record_timely_correction: on(order, 'closed', {
    laterInBatches: record(
      'timely_correction',
      orderFacts(sql`o.closed_on`, sql`o.status = 'closed' and not o.late`, ' 按期完成', ': made in time'),
    ),
  }),
  annul_correction: on(order, 'cancelled', {
    laterInBatches: annul(order, ['overdue_correction', 'timely_correction']),
  }),
  record_check_refusal: on(check, 'reviewed', {
    laterInBatches: record(
      'check_refusal',
      checkFacts(['uncooperative'], ' 不配合检查情节严重', ': seriously uncooperative'),
    ),
  }),
  record_check_deception: on(check, 'reviewed', {
    laterInBatches: record(
      'check_deception',
      checkFacts(['disclosure_false'], ' 发现弄虚作假', ': false disclosure found'),
    ),
  }),
  annul_check: on(checkAppeal, 'upheld', {
    async laterInBatches(facts, { engine, tx }) {
      const checks = await tx.rows<{ source: string }>(sql`
        select distinct ${source(check, sql`a.check_id`)} as source from enforcement_check_appeal a where a.id = any(${keysOf(facts)}::bigint[])`);
      await annulCreditEvents(
        engine,
        tx,
        checks.map((one) => one.source),
        ['check_refusal', 'check_deception'],
      );
    },
  }),
  record_insurance_lapse: on(agencyCoverage, 'lapsed', {
    laterInBatches: record('insurance_lapse', coverageFacts, { daily: true }),
  }),
  record_reward: on(rewardApplication, 'paid', { laterInBatches: record('reward', rewardFacts(' 已拨付', ' paid')) }),
  record_clawback: on(rewardApplication, 'clawed_back', {
    async laterInBatches(facts, context) {
      await annul(rewardApplication, ['reward'])(facts, context);
      await record('reward_clawback', rewardFacts(' 被追回', ' reclaimed'))(facts, context);
    },
  }),
  record_suspension: on(enterprise, 'suspended', {
    laterInBatches: record('penalty', suspensionFacts, { daily: true }),
  }),
  annul_suspension: on(enterprise, 'suspension_annulled', {
    async laterInBatches(facts, { engine, tx }) {
      await annulCreditEvents(engine, tx, sourcesOf(enterprise, facts), ['penalty'], ofAnnulledSuspension);
    },
  }),
};
