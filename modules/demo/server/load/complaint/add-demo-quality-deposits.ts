import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { deposit, requiredDeposit } from '#modules/enterprise/contract/quality-deposit.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { write } from '#server/write/write-pipeline.ts';

/** Agencies with a deposit, of which the last holds too little since it opened a branch. */
const agencies = 12;

/** Quality deposits of travel agencies, out of which complainants can be paid. */
export async function addDemoDeposits(engine: Engine): Promise<void> {
  const { db } = engine;
  if (await db.row(sql`select 1 as found from ${sql.id(tableOf(deposit))} limit 1`)) return;
  const found = await db.rows<{ id: number }>(sql`
    select id from ${sql.id(tableOf(enterprise))} where ent_type = 'agency' and status = 'active' order by id limit ${agencies}`);
  for (const [n, { id }] of found.entries()) {
    const size = { outbound: n % 4 === 3, branches: n % 3, outboundBranches: 0, halved: n % 5 === 4 };
    const isShort = n === agencies - 1;
    const input = {
      enterprise_id: id,
      deposit_no: `BZJ2026${String(n + 1).padStart(4, '0')}`,
      mode: (['cash', 'guarantee', 'insurance'] as const)[n % 3],
      bank: (['中国工商银行昆明分行', '富滇银行', '中国人民财产保险云南省分公司'] as const)[n % 3],
      outbound: size.outbound ? '1' : '0',
      branches: size.branches,
      outbound_branches: size.outboundBranches,
      halved: size.halved ? '1' : '0',
      paid: (requiredDeposit(size) - (isShort ? 50_000 : 0)).toFixed(2),
      opened_on: addDays(shanghaiToday(), -400 - 30 * n),
    };
    await write(engine, deposit, systemCaller(), { operation: 'add', input, unread: true, unseen: true });
  }
}
