import { computeDue } from '#kernel/time/deadline.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { staff } from '#modules/enterprise/contract/staff.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { toStoredValue } from '#server/write/field/convert-to-stored-values.ts';
import { addDemoEmergencyResourcesIncidentsAndRiskNotices } from './add-demo-emergency-resources-incidents-and-risk-notices.ts';
import { addDemoScenicSpots } from './add-demo-scenic-spots-with-visitor-flow.ts';
import { addDemoVisitorHistory } from './add-demo-visitor-history.ts';
import { addDemoWechatOfficialAccount } from './add-demo-wechat-official-account.ts';
import { loadCounties } from './generate/county-shapes-and-random-points.ts';
import { generateEmployeesOfEnterprise } from './generate/generate-employees-of-enterprise.ts';
import { type EnterpriseRow, generateEnterprises, weighCountiesAndOrigins } from './generate/generate-enterprises.ts';
import { generateLicences } from './generate/generate-licences.ts';
import { addDemoApiClients } from './load/add-demo-api-clients-and-webhook.ts';
import { addDemoArticlesAndNotices } from './load/add-demo-articles-and-notices.ts';
import { addDemoCameraReadsAndChecks } from './load/add-demo-camera-reads-and-roadside-checks.ts';
import { addDemoChecksOfDraw } from './load/add-demo-checks-of-enterprises-in-published-draw.ts';
import { addDemoCoachHires } from './load/add-demo-coach-hires.ts';
import { addDemoDiscretionStandards } from './load/add-demo-discretion-standards.ts';
import { addDemoGuidesDriversAndVehiclesWithRatings } from './load/add-demo-guides-drivers-and-vehicles-with-ratings.ts';
import { addDemoInspectionPlans } from './load/add-demo-inspection-plans-in-several-states.ts';
import { addDemoInsurancePoliciesAndCoverage } from './load/add-demo-insurance-policies-and-coverage.ts';
import { addDemoOfficersAndExperts } from './load/add-demo-officers-and-experts.ts';
import { addDemoPhrasesAndTypicalCases } from './load/add-demo-phrases-and-typical-cases.ts';
import { addDemoPublishedDraw } from './load/add-demo-published-draw.ts';
import { addDemoPublishedExpertDraw } from './load/add-demo-published-expert-draw.ts';
import { addDemoCheckCycles } from './load/add-demo-recurring-check-cycles.ts';
import { addDemoRewardApplications } from './load/add-demo-reward-applications.ts';
import { addDemoRewardPolicies } from './load/add-demo-reward-policies.ts';
import { addDemoProductsAndTemplates } from './load/add-demo-tour-products-and-templates.ts';
import { addDemoTourTeams } from './load/add-demo-tour-teams.ts';
import { addMissingStateChangeHistory } from './load/add-missing-state-change-history-of-rows.ts';
import { addDemoComplaints } from './load/complaint/add-demo-complaints.ts';
import { addDemoEvaluations } from './load/complaint/add-demo-evaluations.ts';
import { addDemoOpinionSourcesItemsAndAlerts } from './load/complaint/add-demo-opinion-sources-posts-and-alerts.ts';
import { addDemoDeposits } from './load/complaint/add-demo-quality-deposits.ts';
import { addDemoCorrectionOrders } from './load/correction/add-demo-correction-orders.ts';
import { addDemoCreditEventsAndListings } from './load/credit-and-risk/add-demo-credit-events-and-listings.ts';
import { addDemoRiskScores } from './load/credit-and-risk/add-demo-risk-scores.ts';
import { setIssuingAuthorityAndPublicAddress } from './load/set-issuing-authority-and-public-address.ts';

export interface DemoOptions {
  /** Code of a prefecture or province. */
  areaCode: string;
  count: number;
  seed: number;
  /** Number of the first enterprise: consecutive runs with one seed never repeat a credit code. */
  offset?: number;
  onProgress?: (done: number, total: number) => void;
}

const batch = 1000;

/**
 * Generates the enterprises of an area with licences, staff, deadlines and history. Writes directly to the tables: the
 * write pipeline would stamp the past with the present time.
 */
