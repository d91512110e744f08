import { field } from '#kernel/field/field.ts';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { text } from '#kernel/text/text.ts';
import { captchaFields } from '#server/auth/limit-tries-by-ip-address-with-captcha.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import {
  boolean,
  enumOf,
  integer,
  key,
  list,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import { enterprise } from '../contract/enterprise.ts';
import { enterpriseTypes } from '../contract/enterprise-options.ts';
import {
  readEnterpriseBySupervisionCode,
  supervisionCodePicture,
} from './read-enterprise-by-supervision-code-and-code-picture.ts';
import { bindEnterpriseOrSubmitOwnershipClaim } from './registration/bind-enterprise-or-submit-ownership-claim.ts';
import { creditCodeAvailabilityCall } from './registration/credit-code-availability-call.ts';
import { parentAgencyCall } from './registration/find-parent-agency-by-credit-code.ts';
import { readApplicationProgress } from './registration/read-registration-progress.ts';
import { receiveApplicantUploadByMobileTicket } from './registration/receive-applicant-upload-by-mobile-ticket.ts';
import { registerEnterprise } from './registration/register-enterprise.ts';
import {
  readApplicationDraftCall,
  saveApplicationDraftCall,
} from './registration/save-read-and-delete-registration-application-draft.ts';
import { verifyApplicantMobile } from './registration/verify-applicant-mobile.ts';

/** An application; its fields follow from the account, the type and the state of what is applied for. */
const application = {
  ticket: field.text(text('手机验证凭据（verify 的回答）', 'Proof of mobile verification (answered by verify)'), {
    required: true,
  }),
  username: field.account(text('用户名（手机尚无账号时）', 'Username (when the mobile has no account yet)')),
  password: field.password(text('密码（手机尚无账号时）', 'Password (when the mobile has no account yet)')),
};
const account = object({ username: string, created: boolean });
const { parent_id: _parent, contact_mobile: _mobile, ...form } = writableFields(enterprise, 'add');

const post = { gate: 'none', methods: ['POST'], inputFrom: 'body' } as const;

const verify = call({
  ...post,
  secret: true,
  limit: { perMinute: 20, per: ['mobile'] },
  summary: text('以短信验证码换取凭据', 'Exchange an SMS code for a proof'),
  input: {
    mobile: field.mobile(text('手机', 'Mobile'), { required: true }),
    code: field.text(text('短信验证码', 'SMS code'), { required: true }),
  },
  answer: object({ ticket: string, expires_in: integer, account: orNull(object({ username: string })) }),
  run: verifyApplicantMobile,
});

const register = call({
  ...post,
  limit: { perMinute: 10, per: ['ticket'] },
  summary: text('登记企业并提交审核', 'Register an enterprise and submit it for review'),
  checkedInRun: {
    ...application,
    ...form,
    parent_uscc: field.creditCode(text('所属旅行社的信用代码（分社、网点）', 'Credit code of the parent agency')),
    commitment: field.switch(text('已阅读承诺书', 'Commitment letter read'), { required: true }),
    privacy: field.switch(text('已阅读隐私说明', 'Privacy notice read'), { required: true }),
  },
  answer: object({ id: key, query_no: string, due_at: orNull(integer), account }),
  run: registerEnterprise,
});

const claim = call({
  ...post,
  limit: { perMinute: 10, per: ['ticket'] },
  summary: text('认领在册企业', 'Claim an enterprise on record'),
  checkedInRun: {
    ...application,
    uscc: field.creditCode(text('统一社会信用代码', 'Unified social credit code'), { required: true }),
    ent_type: field.select(text('企业类型', 'Type'), { required: true, options: enterpriseTypes }),
    applicant: field.personName(text('申请人', 'Applicant'), { required: true }),
    reason: field.textarea(text('申请说明', 'Explanation'), { required: true, min: 5, max: 500 }),
    proof: field.image(text('证明材料', 'Supporting documents')),
  },
  answer: object({ state: enumOf('bound', 'submitted'), name: string, account }),
  run: bindEnterpriseOrSubmitOwnershipClaim,
});

const progress = call({
  ...post,
  secret: true,
  limit: { perMinute: 20, per: ['mobile'] },
  summary: text('查询登记进度', 'Query registration progress'),
  // whatever is wrong with the pair, the answer is that it does not match
  checkedInRun: {
    query_no: field.identifier(text('查询编号', 'Query number'), { required: true, min: 16, max: 16 }),
    mobile: field.mobile(text('登记的手机', 'Mobile given in the registration'), { required: true }),
    ...captchaFields,
  },
  answer: object({
    name: string,
    query_no: string,
    area: string,
    status: string,
    status_label: string,
    tone: string,
    submitted_at: orNull(integer),
    due_at: orNull(integer),
    steps: list(
      object({
        key: string,
        label: string,
        state: enumOf('done', 'current', 'waiting', 'returned', 'failed'),
        time: orNull(integer),
      }),
    ),
    returned: orNull(object({ reason: string, marks: list(object({ field: string, label: string, remark: string })) })),
    next: string,
  }),
  run: readApplicationProgress,
});

/** Calls of the public registration page and the supervision code (domain reference §2.A, §2.B). */
export const publicRegistrationAndSupervisionCodeControllers: readonly Controller[] = [
  {
    app: 'api',
    name: 'enterprise',
    actions: {
      lookup: creditCodeAvailabilityCall,
      agency: parentAgencyCall,
      verify,
      upload: receiveApplicantUploadByMobileTicket,
      saveDraft: saveApplicationDraftCall,
      draft: readApplicationDraftCall,
      register,
      claim,
      progress,
      verifyCode: readEnterpriseBySupervisionCode,
      qr: supervisionCodePicture,
    },
  },
  {
    app: 'admin',
    name: 'ajax',
    actions: {
      publicUpload: {
        ...receiveApplicantUploadByMobileTicket,
        silent: true,
        title: text('上传登记材料', 'Upload registration documents'),
      },
    },
  },
  {
    app: 'admin',
    name: 'enterprise.enterprise',
    actions: {
      qr: { ...supervisionCodePicture, gate: 'rule', node: 'enterprise/enterprise/index' },
    },
  },
];
