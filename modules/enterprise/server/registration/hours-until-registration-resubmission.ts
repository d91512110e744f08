import { type Text, text } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { enterprise } from '../../contract/enterprise.ts';

const texts = {
  locked: text(
    '30 日内退回超过 3 次，请 {hours} 小时后再提交',
    'Returned more than 3 times within 30 days. Submit again in {hours} h',
  ),
  waits: text(
    '不予通过未满 24 小时，请 {hours} 小时后再提交',
    'Rejected less than 24 hours ago. Submit again in {hours} h',
  ),
} as const satisfies Record<string, Text>;

/**
 * Returns and rejections within 30 days that delay the next submission, and by how many hours (domain reference §2.A).
 */
const mostReturns = 3;
const lockHours = 24;

/** Hours until a rejected or repeatedly returned registration may be submitted again; undefined if now. */
export async function hoursUntilRegistrationResubmission(
  db: Queryable,
  id: number,
): Promise<{ hours: number; message: Text } | undefined> {
  const found = await db.row<{
    returns: number;
    last: number | null;
    rejected: number | null;
  }>(sql`select count(*)::int as returns,
      ceil(${lockHours} - extract(epoch from now() - max(createtime)) / 3600)::int as last,
      ceil(${lockHours} - extract(epoch from now() - max(createtime) filter (where move = 'reject')) / 3600)::int as rejected
    from history where resource = ${enterprise.name} and row_id = ${id} and move in ('return', 'reject') and createtime > now() - interval '30 days'`);
  if (found?.rejected && found.rejected > 0) return { hours: found.rejected, message: texts.waits };
  if (found && found.returns > mostReturns && (found.last ?? 0) > 0)
    return { hours: found.last ?? 0, message: texts.locked };
  return undefined;
}
