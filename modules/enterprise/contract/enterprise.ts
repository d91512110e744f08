import { field } from '#kernel/field.ts';
import { lifecycle } from '#kernel/lifecycle.ts';
import { type Row, resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import {
  creditGrades,
  enterpriseTypes,
  grades,
  legalIdTypes,
  returnReasons,
  riskClasses,
  sources,
} from './dictionary.ts';

const picture = 'jpg,jpeg,png,webp';
/** Licences are issued electronically too. */
const scan = `${picture},pdf`;
const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });

/**
 * A market player under supervision: its registration, two-level audit, and standing from entry to exit.
 * Domain reference §2.A; audit within the time rule `enterprise_audit`.
 */
export const enterprise = resource({
  name: 'enterprise/enterprise',
  label: text('企业', 'Enterprises'),
  icon: 'bank',
  title: 'name',
  scope: 'area',
  owner: 'user_id',
  remark: text(
    '登记、审核与监管辖区内的文旅市场主体。',
    'Register, audit and supervise the market players of your area.',
  ),
  related: { 'enterprise/licence': 'enterprise_id', 'enterprise/staff': 'enterprise_id' },
  sections: {
    subject: text('主体信息', 'Identity'),
    contact: text('负责人与联系人', 'People'),
    place: text('经营场所', 'Premises'),
    document: text('证照材料', 'Documents'),
    supervision: text('监管信息', 'Supervision'),
  },
  fields: {
    name: field.text(text('企业名称', 'Name'), {
      required: true,
      max: 100,
      min: 2,
      search: true,
      section: 'subject',
      hint: text('与营业执照一致', 'As on the business licence'),
    }),
    short_name: field.text(text('简称', 'Short name'), { max: 40, search: true, section: 'subject', list: 'offered' }),
    uscc: field.creditCode(text('统一社会信用代码', 'Unified social credit code'), {
      required: true,
      search: true,
      unique: ['ent_type'],
      section: 'subject',
    }),
    ent_type: field.select(text('企业类型', 'Type'), { required: true, options: enterpriseTypes, section: 'subject' }),
    grade: field.select(text('等级', 'Grade'), { options: grades, section: 'subject', list: 'offered' }),
    parent_id: field.reference(text('所属旅行社', 'Parent agency'), {
      to: 'enterprise/enterprise',
      section: 'subject',
      list: 'offered',
      hint: text('分社、服务网点填写', 'For branches and outlets'),
    }),
    reg_capital: field.money(text('注册资本（元）', 'Registered capital (CNY)'), {
      section: 'subject',
      list: 'offered',
    }),
    reg_date: field.date(text('成立日期', 'Established on'), { section: 'subject', list: 'offered' }),
    biz_scope: field.textarea(text('经营范围', 'Business scope'), { section: 'subject', list: 'never' }),
    introduction: field.editor(text('企业简介', 'Introduction'), {
      max: 20_000,
      section: 'subject',
      list: 'offered',
      hint: text('在监管码公示页上向公众展示', 'Shown to the public on the page of the supervision code'),
    }),
    employees: field.integer(text('从业人数', 'Employees'), {
      min: 0,
      max: 1_000_000,
      section: 'subject',
      list: 'offered',
    }),
    website: field.url(text('网站', 'Website'), { section: 'subject', list: 'never' }),
    icp_no: field.text(text('ICP备案号', 'ICP number'), { max: 40, section: 'subject', list: 'never' }),
    legal_person: field.personName(text('法定代表人', 'Legal representative'), {
      required: true,
      search: true,
      section: 'contact',
      list: 'offered',
    }),
    legal_id_type: field.select(text('证件类型', 'Identity document'), {
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
    reg_area_code: field.area(text('注册地', 'Registered in'), { section: 'place', list: 'offered', level: 3 }),
    area_code: field.area(text('经营地', 'Area'), { required: true, section: 'place', level: 3 }),
    address: field.text(text('经营地址', 'Address'), {
      required: true,
      min: 5,
      max: 200,
      search: true,
      section: 'place',
      list: 'offered',
    }),
    place: field.place(text('地图位置', 'Location'), { required: true, section: 'place', list: 'offered' }),
    photo_front: field.image(text('门头照片', 'Front photo'), {
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
    license_expire: field.date(text('执照有效期至', 'Licence valid until'), {
      section: 'document',
      list: 'offered',
      hint: text('长期有效请留空', 'Leave empty when unlimited'),
    }),
    risk_class: field.select(text('风险等级', 'Risk'), {
      options: riskClasses,
      write: 'server',
      section: 'supervision',
    }),
    credit_grade: field.select(text('信用等级', 'Credit'), {
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
    query_no: field.text(text('查询编号', 'Query number'), {
      write: 'server',
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
    submitted_at: field.datetime(text('提交时间', 'Submitted'), {
      write: 'server',
      section: 'supervision',
      list: 'offered',
    }),
    audited_at: field.datetime(text('审核完成时间', 'Audit finished'), {
      write: 'server',
      section: 'supervision',
      list: 'offered',
    }),
    reject_count: field.integer(text('退回次数', 'Times returned'), {
      write: 'server',
      section: 'supervision',
      list: 'offered',
    }),
    audit_remark: field.textarea(text('审核意见', 'Audit opinion'), {
      write: 'server',
      section: 'supervision',
      list: 'offered',
    }),
    marks: field.pairs(text('需更正的内容', 'To be corrected'), {
      write: 'server',
      section: 'supervision',
      list: 'never',
      filter: false,
    }),
    pending: field.pairs(text('待审核的变更', 'Change under audit'), {
      write: 'server',
      section: 'supervision',
      list: 'never',
      filter: false,
    }),
    user_id: field.integer(text('账号', 'Account'), { write: 'server', list: 'never' }),
  },
  life: lifecycle({
    initial: 'draft',
    states: {
      draft: { ...text('草稿', 'Draft'), tone: 'muted' },
      submitted: { ...text('待受理', 'Submitted'), tone: 'progress', editable: false, desk: 3 },
      first_review: { ...text('县级初审', 'First review'), tone: 'progress', editable: false, desk: 3 },
      final_review: { ...text('市级复审', 'Final review'), tone: 'progress', editable: false, desk: 2 },
      returned: { ...text('已退回', 'Returned'), tone: 'warning' },
      active: { ...text('正常经营', 'Active'), tone: 'good' },
      change_pending: { ...text('变更审核中', 'Change under review'), tone: 'progress', editable: false, desk: 2 },
      suspended: { ...text('停业整顿', 'Suspended'), tone: 'bad', editable: false },
      rejected: { ...text('不予通过', 'Rejected'), tone: 'bad' },
      cancelled: { ...text('已注销', 'Cancelled'), tone: 'muted', editable: false, final: true },
      revoked: { ...text('已吊销', 'Revoked'), tone: 'bad', editable: false, final: true },
    },
    moves: {
      submit: {
        from: ['draft', 'returned', 'rejected'],
        to: 'submitted',
        by: ['admin', 'member'],
        label: text('提交审核', 'Submit'),
        tone: 'primary',
        emits: 'enterprise.submitted',
        within: 'enterprise_audit',
        effect: text(
          '提交后资料锁定，县级主管部门在 5 个工作日内审核。',
          'The details are locked; the county authority audits them within 5 working days.',
        ),
      },
      accept: {
        from: ['submitted'],
        to: 'first_review',
        label: text('受理', 'Accept'),
        reversible: true,
        batch: true,
        emits: 'enterprise.accepted',
        within: 'enterprise_audit',
      },
      firstPass: {
        from: ['submitted', 'first_review'],
        to: 'final_review',
        // types audited at one level are done with the first
        orTo: ['active'],
        label: text('初审通过', 'Pass first review'),
        tone: 'primary',
        batch: true,
        emits: 'enterprise.first_passed',
        within: 'enterprise_audit',
        input: {
          checked: field.switch(text('已逐项核对并查阅执照', 'Every item checked and the licence read'), {
            required: true,
          }),
          audit_remark: field.textarea(text('审核意见', 'Opinion'), { max: 500 }),
        },
      },
      finalPass: {
        from: ['final_review'],
        to: 'active',
        label: text('复审通过', 'Pass final review'),
        tone: 'primary',
        batch: true,
        emits: 'enterprise.activated',
        input: { audit_remark: field.textarea(text('审核意见', 'Opinion'), { max: 500 }) },
        effect: text(
          '企业转为正常经营，发放监管码并短信告知。',
          'The enterprise becomes active, receives its supervision code and is told by SMS.',
        ),
      },
      return: {
        from: ['submitted', 'first_review', 'final_review'],
        to: 'returned',
        label: text('退回修改', 'Return'),
        emits: 'enterprise.returned',
        input: {
          cause: field.select(text('退回原因', 'Cause'), { options: returnReasons, required: true }),
          reason,
          marks: field.pairs(text('需更正的内容', 'To be corrected'), {
            hint: text('左栏为字段，右栏写明问题', 'Field on the left, the problem on the right'),
          }),
        },
      },
      reject: {
        from: ['submitted', 'first_review', 'final_review'],
        to: 'rejected',
        label: text('不予通过', 'Reject'),
        tone: 'danger',
        emits: 'enterprise.rejected',
        input: { reason },
      },
      suspend: {
        from: ['active'],
        to: 'suspended',
        label: text('停业整顿', 'Suspend'),
        tone: 'danger',
        emits: 'enterprise.suspended',
        input: { document_no: field.text(text('文书号', 'Document number'), { required: true, max: 60 }), reason },
        effect: text(
          '停业期间不得新报行程、不得申请奖励；已开始的行程可履行完毕。',
          'No new itineraries or reward applications; trips under way may end.',
        ),
      },
      resume: {
        from: ['suspended'],
        to: 'active',
        label: text('恢复经营', 'Resume'),
        tone: 'primary',
        emits: 'enterprise.resumed',
        input: { document_no: field.text(text('文书号', 'Document number'), { required: true, max: 60 }), reason },
      },
      change: {
        from: ['active'],
        to: 'change_pending',
        by: ['admin', 'member'],
        label: text('申请变更', 'Request a change'),
        emits: 'enterprise.change_requested',
        within: 'enterprise_audit',
        input: {
          name: field.text(text('企业名称', 'Name'), { max: 100, min: 2 }),
          legal_person: field.personName(text('法定代表人', 'Legal representative')),
          address: field.text(text('经营地址', 'Address'), { min: 5, max: 200 }),
          business_license: field.image(text('营业执照', 'Business licence'), { accept: scan, private: true }),
          reason,
        },
        effect: text(
          '审核通过前原登记信息继续有效。',
          'The registered details stay valid until the change is approved.',
        ),
      },
      changePass: {
        from: ['change_pending'],
        to: 'active',
        label: text('同意变更', 'Approve the change'),
        tone: 'primary',
        emits: 'enterprise.changed',
      },
      changeReject: {
        from: ['change_pending'],
        to: 'active',
        label: text('不同意变更', 'Refuse the change'),
        tone: 'danger',
        emits: 'enterprise.change_refused',
        input: { reason },
      },
      cancel: {
        from: ['active', 'suspended'],
        to: 'cancelled',
        by: ['admin', 'member'],
        label: text('注销', 'Cancel registration'),
        tone: 'danger',
        emits: 'enterprise.cancelled',
        input: { reason },
        effect: text('许可证一并注销，不可恢复。', 'Its licences are cancelled too. This cannot be taken back.'),
      },
      revoke: {
        from: ['active', 'suspended', 'change_pending'],
        to: 'revoked',
        label: text('吊销', 'Revoke'),
        tone: 'danger',
        emits: 'enterprise.revoked',
        steps: [
          { name: 'propose', label: text('提请吊销', 'Propose revocation') },
          { name: 'confirm', label: text('批准吊销', 'Confirm revocation') },
        ],
        input: {
          document_no: field.text(text('处罚决定书文号', 'Penalty decision number'), { required: true, max: 60 }),
          reason,
        },
        effect: text(
          '许可证一并吊销，法定代表人列入从业限制名单，不可恢复。',
          'Its licences are revoked and its principal is barred. This cannot be taken back.',
        ),
      },
    },
  }),
});
export interface Enterprise extends Row<typeof enterprise> {}
