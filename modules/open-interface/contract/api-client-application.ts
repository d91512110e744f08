import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { applicationLifecycle } from './application-approval-and-suspension-lifecycle.ts';
import { maskLevels, scopes, signatureAlgorithms } from './application-scopes-mask-levels-and-signature-algorithms.ts';

const server = { write: 'server' } as const;

/** Another system that reads or files data by signed calls (domain reference §2.T `api_app`). */
export const application = resource({
  name: 'api/application',
  label: text('接入应用', 'Applications'),
  icon: 'appstore',
  title: 'name',
  subtitle: ['owner_org'],
  scope: 'area',
  order: ['id', 'desc'],
  remark: text(
    '其他系统以密钥签名调用 /open/v1，只看到授权范围、所属地区和掩码级别内的数据。',
    'Other systems call /open/v1, signed with a secret, and see data within their scopes, area and masking only.',
  ),
  sections: {
    who: text('申请单位', 'Applicant'),
    access: text('授权', 'Access'),
    limits: text('限制', 'Limits'),
    approval: text('审批', 'Approval'),
  },
  listed: ['name', 'owner_org', 'status', 'scopes', 'area_code', 'mask_level', 'sandbox', 'expire_on'],
  fields: {
    name: field.text(text('应用名称', 'Name'), { required: true, max: 60, search: true, unique: true, section: 'who' }),
    owner_org: field.text(text('单位', 'Organisation'), { required: true, max: 120, search: true, section: 'who' }),
    contact: field.personName(text('联系人', 'Contact'), { required: true, section: 'who', list: 'offered' }),
    contact_mobile: field.mobile(text('联系手机', 'Mobile of the contact'), {
      privacy: 'masked',
      section: 'who',
      list: 'offered',
    }),
    purpose: field.textarea(text('用途', 'Purpose'), {
      required: true,
      min: 4,
      max: 500,
      section: 'who',
      list: 'never',
    }),
    scopes: field.checkbox(text('授权范围', 'Scopes'), { required: true, options: scopes, section: 'access' }),
    area_code: field.area(text('数据地区', 'Area of the data'), { required: true, section: 'access' }),
    mask_level: field.radio(text('个人信息', 'Personal data'), {
      required: true,
      options: maskLevels,
      initial: 'partial',
      section: 'access',
    }),
    sandbox: field.switch(text('沙箱', 'Sandbox'), {
      initial: '0',
      section: 'access',
      hint: text(
        '只返回虚构的示例数据，提交只校验、不保存',
        'Answers invented examples only; what is submitted is checked and not stored',
      ),
    }),
    algorithm: field.radio(text('签名算法', 'Signed by'), {
      required: true,
      options: signatureAlgorithms,
      initial: 'sm3',
      section: 'access',
      list: 'offered',
    }),
    ip_allow: field.textarea(text('允许的地址', 'Allowed addresses'), {
      max: 1000,
      section: 'limits',
      list: 'never',
      hint: text('每行一个 IP 或网段，不填则不限', 'One IP address or network per line; none: any address'),
    }),
    rpm: field.integer(text('每分钟请求数', 'Requests per minute'), {
      required: true,
      min: 1,
      max: 6000,
      initial: 600,
      section: 'limits',
      list: 'offered',
    }),
    burst: field.integer(text('瞬时请求数', 'Burst'), {
      required: true,
      min: 1,
      max: 600,
      initial: 60,
      section: 'limits',
      list: 'offered',
      hint: text('空闲之后可以连续发出的请求数', 'Requests that may follow each other after a pause'),
    }),
    quota: field.integer(text('每日请求数', 'Requests per day'), {
      required: true,
      min: 1,
      max: 5_000_000,
      initial: 100_000,
      section: 'limits',
      list: 'offered',
    }),
    expire_on: field.date(text('有效期至', 'Valid until'), { required: true, section: 'limits' }),
    agreement: field.file(text('数据共享协议', 'Data-sharing agreement'), {
      accept: 'pdf,jpg,png',
      private: true,
      section: 'approval',
      list: 'never',
    }),
    document_no: field.text(text('批准文号', 'Number of the approval'), {
      ...server,
      section: 'approval',
      list: 'offered',
    }),
    approved_by: field.reference(text('批准人', 'Approved by'), {
      ...server,
      to: 'auth/admin',
      reach: 'all',
      related: false,
      list: 'offered',
      section: 'approval',
    }),
    approved_at: field.datetime(text('批准时间', 'Approved at'), { ...server, list: 'offered', section: 'approval' }),
  },
  life: applicationLifecycle,
});
export interface Application extends Row<typeof application> {}
