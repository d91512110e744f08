import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import { enforcementDomains } from '#modules/library/contract/domain/enforcement-domain.ts';
import { officer } from '#modules/library/contract/officer/enforcement-officer.ts';
import { type Caller, systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';

interface Visit {
  readonly [column: string]: unknown;
  readonly enterprise_id: number;
  readonly area_code: string;
  readonly department_id: number;
  readonly officers: readonly number[];
  readonly items: readonly number[];
}

const visits = 3;
/** Position of the visit that the officer has accepted already. */
const accepted = 1;

const seconds = () => Math.floor(Date.now() / 1000);
const acting = (id: number): Caller => ({ ...systemCaller(), type: 'admin', id, super: true, name: '执法人员' });

/**
 * Checks of today with which the field kit can be tried: an account of a county that people can sign in to becomes an officer,
 * and has visits with a colleague. Nothing where the county has no other officer, or the account is one already.
 */
export async function makeAccountOfficerAndAddDemoChecksForFieldKit(engine: Engine, username: string): Promise<void> {
  const account = await engine.db.row<{ id: number; area_code: string; nickname: string }>(sql`
    select a.id, a.area_code, a.nickname from auth_admin a where a.username = ${username}
      and not exists (select from library_officer o where o.admin_id = a.id)`);
  if (!account) return;
  await makeOfficer(engine, account);
  const chief = await engine.db.row<{ id: number }>(sql`select id from auth_admin order by id limit 1`);
  for (const [at, one] of (await readVisits(engine, account.id)).entries())
    try {
      await dispatchCheck(engine, one, { chief: chief?.id ?? 0, accepts: at === accepted ? account.id : undefined });
    } catch (error) {
      // an enterprise that may not be checked now is no reason to start without accounts
      if (!(error instanceof Refused)) throw error;
      engine.log.warn({ enterprise: one.enterprise_id, error: error.message }, 'demonstration check left out');
    }
}

async function dispatchCheck(
  engine: Engine,
  visit: Visit,
  { chief, accepts }: { chief: number; accepts: number | undefined },
): Promise<void> {
  const { id } = await write(engine, check, systemCaller(), { operation: 'add', unread: true, input: draftOf(visit) });
  const make = (move: string, by: number) =>
    write(engine, check, acting(by), { operation: 'move', move, id, input: {}, unread: true });
  for (const step of ['apply', 'approve', 'dispatch']) await make(step, chief);
  if (accepts !== undefined) await make('accept', accepts);
}

async function makeOfficer(
  { db }: Engine,
  { id, area_code, nickname }: { id: number; area_code: string; nickname: string },
) {
  await db.query(sql`
    with added as (
      insert into library_officer (admin_id, name, mobile, cert_no, cert_org, cert_valid_to, validity, domains, area_code, on_duty, capacity, status)
      values (${id}, ${nickname}, '13888000000', ${`YL${area_code}9001`}, '云岭省人民政府（演示）', ${addDays(shanghaiToday(), 700)}::date, 'valid',
        ${Object.keys(enforcementDomains)}::text[], ${area_code}, true, 30, 'verified')
      returning id, area_code, status)
    insert into history (resource, row_id, action, to_status, actor_type, actor_name, area_code)
    select ${officer.name}, id, 'add', status, 'system', '系统', area_code from added`);
}

/** Enterprises of the county with check items in force, and the two officers. */
const readVisits = ({ db }: Engine, account: number): Promise<Visit[]> =>
  db.rows<Visit>(sql`
    select e.id as enterprise_id, e.area_code, a.department_id, array[own.id, colleague.id] as officers, i.items
    from auth_admin a join library_officer own on own.admin_id = a.id
      join lateral (select o.id from library_officer o join auth_admin b on b.id = o.admin_id and b.status = '1'
        where o.area_code = a.area_code and o.id <> own.id and o.status = 'verified' and o.on_duty and o.cert_valid_to > now()
          and 'lodging' = any(o.domains) and not exists (select from library_recusal r where r.officer_id = o.id)
        order by o.id limit 1) colleague on true
      join enterprise e on e.area_code = a.area_code and e.ent_type = 'hotel' and e.status = 'active' and e.place is not null
      join lateral (select array_agg(f.id order by f.code) as items from (select c.id, c.code from library_check_item c
        where c.status = 'published' and 'hotel' = any(c.kinds) order by c.code limit 8) f) i on i.items is not null
    where a.id = ${account} and not exists (select from enforcement_check c where c.enterprise_id = e.id)
    order by e.id limit ${visits}`);

const draftOf = ({ enterprise_id, area_code, department_id, officers, items }: Visit) => ({
  source: 'routine',
  basis: '旅游法第八十五条',
  domain: 'lodging',
  department_id,
  object_type: 'enterprise',
  enterprise_id,
  area_code,
  due_on: addDays(shanghaiToday(), 10),
  notify_mode: 'direct',
  direct_reason: 'defeats',
  window_from: seconds() - 1800,
  window_to: seconds() + 12 * 3600,
  officers: officers.map((officer_id) => ({ officer_id })),
  items: items.map((item_id) => ({ item_id })),
});
