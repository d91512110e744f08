import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { extraKinds } from './product-categories-transports-and-extras.ts';
import { tourDayFields, tourStopFields } from './tour-day-and-stop-fields.ts';

const product_id = field.reference(text('线路产品', 'Product'), { to: 'travel/product', required: true });

export const productDay = resource({
  name: 'travel/productDay',
  label: text('每日安排', 'Daily plan'),
  title: 'title',
  scope: 'parent',
  partOf: 'product_id',
  sortable: true,
  actions: [],
  fields: { product_id, ...tourDayFields() },
});
export interface ProductDay extends Row<typeof productDay> {}

export const productStop = resource({
  name: 'travel/productStop',
  label: text('行程站点', 'Stops'),
  title: 'name',
  scope: 'parent',
  partOf: 'product_id',
  sortable: true,
  actions: [],
  fields: { product_id, ...tourStopFields() },
});
export interface ProductStop extends Row<typeof productStop> {}

/** Price of a product on a day, and the places on sale. */
export const productPrice = resource({
  name: 'travel/productPrice',
  label: text('价格日历', 'Price calendar'),
  title: 'date',
  scope: 'parent',
  partOf: 'product_id',
  sortable: true,
  actions: [],
  fields: {
    product_id,
    date: field.date(text('日期', 'Date'), { required: true, unique: ['product_id'] }),
    adult: field.money(text('成人价（元）', 'Adult (CNY)'), { required: true, min: 1 }),
    child: field.money(text('儿童价（元）', 'Child (CNY)'), { min: 1 }),
    stock: field.integer(text('余位', 'Availability'), {
      required: true,
      min: 0,
      max: 100_000,
      hint: text('0 为售罄', '0 means sold out'),
    }),
  },
});
export interface ProductPrice extends Row<typeof productPrice> {}

/** A shop or paid activity that travellers agree to in writing: only these may be visited or charged (旅游法 Art. 35). */
export const productExtra = resource({
  name: 'travel/productExtra',
  label: text('购物与自费项目', 'Shopping and optional activities'),
  title: 'name',
  scope: 'parent',
  partOf: 'product_id',
  sortable: true,
  actions: [],
  fields: {
    product_id,
    kind: field.select(text('类别', 'Category'), { options: extraKinds, required: true }),
    name: field.text(text('名称', 'Name'), { required: true, max: 100 }),
    minutes: field.integer(text('停留（分钟）', 'Duration (minutes)'), { min: 1, max: 600 }),
    price: field.money(text('价格（元）', 'Price (CNY)'), { min: 1 }),
  },
});
export interface ProductExtra extends Row<typeof productExtra> {}
