import { type Text, text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { tradingStates } from '#modules/enterprise/contract/enterprise-lifecycle.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import {
  amountOf,
  centsOf,
  comparePriceWithGuidancePrice,
} from '../../contract/product/compare-price-with-guidance-price.ts';
import type { ProductPrice } from '../../contract/product/days-stops-prices-and-extras-of-product.ts';
import {
  findStopsMissingFromExtras,
  findTourPlanFaults,
  findTourPlanGaps,
  type ListedExtra,
  type PlannedStop,
  type TourPlanFault,
} from '../../contract/product/find-tour-plan-faults.ts';
import type { product } from '../../contract/product/tour-product.ts';
import { findDayTripMismatch, findSameDestinationMismatch } from './find-trip-kind-mismatches.ts';
import { mostSpecificGuidancePriceInForceSql } from './most-specific-guidance-price-sql-and-price-check-update.ts';

type Context = WriteContext<typeof product>;

const texts = {
  nights: text('晚数不能多于天数 {days}', 'Nights cannot exceed the {days} {days|day|days}'),
  group: text('不能小于最少成团人数 {least}', 'Must not be below the minimum group size of {least}'),
  below: text('不能低于起价 {price} 元', 'Must not be below the starting price of CNY {price}'),
  abroad: text('请填写境外目的地', 'Enter the overseas destination'),
} as const;

const notOutbound = text(
  '该旅行社的业务经营许可证不含出境旅游业务（旅游法第二十九条）',
  "The agency's business permit does not cover outbound tourism (Tourism Law, Art. 29)",
);
const scopeNotChosen = text(
  '该旅行社的业务经营许可证尚未选择旅游业务范围：请旅行社在“许可证”中申请换证时勾选，或由主管部门在“许可证”中编辑勾选',
  "The agency's business permit has no business scope selected yet. The agency ticks it under Licences when applying for renewal, or the authority edits it there",
);

/** The row once the write is stored. */
const nowOf = ({ values, before }: Context) => ({ ...before, ...values });

export const refusePlanFaults = ({ fail }: Pick<Context, 'fail'>, faults: readonly TourPlanFault[]): void => {
  for (const { at, message, values } of faults) fail(at, message, values);
};

/** Stops of the form, in order; faults of single fields are reported elsewhere. */
export const plannedStopsOfForm = async ({ rowsOf }: Pick<Context, 'rowsOf'>): Promise<PlannedStop[]> =>
  (await rowsOf('stops')) as unknown as PlannedStop[];

/**
 * Outbound licence of an agency `e`, or of the agency it is a branch of: `allowed`, `refused`, or `unchosen` where
 * neither licence nor registration states the kinds of tourism.
 */
export const outboundLicenceOfAgencySql = sql`(
  select case when bool_or('outbound' = any(s.chosen)) then 'allowed' when bool_or(s.chosen is null) then 'unchosen' else 'refused' end
  from (
    select coalesce(nullif(l.tourism_scope, '{}'), nullif(h.tourism_scope, '{}')) as chosen
    from enterprise_licence l join enterprise h on h.id = l.enterprise_id
    where l.enterprise_id in (e.id, e.parent_id)
      and l.kind = 'agency' and l.status in ('recorded', 'renewing') and l.validity in ('valid', 'expiring')) s)`;
export type OutboundLicence = 'allowed' | 'refused' | 'unchosen';

/** Fault of an agency that may not sell outbound tours. */
export const outboundLicenceFault = (scope: OutboundLicence): Text | undefined =>
  ({ allowed: undefined, refused: notOutbound, unchosen: scopeNotChosen })[scope];

async function findOutboundFault({ tx }: Context, agency: number): Promise<Text | undefined> {
  const row = await tx.row<{ scope: OutboundLicence }>(
    sql`select ${outboundLicenceOfAgencySql} as scope from enterprise e where e.id = ${agency}`,
  );
  return outboundLicenceFault(row?.scope ?? 'refused');
}

/** Result of comparing the price with the guidance price of the day. */
async function comparison(context: Context, dayCount: number) {
  const { category = '', price_from, destination_areas } = nowOf(context);
  const found = await context.tx.row<{ id: number; guidance: string }>(
    sql`select s.id, s.guidance::text from (${mostSpecificGuidancePriceInForceSql({
      category: sql`${category}`,
      days: sql`${dayCount}::integer`,
      destinations: sql`${destination_areas ?? []}::bigint[]`,
    })}) s`,
  );
  const guidance_per_day = found ? amountOf(BigInt(found.guidance)) : undefined;
  return {
    ...comparePriceWithGuidancePrice(price_from ?? '0.00', dayCount, guidance_per_day),
    guidance_id: found?.id ?? null,
    guidance_per_day: guidance_per_day ?? null,
  };
}