export async function loadDemoEnterprisesAndAddAllOtherDemoData(
  engine: Engine,
  { areaCode, count, seed, offset = 1, onProgress }: DemoOptions,
): Promise<{ enterprises: number; licences: number; staff: number }> {
  const counties = await loadCounties(areaCode);
  const now = new Date().toISOString();
  const setting = weighCountiesAndOrigins(counties);
  const made = { enterprises: 0, licences: 0, staff: 0 };
  const ids = new Map<number, number>();
  let rows: EnterpriseRow[] = [];
  const flush = async () => {
    if (rows.length === 0) return;
    const stored = await storeBatch(engine, rows, ids, seed, now, setting);
    made.enterprises += stored.enterprises;
    made.licences += stored.licences;
    made.staff += stored.staff;
    rows = [];
    onProgress?.(made.enterprises, count);
  };
  for (const row of generateEnterprises({ counties, count, seed, now, offset })) {
    rows.push(row);
    if (rows.length === batch) await flush();
  }
  await flush();
  await raiseQueryNumber(engine);
  await addDemoGuidesDriversAndVehiclesWithRatings(engine, areaCode, setting, seed);
  await addDemoProductsAndTemplates(engine, { areaCode, seed });
  await addDemoInsurancePoliciesAndCoverage(engine);
  await addDemoRewardPolicies(engine, areaCode);
  await addDemoTourTeams(engine, { areaCode, setting, seed });
  await addDemoRewardApplications(engine);
  await addDemoCoachHires(engine);
  await addDemoInspectionPlans(engine, areaCode);
  await addDemoCheckCycles(engine, areaCode);
  await addDemoCameraReadsAndChecks(engine, { areaCode, seed });
  await addDemoDiscretionStandards(engine);
  await addDemoRiskScores(engine);
  await addDemoOfficersAndExperts(engine, { counties, areaCode, seed });
  await addDemoPublishedDraw(engine, areaCode);
  await addDemoPublishedExpertDraw(engine, areaCode);
  await addDemoPhrasesAndTypicalCases(engine, areaCode);
  await addDemoChecksOfDraw(engine);
  await addMissingStateChangeHistory(engine);
  await setIssuingAuthorityAndPublicAddress(engine);
  await addDemoCorrectionOrders(engine);
  await addDemoDeposits(engine);
  await addDemoComplaints(engine);
  await addDemoEvaluations(engine);
  await addDemoOpinionSourcesItemsAndAlerts(engine, areaCode);
  await addDemoCreditEventsAndListings(engine);
  await addDemoEmergencyResourcesIncidentsAndRiskNotices(engine, areaCode);
  await addDemoScenicSpots(engine, seed);
  await addDemoVisitorHistory(engine, areaCode, seed);
  await addDemoArticlesAndNotices(engine, areaCode);
  await addDemoApiClients(engine, areaCode);
  await addDemoWechatOfficialAccount(engine, areaCode);
  // Screens mark demonstration data as such (domain reference §2.Y).
  await engine.db.query(
    `insert into setting (name, value) values ('demonstration', 'true') on conflict (name) do nothing`,
  );
  for (const table of ['enterprise', 'enterprise_licence', 'enterprise_staff', 'history', 'deadline'])
    await engine.db.query(`analyze ${table}`);
  return made;
}

/** Lets registrations continue after the generated query numbers. */
async function raiseQueryNumber({ db }: Engine): Promise<void> {
  await db.query(
    `select setval('enterprise_query_no_seq', greatest(max(right(query_no, 6)::int), 1)) from enterprise where query_no ~ '^QY\\d{14}$'`,
  );
}

