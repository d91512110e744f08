import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { OfficialAccount } from '../account/read-official-account-with-secrets.ts';
import { sendHttpRequestToWechatApi } from './send-http-request-to-wechat-api.ts';
import { WechatError } from './wechat-api-error.ts';

/** Seconds before its end at which a token is replaced. */
const margin = sql`interval '5 minutes'`;
/** A process that took the lease and has not stored a token by then is presumed dead; it gets an answer within ten seconds. */
const lease = sql`interval '15 seconds'`;
/** Milliseconds between two looks, and in all, while another process gets the token. */
const [pause, patience] = [200, 15_000];

interface StoredToken {
  readonly [column: string]: unknown;
  readonly token: EncryptedNumber | null;
  readonly is_fresh: boolean;
}

/** A stored token; undefined: there is none, or it was encrypted with another key. */
function openToken(seal: Engine['seal'], stored: EncryptedNumber | null): string | undefined {
  if (stored === null) return undefined;
  try {
    return seal.open(stored);
  } catch {
    return undefined;
  }
}

/**
 * The access token of an account, shared by all processes: WeChat gives few of them a day, and each new one ends the one
 * before. Whoever finds none that is fresh takes the lease and gets it; the others wait. `refused` is a token that WeChat
 * did not accept.
 *
 * @throws WechatError
 */
export async function readOrRenewAccessToken(
  engine: Engine,
  account: OfficialAccount,
  refused?: string,
): Promise<string> {
  const { db, seal } = engine;
  for (const until = Date.now() + patience; Date.now() < until; ) {
    const stored = await db.row<StoredToken>(
      sql`select token, coalesce(expires_at > now() + ${margin}, false) as is_fresh from wechat_access_token where account_id = ${account.id}`,
    );
    const token = openToken(seal, stored?.token ?? null);
    if (token !== undefined && stored?.is_fresh && token !== refused) return token;
    // only if nobody stored another token meanwhile
    const leased = await db.row(sql`
      insert into wechat_access_token as a (account_id, leased_until) values (${account.id}, now() + ${lease})
      on conflict (account_id) do update set leased_until = excluded.leased_until
        where a.leased_until <= now() and a.token->>'cipher' is not distinct from ${stored?.token?.cipher ?? null}
      returning a.account_id`);
    if (leased) return fetchAccessToken(engine, account, refused !== undefined);
    await delay(pause);
  }
  throw new WechatError(null, 'no access token');
}

/** Gets a token and stores it; the lease ends in any case. `isForced`: WeChat would give the one that it does not accept. */
async function fetchAccessToken(engine: Engine, account: OfficialAccount, isForced: boolean): Promise<string> {
  const { db, seal } = engine;
  try {
    const answer = await sendHttpRequestToWechatApi(engine, `${account.apiAddress}/cgi-bin/stable_token`, {
      grant_type: 'client_credential',
      appid: account.appId,
      secret: account.secret,
      force_refresh: isForced,
    });
    const { access_token: token, expires_in: seconds } = answer;
    if (typeof token !== 'string' || token === '' || typeof seconds !== 'number')
      throw new WechatError(null, 'no access token');
    await db.query(sql`update wechat_access_token set token = ${JSON.stringify(seal.seal(token, ''))}::jsonb,
      expires_at = now() + make_interval(secs => ${seconds}), leased_until = now() where account_id = ${account.id}`);
    await noteApiOutcome(engine, account.id, undefined);
    return token;
  } catch (error) {
    await db.query(sql`update wechat_access_token set leased_until = now() where account_id = ${account.id}`);
    if (error instanceof WechatError) await noteApiOutcome(engine, account.id, error);
    throw error;
  }
}

/** Stores with an account whether it could last be connected to. */
async function noteApiOutcome({ db }: Engine, account: number, error: WechatError | undefined): Promise<void> {
  const [code, message] = error ? [error.errcode ?? -1, error.errmsg] : [0, null];
  await db.query(sql`update wechat_account set errcode = ${code}, errmsg = ${message} where id = ${account}
    and (errcode, errmsg) is distinct from (${code}::int, ${message}::text)`);
}
