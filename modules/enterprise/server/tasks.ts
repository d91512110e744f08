import { addDays, shanghaiToday } from '#kernel/calendar.ts';
import { text } from '#kernel/text.ts';
import { system } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import type { ServerModule } from '#server/module.ts';
import { changeRows } from '#server/write/row-set.ts';
import { licence } from '../contract/licence.ts';
import { purgeDrafts } from './draft.ts';
import { expiringDays } from './licence-hooks.ts';
import { tellExpiring } from './tell-expiring.ts';

/**
 * Brings licences up to today: valid → expiring → expired. Suspended, revoked and cancelled ones stay. Each change
 * stands in the licence's history and is told as an event.
 */
export async function refreshValidity(engine: Engine, today = shanghaiToday()): Promise<number> {
  const changed = await changeRows(engine, licence, system(), {
    where: sql`t.validity in ('valid', 'expiring', 'expired')`,
    set: {
      validity: sql`case when t.expire_date < ${today}::date then 'expired'
        when t.expire_date <= ${addDays(today, expiringDays)}::date then 'expiring' else 'valid' end`,
    },
    tells: (row) => sql`${row}->>'validity'`,
  });
  return changed.length;
}

/** Just after midnight and before the day's work. */
export const enterpriseScheduled: ServerModule['scheduled'] = {
  refresh_licences: {
    label: text('更新许可证有效状态', 'Bring the validity of licences up to date'),
    at: '5 0 * * *',
    async run(engine) {
      const changed = await refreshValidity(engine);
      await tellExpiring(engine);
      engine.log.info({ changed }, 'licences brought up to today');
    },
  },
  purge_enterprise_drafts: {
    label: text('清理未完成的登记申请', 'Remove unfinished applications'),
    at: '30 3 * * *',
    async run({ db, log }) {
      const purged = await purgeDrafts(db);
      if (purged > 0) log.info({ purged }, 'unfinished applications removed');
    },
  },
};
