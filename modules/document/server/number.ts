import { documentNumberOf, numberRuleOf } from '#kernel/module/official-document.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

/**
 * The next number of a rule, taken in the transaction that issues the paper: who comes after waits until it is
 * committed or undone, so that none is left out and none given twice. Every authority and year has its own.
 */
export async function takeNumber(tx: Queryable, rule: string, authority: string, year: number): Promise<string> {
  const own = numberRuleOf(rule, authority);
  const row = await tx.row<{
    last: number;
  }>(sql`insert into document_number as n (rule, year, last) values (${own}, ${year}, 1)
    on conflict (rule, year) do update set last = n.last + 1 returning last`);
  return documentNumberOf(own, year, row?.last ?? 1);
}
