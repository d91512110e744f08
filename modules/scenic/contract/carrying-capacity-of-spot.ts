import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { versionedResource } from '#kernel/version/versioned-resource.ts';

const server = { write: 'server' } as const;
const most = 10_000_000;

/**
 * The carrying capacity of a spot by LB/T 034-2014, with the areas it is calculated from. It is approved by another officer
 * and changed by a new version only; the spot takes its limits from the version in force.
 */
export const capacity = versionedResource({
  name: 'scenic/capacity',
  label: text('承载量核定', 'Carrying capacities'),
  icon: 'dashboard',
  title: 'doc_no',
  heading: ['spot_id', ['revision', text('第 {n} 版', 'version {n}')]],
  subtitle: ['instant_max', 'effective_from'],
  scope: 'parent',
  partOf: 'spot_id',
  versionsOf: 'code',
  remark: text(
    '瞬时承载量 C1 = ΣXi/Yi，日承载量 C2 = C1 × Int(T/t)（LB/T 034-2014）；算式随每一版保存。',
    'Instant capacity C1 = ΣXi/Yi, daily capacity C2 = C1 × Int(T/t) (LB/T 034-2014). Each version keeps its calculation.',
  ),
  sections: {
    basis: text('景区与批准', 'Spot and approval'),
    inputs: text('核算依据', 'What it is calculated from'),
    result: text('核定结果', 'Result'),
  },
  fields: {
    code: field.identifier(text('核定编号', 'Number'), {
      number: 'HD{seq:5}',
      unique: ['revision'],
      list: 'offered',
      section: 'basis',
    }),
    spot_id: field.reference(text('景区', 'Scenic spot'), {
      to: 'scenic/spot',
      required: true,
      write: 'add',
      search: true,
      section: 'basis',
    }),
    doc_no: field.identifier(text('批准文号', 'Number of the approval'), {
      required: true,
      max: 60,
      search: true,
      section: 'basis',
    }),
    approved_by: field.text(text('批准单位', 'Approved by'), { required: true, max: 80, section: 'basis' }),
    areas: field.rows(text('区域', 'Areas'), { of: 'scenic/area', max: 60, section: 'inputs' }),
    open_minutes: field.integer(text('每日有效开放时间 T（分钟）', 'Open a day, T (minutes)'), {
      required: true,
      min: 1,
      max: 1440,
      list: 'offered',
      section: 'inputs',
    }),
    visit_minutes: field.integer(text('平均游览时间 t（分钟）', 'Mean visit, t (minutes)'), {
      required: true,
      min: 1,
      max: 1440,
      list: 'offered',
      section: 'inputs',
    }),
    instant_by_hand: field.integer(text('人工核定瞬时承载量', 'Instant capacity set by hand'), {
      min: 1,
      max: most,
      list: 'offered',
      section: 'inputs',
      hint: text('消防、文物等要求低于算式时填写', 'Where fire safety or heritage rules ask for less than the formula'),
    }),
    by_hand_reason: field.textarea(text('人工核定的依据', 'Basis of the figure set by hand'), {
      max: 500,
      list: 'offered',
      section: 'inputs',
    }),
    best_instant: field.integer(text('最佳瞬时承载量', 'Best instant capacity'), {
      min: 1,
      max: most,
      list: 'offered',
      section: 'inputs',
    }),
    instant_max: field.integer(text('瞬时承载量', 'Instant capacity'), { ...server, section: 'result' }),
    daily_max: field.integer(text('日承载量', 'Daily capacity'), { ...server, section: 'result' }),
    calculation: field.textarea(text('算式', 'Calculation'), {
      ...server,
      english: 'calculation_en',
      max: 8000,
      list: 'offered',
      section: 'result',
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'spot_id' }),
  },
});
export interface CapacityVersion extends Row<typeof capacity> {}

/** An area of a spot with what it holds. Edited in the form of the capacity. */
export const measuredArea = resource({
  name: 'scenic/area',
  label: text('区域', 'Areas'),
  title: 'name',
  scope: 'parent',
  partOf: 'capacity_id',
  sortable: true,
  actions: [],
  fields: {
    capacity_id: field.reference(text('承载量核定', 'Carrying capacity'), { to: 'scenic/capacity', required: true }),
    name: field.text(text('区域', 'Area'), { required: true, max: 60 }),
    area_m2: field.number(text('有效面积 Xi（㎡）', 'Effective area Xi (m²)'), {
      required: true,
      min: 0.01,
      max: 1_000_000_000,
      quantity: true,
    }),
    per_person_m2: field.number(text('人均面积 Yi（㎡）', 'Per visitor Yi (m²)'), {
      required: true,
      min: 0.01,
      max: 100_000,
    }),
    facility_limit: field.integer(text('设施承载量 Di', 'Facility holds Di'), {
      min: 1,
      max: most,
      hint: text('索道、游船等；没有不填', 'Cable cars, boats and the like; leave empty without one'),
      quantity: true,
    }),
  },
});
export interface MeasuredAreaRow extends Row<typeof measuredArea> {}
