import { numberRuleOf, officialDocumentNumberOf } from '#kernel/module/official-document.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

/**
 * Takes the next number of a sequence, in the transaction that issues the document: later takers wait until it ends, so
 * no number is skipped or used twice. Every authority and year has its own sequence.
 */
export async function nextDocumentNumber(
  tx: Queryable,
  rule: string,
  authority: string,
  year: number,
): Promise<string> {
  const own = numberRuleOf(rule, authority);
  const row = await tx.row<{
    last: number;
  }>(sql`insert into document_number as n (rule, year, last) values (${own}, ${year}, 1)
    on conflict (rule, year) do update set last = n.last + 1 returning last`);
  return officialDocumentNumberOf(own, year, row?.last ?? 1);
}
