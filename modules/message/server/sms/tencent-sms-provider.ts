import { createHash, createHmac } from 'node:crypto';
import type { DeliveryFailureReason } from '#kernel/message/delivery-failure-reasons.ts';
import { DeliveryError } from '#server/message/message-delivery-error.ts';
import { fetchProviderJson } from './fetch-provider-json.ts';
import { isReceiptBody, polledFromTencent } from './parse-delivery-receipt.ts';
import type { SmsAccount, SmsProvider } from './sms-provider.ts';

const version = '2021-01-11';
const type = 'application/json; charset=utf-8';

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest();

export interface TencentCall {
  readonly host: string;
  readonly service: string;
  readonly body: string;
  /** Unix seconds. */
  readonly time: number;
}

/** The `Authorization` header of a call, by TC3-HMAC-SHA256 (cloud.tencent.com, “Signature v3”). */
export function signTencent(
  { host, service, body, time }: TencentCall,
  key: { readonly id: string; readonly secret: string },
): string {
  const signed = 'content-type;host';
  const canonical = ['POST', '/', '', `content-type:${type}\nhost:${host}\n`, signed, sha256(body)].join('\n');
  const day = new Date(time * 1000).toISOString().slice(0, 10);
  const scope = `${day}/${service}/tc3_request`;
  const secret = hmac(hmac(hmac(`TC3${key.secret}`, day), service), 'tc3_request');
  const signature = hmac(secret, ['TC3-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
  return `TC3-HMAC-SHA256 Credential=${key.id}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
}

interface Answer {
  readonly Response?: {
    readonly Error?: { readonly Code: string; readonly Message: string };
    readonly SendStatusSet?: readonly {
      readonly SerialNo: string;
      readonly Fee: number;
      readonly Code: string;
      readonly Message: string;
    }[];
    readonly PullSmsSendStatusSet?: unknown;
  };
}

/** Lines per pull, and pulls per round. */
const [mostPulled, mostPulls] = [100, 20];

async function call(by: SmsAccount, action: string, parameters: object): Promise<NonNullable<Answer['Response']>> {
  const { host } = new URL(by.address);
  const time = Math.floor(Date.now() / 1000);
  const body = JSON.stringify(parameters);
  const headers = {
    host,
    'content-type': type,
    authorization: signTencent({ host, service: 'sms', body, time }, by.key),
    'x-tc-action': action,
    'x-tc-version': version,
    'x-tc-timestamp': String(time),
    'x-tc-region': by.region,
  };
  const { Response = {} } = (await fetchProviderJson(by, `${by.address}/`, headers, body)) as Answer;
  return Response;
}

/** SMS through Tencent Cloud (SMS 2021-01-11, SendSms and PullSmsSendStatus). */
export const tencentSmsProvider: SmsProvider = {
  address: 'https://sms.tencentcloudapi.com',
  async send(by, { id, to, code, params }) {
    const { SendStatusSet, Error: refused } = await call(by, 'SendSms', {
      PhoneNumberSet: [`+86${to}`],
      SmsSdkAppId: by.app,
      SignName: by.sign,
      TemplateId: code,
      TemplateParamSet: params.map(([, value]) => value),
      SessionContext: String(id),
    });
    const [one] = SendStatusSet ?? [];
    if (one?.Code === 'Ok') return { provider: 'tencent', id: one.SerialNo, parts: one.Fee };
    throw explain(refused ?? one);
  },
  // pulls every result since the last pull, each once; `awaited` only tells that there is something to pull
  async *poll(by) {
    for (let pull = 0; pull < mostPulls; pull++) {
      const parameters = { SmsSdkAppId: by.app, Limit: mostPulled };
      const { PullSmsSendStatusSet: statuses, Error: refused } = await call(by, 'PullSmsSendStatus', parameters);
      if (!Array.isArray(statuses)) throw explain(refused);
      const now = Math.floor(Date.now() / 1000);
      yield statuses.filter(isReceiptBody).map((one) => polledFromTencent(one, now));
      if (statuses.length < mostPulled) return;
    }
  },
};

function explain(refused: { readonly Code: string; readonly Message: string } | undefined): DeliveryError {
  const { Code, Message } = refused ?? { Code: '', Message: '' };
  const [fault, final] = faultOf(Code);
  return new DeliveryError(fault, { final, statuses: `${Code} ${Message}` });
}

/** What administrators or time mend is tried again; what this number or these words cannot have is not. */
function faultOf(code: string): [DeliveryFailureReason, boolean] {
  if (/LimitExceeded|InsufficientBalance/.test(code)) return ['limited', false];
  if (/PhoneNumber/.test(code)) return ['address', true];
  if (/^AuthFailure|^UnauthorizedOperation|SdkAppId/.test(code)) return ['credentials', false];
  if (/Template|Signature|SensitiveWord|^InvalidParameter|^MissingParameter/.test(code)) return ['words', true];
  return ['other', false];
}
