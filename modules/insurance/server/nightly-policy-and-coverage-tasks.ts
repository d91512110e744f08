import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { expiringDays, insurancePolicy } from '../contract/insurance-policy.ts';
import { updateAllAgencyCoverage } from './update-agency-coverage.ts';

/** Updates policies to today: upcoming → valid → expiring → expired. Each change is recorded in the history. */
export async function refreshPolicyValidity(engine: Engine, today = shanghaiToday()): Promise<number> {
  const changed = await changeRows(engine, insurancePolicy, systemCaller(), {
    where: sql`t.validity in ('upcoming', 'valid', 'expiring', 'expired')`,
    set: {
      validity: sql`case when t.to_on < ${today}::date then 'expired' when t.from_on > ${today}::date then 'upcoming'
        when t.to_on <= ${addDays(today, expiringDays)}::date then 'expiring' else 'valid' end`,
    },
    emits: (row) => sql`${row}->>'validity'`,
  });
  return changed.length;
}

export const insuranceScheduledTasks: ServerModule['scheduled'] = {
  refresh_policies: {
    label: text('更新保单有效状态', 'Update validity of policies'),
    at: '10 0 * * *',
    async run(engine, { signal }) {
      const changed = await refreshPolicyValidity(engine);
      const lapsed = await updateAllAgencyCoverage(engine, { signal });
      engine.log.info({ changed, lapsed }, 'policies and cover brought up to today');
    },
  },
};
