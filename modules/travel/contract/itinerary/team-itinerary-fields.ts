import { field } from '#kernel/field/field.ts';
import { countOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { text } from '#kernel/text/text.ts';
import { maxPlanDays, maxPlanStops } from '../product/tour-day-and-stop-fields.ts';
import { enterpriseTypesSellingTours } from '../product/tour-product.ts';
import { amendmentReasonFields } from './itinerary-amendment-form.ts';
import { contractModes, teamKinds, yesNo } from './select-options-of-itinerary-fields.ts';

const files = 'pdf,ofd,jpg,jpeg,png';

/**
 * Fields of a team (domain reference §2.E `trv_itinerary`). The server computes the counts from the list of tourists.
 */
export const itineraryFields = {
  team_no: field.identifier(text('团号', 'Team number'), {
    number: { pattern: 'T{area_code:4}{yy}{mm}{dd}{seq:5}', day: 'start_at' },
    search: true,
    unique: true,
    section: 'team',
  }),
  // name of the product, else places and length of the trip; computed by the database
  route: field.text(text('线路', 'Route'), { write: 'server', max: 200, search: true, section: 'team' }),
  agency_id: field.reference(text('组团社', 'Organising agency'), {
    to: 'enterprise/enterprise',
    required: true,
    among: [['ent_type', 'IN', enterpriseTypesSellingTours]],
    section: 'team',
  }),
  kind: field.select(text('团队类型', 'Team type'), {
    required: true,
    options: teamKinds,
    initial: 'province',
    section: 'team',
  }),
  product_id: field.reference(text('线路产品', 'Product'), { to: 'travel/product', section: 'team', list: 'offered' }),
  template_id: field.reference(text('产品模板', 'Template'), {
    to: 'travel/template',
    reach: 'all',
    section: 'team',
    list: 'never',
  }),
  ground_agency_id: field.reference(text('地接社', 'Local operator'), {
    to: 'enterprise/enterprise',
    reach: 'all',
    among: [
      ['ent_type', 'IN', enterpriseTypesSellingTours],
      ['status', '=', 'active'],
    ],
    section: 'team',
    list: 'offered',
  }),
  delegation_file: field.file(text('委托合同', 'Delegation contract'), {
    accept: files,
    private: true,
    section: 'team',
    list: 'never',
    hint: text('有地接社时须上传', 'Required when a local operator is engaged'),
  }),
  contract_mode: field.select(text('合同形式', 'Contract type'), {
    options: contractModes,
    section: 'team',
    list: 'offered',
    initial: 'e',
  }),
  contract_nos: field.identifier(text('合同编号', 'Contract numbers'), {
    max: 500,
    search: true,
    section: 'team',
    list: 'offered',
    hint: text('多个用顿号分隔', 'Separate several with commas'),
  }),
  start_at: field.datetime(text('出发时间', 'Departs'), { required: true, section: 'plan' }),
  end_at: field.datetime(text('结束时间', 'Ends'), { required: true, section: 'plan' }),
  area_code: field.area(text('出发地', 'Departure place'), { required: true, level: 3, section: 'plan' }),
  transit_areas: field.references(text('途经地', 'Via'), {
    to: 'system/area',
    reach: 'all',
    related: false,
    section: 'plan',
    list: 'offered',
  }),
  destination_areas: field.references(text('目的地', 'Destinations'), {
    to: 'system/area',
    reach: 'all',
    related: false,
    required: true,
    section: 'plan',
  }),
  days: field.rows(text('每日安排', 'Daily plan'), { of: 'travel/itineraryDay', max: maxPlanDays, section: 'plan' }),
  stops: field.rows(text('行程站点', 'Stops'), { of: 'travel/itineraryStop', max: maxPlanStops, section: 'plan' }),
  tourists: field.rows(text('游客名单', 'Tourists'), { of: 'travel/tourist', max: 5000, section: 'people' }),
  tourist_count: field.integer(text('游客人数', 'Number of tourists'), { write: 'server', section: 'people' }),
  adult_count: field.integer(text('成人', 'Adults'), {
    write: 'server',
    section: 'people',
    list: 'offered',
    quantity: true,
  }),
  child_count: field.integer(text('未成年人', 'Minors'), {
    write: 'server',
    section: 'people',
    list: 'offered',
    quantity: true,
  }),
  elder_count: field.integer(text('老年人', 'Seniors'), {
    write: 'server',
    section: 'people',
    list: 'offered',
    quantity: true,
  }),
  foreign_count: field.integer(text('境外游客', 'Overseas tourists'), {
    write: 'server',
    section: 'people',
    list: 'offered',
    quantity: true,
  }),
  source_area: field.area(text('主要客源地', 'Main source market'), { write: 'server', section: 'people' }),
  person_days: field.integer(text('人天', 'Person-days'), { write: 'server', section: 'people', list: 'offered' }),
  guides: field.rows(text('导游', 'Guides'), { of: 'travel/assignedGuide', max: 60, section: 'crew' }),
  vehicles: field.rows(text('车辆', 'Vehicles'), { of: 'travel/assignedVehicle', max: 100, section: 'crew' }),
  // between the tourists and the agency that sold the tour: the local operator sees its own fee only
  total_fee: field.money(text('团费合计（元）', 'Total fee (CNY)'), {
    section: 'money',
    reads: 'price',
    // not required by declaration, since not everybody may read it; a hook requires it
    requiredWhen: {},
    hint: text('地接社看不到', 'The receiving agency does not see it'),
    quantity: true,
  }),
  per_capita: field.money(text('人均（元）', 'Per person (CNY)'), {
    write: 'server',
    section: 'money',
    reads: 'price',
  }),
  ground_fee: field.money(text('地接费（元）', 'Local operator fee (CNY)'), {
    section: 'money',
    list: 'offered',
    quantity: true,
  }),
  guide_fee: field.money(text('导服费（元）', 'Guide fee (CNY)'), {
    section: 'money',
    list: 'offered',
    quantity: true,
  }),
  hotel_fee: field.money(text('住宿费（元）', 'Accommodation (CNY)'), {
    section: 'money',
    list: 'offered',
    quantity: true,
  }),
  coach_fee: field.money(text('用车费（元）', 'Coach (CNY)'), { section: 'money', list: 'offered', quantity: true }),
  accident_count: field.integer(text('意外险人数', 'Number covered by accident insurance'), {
    min: 0,
    max: 10_000,
    section: 'safety',
    list: 'offered',
    quantity: true,
  }),
  emergency_contact: field.personName(text('紧急联系人', 'Emergency contact'), {
    required: true,
    section: 'safety',
    list: 'offered',
  }),
  // a team of foreigners may only be reachable at home (domain reference §3.2)
  emergency_mobile: field.mobile(text('紧急联系电话', 'Emergency phone'), {
    required: true,
    foreign: true,
    privacy: 'masked',
    section: 'safety',
    list: 'offered',
  }),
  emergency_plan: field.file(text('应急预案', 'Emergency plan'), {
    accept: files,
    private: true,
    section: 'safety',
    list: 'never',
    hint: text(
      '研学、户外或老人、未成年人占三成以上时须上传',
      'Required for study tours and outdoor activities, and where seniors and minors make up 30% or more',
    ),
  }),
  remark: field.textarea(text('备注', 'Remarks'), { max: 1000, section: 'team', list: 'never' }),
  ...amendmentReasonFields,
  change_count: field.integer(text('变更次数', 'Changes'), { write: 'server', section: 'filing', quantity: true }),
  late: field.select(text('迟报', 'Filed late'), {
    options: yesNo,
    write: 'server',
    section: 'filing',
    list: 'offered',
  }),
  leader_required: field.select(text('须派领队或导游', 'Tour leader or guide required'), {
    options: yesNo,
    write: 'server',
    section: 'crew',
    list: 'offered',
  }),
  open_findings: field.integer(text('待核查异常', 'Findings pending review'), {
    from: countOf('travel/finding', 'itinerary_id', [['status', '=', 'open']]),
    section: 'filing',
  }),
  submitted_at: field.datetime(text('提交时间', 'Submitted at'), {
    write: 'server',
    section: 'filing',
    list: 'offered',
  }),
  departed_at: field.datetime(text('实际出发', 'Actual departure'), {
    write: 'server',
    section: 'filing',
    list: 'offered',
  }),
  finished_at: field.datetime(text('实际结束', 'Actual end'), { write: 'server', section: 'filing', list: 'offered' }),
  finish_note: field.textarea(text('结束说明', 'Closing remarks'), {
    write: 'server',
    section: 'filing',
    list: 'never',
    english: 'finish_note_en',
  }),
  forgotten_at: field.datetime(text('游客匿名化时间', 'Tourists anonymised at'), {
    write: 'server',
    section: 'people',
    list: 'offered',
  }),
  incident_no: field.identifier(text('事件编号', 'Incident number'), {
    write: 'server',
    section: 'filing',
    list: 'offered',
  }),
} as const;
