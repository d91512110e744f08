import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { integer, nothing, object } from '#server/open-api/json-schema-shorthands.ts';
import { appCodeInput, proofInputs, recoveryCodeInput } from '../second-factor/proof-inputs.ts';

/** Descriptions of the calls that verify the user of an open session for the API document. */
export const identityProofApiCallDescriptions: CallDescriptions = {
  'admin/index/confirm': {
    summary: text('证明本人，十分钟内有效', 'Verify identity; valid for ten minutes'),
    body: proofInputs,
    data: object({ confirmed: integer }),
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
};
