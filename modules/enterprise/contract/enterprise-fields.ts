import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import {
  creditGrades,
  enterpriseTypes,
  grades,
  gradesOf,
  legalIdTypes,
  riskClasses,
  sources,
} from './enterprise-options.ts';
import { tourismKinds } from './parse-tourism-kinds-of-licence-scope.ts';

const picture = 'jpg,jpeg,png,webp';
/** Accepted files of a licence; licences are issued electronically too. */
const scan = `${picture},pdf,ofd`;

/** Fields of an enterprise (domain reference §2.A `ent_enterprise`). */
export const enterpriseFields = {
  name: field.text(text('企业名称', 'Name'), {
    required: true,
    max: 100,
    min: 2,
    search: true,
    section: 'subject',
    hint: text('与营业执照一致', 'As shown on the business licence'),
  }),
  short_name: field.text(text('简称', 'Short name'), { max: 40, search: true, section: 'subject', list: 'offered' }),
  uscc: field.creditCode(text('统一社会信用代码', 'Unified social credit code'), {
    required: true,
    search: true,
    unique: ['ent_type'],
    section: 'subject',
  }),
  ent_type: field.select(text('企业类型', 'Type'), { required: true, options: enterpriseTypes, section: 'subject' }),
  grade: field.select(text('等级', 'Grade'), {
    options: grades,
    fits: { by: 'ent_type', only: gradesOf },
    section: 'subject',
    list: 'offered',
  }),
  parent_id: field.reference(text('所属旅行社', 'Parent travel agency'), {
    to: 'enterprise/enterprise',
    among: [['ent_type', '=', 'agency']],
    section: 'subject',
    list: 'offered',
    hint: text('分社、服务网点填写', 'For branches and outlets only'),
  }),
  reg_capital: field.money(text('注册资本（元）', 'Registered capital (CNY)'), {
    section: 'subject',
    list: 'offered',
    quantity: true,
  }),
  reg_date: field.date(text('成立日期', 'Date of establishment'), { section: 'subject', list: 'offered' }),
  tourism_scope: field.checkbox(text('旅游业务范围', 'Scope of travel business'), {
    options: tourismKinds,
    shownWhen: { by: 'ent_type', of: ['agency'] },
    section: 'subject',
    list: 'offered',
    hint: text('按旅行社业务经营许可证所载勾选', 'As listed on the travel agency business permit'),
  }),
  biz_scope: field.textarea(text('经营范围', 'Business scope'), { section: 'subject', list: 'never' }),
  introduction: field.editor(text('企业简介', 'Introduction'), {
    max: 20_000,
    section: 'subject',
    list: 'offered',
    hint: text('在监管码公示页上向公众展示', 'Shown to the public on the supervision code page'),
  }),
  employees: field.integer(text('从业人数', 'Employees'), {
    min: 0,
    max: 1_000_000,
    section: 'subject',
    list: 'offered',
    quantity: true,
  }),
  website: field.url(text('网站', 'Website'), { section: 'subject', list: 'never' }),
  icp_no: field.identifier(text('ICP备案号', 'ICP filing number'), { max: 40, section: 'subject', list: 'never' }),
  legal_person: field.personName(text('法定代表人', 'Legal representative'), {
    required: true,
    search: true,
    section: 'contact',
    list: 'offered',
  }),
  legal_id_type: field.select(text('证件类型', 'ID type'), {
    options: legalIdTypes,
    section: 'contact',
    list: 'never',
  }),
  legal_id_no: field.idNumber(text('法定代表人身份证号', 'ID number of the legal representative'), {
    privacy: 'masked',
    section: 'contact',
    list: 'never',
  }),
  legal_mobile: field.mobile(text('法定代表人手机', 'Mobile of the legal representative'), {
    required: true,
    privacy: 'masked',
    section: 'contact',
    list: 'offered',
  }),
  contact_name: field.personName(text('联系人', 'Contact'), { required: true, section: 'contact' }),
  contact_mobile: field.mobile(text('联系人手机', 'Contact mobile'), {
    required: true,
    privacy: 'masked',
    section: 'contact',
  }),
  email: field.email(text('电子邮箱', 'E-mail'), { section: 'contact', list: 'offered', privacy: 'masked' }),
  reg_area_code: field.area(text('注册地', 'Place of registration'), { section: 'place', list: 'offered', level: 3 }),
  area_code: field.area(text('经营地', 'Place of business'), { required: true, section: 'place', level: 3 }),
  address: field.text(text('经营地址', 'Business address'), {
    required: true,
    min: 5,
    max: 200,
    search: true,
    section: 'place',
    list: 'offered',
  }),
  place: field.place(text('地图位置', 'Location on map'), {
    required: true,
    section: 'place',
    list: 'offered',
    found: 'place_found',
  }),
  photo_front: field.image(text('门头照片', 'Storefront photo'), {
    section: 'document',
    list: 'offered',
    accept: picture,
  }),
  business_license: field.image(text('营业执照', 'Business licence'), {
    section: 'document',
    list: 'never',
    accept: scan,
    private: true,
  }),
  license_expire: field.date(text('执照有效期至', 'Business licence valid until'), {
    section: 'document',
    list: 'offered',
    endless: text('长期有效', 'Unlimited'),
  }),
  risk_class: field.select(text('风险等级', 'Risk class'), {
    options: riskClasses,
    write: 'server',
    section: 'supervision',
  }),
  credit_grade: field.select(text('信用等级', 'Credit grade'), {
    options: creditGrades,
    write: 'server',
    section: 'supervision',
    list: 'offered',
  }),
  source: field.select(text('来源', 'Source'), {
    options: sources,
    write: 'server',
    section: 'supervision',
    list: 'offered',
  }),
  query_no: field.identifier(text('查询编号', 'Query number'), {
    number: { pattern: 'QY{yyyy}{mm}{dd}{seq:6}', on: 'submit' },
    unique: true,
    search: true,
    section: 'supervision',
    list: 'offered',
  }),
  sup_code: field.text(text('监管码', 'Supervision code'), {
    write: 'server',
    section: 'supervision',
    list: 'never',
    filter: false,
  }),
  suspended_from: field.date(text('停业起始日', 'Suspended from'), {
    write: 'server',
    section: 'supervision',
    list: 'offered',
  }),
  suspended_until: field.date(text('停业截止日', 'Suspension ends'), {
    write: 'server',
    section: 'supervision',
    list: 'offered',
  }),
  suspension_paper: field.file(text('停业整顿决定书', 'Decision on suspension of business for rectification'), {
    accept: 'pdf,jpg,png',
    private: true,
    write: 'server',
    section: 'supervision',
    list: 'never',
  }),
  suspension_no: field.identifier(text('最近一次停业决定文号', 'Latest suspension decision'), {
    max: 60,
    write: 'server',
    section: 'supervision',
    list: 'offered',
  }),
  annulled_suspensions: field.pairs(text('已撤销的停业决定（撤销文书号）', 'Annulled suspensions (by document)'), {
    write: 'server',
    section: 'supervision',
    list: 'offered',
  }),
  handler_id: field.reference(text('承办人', 'Handler'), {
    to: 'auth/admin',
    reach: 'area',
    write: 'server',
    related: false,
    list: 'offered',
    reads: 'assign',
    section: 'supervision',
  }),
  submitted_at: field.datetime(text('提交时间', 'Submitted at'), {
    write: 'server',
    section: 'supervision',
    list: 'offered',
  }),
  audited_at: field.datetime(text('审核完成时间', 'Review completed at'), {
    write: 'server',
    section: 'supervision',
    list: 'offered',
  }),
  reject_count: field.integer(text('退回次数', 'Times returned'), {
    write: 'server',
    section: 'supervision',
    list: 'offered',
    quantity: true,
  }),
  audit_remark: field.textarea(text('审核意见', 'Review comments'), {
    write: 'server',
    section: 'supervision',
    list: 'offered',
    english: 'audit_remark_en',
  }),
} as const;
