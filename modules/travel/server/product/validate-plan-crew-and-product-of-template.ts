import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { findTourPlanFaults, findTourPlanGaps } from '../../contract/product/find-tour-plan-faults.ts';
import type { productTemplate } from '../../contract/product/itinerary-template-of-product.ts';
import { plannedStopsOfForm, refusePlanFaults } from './validate-product-plan-prices-and-agency-and-compare-price.ts';

const crew = text('车辆与驾驶员须同时填写', 'Vehicle and driver must be entered together');
const foreign = text('不是该旅行社的产品', 'Not a product of this agency');

async function check(context: WriteContext<typeof productTemplate>): Promise<void> {
  const { values, before, tx, rowsOf, fail } = context;
  const days = await rowsOf('days');
  // an enabled template needs at least one day, as itineraries are made from it
  const enabled = (before?.status ?? 'enabled') === 'enabled';
  refusePlanFaults(
    context,
    enabled && days.length === 0
      ? findTourPlanGaps(0, [])
      : findTourPlanFaults(days.length, await plannedStopsOfForm(context)),
  );
  if (before?.day_count !== days.length) values.day_count = days.length;
  const has = (name: 'vehicle_id' | 'driver_id') => (values[name] === undefined ? before?.[name] : values[name]);
  if (has('vehicle_id') && !has('driver_id')) fail('driver_id', crew);
  if (has('driver_id') && !has('vehicle_id')) fail('vehicle_id', crew);
  const [agency, route] = [values.agency_id ?? before?.agency_id, values.product_id ?? before?.product_id];
  const isChanged = values.product_id !== undefined || values.agency_id !== undefined;
  if (!isChanged || !route || !agency) return;
  const own = await tx.row(sql`select from travel_product where id = ${route} and agency_id = ${agency}`);
  if (!own) fail('product_id', foreign);
}

export const productTemplateWriteHooks: WriteHooks<typeof productTemplate> = {
  async add(context) {
    context.values.sharing ??= 'private';
    context.values.use_count ??= 0;
    await check(context);
  },
  edit: check,
};