async function storeBatch(
  engine: Engine,
  rows: readonly EnterpriseRow[],
  ids: Map<number, number>,
  seed: number,
  now: string,
  setting: ReturnType<typeof weighCountiesAndOrigins>,
) {
  const seal = (value: string) =>
    JSON.parse(String(toStoredValue(enterprise.fields.legal_id_no, value, engine.seal))) as unknown;
  return engine.db.transaction(async (tx) => {
    const inserted = await tx.rows<{ id: number; no: number }>(
      `with r as (select * from jsonb_to_recordset($1::jsonb) as r(no int, parent bigint, name text, short_name text, uscc text, ent_type text, grade text, legal_person text, legal_id_type text, legal_id_no jsonb, legal_mobile text,
          contact_name text, contact_mobile text, email text, reg_capital bigint, reg_date date, biz_scope text, employees int, website text, icp_no text, reg_area_code text, area_code text, address text, lng float8, lat float8,
          license_expire date, risk_class text, credit_grade text, source text, status text, reject_count int, audit_remark text, query_no text, sup_code text, submitted_at timestamptz, audited_at timestamptz, created_at timestamptz)),
        i as (insert into enterprise (parent_id, name, short_name, uscc, ent_type, grade, legal_person, legal_id_type, legal_id_no, legal_mobile, contact_name, contact_mobile, email, reg_capital, reg_date, biz_scope, employees, website, icp_no,
          reg_area_code, area_code, address, place, license_expire, risk_class, credit_grade, source, status, reject_count, audit_remark, query_no, sup_code, submitted_at, audited_at, createtime, updatetime)
          select parent, name, short_name, uscc, ent_type, grade, legal_person, legal_id_type, legal_id_no, legal_mobile, contact_name, contact_mobile, email, reg_capital, reg_date, biz_scope, employees, website, icp_no,
          reg_area_code, area_code, address, point(lng, lat), license_expire, risk_class, credit_grade, source, status, reject_count, audit_remark, query_no, sup_code, submitted_at, audited_at, created_at, coalesce(audited_at, created_at)
          from r order by created_at, no on conflict do nothing returning id, uscc, ent_type)
        select i.id, r.no from i join r using (uscc, ent_type)`,
      [
        JSON.stringify(
          rows.map(({ parent_no, legal_id_no, ...row }) => ({
            ...row,
            parent: parent_no === null ? null : (ids.get(parent_no) ?? null),
            legal_id_no: seal(legal_id_no),
          })),
        ),
      ],
    );
    for (const one of inserted) ids.set(one.no, one.id);
    const licences = rows.flatMap((row) =>
      ids.has(row.no)
        ? generateLicences(row, seed, now).map(({ enterprise_no, ...one }) => ({
            ...one,
            enterprise_id: ids.get(enterprise_no),
          }))
        : [],
    );
    const people = rows.flatMap((row) =>
      ids.has(row.no)
        ? generateEmployeesOfEnterprise(row, setting, seed, now).map(
            ({ enterprise_no, id_no, gender: _gender, birthday: _birthday, ...one }) => ({
              ...one,
              enterprise_id: ids.get(enterprise_no),
              id_no: JSON.parse(String(toStoredValue(staff.fields.id_no, id_no, engine.seal))) as unknown,
            }),
          )
        : [],
    );
    const storedLicences = await tx.query(
      `insert into enterprise_licence (enterprise_id, kind, license_no, scope, tourism_scope, issued_by, issue_date, expire_date, verify_status, validity, status)
       select r.*, 'recorded' from jsonb_to_recordset($1::jsonb) as r(enterprise_id bigint, kind text, license_no text, scope text, tourism_scope text[], issued_by text, issue_date date, expire_date date, verify_status text, validity text) on conflict do nothing`,
      [JSON.stringify(licences)],
    );
    const storedStaff = await tx.query(
      `insert into enterprise_staff (enterprise_id, name, id_no, job, cert_no, mobile, contract_from, contract_to, employment, status)
       select r.*, case when r.cert_no is null then 'stated' else 'verified' end from jsonb_to_recordset($1::jsonb) as r(enterprise_id bigint, name text, id_no jsonb, job text, cert_no text, mobile text, contract_from date, contract_to date, employment text)`,
      [JSON.stringify(people)],
    );
    await storePast(
      tx,
      inserted.map((one) => one.id),
      engine,
    );
    return { enterprises: inserted.length, licences: storedLicences.rowCount ?? 0, staff: storedStaff.rowCount ?? 0 };
  });
}

