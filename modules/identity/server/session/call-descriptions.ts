import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { boolean, integer, key, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { appCodeInput, proofInputs, recoveryCodeInput } from '../second-factor/proof-inputs.ts';

const forBrowser = object({ challenge: string });

/** Descriptions of the calls on open sessions for the API document: list, end, lock, and confirm identity. */
export const sessionCalls: CallDescriptions = {
  'admin/index/confirm': {
    summary: text('证明本人，十分钟内有效', 'Verify identity; valid for ten minutes'),
    body: proofInputs,
    data: object({ confirmed: integer }),
  },
  'admin/session/index': {
    summary: text('我的登录', 'My sessions'),
    data: object({
      list: list(
        object({ id: key, ip: string, useragent: string, createtime: integer, last_seen: integer, current: boolean }),
      ),
    }),
  },
  'admin/session/revoke': {
    summary: text('结束一处登录', 'End a session'),
    body: { id: field.integer(text('编号', 'ID'), { required: true, min: 1 }) },
    data: nothing,
  },
  'admin/session/lock': { summary: text('锁定本次登录', 'Lock this session'), data: nothing },
  'admin/session/stay': { summary: text('表明有人在操作', 'Report user activity'), data: nothing },
  'admin/session/usePasskey': {
    summary: text('以通行密钥证明本人（WebAuthn 选项）', 'Verify identity with a passkey (WebAuthn options)'),
    data: forBrowser,
  },
  'admin/session/unlock': {
    summary: text('证明本人，解锁本次登录', 'Verify identity and unlock this session'),
    body: proofInputs,
    data: nothing,
  },
  'api/session/confirm': {
    summary: text(
      '出示二次验证，十分钟内有效；未启用的为 0',
      'Show the second factor, valid for ten minutes; 0 if not enabled',
    ),
    body: { code: appCodeInput, recovery: recoveryCodeInput },
    data: object({ confirmed: integer }),
  },
  'api/session/confirmed': {
    summary: text(
      '二次验证是否仍然有效；已过期的须先出示',
      'Whether the second factor is still valid; if expired it must be shown first',
    ),
    data: object({ confirmed: integer }),
  },
  'api/session/usePasskey': {
    summary: text('以通行密钥证明本人（WebAuthn 选项）', 'Verify identity with a passkey (WebAuthn options)'),
    data: forBrowser,
  },
};
