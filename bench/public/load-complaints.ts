import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { complaint } from '#modules/complaint/contract/complaint.ts';
import { complainantTicket } from '#modules/complaint/server/two-hour-ticket-and-own-uploads-of-verified-complainant.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/** Complaints of one complainant a day, as the page limits them. */
export const perComplainant = 5;

const mobileOf = (n: number) => `139${String(n).padStart(8, '0')}`;

/** Proves so many mobiles and returns their tickets, as codes would. */
export async function issueTickets(db: Database, count: number): Promise<readonly string[]> {
  const tickets: string[] = [];
  for (let n = 0; n < count; n++) tickets.push(await complainantTicket.issue(db, { content: { mobile: mobileOf(n) } }));
  return tickets;
}

/** The columns of a complaint that everybody who files one sends. */
export const complaintOf = (n: number) => ({
  complainant_name: '张三',
  people: 1,
  respondent_name: `某旅行社${n % 400}`,
  category: 'forced_shopping',
  event_at: Math.floor(Date.now() / 1000) - 86_400,
  event_area: '530102',
  facts: `第 ${n} 件：导游在第二天把全团带进翡翠店停留三个小时，不消费不让上车，合同中没有这一项购物安排。`,
});

/**
 * Lets every call come from an address of its own, as those of people do; the limit of a mobile applies. Returns the
 * function that ends it.
 */
export async function scatterAddresses(db: Database): Promise<() => Promise<void>> {
  await db.query(`
    create or replace function bench_scatter_addresses() returns trigger language plpgsql as $$
      begin new.subject := gen_random_uuid()::text; return new; end $$`);
  await db.query(`
    create or replace trigger bench_scatter_addresses before insert on attempt for each row
      when (new.name in ('complaint_address', 'complaint_progress_ip', 'complaint_progress_no_ip')) execute function bench_scatter_addresses()`);
  return async () => {
    await db.query('drop function bench_scatter_addresses() cascade');
  };
}

/** Numbers and mobiles of complaints, each with as many steps in its history as a complaint has. */
export async function loadProgress(db: Database, count: number): Promise<readonly { no: string; digits: string }[]> {
  await db.query(sql`
    with made as (
      insert into complaint (no, channel, complainant_name, mobile, shown_name, respondent_name, category, event_at, event_area, facts,
        filed_on, rule_version, received_on, accepted_on, settle_from, area_code, status)
      select 'TS20260101' || lpad(n::text, 5, '0'), 'web', '张三', '138' || lpad(n::text, 8, '0'), '张三', '某旅行社', 'service', now(), '530102',
        '导游在第二天把全团带进翡翠店停留三个小时。', ${shanghaiToday()}::date, '2026', ${shanghaiToday()}::date, ${shanghaiToday()}::date,
        ${shanghaiToday()}::date, '530102', 'accepted'
      from generate_series(1, ${count}::int) n on conflict do nothing returning id)
    insert into history (resource, row_id, action, actor_type, actor_name, to_status)
    select ${complaint.name}, id, step.action, 'system', '', step.to_status from made,
      (values ('add', null), ('accept', 'accepted'), ('notify', 'notified'), ('answer', 'answered')) step (action, to_status)`);
  return Array.from({ length: count }, (_, at) => ({
    no: `TS20260101${String(at + 1).padStart(5, '0')}`,
    digits: String(at + 1)
      .padStart(8, '0')
      .slice(-4),
  }));
}
