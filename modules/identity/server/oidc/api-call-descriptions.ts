import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/api-description-of-call.ts';
import { nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';

const password = field.password(text('当前密码', 'Current password'));

/** Descriptions of the calls of the identity provider for the API document. */
export const oidcApiCallDescriptions: CallDescriptions = {
  'admin/oidc/start': {
    summary: text(
      '开始统一身份认证；link 与 password 为关联本人账号',
      "Start single sign-on; link and password link one's own account",
    ),
    body: { keep: field.switch(text('保持登录', 'Stay signed in')), password },
    data: object({ url: string, binder: string }),
  },
  'admin/oidc/finish': {
    summary: text('完成统一身份认证', 'Complete single sign-on'),
    body: {
      search: field.text(text('回调地址的查询部分', 'Query part of the redirect address'), {
        required: true,
        max: 8000,
      }),
      binder: field.text(text('开始时所得', 'Received at the start'), { required: true, max: 100 }),
    },
    data: object({}),
  },
  'admin/oidc/unlink': {
    summary: text('解除关联', 'Unlink'),
    body: {
      issuer: field.text(text('颁发者', 'Issuer'), { required: true }),
      subject: field.text(text('身份', 'Subject'), { required: true }),
      password,
    },
    data: nothing,
  },
};
