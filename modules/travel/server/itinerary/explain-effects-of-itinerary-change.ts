import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { can } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import { coachDispatchRequest } from '../../contract/itinerary/request-to-coach-firm-for-vehicle.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { itineraryFieldValueAfterWrite } from './itinerary-field-value-after-write.ts';

const texts = {
  checked: text(
    '备案条件（名单、证件、保险、时间冲突）和异常规则已重新核对，没有不予受理的冲突。',
    'Filing requirements (list, documents, insurance, times) and anomaly rules were checked again: no conflicts.',
  ),
  insured: text(
    '旅行社责任险覆盖整个行程（{from} 至 {to}）。',
    "The agency's liability insurance covers the whole trip ({from} to {to}).",
  ),
  released: text(
    '{firm}的 {plate} 不再使用，原派车确认取消。',
    '{plate} of {firm} is no longer needed; its request is released.',
  ),
  requested: text(
    '{firm}须重新确认 {plate} 及其驾驶员、时间。',
    '{firm} must confirm {plate}, its driver and times again.',
  ),
  unconfirmed: text('导游须重新确认带团：{names}。', 'These guides must confirm again: {names}.'),
  fee: text('人均团费由 {before} 元变为 {after} 元。', 'The fee per person changes from CNY {before} to CNY {after}.'),
  accident: text(
    '意外险 {insured} 人，名单 {people} 人：请为其余 {lacking} 人投保。',
    '{insured} of {people} {people|tourist has|tourists have} accident insurance: insure the other {lacking}.',
  ),
  code: text(
    '团队二维码继续有效，扫码显示“变更 {n} 次”。',
    'The team code stays valid and shows “changed {n} {n|time|times}”.',
  ),
  officers: text(
    '经办过此团的 {n} 名工作人员会收到变更说明。',
    '{n} {n|officer|officers} who handled the team will be notified of the change.',
  ),
};

/** YYYY-MM-DD in Asia/Shanghai. */

/**
 * Explains the effects of a change of a filed team, which the preview shows: what was checked, which operators and
 * guides have to confirm again, what it costs. Reads the values before they are converted for storage; the function
 * returned adds the explanations once everything is stored.
 */
export function explainEffectsOfItineraryChange(
  context: ChangeContext<typeof itinerary>,
): (officers: number) => Promise<void> {
  const { explain, before, values, tx, caller } = context;
  const [from, to] = [
    itineraryFieldValueAfterWrite(context, 'start_at') ?? 0,
    itineraryFieldValueAfterWrite(context, 'end_at') ?? 0,
  ];
  const [insured, people] = [
    itineraryFieldValueAfterWrite(context, 'accident_count') ?? 0,
    itineraryFieldValueAfterWrite(context, 'tourist_count') ?? 0,
  ];
  const [was, is] = [before.per_capita, values.per_capita];
  const readsFee = caller.type === 'member' || can(caller, `${itinerary.name}/price`);
  const { change_count: n } = values;
  return async (officers) => {
    explain(texts.checked);
    if (from !== before.start_at || to !== before.end_at)
      explain(texts.insured, { from: shanghaiDateOf(from), to: shanghaiDateOf(to) });
    for (const { status, firm, plate } of await readCoaches(tx, before.id))
      explain(status === 'asked' ? texts.requested : texts.released, { firm, plate });
    if (from !== before.start_at) {
      const guides = await tx.rows<{ name: string }>(sql`
        select name from travel_assigned_guide where itinerary_id = ${before.id} and confirmed_at is null order by weigh, id`);
      if (guides.length > 0) explain(texts.unconfirmed, { names: guides.map(({ name }) => name).join('、') });
    }
    if (readsFee && is && was && is !== was) explain(texts.fee, { before: was, after: is });
    if (insured > 0 && insured < people) explain(texts.accident, { insured, people, lacking: people - insured });
    explain(texts.code, { n });
    if (officers > 0) explain(texts.officers, { n: officers });
  };
}

/** Coaches this change requests or releases: rows written by this transaction carry its timestamp. */
const readCoaches = (tx: Queryable, id: number) =>
  tx.rows<{ status: string; firm: string; plate: string }>(sql`
    select d.status, e.name as firm, coalesce(v.plate, '') as plate
    from ${sql.id(tableOf(coachDispatchRequest))} d join ${sql.id(tableOf(enterprise))} e on e.id = d.coach_id
      left join ${sql.id(tableOf(vehicle))} v on v.id = d.vehicle_id
    where d.itinerary_id = ${id} and (d.status = 'asked' and d.createtime = now() or d.status = 'released' and d.updatetime = now())
    order by d.status desc, d.id`);
