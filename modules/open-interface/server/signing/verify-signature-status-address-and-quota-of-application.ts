import { createHmac, timingSafeEqual } from 'node:crypto';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { getOrCreate } from '#server/get-or-create-and-cache-per-resource-declaration.ts';
import { isBlockedAddress, parseBlockedAddresses } from '#server/http/refuse-calls-from-blocked-ip-addresses.ts';
import {
  type SignedRequest,
  signatureLifetime,
  signedText,
} from '#server/time-series/issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import { application } from '../../contract/api-client-application.ts';
import type {
  maskLevels,
  SignatureAlgorithm,
} from '../../contract/application-scopes-mask-levels-and-signature-algorithms.ts';
import { InterfaceRefusal } from '../refusal/refusal-with-http-status-and-code.ts';
import { refuseUsedNonceAndExceededQuota } from './refuse-used-nonce-and-exceeded-quota.ts';

/** The application that signed a call, with what it may do. */
export interface SigningApplication {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly maskLevel: keyof typeof maskLevels;
  readonly algorithm: SignatureAlgorithm;
  readonly isSandbox: boolean;
  readonly areaCode: string;
  readonly absorbed: readonly string[];
}

interface EncryptedApplication {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly scopes: string[];
  readonly mask_level: keyof typeof maskLevels;
  readonly sandbox: boolean;
  readonly algorithm: SignatureAlgorithm;
  readonly ip_allow: string | null;
  readonly rpm: number;
  readonly burst: number;
  readonly quota: number;
  readonly status: string;
  readonly area_code: string;
  readonly absorbed: string[] | null;
  readonly is_over: boolean;
  readonly version: number;
  readonly secret_id: number;
  readonly encrypted: EncryptedNumber;
}

interface StoredApplication extends EncryptedApplication {
  readonly secret: string;
}

/** The signature of a text, in hexadecimal. */
export const signByAlgorithm = (algorithm: SignatureAlgorithm, secret: string, written: string): string =>
  createHmac(algorithm, secret).update(written).digest('hex');

const isWellFormed = ({ appKey, nonce, sign, timestamp }: SignedRequest): boolean =>
  /^[0-9a-f]{24}$/.test(appKey) &&
  /^[\w-]{8,64}$/.test(nonce) &&
  /^[0-9a-f]{64}$/.test(sign) &&
  /^\d{10}$/.test(timestamp);

/** Applications as they were read, with their valid secrets; changes are noticed when a call is spent. */
const readLately = new WeakMap<Engine, Map<string, readonly StoredApplication[]>>();
const maxRemembered = 1000;

const rememberedBy = (engine: Engine) =>
  getOrCreate(readLately, engine, () => new Map<string, readonly StoredApplication[]>());

/** The application of a key, once for each of its valid secrets. */
async function readApplication(engine: Engine, appKey: string): Promise<readonly StoredApplication[]> {
  const found = await engine.db.rows<EncryptedApplication>(
    namePreparedStatement(sql`
    select a.id, a.version, a.name, a.scopes, a.mask_level, a.sandbox, a.algorithm, a.ip_allow, a.rpm, a.burst, a.quota, a.status, a.area_code,
      absorbed_by(a.area_code) as absorbed, a.expire_on < (now() at time zone 'Asia/Shanghai')::date as is_over, s.id as secret_id, s.secret as encrypted
    from push_source p join push_secret s on s.app_key = p.app_key and coalesce(s.expiretime > now(), true)
    join api_application a on a.id = p.row_id
    where p.app_key = ${appKey} and p.resource = ${application.name}`),
  );
  const rows = found.map((row): StoredApplication => ({ ...row, secret: engine.seal.open(row.encrypted) }));
  const remembered = rememberedBy(engine);
  if (remembered.size >= maxRemembered) remembered.clear();
  if (rows.length > 0) remembered.set(appKey, rows);
  else remembered.delete(appKey);
  return rows;
}

/** The row whose secret made the signature. An unknown application is refused like a wrong signature, and takes as long. */
function findSigner(rows: readonly StoredApplication[], request: SignedRequest): StoredApplication | undefined {
  const written = signedText(request);
  const sent = Buffer.from(request.sign);
  const isSignedWith = (algorithm: SignatureAlgorithm, secret: string) =>
    timingSafeEqual(Buffer.from(signByAlgorithm(algorithm, secret, written)), sent);
  if (rows.length === 0) isSignedWith('sm3', '');
  // all are compared, so that the time does not tell which of them is valid
  return rows.filter(({ algorithm, secret }) => isSignedWith(algorithm, secret))[0];
}

/**
 * The application that signed a request. `onIdentified` is called once its signature is right, before anything else can be
 * refused, so that its log has the refusals too. Applications are remembered, and read again if the signature does not fit or if
 * they were changed meanwhile, which the statement that spends the call finds out: a suspension holds from the next call on.
 *
 * @throws InterfaceRefusal
 */
export async function verifySignatureStatusAddressAndQuotaOfApplication(
  engine: Engine,
  request: SignedRequest,
  ip: string,
  onIdentified: (id: number) => void,
): Promise<SigningApplication> {
  if (!isWellFormed(request)) throw new InterfaceRefusal('unsigned');
  const remembered = rememberedBy(engine).get(request.appKey);
  const early = remembered && findSigner(remembered, request);
  if (early && isUsable(early, ip) && isInTime(request)) {
    onIdentified(early.id);
    if (await spend(engine, early, request)) return asSigningApplication(early);
  }
  const stored = findSigner(await readApplication(engine, request.appKey), request);
  if (!stored) throw new InterfaceRefusal('wrong_signature');
  if (!isInTime(request)) throw new InterfaceRefusal('expired_signature');
  onIdentified(stored.id);
  if (stored.is_over) throw new InterfaceRefusal('application_expired');
  if (stored.status !== 'active') throw new InterfaceRefusal('not_active');
  if (!isAllowedAddress(stored, ip)) throw new InterfaceRefusal('address');
  // changed again within a millisecond
  if (!(await spend(engine, stored, request))) throw new InterfaceRefusal('not_active');
  return asSigningApplication(stored);
}

const isInTime = ({ timestamp }: SignedRequest): boolean =>
  Math.abs(Date.now() / 1000 - Number(timestamp)) <= signatureLifetime;

const isAllowedAddress = ({ ip_allow }: StoredApplication, ip: string): boolean =>
  !ip_allow || isBlockedAddress(parseBlockedAddresses(ip_allow).list, ip);

const isUsable = (one: StoredApplication, ip: string): boolean =>
  !one.is_over && one.status === 'active' && isAllowedAddress(one, ip);

const spend = (
  engine: Engine,
  { id, version, secret_id: secretId, rpm, burst, quota }: StoredApplication,
  { nonce }: SignedRequest,
) => refuseUsedNonceAndExceededQuota(engine, { id, version, secretId, rpm, burst, quota }, nonce);

const asSigningApplication = (stored: StoredApplication): SigningApplication => ({
  id: stored.id,
  name: stored.name,
  scopes: stored.scopes,
  maskLevel: stored.mask_level,
  algorithm: stored.algorithm,
  isSandbox: stored.sandbox,
  areaCode: stored.area_code,
  absorbed: stored.absorbed ?? [],
});
