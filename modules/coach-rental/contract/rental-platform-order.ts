import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** A car selected on a rental platform, saved for an itinerary (domain reference §2.Z). */
export const rentalPlatformOrder = resource({
  name: 'rental/selection',
  label: text('平台订单', 'Platform orders'),
  icon: 'solution',
  title: 'order_no',
  heading: ['plate', 'from_at', 'provider_id'],
  scope: 'area',
  actions: ['index', 'add', 'edit', 'del', 'export'],
  empty: text('还没有在租车平台上选过车', 'No vehicle has been selected on a rental platform yet'),
  fields: {
    provider_id: field.reference(text('租车平台', 'Rental platform'), {
      to: 'rental/provider',
      required: true,
      write: 'add',
    }),
    order_no: field.identifier(text('订单号', 'Order number'), {
      required: true,
      max: 64,
      search: true,
      unique: ['provider_id'],
      write: 'add',
    }),
    plate: field.plate(text('车牌号', 'Plate'), { required: true, search: true, write: 'add' }),
    driver: field.personName(text('驾驶员', 'Driver'), { required: true, write: 'add' }),
    from_at: field.datetime(text('用车开始', 'Hire starts'), { required: true, write: 'add' }),
    to_at: field.datetime(text('用车结束', 'Hire ends'), { required: true, write: 'add' }),
    price: field.money(text('价格（元）', 'Price (CNY)'), { required: true, write: 'add' }),
    itinerary_id: field.reference(text('所用行程单', 'Used in itinerary'), { to: 'travel/itinerary' }),
    area_code: field.area(text('地区', 'Area'), { write: 'server' }),
  },
});
export interface RentalPlatformOrder extends Row<typeof rentalPlatformOrder> {}
