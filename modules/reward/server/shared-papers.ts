import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

/**
 * Papers of an application that stand in another one as well: the same file (files are kept by what is in them, so that
 * the same bytes have one address) or the same invoice number.
 */
export async function sharedPapers(db: Queryable, applicationId: number): Promise<string[]> {
  const rows = await db.rows<{ what: string }>(sql`
    select distinct coalesce(mine.invoice_no, '') || ' → ' || a.no as what
    from reward_paper mine join reward_paper other
      on other.application_id <> mine.application_id and (other.file = mine.file or other.invoice_no = mine.invoice_no)
    join reward_application a on a.id = other.application_id and a.status not in ('withdrawn')
    where mine.application_id = ${applicationId} order by 1 limit 20`);
  return rows.map(({ what }) => what);
}
