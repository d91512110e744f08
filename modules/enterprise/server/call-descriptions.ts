import { field } from '#kernel/field/field.ts';
import { writableFields } from '#kernel/lifecycle/writable-fields.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { captchaFields } from '#server/auth/tries-by-address.ts';
import type { CallDescription, CallDescriptions } from '#server/http/call-description.ts';
import { boolean, enumOf, integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { enterprise } from '../contract/enterprise.ts';
import { enterpriseTypes } from '../contract/enterprise-options.ts';

const ticket = field.text(text('手机验证凭据（verify 的回答）', 'Proof of mobile verification (answered by verify)'), {
  required: true,
});
const id = field.integer(text('企业编号', 'Enterprise ID'), { required: true, min: 1 });
const code = {
  uscc: field.creditCode(text('统一社会信用代码', 'Unified social credit code'), { required: true }),
  ent_type: field.select(text('企业类型', 'Type'), { required: true, options: enterpriseTypes }),
};
const account = {
  username: field.account(text('用户名（手机尚无账号时）', 'Username (when the mobile has no account yet)')),
  password: field.password(text('密码（手机尚无账号时）', 'Password (when the mobile has no account yet)')),
};
const made = object({ username: string, created: boolean });
const moment = { type: ['integer', 'null'] };
const upload: CallDescription = {
  summary: text(
    '上传登记材料；凭据放在地址参数 ticket',
    'Upload registration documents; the proof goes in the address parameter ticket',
  ),
  upload: true,
  data: object({ file: object({ url: string, full_url: string, name: string, size: integer }) }),
};
const qr: CallDescription = {
  summary: text('监管码（SVG）', 'Supervision code (SVG)'),
  query: { id },
  raw: 'image/svg+xml',
};

const { parent_id: _parent, contact_mobile: _mobile, ...form } = writableFields(enterprise, 'add');

const person_id = field.integer(text('成员编号', 'Person ID'), { required: true, min: 1 });
const sms = (label: Text) => field.text(label, { required: true, min: 6, max: 6 });
const nothing = { type: 'null' };

const personCalls: CallDescriptions = {
  'api/enterprise.person/invitations': {
    summary: text(
      '发给本人手机的邀请，及本人在各企业的身份',
      'Invitations sent to one’s own mobile, and one’s roles in enterprises',
    ),
    data: object({
      held: list(
        object({
          id: key,
          enterprise: object({ id: key, name: string }),
          role: enumOf('owner', 'operator', 'viewer'),
          joined_at: moment,
        }),
      ),
      list: list(
        object({
          id: key,
          enterprise: object({ id: key, name: string }),
          name: string,
          role: enumOf('owner', 'operator', 'viewer'),
          invited_until: integer,
          updatetime: integer,
        }),
      ),
    }),
  },
  'api/enterprise.person/accept': {
    summary: text('凭邀请码接受邀请', 'Accept an invitation by code'),
    body: { id: person_id, code: sms(text('邀请码', 'Invitation code')) },
    data: object({ enterprise_id: key }),
  },
  'api/enterprise.person/decline': {
    summary: text('谢绝邀请', 'Decline an invitation'),
    body: { id: person_id },
    data: nothing,
  },
  'api/enterprise.person/leave': {
    summary: text('退出企业', 'Leave an enterprise'),
    body: { enterprise_id: id },
    data: nothing,
  },
  'api/enterprise.person/transferCodes': {
    summary: text('向双方发送转让负责人的验证码', 'Send transfer codes to both parties'),
    body: { id: person_id },
    data: nothing,
  },
  'api/enterprise.person/transfer': {
    summary: text('凭双方验证码转让负责人', 'Transfer ownership with the codes of both parties'),
    body: {
      id: person_id,
      code: sms(text('本人收到的验证码', 'Code received by the current owner')),
      successor_code: sms(text('新负责人收到的验证码', 'Code received by the new owner')),
    },
    data: nothing,
  },
};

/** Descriptions of the calls for registration, claims, progress and the supervision code in the API document. */
export const enterpriseCalls: CallDescriptions = {
  'api/enterprise/lookup': {
    summary: text('信用代码能否登记', 'Whether a credit code can be registered'),
    query: code,
    data: object(
      { state: enumOf('free', 'claimable', 'registered', 'waiting'), name: string, hint: string, hours: integer },
      ['state'],
    ),
  },
  'api/enterprise/agency': {
    summary: text('按信用代码查正常经营的旅行社', 'Find a travel agency in operation by credit code'),
    query: { uscc: code.uscc },
    data: { type: ['object', 'null'], properties: { id: key, name: string } },
  },
  'api/enterprise/verify': {
    summary: text('以短信验证码换取凭据', 'Exchange an SMS code for a proof'),
    body: {
      mobile: field.mobile(text('手机', 'Mobile'), { required: true }),
      code: field.text(text('短信验证码', 'SMS code'), { required: true, min: 6, max: 6 }),
    },
    data: object({ ticket: string, expires_in: integer, account: { type: ['object', 'null'] } }),
  },
  'api/enterprise/upload': upload,
  'admin/ajax/publicUpload': upload,
  'api/enterprise/saveDraft': {
    summary: text('保存未填完的登记', 'Save an unfinished registration'),
    description: text('data 为已填字段，另含 step。', 'data holds the fields filled in so far, and step.'),
    body: { ticket },
    data: object({ updatetime: integer }),
  },
  'api/enterprise/draft': {
    summary: text('取回未填完的登记', 'Retrieve an unfinished registration'),
    query: { ticket },
    data: { type: ['object', 'null'], properties: { data: { type: 'object' }, updatetime: integer } },
  },
  'api/enterprise/register': {
    summary: text('登记企业并提交审核', 'Register an enterprise and submit it for review'),
    body: {
      ticket,
      ...account,
      ...form,
      parent_uscc: field.creditCode(text('所属旅行社的信用代码（分社、网点）', 'Credit code of the parent agency')),
      commitment: field.switch(text('已阅读承诺书', 'Commitment letter read'), { required: true }),
      privacy: field.switch(text('已阅读隐私说明', 'Privacy notice read'), { required: true }),
    },
    data: object({ id: key, query_no: string, due_at: moment, account: made }),
  },
  'api/enterprise/claim': {
    summary: text('认领在册企业', 'Claim an enterprise on record'),
    body: {
      ticket,
      ...account,
      ...code,
      applicant: field.personName(text('申请人', 'Applicant'), { required: true }),
      reason: field.textarea(text('申请说明', 'Explanation'), { required: true, min: 5, max: 500 }),
      proof: field.image(text('证明材料', 'Supporting documents')),
    },
    data: object({ state: enumOf('bound', 'submitted'), name: string, account: made }),
  },
  'api/enterprise/progress': {
    summary: text('查询登记进度', 'Query registration progress'),
    body: {
      query_no: field.identifier(text('查询编号', 'Query number'), { required: true, min: 16, max: 16 }),
      mobile: field.mobile(text('登记的手机', 'Mobile given in the registration'), { required: true }),
      ...captchaFields,
    },
    data: object({
      name: string,
      query_no: string,
      area: string,
      status: string,
      status_label: string,
      tone: string,
      submitted_at: moment,
      due_at: moment,
      steps: list(
        object({
          key: string,
          label: string,
          state: enumOf('done', 'current', 'waiting', 'returned', 'failed'),
          time: moment,
        }),
      ),
      returned: { type: ['object', 'null'] },
      next: string,
    }),
  },
  'api/enterprise/verifyCode': {
    summary: text('扫监管码可见的企业信息', 'Enterprise information shown by the supervision code'),
    query: { code: field.text(text('监管码', 'Supervision code'), { required: true, min: 32, max: 32 }) },
    data: object(
      {
        name: string,
        uscc: string,
        ent_type: string,
        status: string,
        area: { type: ['string', 'null'] },
        introduction: { type: ['string', 'null'] },
        suspended_until: { type: ['string', 'null'] },
      },
      ['name', 'uscc', 'ent_type', 'status', 'area', 'introduction', 'suspended_until'],
    ),
  },
  'api/enterprise/qr': qr,
  'admin/enterprise.enterprise/qr': qr,
  ...personCalls,
};
