import { addDays, shanghaiToday } from '#kernel/calendar.ts';
import { text } from '#kernel/text.ts';
import { system } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { tellHolders } from '#server/message/notice.ts';
import type { ServerModule } from '#server/module.ts';
import { changeRows } from '#server/write/row-set.ts';
import { licenceKinds } from '../contract/dictionary.ts';
import { licence } from '../contract/licence.ts';
import { licenceExpired, licenceExpiring } from '../contract/messages.ts';
import { purgeDrafts } from './draft.ts';
import { expiringDays } from './licence-hooks.ts';

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

/** Days before its end at which those who hold a licence are told (domain reference Appendix E). */
const milestones = [1, 7, 30] as const;
/** Licences told of by one statement. */
const mostTold = 500;

interface Ending {
  [column: string]: unknown;
  id: number;
  name: string;
  kind: keyof typeof licenceKinds;
  license_no: string;
  date: string;
  left: number;
}

/**
 * Tells those who act for an enterprise that a licence ends within a month, a week, a day, or has ended: each once, also
 * where a night was missed.
 */
export async function tellExpiring(engine: Engine, today = shanghaiToday()): Promise<number> {
  const ending = await engine.db.rows<Ending>(sql`
    select t.id, e.name, t.kind, t.license_no, t.expire_date::text as date, t.expire_date - ${today}::date as "left"
    from enterprise_licence t join enterprise e on e.id = t.enterprise_id
    where t.validity in ('expiring', 'expired') and t.expire_date between ${addDays(today, -30)}::date and ${addDays(today, 30)}::date order by t.id`);
  const toldOf = ({ id, name, kind, license_no, date, left }: Ending) => ({
    row: id,
    values: { name, kind: licenceKinds[kind]?.['zh-cn'] ?? kind, license_no, date },
    english: { kind: licenceKinds[kind]?.en ?? kind },
    once: `licence ${id} ${date} ${left < 0 ? 'ended' : milestones.find((days) => left <= days)}`,
  });
  for (const [template, some] of [
    [licenceExpiring, ending.filter(({ left }) => left >= 0)],
    [licenceExpired, ending.filter(({ left }) => left < 0)],
  ] as const)
    for (let from = 0; from < some.length; from += mostTold)
      await tellHolders(engine, engine.db, licence, template, some.slice(from, from + mostTold).map(toldOf));
  return ending.length;
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
