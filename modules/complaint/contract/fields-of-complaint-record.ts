import { field } from '#kernel/field/field.ts';
import { sumOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { text } from '#kernel/text/text.ts';
import { enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';
import { complaintCategories, complaintRefusals } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { complaintTurns } from './complaint-queues-by-whose-turn-it-is.ts';
import {
  acceptanceTimeliness,
  complaintChannels,
  complaintLimits,
  complaintResponsibilities,
  complaintRules,
  contactWays,
  invitationAnswers,
  mediationModes,
  mediationOutcomes,
  referringChannels,
} from './complaint-select-options-applicable-rule-and-limits.ts';

const server = { write: 'server' } as const;
const contact = { section: 'complainant', reads: 'contact', list: 'offered' } as const;
const day = (zh: string, en: string) => field.date(text(zh, en), { ...server, list: 'offered', section: 'handling' });

/** Who complains. The respondent and readers without the node see `shown_name` alone. */
const complainant = {
  complainant_name: field.personName(text('投诉人', 'Complainant'), { ...contact, requiredWhen: {} }),
  mobile: field.mobile(text('手机', 'Mobile'), { ...contact, requiredWhen: {}, foreign: true, privacy: 'masked' }),
  email: field.email(text('邮箱', 'E-mail'), { ...contact, privacy: 'masked' }),
  contact_by: field.select(text('通知方式', 'Told by'), { ...server, ...contact, options: contactWays }),
  id_number: field.idNumber(text('证件号码', 'Identity number'), { ...contact, privacy: 'masked', documents: true }),
  gender: field.select(text('性别', 'Gender'), {
    ...contact,
    options: { male: text('男', 'Male'), female: text('女', 'Female') },
  }),
  nationality: field.text(text('国籍或地区', 'Nationality or region'), { ...contact, max: 60 }),
  address: field.text(text('联系地址', 'Address'), { personal: 'number', ...contact, max: 200 }),
  anonymous: field.switch(text('对被投诉人匿名', 'Anonymous to the respondent'), {
    section: 'complainant',
    list: 'offered',
  }),
  shown_name: field.personName(text('对外称呼', 'Shown as'), {
    ...server,
    english: 'shown_name_en',
    section: 'complainant',
  }),
  people: field.integer(text('投诉人数', 'People'), {
    required: true,
    min: 1,
    max: 9999,
    initial: 1,
    list: 'offered',
    section: 'complainant',
    hint: text('四人以上同一事由为共同投诉，应推选代表', 'Four or more with the same cause name representatives'),
    quantity: true,
  }),
  representatives: field.text(text('代表人', 'Representatives'), { personal: 'name', ...contact, max: 200 }),
  complainants: field.rows(text('共同投诉人', 'Joint complainants'), {
    of: 'complaint/complainant',
    max: 500,
    reads: 'contact',
    section: 'complainant',
    hint: text('逐人登记，不含投诉人本人', 'Each person who joins, without the complainant'),
  }),
  language: field.select(text('联系语言', 'Language'), {
    section: 'complainant',
    list: 'offered',
    required: true,
    initial: 'zh-cn',
    options: { 'zh-cn': text('中文', 'Chinese'), en: text('英文', 'English') },
  }),
};

const respondent = {
  respondent_enterprise_id: field.reference(text('被投诉企业', 'Enterprise complained about'), {
    to: 'enterprise/enterprise',
    reach: 'area',
    search: true,
    list: 'offered',
    section: 'respondent',
  }),
  respondent_name: field.text(text('被投诉人', 'Respondent'), {
    personal: 'name',
    requiredWhen: {},
    max: 120,
    search: true,
    section: 'respondent',
  }),
  respondent_kind: field.select(text('被投诉人类型', 'Kind of respondent'), {
    options: enterpriseTypes,
    list: 'offered',
    section: 'respondent',
  }),
  // the enterprise, once it is notified: its people see the complaint from then on
  recipient_id: field.reference(text('受通知企业', 'Enterprise notified'), {
    ...server,
    to: 'enterprise/enterprise',
    related: false,
    list: 'never',
    filter: false,
  }),
  team_no: field.identifier(text('团号', 'Team number'), {
    max: 40,
    search: true,
    list: 'offered',
    section: 'respondent',
  }),
  contract_no: field.identifier(text('合同编号', 'Contract number'), {
    max: 60,
    search: true,
    list: 'offered',
    section: 'respondent',
  }),
  contract_end_on: field.date(text('合同履行结束日', 'End of the contract'), {
    list: 'offered',
    section: 'respondent',
    hint: text('九十日的投诉期限自此日起算', 'The limit of ninety days counts from this day'),
  }),
};

const matter = {
  category: field.select(text('投诉类别', 'Category'), {
    required: true,
    optionList: complaintCategories,
    section: 'matter',
  }),
  event_at: field.datetime(text('事发时间', 'Time of the event'), {
    required: true,
    list: 'offered',
    section: 'matter',
  }),
  event_area: field.area(text('事发地区', 'Area of the event'), { required: true, list: 'offered', section: 'matter' }),
  event_place: field.place(text('事发地点', 'Place of the event'), {
    found: 'event_place_found',
    list: 'never',
    section: 'matter',
  }),
  facts: field.textarea(text('事实与理由', 'Facts and grounds'), {
    ...complaintLimits.facts,
    required: true,
    search: true,
    list: 'never',
    section: 'matter',
  }),
  demands: field.rows(text('投诉请求', 'Demands'), { of: 'complaint/demand', max: 10, section: 'matter' }),
  demanded: field.money(text('请求金额（元）', 'Amount demanded (CNY)'), {
    from: sumOf('complaint/demand', 'complaint_id', 'amount'),
    section: 'matter',
  }),
  files: field.files(text('证据材料', 'Evidence'), {
    max: complaintLimits.files,
    private: true,
    list: 'never',
    section: 'matter',
  }),
  urgent: field.switch(text('紧急', 'Urgent'), { section: 'matter' }),
};

const handling = {
  no: field.identifier(text('投诉编号', 'Complaint number'), {
    number: 'TS{yyyy}{mm}{dd}{seq:5}',
    search: true,
    unique: true,
    section: 'handling',
  }),
  channel: field.select(text('来源', 'Channel'), {
    required: true,
    write: 'add',
    options: complaintChannels,
    initial: 'phone',
    section: 'handling',
  }),
  ext_no: field.identifier(text('来源编号', 'Number at the referring office'), {
    max: 60,
    search: true,
    unique: ['channel'],
    list: 'offered',
    section: 'handling',
    shownWhen: { by: 'channel', of: referringChannels },
    requiredWhen: { by: 'channel', of: referringChannels },
  }),
  ext_due_on: field.date(text('来源单位要求的期限', 'Last day set by the referring office'), {
    list: 'offered',
    section: 'handling',
    shownWhen: { by: 'channel', of: referringChannels },
    hint: text('与法定期限并行，先到者为准', 'Runs beside the limits of the law; whichever ends first counts'),
  }),
  reported_on: day('回填来源单位日期', 'Result reported on'),
  filed_on: field.date(text('投诉日期', 'Filed on'), {
    required: true,
    section: 'handling',
    hint: text('决定适用2010年还是2026年的办法', 'Decides whether the rule of 2010 or of 2026 applies'),
  }),
  rule_version: field.select(text('适用规定', 'Rule'), {
    ...server,
    options: complaintRules,
    list: 'offered',
    section: 'handling',
  }),
  past_limit: field.switch(text('超过九十日', 'After ninety days'), {
    ...server,
    list: 'offered',
    section: 'handling',
  }),
  handler_id: field.reference(text('承办人', 'Handler'), {
    ...server,
    to: 'auth/admin',
    reach: 'all',
    related: false,
    list: 'offered',
    reads: 'assign',
    section: 'handling',
  }),
  turn: field.select(text('轮到谁', 'Whose turn'), { ...server, options: complaintTurns, section: 'handling' }),
  received_on: day('收到日期', 'Received on'),
  accepted_on: day('受理日期', 'Accepted on'),
  settle_from: day('处理期限起算日', 'Settlement counted from'),
  accepted_late: field.switch(text('逾期受理', 'Decided late'), { ...server, list: 'offered', section: 'handling' }),
  acceptance: field.select(text('受理决定', 'Decision on acceptance'), {
    ...server,
    options: acceptanceTimeliness,
    list: 'offered',
    section: 'handling',
  }),
  decided_on: day('决定日期', 'Decided on'),
  material_wanted_on: day('要求补正日期', 'Material asked for on'),
  material_wanted: field.textarea(text('需补正的材料', 'Material wanted'), {
    ...server,
    list: 'never',
    section: 'handling',
  }),
  supplement: field.textarea(text('补正内容', 'What was supplied'), { ...server, list: 'never', section: 'handling' }),
  refusal: field.select(text('不予受理理由', 'Ground for not accepting'), {
    ...server,
    optionList: complaintRefusals,
    list: 'offered',
    section: 'handling',
  }),
  refusal_article: field.text(text('不予受理依据', 'Legal basis of not accepting'), {
    ...server,
    english: 'refusal_article_en',
    max: 200,
    list: 'offered',
    section: 'handling',
  }),
  transferred_to: field.text(text('转往机构', 'Transferred to'), {
    ...server,
    max: 100,
    list: 'offered',
    section: 'handling',
  }),
  merged_into: field.reference(text('并入的投诉', 'Merged into'), {
    ...server,
    to: 'complaint/complaint',
    list: 'offered',
    section: 'handling',
  }),
  notified_on: day('通知被投诉人日期', 'Respondent notified on'),
  session_at: field.datetime(text('调解时间', 'Session at'), { ...server, list: 'offered', section: 'handling' }),
  session_mode: field.select(text('调解方式', 'Way of the session'), {
    ...server,
    options: mediationModes,
    list: 'offered',
    section: 'handling',
  }),
  session_place: field.text(text('调解地点', 'Place of the session'), {
    ...server,
    max: 200,
    list: 'never',
    section: 'handling',
  }),
  session_answer: field.select(text('投诉人是否参加', 'Complainant attends'), {
    ...server,
    options: invitationAnswers,
    list: 'offered',
    section: 'handling',
  }),
  session_remark: field.textarea(text('投诉人对邀请的说明', 'Complainant on the invitation'), {
    ...server,
    // may name how the complainant is reached
    reads: 'contact',
    list: 'never',
    section: 'handling',
  }),
  appraising: field.switch(text('鉴定中', 'Under appraisal'), { ...server, list: 'offered', section: 'handling' }),
  appraisal: field.textarea(text('鉴定结论', 'Appraisal'), { ...server, list: 'never', section: 'handling' }),
  passed_on: field.date(text('移送执法日期', 'Passed to enforcement on'), {
    ...server,
    reads: 'contact',
    list: 'offered',
    section: 'handling',
  }),
  area_code: field.area(text('处理机构地区', 'Area of the handling office'), { required: true, section: 'handling' }),
};

const answer = {
  answer: field.textarea(text('被投诉人答复', 'Answer of the respondent'), {
    ...server,
    list: 'never',
    section: 'answer',
  }),
  answer_files: field.files(text('答复证据', 'Evidence of the respondent'), {
    ...server,
    max: complaintLimits.files,
    private: true,
    list: 'never',
    section: 'answer',
  }),
  answer_by: field.date(text('答复截止日', 'To be answered by'), { ...server, list: 'offered', section: 'answer' }),
  answered_late: field.switch(text('逾期答复', 'Answered late'), { ...server, list: 'offered', section: 'answer' }),
  answered_at: field.datetime(text('答复时间', 'Answered at'), { ...server, list: 'offered', section: 'answer' }),
};

const end = {
  outcome: field.select(text('处理方式', 'Way of settlement'), {
    ...server,
    options: mediationOutcomes,
    list: 'offered',
    section: 'end',
  }),
  settled_on: field.date(text('调处日期', 'Settled on'), { ...server, list: 'offered', section: 'end' }),
  days_used: field.integer(text('处理用时（天）', 'Days taken'), { ...server, list: 'offered', section: 'end' }),
  agreement: field.textarea(text('协议内容', 'What was agreed'), { ...server, list: 'never', section: 'end' }),
  agreed_amount: field.money(text('协议金额（元）', 'Amount agreed (CNY)'), {
    ...server,
    list: 'offered',
    section: 'end',
    quantity: true,
  }),
  fulfil_by: field.date(text('履行截止日', 'To be fulfilled by'), { ...server, list: 'offered', section: 'end' }),
  fulfilled_on: field.date(text('履行日期', 'Fulfilled on'), { ...server, list: 'offered', section: 'end' }),
  denied_on: field.date(text('投诉人称未履行的日期', 'Fulfilment denied on'), {
    ...server,
    list: 'offered',
    section: 'end',
  }),
  paid_amount: field.money(text('实际支付（元）', 'Paid (CNY)'), { ...server, list: 'offered', section: 'end' }),
  responsibility: field.select(text('责任认定', 'Responsibility'), {
    ...server,
    options: complaintResponsibilities,
    list: 'offered',
    section: 'end',
  }),
  result: field.textarea(text('处理结果', 'Result'), { ...server, list: 'never', section: 'end' }),
  closed_on: field.date(text('办结日期', 'Closed on'), { ...server, list: 'offered', section: 'end' }),
  satisfaction: field.integer(text('满意度', 'Satisfaction'), { ...server, list: 'offered', section: 'end' }),
  reopened: field.switch(text('重新处理过', 'Was reopened'), { ...server, list: 'offered', section: 'end' }),
  new_facts: field.textarea(text('新的事实或证据', 'New facts or evidence'), {
    ...server,
    list: 'never',
    section: 'end',
  }),
};

/** The fields of a complaint, by section of its form. */
export const complaintFields = { ...complainant, ...respondent, ...matter, ...handling, ...answer, ...end };
