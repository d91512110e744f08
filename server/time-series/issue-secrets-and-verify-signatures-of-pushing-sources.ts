import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber, EncryptionAndSigning } from '#server/encryption-and-signing.ts';
import { Refused } from '#server/refusal.ts';

type Context = { readonly db: Database; readonly seal: EncryptionAndSigning };

/** Days for which the previous secret remains valid after a new one is issued. */
export const overlapDays = 7;
/** Seconds by which the clock of a source may differ. */
export const signatureLifetime = 300;

const refusals = {
  wrong: text('签名不正确', 'Wrong signature'),
  expired: text('签名已过期，请校准时钟', 'The signature has expired. Set the clock'),
  replayed: text('请求重复：随机数已用过', 'Repeated request: the nonce was used before'),
};
const refuseSignature = (sign: keyof typeof refusals) =>
  new Refused(refusals[sign], { code: wireCode.forbidden, data: { reason: 'forbidden', sign } });

/** A secret as listed: never the secret itself. Moments are unix seconds. */
export interface ListedSecret {
  id: number;
  createtime: number;
  /** When it ends because a newer one replaced it. */
  expiretime: number | null;
}

export interface ListedSecrets {
  app_key: string | null;
  list: ListedSecret[];
}

/** The valid secrets of a source, the newest first. */
export async function listSecrets({ db }: Context, source: AnyResource, row: number): Promise<ListedSecrets> {
  const found = await db.row<{ app_key: string; list: ListedSecret[] }>(sql`
    select p.app_key, coalesce(json_agg(json_build_object('id', s.id, 'createtime', floor(extract(epoch from s.createtime)),
      'expiretime', floor(extract(epoch from s.expiretime))) order by s.id desc) filter (where s.id is not null), '[]') as list
    from push_source p left join push_secret s on s.app_key = p.app_key and coalesce(s.expiretime > now(), true)
    where p.resource = ${source.name} and p.row_id = ${row} group by p.app_key`);
  return found ?? { app_key: null, list: [] };
}

/**
 * Issues a secret, which is returned this once. The one before stays valid for a week, so that a source can be
 * reconfigured without a gap; older ones end.
 */
export async function issueSecret(
  { db, seal }: Context,
  source: AnyResource,
  row: number,
): Promise<{ app_key: string; secret: string }> {
  const secret = randomBytes(32).toString('base64url');
  return db.transaction(async (tx) => {
    const owner = await tx.row<{ app_key: string }>(sql`
      insert into push_source (app_key, resource, row_id) values (${randomBytes(12).toString('hex')}, ${source.name}, ${row})
      on conflict (resource, row_id) do update set resource = excluded.resource returning app_key`);
    const key = owner?.app_key ?? '';
    await tx.query(sql`
      update push_secret s set expiretime = case when s.id = (select max(id) from push_secret where app_key = ${key})
        then least(coalesce(s.expiretime, 'infinity'), now() + make_interval(days => ${overlapDays})) else least(coalesce(s.expiretime, 'infinity'), now()) end
      where s.app_key = ${key}`);
    await tx.query(
      sql`insert into push_secret (app_key, secret) values (${key}, ${JSON.stringify(seal.seal(secret, '***'))}::jsonb)`,
    );
    return { app_key: key, secret };
  });
}

/** Ends a secret at once. Returns whether the source had it. */
export async function endSecret({ db }: Context, source: AnyResource, row: number, secret: number): Promise<boolean> {
  const ended = await db.query(sql`
    update push_secret s set expiretime = now() from push_source p
    where s.id = ${secret} and p.app_key = s.app_key and p.resource = ${source.name} and p.row_id = ${row}
      and coalesce(s.expiretime > now(), true)`);
  return ended.rowCount === 1;
}

/** What a source signed: headers `X-App-Key`, `X-Timestamp`, `X-Nonce`, `X-Sign`, and the request itself. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  /** The query as in the URL, without `?`. */
  readonly query: string;
  readonly body: string;
  readonly appKey: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly sign: string;
}

/** The path and the query of a URL as they are signed: everything after the first `?` is the query, further `?` included. */
export function splitSignedUrl(url: string): Pick<SignedRequest, 'path' | 'query'> {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) };
}

/** The source behind a signature. */
export interface PushingSource {
  readonly id: number;
  readonly areaCode: string;
  readonly absorbed: readonly string[];
  /** Key of the only row it reports. */
  readonly only: number | null;
}

/**
 * The text that is signed by HMAC-SHA256 with the secret, in hexadecimal: method, path, sorted query, SHA-256 of the
 * body, timestamp and nonce, each on a line.
 */
export const signedText = ({ method, path, query, body, timestamp, nonce }: Omit<SignedRequest, 'appKey' | 'sign'>) =>
  [
    method,
    path,
    query.split('&').sort().join('&'),
    createHash('sha256').update(body).digest('hex'),
    timestamp,
    nonce,
  ].join('\n');

export const signWith = (secret: string, written: string): string =>
  createHmac('sha256', secret).update(written).digest('hex');

/**
 * The source that signed a request. Refused if the signature is wrong, older than five minutes, or was used before; an
 * unknown source is refused like a wrong signature, and takes as long.
 */
export async function verifySignature(
  { db, seal }: Context,
  source: AnyResource,
  { enabled, only }: { readonly enabled?: string | undefined; readonly only?: string | undefined },
  request: SignedRequest,
  now = Date.now(),
): Promise<PushingSource> {
  const { appKey, timestamp, nonce, sign } = request;
  const wellFormed =
    /^[0-9a-f]{24}$/.test(appKey) &&
    /^[\w-]{8,64}$/.test(nonce) &&
    /^[0-9a-f]{64}$/.test(sign) &&
    /^\d{10}$/.test(timestamp);
  if (!wellFormed) throw refuseSignature('wrong');
  const found = await db.rows<{
    id: number;
    area: string;
    absorbed: string[];
    only: number | null;
    secret: EncryptedNumber;
  }>(
    namePreparedStatement(sql`
    select t.id, t.area_code as area, absorbed_by(t.area_code) as absorbed, s.secret,
      ${only === undefined ? sql`null::bigint` : sql`t.${sql.id(only)}`} as only
    from push_source p join push_secret s on s.app_key = p.app_key and coalesce(s.expiretime > now(), true)
    join ${sql.id(tableOf(source))} t on t.id = p.row_id
    where p.app_key = ${appKey} and p.resource = ${source.name}${enabled === undefined ? sql.empty : sql` and t.${sql.id(enabled)}`}`),
  );
  const written = signedText(request);
  const secrets = found.length > 0 ? found.map(({ secret }) => seal.open(secret)) : [''];
  // all are compared, so that the time does not tell which of them is valid
  const right = secrets.filter((secret) => timingSafeEqual(Buffer.from(signWith(secret, written)), Buffer.from(sign)));
  const [client] = found;
  if (!client || right.length === 0) throw refuseSignature('wrong');
  if (Math.abs(now / 1000 - Number(timestamp)) > signatureLifetime) throw refuseSignature('expired');
  const first = await db.query(
    namePreparedStatement(
      sql`insert into push_nonce (app_key, nonce) values (${appKey}, ${nonce}) on conflict do nothing`,
    ),
  );
  if (first.rowCount !== 1) throw refuseSignature('replayed');
  return { id: client.id, areaCode: client.area, absorbed: client.absorbed ?? [], only: client.only };
}

/** Removes numbers used once of signatures that have expired by now. */
export async function removeOldNonces({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.query(
    sql`delete from push_nonce where createtime < now() - make_interval(secs => ${3 * signatureLifetime})`,
  );
}
