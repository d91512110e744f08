import { field } from '#kernel/field/field.ts';
import { countOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { text } from '#kernel/text/text.ts';
import { enforcementDomains } from '#modules/library/contract/domain/enforcement-domain.ts';
import { checkRefusals, noticeExemptions } from '#modules/system/contract/enforcement-option-lists.ts';
import {
  checkClues,
  checkedObjects,
  checkResults,
  checkSources,
  noticeModes,
  visitFlags,
} from './enforcement-check-source-result-and-flag-options.ts';

const server = { write: 'server' } as const;
const result = { ...server, section: 'result' } as const;
const approval = { ...server, list: 'offered', section: 'approval' } as const;
const visit = { ...server, list: 'offered', section: 'visit' } as const;

/** A field for one kind of object only, and required for it. */
const of = (...kinds: readonly string[]) => {
  const when = { by: 'object_type', of: kinds };
  return { shownWhen: when, requiredWhen: when };
};
const onlyWhen = (by: string, value: string) => ({
  shownWhen: { by, of: [value] },
  requiredWhen: { by, of: [value] },
});

export const checkSections = {
  task: text('检查任务', 'Check'),
  object: text('检查对象', 'Who is checked'),
  arrangement: text('人员与时间', 'Officers and time'),
  approval: text('审批', 'Approval'),
  visit: text('现场', 'Visit'),
  result: text('结果', 'Result'),
} as const;

/** Fields of a check (domain reference §2.I `enf_task`), in the order of its form. */
export const checkFields = {
  check_no: field.identifier(text('检查编号', 'Check number'), {
    number: { pattern: 'JC{area_code}{yyyy}{mm}{dd}{seq:4}', on: ['approve', 'approveSpecial'] },
    search: true,
    max: 40,
    unique: true,
    section: 'task',
  }),
  source: field.select(text('来源', 'Source'), {
    required: true,
    options: checkSources,
    initial: 'routine',
    section: 'task',
  }),
  clue: field.select(text('线索', 'Clue'), {
    options: checkClues,
    reads: 'internal',
    list: 'offered',
    section: 'task',
    shownWhen: { by: 'source', of: ['case'] },
    requiredWhen: { by: 'source', of: ['case'], actor: 'admin' },
  }),
  complaint_id: field.reference(text('来源投诉', 'Complaint'), {
    to: 'complaint/complaint',
    reads: 'internal',
    list: 'offered',
    section: 'task',
    shownWhen: { by: 'clue', of: ['complaint'] },
  }),
  check_reason: field.textarea(text('检查理由', 'Reason for the check'), {
    max: 1000,
    reads: 'internal',
    list: 'offered',
    section: 'task',
    shownWhen: { by: 'source', of: ['special', 'case'] },
    requiredWhen: { by: 'source', of: ['special', 'case'], actor: 'admin' },
  }),
  basis: field.textarea(text('检查依据', 'Legal basis'), {
    required: true,
    max: 1000,
    list: 'offered',
    section: 'task',
    hint: text('法律、法规、规章的名称与条款', 'Name and article of the law or regulation'),
  }),
  plan_id: field.reference(text('检查计划', 'Plan'), {
    to: 'enforcement/plan',
    among: [['status', 'IN', ['published', 'running']]],
    write: 'add',
    section: 'task',
  }),
  draw_id: field.reference(text('双随机抽取', 'Random draw'), {
    to: 'enforcement/draw',
    list: 'offered',
    section: 'task',
    ...server,
  }),
  cycle_id: field.reference(text('检查周期', 'Cycle'), {
    to: 'enforcement/cycle',
    list: 'offered',
    section: 'task',
    ...server,
  }),
  recheck_of: field.reference(text('复查的检查', 'Recheck of'), {
    to: 'enforcement/check',
    list: 'offered',
    section: 'task',
    ...server,
  }),
  roadside_check_id: field.reference(text('路面检查记录', 'Roadside check'), {
    to: 'enforcement/roadsideCheck',
    list: 'offered',
    section: 'task',
    ...server,
  }),
  domain: field.select(text('执法领域', 'Domain'), { required: true, options: enforcementDomains, section: 'task' }),
  department_id: field.reference(text('组织部门', 'Organising department'), {
    to: 'auth/department',
    required: true,
    section: 'task',
  }),
  joint_departments: field.text(text('联合部门', 'Joint departments'), {
    max: 200,
    list: 'offered',
    section: 'task',
    ...onlyWhen('source', 'joint'),
    hint: text('公安、市场监管等，用顿号分隔', 'Such as public security or market regulation'),
  }),
  object_type: field.select(text('对象类别', 'Kind of object'), {
    required: true,
    options: checkedObjects,
    initial: 'enterprise',
    section: 'object',
  }),
  enterprise_id: field.reference(text('被检查企业', 'Enterprise'), {
    to: 'enterprise/enterprise',
    section: 'object',
    requiredWhen: { by: 'object_type', of: ['enterprise', 'website'] },
    hint: text('对团队、车辆检查的，填负责的企业', 'Of a tour group or a vehicle: the responsible enterprise'),
  }),
  itinerary_id: field.reference(text('旅游团队', 'Tour group'), {
    to: 'travel/itinerary',
    list: 'offered',
    section: 'object',
    ...of('itinerary'),
  }),
  vehicle_id: field.reference(text('车辆', 'Vehicle'), {
    to: 'crew/vehicle',
    list: 'offered',
    section: 'object',
    ...of('vehicle'),
  }),
  guide_id: field.reference(text('导游', 'Guide'), {
    to: 'crew/guide',
    list: 'offered',
    section: 'object',
    ...of('guide'),
  }),
  object_name: field.text(text('检查对象', 'Checked'), {
    personal: 'name',
    max: 200,
    search: true,
    section: 'object',
    ...of('person', 'website'),
  }),
  // members hold the check through it: null until the enterprise may know of the check
  informed_enterprise_id: field.reference(text('已告知的企业', 'Enterprise informed'), {
    to: 'enterprise/enterprise',
    reach: 'all',
    related: false,
    list: 'never',
    filter: false,
    section: 'visit',
    ...server,
  }),
  area_code: field.area(text('地区', 'Area'), { required: true, section: 'object' }),
  items: field.rows(text('检查事项', 'Check items'), {
    of: 'enforcement/checkAnswer',
    max: 200,
    section: 'arrangement',
    hint: text('只能选已公布并在施行中的事项', 'Only published items in force can be chosen'),
  }),
  officers: field.rows(text('执法人员', 'Officers'), {
    of: 'enforcement/checkOfficer',
    max: 20,
    section: 'arrangement',
    hint: text('不少于两人，第一人为主办', 'At least two; the first one leads'),
  }),
  team: field.text(text('检查人员', 'Checking officers'), {
    personal: 'name',
    ...server,
    list: 'offered',
    section: 'arrangement',
  }),
  item_names: field.textarea(text('检查内容', 'What is checked'), {
    ...server,
    list: 'offered',
    section: 'arrangement',
  }),
  due_on: field.date(text('完成期限', 'To be done by'), { required: true, section: 'arrangement' }),
  notify_mode: field.select(text('通知方式', 'Notice'), {
    required: true,
    options: noticeModes,
    initial: 'advance',
    list: 'offered',
    section: 'arrangement',
  }),
  direct_reason: field.select(text('直接实施的理由', 'Reason for no notice'), {
    optionList: noticeExemptions,
    list: 'offered',
    section: 'arrangement',
    ...onlyWhen('notify_mode', 'direct'),
  }),
  window_from: field.datetime(text('检查时间起', 'Visit from'), {
    section: 'arrangement',
    hint: text('通知或派遣之前须填写', 'Required before notice or dispatch'),
  }),
  window_to: field.datetime(text('检查时间止', 'Visit until'), { list: 'offered', section: 'arrangement' }),
  opinion: field.textarea(text('审批意见', 'Opinion'), { ...approval, reads: 'internal', max: 500 }),
  approved_by: field.reference(text('批准人', 'Approved by'), {
    to: 'auth/admin',
    reach: 'all',
    related: false,
    ...approval,
    reads: 'internal',
  }),
  approved_at: field.datetime(text('批准时间', 'Approved at'), approval),
  notified_at: field.datetime(text('通知时间', 'Notified at'), approval),
  notice_receipt: field.file(text('通知书送达回证', 'Receipt of the notice'), {
    ...approval,
    accept: 'pdf,jpg,jpeg,png',
    private: true,
  }),
  started_at: field.datetime(text('入企时间', 'Entered at'), { ...server, section: 'visit' }),
  started_place: field.place(text('入企位置', 'Place of entry'), { ...visit, found: 'started_place_found' }),
  distance: field.integer(text('距登记地址（米）', 'Distance from the registered address (m)'), visit),
  flags: field.selects(text('需要留意', 'To be noted'), { ...visit, options: visitFlags, reads: 'internal' }),
  party_name: field.personName(text('现场负责人', 'Person on site'), visit),
  party_post: field.text(text('职务', 'Post'), { ...visit, max: 60 }),
  summary: field.textarea(text('现场检查情况', 'Findings on site'), { ...visit, max: 4000 }),
  refused_to_sign: field.switch(text('当事人拒绝签字', 'The party refuses to sign'), visit),
  refusal_note: field.textarea(text('拒签说明', 'Note on the refusal'), { ...visit, max: 500 }),
  refusal_reason: field.select(text('拒绝检查的理由', 'Reason given for refusing'), {
    ...visit,
    optionList: checkRefusals,
  }),
  submitted_at: field.datetime(text('提交时间', 'Submitted at'), visit),
  seal: field.text(text('笔录的哈希', 'Hash of the record'), { ...visit, filter: false }),
  problems: field.integer(text('发现问题', 'Problems'), {
    from: countOf('enforcement/checkAnswer', 'check_id', [['problem', '=', '1']]),
    section: 'result',
  }),
  result_code: field.select(text('检查结果', 'Result'), { ...result, options: checkResults }),
  result_note: field.textarea(text('结果说明', 'Note on the result'), { ...result, list: 'offered', max: 1000 }),
  reviewed_by: field.reference(text('审核人', 'Reviewed by'), {
    to: 'auth/admin',
    reach: 'all',
    related: false,
    list: 'offered',
    ...result,
    reads: 'internal',
  }),
  reviewed_at: field.datetime(text('审核时间', 'Reviewed at'), { ...result, list: 'offered' }),
  published_at: field.datetime(text('公示时间', 'Published at'), { ...result, list: 'offered' }),
  published_late: field.switch(text('逾期公示', 'Published late'), { ...result, initial: '0', list: 'offered' }),
  transferred_to: field.text(text('移送机关', 'Transferred to'), { ...result, list: 'offered', max: 100 }),
} as const;
