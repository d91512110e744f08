import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { OfficialAccount } from '../account/read-official-account-with-secrets.ts';
import { readOrRenewAccessToken } from './read-or-renew-access-token.ts';
import { sendHttpRequestToWechatApi } from './send-http-request-to-wechat-api.ts';
import { invalidTokenCodes, WechatError } from './wechat-api-error.ts';

/**
 * Makes a call of the API with the access token of an account. A token that WeChat does not accept any more, as somebody
 * else was given another one, is replaced once.
 *
 * @throws WechatError
 */
export async function callWechatApi(
  engine: Engine,
  account: OfficialAccount,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const call = (token: string) =>
    sendHttpRequestToWechatApi(engine, `${account.apiAddress}${path}?access_token=${encodeURIComponent(token)}`, body);
  const token = await readOrRenewAccessToken(engine, account);
  try {
    return await call(token);
  } catch (error) {
    if (!(error instanceof WechatError) || error.errcode === null || !invalidTokenCodes.has(error.errcode)) throw error;
    return await call(await readOrRenewAccessToken(engine, account, token));
  }
}
