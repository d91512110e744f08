import { createHash, createHmac, randomUUID } from 'node:crypto';
import { countBilledSmsParts } from '#kernel/message/declare-and-fill-message-template.ts';
import type { DeliveryFailureReason } from '#kernel/message/delivery-failure-reasons.ts';
import { DeliveryError } from '#server/message/message-delivery-error.ts';
import { fetchProviderJson } from './fetch-provider-json.ts';
import { isReceiptBody, polledFromAliyun } from './parse-delivery-receipt.ts';
import type { SmsAccount, SmsProvider } from './sms-provider.ts';

const version = '2017-05-25';

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');

/** Percent-encoding by RFC 3986. */
const encode = (value: string) =>
  encodeURIComponent(value).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** A call in RPC style: parameters in the query string, empty body. */
export interface AliyunCall {
  readonly host: string;
  readonly action: string;
  readonly version: string;
  readonly query: Readonly<Record<string, string>>;
  /** `2023-10-26T10:22:32Z` */
  readonly date: string;
  readonly nonce: string;
}

/** URL and headers of a call signed with ACS3-HMAC-SHA256 (help.aliyun.com, “V3 request structure and signature”). */
export function signAliyun(
  call: AliyunCall,
  key: { readonly id: string; readonly secret: string },
): { query: string; headers: Record<string, string> } {
  const query = Object.keys(call.query)
    .toSorted()
    .map((name) => `${encode(name)}=${encode(call.query[name] ?? '')}`)
    .join('&');
  const body = sha256('');
  const headers: Record<string, string> = {
    host: call.host,
    'x-acs-action': call.action,
    'x-acs-content-sha256': body,
    'x-acs-date': call.date,
    'x-acs-signature-nonce': call.nonce,
    'x-acs-version': call.version,
  };
  const signed = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = ['POST', '/', query, lines.join(''), signed, body].join('\n');
  const signature = createHmac('sha256', key.secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  const authorization = `ACS3-HMAC-SHA256 Credential=${key.id},SignedHeaders=${signed},Signature=${signature}`;
  return { query, headers: { ...headers, authorization } };
}

interface Answer {
  readonly Code?: string;
  readonly Message?: string;
  readonly BizId?: string;
  readonly SmsSendDetailDTOs?: { readonly SmsSendDetailDTO?: unknown };
}

async function call(by: SmsAccount, action: string, parameters: AliyunCall['query']): Promise<Answer> {
  const { host } = new URL(by.address);
  const date = `${new Date().toISOString().slice(0, 19)}Z`;
  const { query, headers } = signAliyun(
    { host, action, version, date, nonce: randomUUID(), query: parameters },
    by.key,
  );
  return (await fetchProviderJson(by, `${by.address}/?${query}`, headers)) as Answer;
}

/** SMS through Aliyun (Dysmsapi 2017-05-25, SendSms and QuerySendDetails). */
export const aliyunSmsProvider: SmsProvider = {
  address: 'https://dysmsapi.aliyuncs.com',
  async send(by, { id, to, code, params, text: content }) {
    const answer = await call(by, 'SendSms', {
      PhoneNumbers: to,
      SignName: by.sign,
      TemplateCode: code,
      OutId: String(id),
      TemplateParam: JSON.stringify(Object.fromEntries(params)),
    });
    if (answer.Code !== 'OK' || !answer.BizId) throw explain(answer);
    // the answer has no cost: it follows from the text with the signature in front
    return { provider: 'aliyun', id: answer.BizId, parts: countBilledSmsParts(`【${by.sign}】${content}`) };
  },
  async *poll(by, awaited) {
    for (const { id, to, day } of awaited) {
      const parameters = { PhoneNumber: to, BizId: id, SendDate: day, PageSize: '10', CurrentPage: '1' };
      const answer = await call(by, 'QuerySendDetails', parameters);
      const fault = answer.Code === 'OK' ? undefined : explain(answer);
      // an error of this message alone does not stop the poll of the next one
      if (fault && !fault.final) throw fault;
      const details = answer.SmsSendDetailDTOs?.SmsSendDetailDTO;
      const now = Math.floor(Date.now() / 1000);
      yield (Array.isArray(details) ? details.filter(isReceiptBody) : []).flatMap((one) =>
        polledFromAliyun(id, one, now),
      );
    }
  },
};

function explain({ Code = '', Message = '' }: Answer): DeliveryError {
  const [fault, final] = faultOf(Code);
  return new DeliveryError(fault, { final, statuses: `${Code} ${Message}` });
}

/** What administrators or time mend is tried again; what this number or these words cannot have is not. */
function faultOf(code: string): [DeliveryFailureReason, boolean] {
  if (/LIMIT_CONTROL|NOT_ENOUGH|OUT_OF_SERVICE|Throttling/.test(code)) return ['limited', false];
  if (/MOBILE|PHONE|BLACK/.test(code)) return ['address', true];
  if (/TEMPLATE|SIGN_|SIGNATURE_|PARAM|CONTENT|URL/.test(code)) return ['words', true];
  if (/AccessKey|Signature|Forbidden|ACCOUNT|RAM_|DENY/.test(code)) return ['credentials', false];
  return ['other', false];
}
