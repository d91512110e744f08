import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import {
  listingChecks,
  priceChecks,
  productCategories,
  transports,
} from './product-categories-transports-and-extras.ts';
import { maxPlanDays, maxPlanStops } from './tour-day-and-stop-fields.ts';
import { productLifecycle } from './tour-product-lifecycle.ts';

const keeps = ['index', 'add', 'edit', 'del', 'export', 'submit', 'withdraw', 'sell', 'takeOff', 'revise'] as const;

/** Types of enterprises that may create and sell products: an outlet only canvasses and advises (旅行社条例 Art. 11). */
export const enterpriseTypesSellingTours = ['agency', 'agency_branch'] as const;

/**
 * A route an agency sells (domain reference §2.C `trv_product`): days and stops, price calendar, shops and paid
 * activities.
 */
export const product = resource({
  name: 'travel/product',
  label: text('线路产品', 'Tour products'),
  icon: 'tags',
  title: 'title',
  subtitle: ['agency_id'],
  scope: 'parent',
  partOf: 'agency_id',
  members: { owner: keeps, operator: keeps, viewer: ['index'] },
  codes: { code: '' },
  remark: text(
    '旅行社在售线路的备案、审核与价格比对；在售产品修改须编制新版本送审。',
    'Filing, review and price comparison of routes sold by agencies. Products on sale are changed by submitting a new version.',
  ),
  sections: {
    basic: text('基本信息', 'Basic information'),
    plan: text('行程', 'Plan'),
    price: text('价格', 'Prices'),
    terms: text('约定与告知', 'Terms and notices'),
    review: text('审核信息', 'Review'),
  },
  measures: {
    products: {
      label: text('线路产品', 'Tour products'),
      by: ['status', 'category', 'price_check', 'transport'],
    },
  },
  fields: {
    code: field.identifier(text('产品编号', 'Product code'), {
      number: 'XL{yy}{seq:5}',
      search: true,
      unique: ['revision'],
      section: 'basic',
    }),
    revision: field.integer(text('版本号', 'Version'), { write: 'server', section: 'basic' }),
    title: field.text(text('产品标题', 'Product title'), {
      required: true,
      min: 4,
      max: 80,
      search: true,
      screened: true,
      section: 'basic',
    }),
    category: field.select(text('线路分类', 'Route type'), {
      required: true,
      optionList: productCategories,
      section: 'basic',
    }),
    agency_id: field.reference(text('旅行社', 'Agency'), {
      to: 'enterprise/enterprise',
      required: true,
      among: [['ent_type', 'IN', enterpriseTypesSellingTours]],
      section: 'basic',
    }),
    departure_area: field.area(text('出发地', 'Departure place'), { required: true, section: 'basic' }),
    destination_areas: field.references(text('目的地', 'Destinations'), {
      to: 'system/area',
      reach: 'all',
      related: false,
      section: 'basic',
    }),
    abroad: field.text(text('境外目的地', 'Overseas destination'), {
      max: 100,
      section: 'basic',
      list: 'offered',
      hint: text('出境产品填写国家和城市', 'For outbound products: countries and cities'),
    }),
    transport: field.select(text('交通方式', 'Transport'), {
      required: true,
      options: transports,
      initial: 'coach',
      section: 'basic',
      list: 'offered',
    }),
    day_count: field.integer(text('天数', 'Days'), {
      write: 'server',
      section: 'plan',
      hint: text('按每日安排的行数计', 'Counted from the daily plan'),
    }),
    nights: field.integer(text('晚数', 'Nights'), { required: true, min: 0, max: maxPlanDays, section: 'plan' }),
    min_group: field.integer(text('最少成团人数', 'Minimum group size'), {
      required: true,
      min: 1,
      max: 10_000,
      initial: 1,
      section: 'plan',
      list: 'offered',
    }),
    max_group: field.integer(text('最多收客人数', 'Maximum group size'), {
      min: 1,
      max: 10_000,
      section: 'plan',
      list: 'offered',
    }),
    days: field.rows(text('每日安排', 'Daily plan'), { of: 'travel/productDay', max: maxPlanDays, section: 'plan' }),
    stops: field.rows(text('行程站点', 'Stops'), { of: 'travel/productStop', max: maxPlanStops, section: 'plan' }),
    price_from: field.money(text('起价（元/人）', 'Price from (CNY/person)'), {
      required: true,
      min: 1,
      section: 'price',
    }),
    per_day: field.money(text('每人每天（元）', 'Per person per day (CNY)'), { write: 'server', section: 'price' }),
    guidance_id: field.reference(text('适用指导价', 'Applicable guidance price'), {
      to: 'travel/guidancePrice',
      reach: 'all',
      write: 'server',
      list: 'offered',
      section: 'price',
    }),
    guidance_per_day: field.money(text('指导价（元/人·天）', 'Guidance price (CNY/person/day)'), {
      write: 'server',
      section: 'price',
    }),
    price_ratio: field.number(text('为指导价的', 'Share of guidance price'), {
      write: 'server',
      unit: '%',
      section: 'price',
    }),
    price_check: field.select(text('价格标记', 'Price flag'), {
      options: priceChecks,
      write: 'server',
      section: 'price',
    }),
    prices: field.rows(text('价格日历', 'Price calendar'), { of: 'travel/productPrice', max: 400, section: 'price' }),
    extras: field.rows(text('购物与自费项目', 'Shopping and optional activities'), {
      of: 'travel/productExtra',
      max: 60,
      section: 'terms',
    }),
    listing_check: field.select(text('约定标记', 'Disclosure flag'), {
      options: listingChecks,
      write: 'server',
      section: 'terms',
      list: 'offered',
    }),
    includes: field.textarea(text('费用包含', 'Included'), {
      required: true,
      max: 2000,
      screened: true,
      section: 'terms',
      list: 'never',
    }),
    excludes: field.textarea(text('费用不含', 'Not included'), {
      required: true,
      max: 2000,
      section: 'terms',
      list: 'never',
    }),
    safety_notice: field.textarea(text('安全告知', 'Safety notice'), {
      required: true,
      max: 2000,
      section: 'terms',
      list: 'never',
    }),
    unsuitable: field.textarea(text('不适宜人群', 'Not suitable for'), { max: 500, section: 'terms', list: 'never' }),
    cancel_policy: field.textarea(text('退改规则', 'Cancellation policy'), {
      required: true,
      max: 2000,
      section: 'terms',
      list: 'never',
    }),
    complaint_phone: field.text(text('投诉电话', 'Complaints phone'), { max: 30, section: 'terms', list: 'never' }),
    tags: field.text(text('标签', 'Tags'), {
      max: 100,
      search: true,
      screened: true,
      section: 'basic',
      list: 'offered',
    }),
    images: field.images(text('产品图片', 'Pictures'), { max: 9, section: 'basic', list: 'offered' }),
    review_note: field.textarea(text('审核意见', 'Review comments'), {
      write: 'server',
      section: 'review',
      list: 'offered',
    }),
    submitted_at: field.datetime(text('提交时间', 'Submitted at'), {
      write: 'server',
      section: 'review',
      list: 'offered',
    }),
    previous_id: field.reference(text('上一版本', 'Previous version'), {
      to: 'travel/product',
      write: 'server',
      related: false,
      list: 'never',
      section: 'review',
    }),
    next_id: field.reference(text('下一版本', 'Next version'), {
      to: 'travel/product',
      write: 'server',
      related: false,
      list: 'never',
      section: 'review',
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'agency_id' }),
  },
  versions: {
    of: 'code',
    revise: 'revise',
    publish: ['sell', 'resume'],
    replace: 'replace',
    published: ['on_sale', 'off_sale', 'suspended', 'superseded'],
  },
  life: productLifecycle,
});
export interface TourProduct extends Row<typeof product> {}
