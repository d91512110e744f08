import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { productCategories } from './product-categories-transports-and-extras.ts';

/**
 * Lowest fair price per person and day (诚信旅游指导价, domain reference §2.C). Of several that apply to a product, the most
 * specific one counts.
 */
export const guidancePrice = resource({
  name: 'travel/guidancePrice',
  label: text('诚信旅游指导价', 'Guidance prices'),
  icon: 'dollar',
  title: 'title',
  scope: 'all',
  remark: text(
    '产品价格每人每天等于或低于指导价 70% 的，标记为低价，须人工审核。',
    'Products priced at or below 70% of the guidance price per person and day are flagged as low-priced and must be reviewed by an officer.',
  ),
  fields: {
    title: field.text(text('名称', 'Name'), { required: true, max: 80, search: true }),
    route_kind: field.select(text('线路分类', 'Route type'), {
      optionList: productCategories,
      hint: text('不填为各类线路', 'Leave empty for all route types'),
    }),
    dest_area: field.area(text('目的地', 'Destination'), {
      hint: text('不填为各地', 'Leave empty for all destinations'),
    }),
    day_count: field.integer(text('天数', 'Days'), {
      min: 1,
      max: 60,
      hint: text('不填为各种天数', 'Leave empty for any length'),
    }),
    from_month: field.integer(text('起始月份', 'From month'), {
      min: 1,
      max: 12,
      hint: text('淡旺季不同价时填写，可跨年，如 11 至 2', 'For seasonal prices; may span the year end, e.g. 11 to 2'),
    }),
    to_month: field.integer(text('截止月份', 'To month'), { min: 1, max: 12 }),
    price_per_person_day: field.money(text('指导价（元/人·天）', 'Guidance price (CNY/person/day)'), {
      required: true,
      min: 1,
    }),
    issued_by: field.text(text('发布单位', 'Issued by'), { required: true, max: 100, search: true }),
    doc_no: field.identifier(text('文号', 'Document number'), { max: 60, search: true }),
    valid_from: field.date(text('施行日期', 'Effective from'), { required: true }),
    valid_to: field.date(text('有效期至', 'Valid until'), {
      endless: text('长期有效', 'Unlimited'),
    }),
  },
});
export interface GuidancePrice extends Row<typeof guidancePrice> {}