/** Time of a change request: in working hours of one of the last eight days, after the audit. */
const changedAt = `greatest(e.audited_at, ((now() at time zone 'Asia/Shanghai')::date - 1 - (hashtext(e.uscc) & 7)
  + time '09:30' + e.id % 400 * interval '1 minute') at time zone 'Asia/Shanghai')`;

/** Stores the moves that led to each row's state, and the clocks of registrations under audit. */
async function storePast(
  tx: {
    query(text: string, values?: readonly unknown[]): Promise<unknown>;
    rows<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
  },
  ids: readonly number[],
  engine: Engine,
): Promise<void> {
  await tx.query(
    `update enterprise e set pending = jsonb_build_array(jsonb_build_object('key', 'address', 'value', e.address || '附' || 1 + e.id % 9 || '号'))
     where e.id = any($1::bigint[]) and e.status = 'change_pending'`,
    [ids],
  );
  await tx.query(
    `insert into history (resource, row_id, action, move, from_status, to_status, actor_type, actor_name, area_code, createtime)
     select 'enterprise/enterprise', e.id, s.action, s.move, s.f, s.t, s.actor, s.name, e.area_code, s.at
     from enterprise e cross join lateral (values
       -- the stock was taken over from the ledgers of the office as it was
       ('add', null, null, case when e.submitted_at is null and e.audited_at is not null then 'active' else 'draft' end,
         case when e.source = 'self' then 'member' else 'admin' end, case when e.source = 'self' then e.contact_name else '台账导入' end, e.createtime),
       ('move', 'submit', 'draft', 'submitted', 'member', e.contact_name, e.submitted_at),
       ('move', 'firstPass', 'submitted', 'final_review', 'admin', '县级审核', case when e.audited_at is not null or e.status = 'final_review' then e.submitted_at + (coalesce(e.audited_at, now()) - e.submitted_at) * 0.6 end),
       ('move', case e.status when 'returned' then 'return' when 'rejected' then 'reject' else 'finalPass' end, 'final_review', case when e.status in ('returned', 'rejected') then e.status else 'active' end, 'admin', '市级审核', case when e.submitted_at is not null then e.audited_at end),
       ('move', 'change', 'active', 'change_pending', 'member', e.contact_name, case when e.status = 'change_pending' then ${changedAt} end)
     ) as s(action, move, f, t, actor, name, at)
     where e.id = any($1::bigint[]) and s.at is not null and s.at <= now()`,
    [ids],
  );
  const waiting = await tx.rows<{ id: number; move: string; start_at: string; area_code: string }>(
    `select id, 'submit' as move, submitted_at as start_at, area_code from enterprise
     where id = any($1::bigint[]) and status in ('submitted', 'first_review', 'final_review') and submitted_at is not null
     union all
     select e.id, 'change', ${changedAt}, e.area_code from enterprise e where e.id = any($1::bigint[]) and e.status = 'change_pending'`,
    [ids],
  );
  const rule = engine.reference.rules().find((one) => one.code === 'enterprise_audit');
  if (!rule || waiting.length === 0) return;
  const { code, id, name, article, unit, amount, roll, startNextDay, warn } = rule;
  const clocks = waiting.map((row) => ({ ...row, ...dueOf(engine, rule, row.start_at) }));
  await tx.query(
    `with c as (select * from jsonb_to_recordset($1::jsonb) as c(id bigint, move text, start_at timestamptz, area_code text, due timestamptz, estimated boolean)),
       u as (update enterprise e set due_at = c.due, due_unit = $6::jsonb->>'unit' from c where e.id = c.id)
     insert into deadline (resource, row_id, move, clock, rule_code, rule_id, article, rule_name, rule, start_at, due_at, estimated, area_code, status)
     select 'enterprise/enterprise', id, move, 'audit', $2, $3, $4, $5, $6::jsonb, start_at, due, estimated, area_code,
       case when due < now() then 'overdue' else 'running' end from c`,
    [JSON.stringify(clocks), code, id, article['zh-cn'], name, { unit, amount, roll, startNextDay, warn }],
  );
}

function dueOf(engine: Engine, rule: ReturnType<Engine['reference']['rules']>[number], start: string) {
  return computeDue(rule, new Date(start).toISOString(), engine.reference.calendar());
}
