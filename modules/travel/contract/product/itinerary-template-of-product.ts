import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { usableDriver } from '#modules/crew/contract/driver.ts';
import { usableGuide } from '#modules/crew/contract/guide.ts';
import { usableVehicle } from '#modules/crew/contract/vehicle.ts';
import { maxPlanDays, maxPlanStops, tourDayFields, tourStopFields } from './tour-day-and-stop-fields.ts';
import { enterpriseTypesSellingTours } from './tour-product.ts';

const keeps = ['index', 'add', 'edit', 'del', 'export', 'enable', 'disable'] as const;

/** A skeleton of days and stops from which itineraries are created (domain reference §2.D `trv_template`). */
export const productTemplate = resource({
  name: 'travel/template',
  label: text('产品模板', 'Product templates'),
  icon: 'diff',
  title: 'name',
  scope: 'parent',
  partOf: 'agency_id',
  members: { owner: keeps, operator: keeps, viewer: ['index'] },
  nodes: { recommend: text('推荐给各旅行社', 'Recommend to all agencies') },
  remark: text(
    '选择模板和出发日期即可快速生成行程单。',
    'Choose a template and a departure date to create an itinerary quickly.',
  ),
  fields: {
    name: field.text(text('模板名称', 'Template name'), { required: true, max: 60, search: true }),
    agency_id: field.reference(text('旅行社', 'Agency'), {
      to: 'enterprise/enterprise',
      required: true,
      among: [['ent_type', 'IN', enterpriseTypesSellingTours]],
    }),
    product_id: field.reference(text('线路产品', 'Product'), { to: 'travel/product' }),
    day_count: field.integer(text('天数', 'Days'), { write: 'server' }),
    days: field.rows(text('每日安排', 'Daily plan'), { of: 'travel/templateDay', max: maxPlanDays }),
    stops: field.rows(text('行程站点', 'Stops'), { of: 'travel/templateStop', max: maxPlanStops }),
    default_price: field.money(text('默认价格（元/人）', 'Default price (CNY/person)'), { min: 1 }),
    guide_id: field.reference(text('默认导游', 'Default guide'), {
      to: 'crew/guide',
      reach: 'all',
      among: usableGuide,
      related: false,
      list: 'offered',
      hint: text('快速行程时有空即带入', 'Filled into quick itineraries when available'),
    }),
    vehicle_id: field.reference(text('默认车辆', 'Default vehicle'), {
      to: 'crew/vehicle',
      reach: 'all',
      among: usableVehicle,
      related: false,
      list: 'offered',
    }),
    driver_id: field.reference(text('默认驾驶员', 'Default driver'), {
      to: 'crew/driver',
      reach: 'all',
      among: usableDriver,
      related: false,
      list: 'offered',
      hint: text('与默认车辆同时填写', 'Enter together with the default vehicle'),
    }),
    notes: field.textarea(text('备注', 'Remarks'), { max: 1000, list: 'offered' }),
    sharing: field.select(text('共享', 'Sharing'), {
      options: {
        private: { ...text('仅本社', 'Own agency only'), tone: 'neutral' },
        shared: { ...text('推荐共享', 'Recommended to all'), tone: 'good' },
      },
      initial: 'private',
      writes: 'recommend',
    }),
    use_count: field.integer(text('使用次数', 'Times used'), { write: 'server', quantity: true }),
    last_used_at: field.datetime(text('最近使用', 'Last used'), { write: 'server' }),
    area_code: field.area(text('地区', 'Area'), { through: 'agency_id' }),
  },
  life: lifecycle({
    initial: 'enabled',
    states: {
      enabled: { ...text('启用', 'Enabled'), tone: 'good' },
      disabled: { ...text('停用', 'Disabled'), tone: 'muted' },
    },
    moves: {
      disable: {
        from: ['enabled'],
        to: 'disabled',
        by: ['admin', 'member'],
        label: text('停用', 'Disable'),
        batch: true,
        reversible: true,
      },
      enable: {
        from: ['disabled'],
        to: 'enabled',
        by: ['admin', 'member'],
        label: text('启用', 'Enable'),
        when: [{ if: [['day_count', '>', 0]], else: text('请先填写每日安排', 'Fill in the daily plan first') }],
        batch: true,
        reversible: true,
      },
    },
  }),
});
export interface ProductTemplate extends Row<typeof productTemplate> {}

const template_id = field.reference(text('产品模板', 'Template'), { to: 'travel/template', required: true });

export const templateDay = resource({
  name: 'travel/templateDay',
  label: text('模板每日安排', 'Daily plans of templates'),
  title: 'title',
  scope: 'parent',
  partOf: 'template_id',
  sortable: true,
  actions: [],
  fields: { template_id, ...tourDayFields() },
});
export interface TemplateDay extends Row<typeof templateDay> {}

export const templateStop = resource({
  name: 'travel/templateStop',
  label: text('模板站点', 'Template stops'),
  title: 'name',
  scope: 'parent',
  partOf: 'template_id',
  sortable: true,
  actions: [],
  fields: { template_id, ...tourStopFields() },
});
export interface TemplateStop extends Row<typeof templateStop> {}
