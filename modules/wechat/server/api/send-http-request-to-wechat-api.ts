import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { fetchLimited } from '#server/outgoing/fetch-with-size-and-address-limits.ts';
import { OutgoingError } from '#server/outgoing/outgoing-request-error.ts';
import { noAnswerText, WechatError } from './wechat-api-error.ts';

const limits = { timeout: 10_000, maxBytes: 1_000_000 } as const;

/** Sends a call to the API, a `GET` without body; its answer as an object. @throws WechatError */
export async function sendHttpRequestToWechatApi(
  engine: Pick<Engine, 'config'>,
  address: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  let answer: unknown;
  try {
    const response = await fetchLimited(engine, address, {
      ...limits,
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(body),
      }),
    });
    answer = await response.json();
  } catch (cause) {
    throw new WechatError(null, noAnswerText(cause instanceof OutgoingError ? cause.reason : 'unreachable'), { cause });
  }
  if (typeof answer !== 'object' || answer === null) throw new WechatError(null, noAnswerText('unreachable'));
  const { errcode, errmsg } = answer as { readonly errcode?: unknown; readonly errmsg?: unknown };
  if (typeof errcode === 'number' && errcode !== 0) throw new WechatError(errcode, String(errmsg ?? ''));
  return answer as Readonly<Record<string, unknown>>;
}