/** No price of the calendar may be lower than the reviewed price. */
async function checkPrices(context: Context): Promise<void> {
  const { rowsOf, fail } = context;
  const price = nowOf(context).price_from;
  if (!price) return;
  const rows = (await rowsOf('prices')) as readonly Partial<ProductPrice>[];
  const today = shanghaiToday();
  for (const [place, { date, adult }] of rows.entries())
    if (date && adult && date >= today && centsOf(adult) < centsOf(price))
      fail(`prices.${place}.adult`, texts.below, { price });
}

/** Checks that length and destinations match the category. */
async function checkKind(context: Context, days: number): Promise<void> {
  const { tx, values, fail } = context;
  const { category, departure_area, destination_areas } = nowOf(context);
  const long = findDayTripMismatch(category, days);
  if (long) fail('category', long.message, long.values);
  if (!values.category && !values.departure_area && !values.destination_areas) return;
  const stays = await findSameDestinationMismatch(tx, category, departure_area, destination_areas);
  if (stays) fail('destination_areas', stays.message);
}

/** Checks that apply in every state, and values computed from others. */
export async function validateProductAndComparePrice(context: Context): Promise<void> {
  const { values, before, fail, rowsOf } = context;
  const now = nowOf(context);
  const [days, stops, extras] = [await rowsOf('days'), await plannedStopsOfForm(context), await rowsOf('extras')];
  refusePlanFaults(context, findTourPlanFaults(days.length, stops));
  if (days.length > 0 && (now.nights ?? 0) > days.length) fail('nights', texts.nights, { days: days.length });
  if (now.max_group && now.max_group < (now.min_group ?? 1))
    fail('max_group', texts.group, { least: now.min_group ?? 1 });
  const mayTurnOutbound = values.category !== undefined || values.agency_id !== undefined;
  const fault =
    now.category === 'outbound' && mayTurnOutbound ? await findOutboundFault(context, now.agency_id ?? 0) : undefined;
  if (fault) fail('category', fault);
  await checkKind(context, days.length);
  await checkPrices(context);
  const compared = await comparison(context, days.length);
  const unlisted = findStopsMissingFromExtras(stops, extras as unknown as readonly ListedExtra[]);
  const derived = {
    day_count: days.length,
    ...compared,
    listing_check: unlisted.length > 0 ? ('unlisted' as const) : ('listed' as const),
  };
  for (const [name, value] of Object.entries(derived))
    if (!before || before[name as keyof typeof derived] !== value) Object.assign(values, { [name]: value });
}

/** Checks that a product is complete, before it is submitted for review. */
export async function validateProductBeforeReview(context: ChangeContext<typeof product>): Promise<void> {
  const { before, fail, rowsOf, require, note } = context;
  await require(enterprise, before.agency_id, { status: tradingStates, field: 'agency_id' });
  const [days, stops, extras] = [await rowsOf('days'), await plannedStopsOfForm(context), await rowsOf('extras')];
  refusePlanFaults(context, [...findTourPlanGaps(days.length, stops), ...findTourPlanFaults(days.length, stops)]);
  if (days.length > 0 && before.nights > days.length) fail('nights', texts.nights, { days: days.length });
  if (!before.images?.length) fail('images', validationMessages.required);
  const isAbroad = before.category === 'outbound';
  const fault = isAbroad ? await findOutboundFault(context, before.agency_id) : undefined;
  if (fault) fail('category', fault);
  if (isAbroad && !before.abroad) fail('abroad', texts.abroad);
  if (!isAbroad && !before.destination_areas?.length) fail('destination_areas', validationMessages.required);
  const unlisted = findStopsMissingFromExtras(stops, extras as unknown as readonly ListedExtra[]);
  if (unlisted.length > 0)
    note(
      text(
        `未列明的购物或自费项目（旅游法第三十五条）：${unlisted.join('、')}`,
        `Shopping or optional items not listed (Tourism Law, Art. 35): ${unlisted.join(', ')}`,
      ),
    );
}

/** Only an agency in business may submit or sell products. */
export const requireAgencyInBusiness = ({ require, before }: ChangeContext<typeof product>) =>
  require(enterprise, before.agency_id, { status: tradingStates });
