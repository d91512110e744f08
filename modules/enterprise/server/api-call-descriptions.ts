import { field } from '#kernel/field/field.ts';
import { writableFields } from '#kernel/lifecycle/writable-fields.ts';
import { text } from '#kernel/text/text.ts';
import { captchaFields } from '#server/auth/limit-tries-by-address-with-captcha.ts';
import type { CallDescriptions } from '#server/http/api-description-of-call.ts';
import { boolean, enumOf, integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { enterprise } from '../contract/enterprise.ts';
import { enterpriseTypes } from '../contract/enterprise-options.ts';

const ticket = field.text(text('手机验证凭据（verify 的回答）', 'Proof of mobile verification (answered by verify)'), {
  required: true,
});
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
const { parent_id: _parent, contact_mobile: _mobile, ...form } = writableFields(enterprise, 'add');

/** Descriptions of the calls for registration, claims, progress and the supervision code in the API document. */
export const enterpriseApiCallDescriptions: CallDescriptions = {
  'api/enterprise/verify': {
    summary: text('以短信验证码换取凭据', 'Exchange an SMS code for a proof'),
    body: {
      mobile: field.mobile(text('手机', 'Mobile'), { required: true }),
      code: field.text(text('短信验证码', 'SMS code'), { required: true, min: 6, max: 6 }),
    },
    data: object({ ticket: string, expires_in: integer, account: { type: ['object', 'null'] } }),
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
};
