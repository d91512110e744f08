import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { controllerNameOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { complaint } from '#modules/complaint/contract/complaint.ts';
import { depositTransfer } from '#modules/complaint/contract/payment-to-complainant-from-quality-deposit.ts';
import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import { recurringCheckCycle } from '#modules/enforcement/contract/cycle/recurring-check-cycle.ts';
import { officerRevisitReason } from '#modules/enforcement/contract/frequency/officer-revisit-reason.ts';
import { plan } from '#modules/enforcement/contract/plan/inspection-plan.ts';
import { deposit } from '#modules/enterprise/contract/quality-deposit.ts';
import { evaluation } from '#modules/evaluation/contract/evaluation-of-team-or-complaint-handling.ts';
import {
  findOrCreateShippedGroup,
  type ShippedGroup,
  shippedGroups,
} from '#modules/identity/server/administrator/shipped-permission-groups.ts';
import { incident } from '#modules/incident/contract/incident.ts';
import { incidentInstruction } from '#modules/incident/contract/incident-instruction.ts';
import { riskNotice } from '#modules/incident/contract/risk-notice.ts';
import { order } from '#modules/reform/contract/correction-order.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

/**
 * Every move of checks, plans, correction orders, cycles, reasons for another visit, complaints, evaluations, what is paid out
 * of deposits, incidents, instructions in them and risk notices, in every state, by everybody who administers: what is possible
 * follows from the declarations and from the groups as they are shipped, and from nothing else.
 */
let app: TestApp;
let enterprise = 0;
let department = 0;
const area = '530102';

/** Which nodes a group holds. */
interface Group {
  readonly name: string;
  holds(node: string): boolean;
  client: Client;
}
let groups: readonly Group[] = [];

beforeAll(async () => {
  app = await startApp();
  const made = [];
  // one after another, as some are created below others
  for (const group of Object.keys(shippedGroups) as ShippedGroup[])
    made.push({
      name: group,
      key: await findOrCreateShippedGroup(app.db, group),
      holds: (node: string) => shippedGroups[group].rules.some((rule) => new RegExp(rule).test(node)),
    });
  const readers = await app.db.row<{ id: number }>(sql`insert into auth_group (name, rules)
    select 'readers', array_agg(id) from auth_menu where name ~ '^(enforcement|reform|complaint|evaluation|enterprise|incident)/[a-zA-Z]+/index$' returning id`);
  const nobody = await app.db.row<{ id: number }>(
    sql`insert into auth_group (name, rules) select 'nothing', array_agg(id) from auth_menu where name = 'workbench' returning id`,
  );
  const all = [
    ...made,
    { name: 'readers', key: readers?.id ?? 0, holds: (node: string) => node.endsWith('/index') },
    { name: 'nothing', key: nobody?.id ?? 0, holds: () => false },
  ];
  for (const { name, key } of all)
    await app.db.query(sql`insert into auth_admin (username, nickname, password, group_arr, area_code)
      select ${`of ${name}`}, ${name}, password, array[${key}::bigint], ${area} from auth_admin where username = 'county1'`);
  groups = [
    { name: 'super', holds: () => true, client: await app.client({ officer: 'admin' }) },
    ...(await Promise.all(
      all.map(async ({ name, holds }) => ({
        name,
        holds,
        client: await app.client({ officer: `of ${name}` }),
      })),
    )),
  ];
  enterprise =
    (
      await app.db.row<{ id: number }>(sql`
        insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
        values ('被检查酒店', '91530102MF00000001', 'hotel', '甲', '13800000001', '乙', '13800000002', ${area}, '路', 'active') returning id`)
    )?.id ?? 0;
  department = (await app.db.row<{ id: number }>(sql`select min(id) as id from auth_department`))?.id ?? 0;
}, 120_000);
afterAll(() => app.close());

const insertCheck = () => sql`
  insert into enforcement_check (source, basis, domain, department_id, object_type, enterprise_id, object_name, area_code, due_on, notify_mode)
  values ('routine', '旅游法第八十五条', 'lodging', ${department}, 'enterprise', ${enterprise}, '被检查酒店', ${area}, ${shanghaiToday()}::date, 'advance') returning id`;
const insertComplaint = () => sql`
  insert into complaint (channel, complainant_name, mobile, respondent_enterprise_id, respondent_name, category, event_at, event_area, facts, filed_on,
    rule_version, received_on, area_code)
  values ('phone', '张三', '13900000001', ${enterprise}, '被检查酒店', 'service', now(), ${area}, ${'房间没有热水'.repeat(4)}, ${shanghaiToday()}::date, '2026',
    ${shanghaiToday()}::date, ${area}) returning id`;
const insertDeposit = () => sql`
  insert into enterprise_deposit (enterprise_id, deposit_no, mode, bank, paid, required, shortfall, opened_on)
  values (${enterprise}, gen_random_uuid()::text, 'cash', '某银行', 100, 20000000, 19999900, ${shanghaiToday()}::date)
  on conflict (enterprise_id) where status <> 'released' do update set bank = excluded.bank returning id`;
const insertIncident = () => sql`
  insert into incident (title, kind, happened_at, place_name, area_code) values ('旅游大巴侧翻', 'accident', now(), '昆石高速', ${area}) returning id`;
const rows: readonly {
  readonly resource: AnyResource;
  insert(): Sql;
  /** Whether a state that no move leads out of is tried by one group only: a long life takes minutes otherwise. */
  readonly brief?: true;
}[] = [
  { resource: check, insert: insertCheck },
  {
    resource: plan,
    insert: () => sql`
      insert into enforcement_plan (name, year, kind, basis, department_id, starts_on, ends_on, ent_types, count, area_code)
      values ('抽查计划', 2026, 'routine', '旅游法', ${department}, ${shanghaiToday()}::date, ${shanghaiToday()}::date, '{hotel}', 5, ${area}) returning id`,
  },
  {
    resource: order,
    insert: () => sql`
      insert into reform_order (no, enterprise_id, source, officers, kind, term_days, due_on, area_code)
      values (gen_random_uuid()::text, ${enterprise}, 'patrol', '{}', 'within_term', 15, ${shanghaiToday()}::date, ${area}) returning id`,
    brief: true,
  },
  {
    resource: recurringCheckCycle,
    insert: () => sql`
      insert into enforcement_cycle (name, department_id, basis, domain, ent_types, area_code, checklist_id, unit, every, starts_on, ahead_days, assignment)
      select '年度检查', ${department}, '旅游法', 'lodging', '{hotel}', ${area}, min(c.id), 'year', 1, ${shanghaiToday()}::date, 10, 'department'
      from library_checklist c returning id`,
  },
  {
    resource: officerRevisitReason,
    insert: () => sql`
      with f as (
        insert into library_officer (admin_id, name, mobile, cert_no, cert_org, cert_valid_to, domains, area_code, status)
        select id, '执法员', '13888001234', 'YN-MATRIX', '云南省人民政府', '2099-12-31', '{lodging}', ${area}, 'verified' from auth_admin where username = 'county1' returning id
      ), c as (${insertCheck()})
      insert into enforcement_visit_reason (check_id, officer_id, reason) select c.id, f.id, '唯一熟悉该企业账册的人员' from c, f returning id`,
  },
  { resource: complaint, insert: insertComplaint, brief: true },
  {
    resource: evaluation,
    insert: () => sql`
      insert into evaluation (target, enterprise_id, overall, attitude, reliability, fairness, released_on, area_code)
      values ('team', ${enterprise}, 4, 4, 4, 4, ${shanghaiToday()}::date, ${area}) returning id`,
  },
  { resource: deposit, insert: insertDeposit },
  {
    resource: depositTransfer,
    insert: () => sql`
      with d as (${insertDeposit()}), c as (${insertComplaint()})
      insert into complaint_deposit_transfer (complaint_id, deposit_id, ground, amount, payee, facts)
      select c.id, d.id, 'breach', 1, '张三', '查证属实的违约' from c, d returning id`,
  },
  { resource: incident, insert: insertIncident, brief: true },
  {
    resource: incidentInstruction,
    insert: () => sql`
      with i as (${insertIncident()})
      insert into incident_instruction (incident_id, content, addressee, outside_name, area_code)
      select i.id, '派两辆救护车', 'outside', '市急救中心', ${area} from i returning id`,
  },
  {
    resource: riskNotice,
    insert: () => sql`
      insert into incident_risk_notice (title, title_en, level, kind, content, content_en, valid_from, valid_to, area_code)
      values ('暴雨橙色预警', 'Heavy rain', 'orange', 'weather', '请避开山区道路', 'Avoid mountain roads', now(), now() + interval '1 hour', ${area}) returning id`,
  },
];

test.each(rows)(
  '$resource.name: state × move × group',
  async ({ resource, insert, brief }) => {
    const life = resource.life as NonNullable<typeof resource.life>;
    const id = (await app.db.row<{ id: number }>(insert()))?.id ?? 0;
    const table = sql.id(tableOf(resource));
    let possible = 0;
    for (const state of Object.keys(life.states))
      for (const [move, { from, by = ['admin'] }] of Object.entries<Move>(life.moves))
        for (const { name, holds, client } of brief && !from.includes(state) ? groups.slice(0, 1) : groups) {
          await app.db.query(sql`update ${table} set status = ${state}, version = version + 1 where id = ${id}`);
          const { code, data } = await client.post(`/admin/${controllerNameOf(resource)}/${move}`, { id });
          const reason = (data as { reason?: string } | null)?.reason;
          const cell = `${resource.name}: ${move} from ${state} by ${name}: ${code} ${reason ?? ''}`;
          const isLeadingOut = from.includes(state) && by.includes('admin');
          if (!by.includes('admin')) expect([0, 401, 404], cell).toContain(code);
          else if (!holds(`${resource.name}/${move}`)) expect(code, cell).toBe(401);
          else if (!isLeadingOut) expect([code, reason], cell).toEqual([0, 'bad_transition']);
          else {
            // whether it is made, or refused for what the row lacks, follows from rules with tests of their own
            expect(code, cell).toBeLessThan(2);
            possible += 1;
          }
          if (!isLeadingOut || code !== 1) {
            const stored = await app.db.row<{ status: string }>(sql`select status from ${table} where id = ${id}`);
            expect(stored?.status, cell).toBe(state);
          }
        }
    expect(possible).toBeGreaterThan(Object.keys(life.moves).length);
  },
  240_000,
);
