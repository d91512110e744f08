import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { appCodeInput, proofInputs } from './proof-inputs.ts';

const totp = object({ secret: string, uri: string, svg: string });
const codes = object({ recovery_codes: list(string) });
const forBrowser = object({ challenge: string });
const one = { id: field.integer(text('编号', 'ID'), { required: true, min: 1 }) };

/** Calls of officers and members, each under its own app. */
const ofBoth: CallDescriptions = {
  'factor/beginTotp': {
    summary: text('开始添加身份验证器', 'Start adding an authenticator app'),
    body: proofInputs,
    data: totp,
  },
  'factor/beginPasskey': {
    summary: text('开始添加通行密钥（WebAuthn 选项）', 'Start adding a passkey (WebAuthn options)'),
    body: proofInputs,
    data: forBrowser,
  },
  'factor/add': {
    summary: text(
      '添加：code，或浏览器的应答 passkey；首个附带备用码',
      'Add: code, or passkey as answered by the browser; the first comes with recovery codes',
    ),
    body: { code: appCodeInput, name: field.text(text('名称', 'Name'), { max: 40 }) },
    data: codes,
  },
  'factor/remove': {
    summary: text('移除一种', 'Remove a method'),
    body: { ...one, ...proofInputs },
    data: nothing,
  },
  'factor/renewCodes': {
    summary: text('更换备用码', 'Replace recovery codes'),
    body: proofInputs,
    data: codes,
  },
};

const under = (app: 'admin' | 'api'): CallDescriptions =>
  Object.fromEntries(Object.entries(ofBoth).map(([path, described]) => [`${app}/${path}`, described]));

/** Descriptions of the calls on second factors for the API document. */
export const secondFactorApiCallDescriptions: CallDescriptions = {
  ...under('admin'),
  ...under('api'),
};
