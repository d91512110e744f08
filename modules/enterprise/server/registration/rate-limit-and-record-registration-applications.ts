import { type Text, text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type AttemptLimit, countAttempts, sharedAddressLimit } from '#server/limit/attempt-limit.ts';
import { ipForLimits } from '#server/limit/ip-address-or-ipv6-network-counted-by-limits.ts';
import { Refused } from '#server/refusal.ts';

/**
 * Most submissions within 24 hours per network address and per mobile (domain reference §2.B). Each needs a ticket, and
 * each ticket a captcha if the platform requires captchas.
 */
const perAddress: AttemptLimit = { name: 'apply_address', most: 5, seconds: 86_400, forgets: 'each' };

const perMobile: AttemptLimit = { name: 'apply_mobile', most: 3, seconds: 86_400, forgets: 'each' };

const texts = {
  mobileLimit: text(
    '该手机号 24 小时内已提交 {most} 次，请明天再试',
    'This mobile number has submitted {most} {most|time|times} within 24 hours. Try again tomorrow',
  ),
  ipLimit: text(
    '当前网络 24 小时内已提交 {most} 次，请明天再试',
    '{most} {most|submission|submissions} {most|was|were} made from this network within 24 hours. Try again tomorrow',
  ),
} as const satisfies Record<string, Text>;

/** Serialises applications for one credit code or by one mobile, with locks taken in a fixed order. */
export async function lockApplications(db: Queryable, ...subjects: string[]): Promise<void> {
  for (const subject of subjects.toSorted()) {
    await db.query(sql`select pg_advisory_xact_lock(hashtext(${`enterprise ${subject}`}))`);
  }
}

/**
 * Counts a submission against the daily limit within its transaction: submissions refused for other reasons do not
 * count.
 */
export async function limitSubmissionsPerDay(
  { config }: Engine,
  tx: Transaction,
  mobile: string,
  ip: string,
): Promise<void> {
  const tries = [
    { limit: sharedAddressLimit(perAddress, config.captcha), subject: ipForLimits(ip) },
    { limit: perMobile, subject: mobile },
  ];
  await countAttempts(tx, tries, (limit, wait) => {
    const message = limit === perMobile ? texts.mobileLimit : texts.ipLimit;
    return new Refused(message, { values: { most: limit.most }, data: { reason: 'too_frequent', retry_after: wait } });
  });
}

export interface ApplicationToRecord {
  kind: 'register' | 'claim';
  enterpriseId: number;
  userId: number;
  mobile: string;
  terms?: string;
}

/** Records an application with the version of the accepted terms. */
export async function recordApplication(
  db: Queryable,
  caller: Caller,
  application: ApplicationToRecord,
): Promise<void> {
  const { kind, enterpriseId, userId, mobile, terms } = application;
  await db.query(sql`insert into enterprise_application (kind, enterprise_id, user_id, mobile, ip, useragent, terms)
    values (${kind}, ${enterpriseId}, ${userId}, ${mobile}, ${caller.ip}, ${caller.userAgent}, ${terms ?? null})`);
}
